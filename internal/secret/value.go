package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// techWords look like passwords with their letters and digits, and are the names of algorithms, formats and standards.
const techWords = " aes128 aes192 aes256 aes128gcm aes256gcm argon2 argon2d argon2i argon2id base16 base32 base58 base64 base64url blake2b blake3 " +
	"ecdsa256 ed25519 es256 es384 es512 hs256 hs384 hs512 latin1 md5crypt ntlmv1 ntlmv2 oauth1 oauth2 pbkdf2 pkcs1 pkcs5 pkcs7 pkcs8 pkcs11 " +
	"pkcs12 ps256 ps512 rs256 rs384 rs512 rsa2048 rsa4096 saml2 secp256k1 secp256r1 sha224 sha256 sha384 sha512 socks5 tls12 tls13 " +
	"utf8mb4 x25519 yescrypt7 "

// splitWords gives the words of a value in lower case: what stands between blanks, signs and humps.
func splitWords(v string) []string {
	var words []string
	start, prev := -1, ' '
	for i, r := range v {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		hump := unicode.IsUpper(r) && unicode.IsLower(prev)
		if start >= 0 && (!letter || hump) {
			words = append(words, strings.ToLower(v[start:i]))
			start = -1
		}
		if start < 0 && letter {
			start = i
		}
		prev = r
	}
	if start >= 0 {
		words = append(words, strings.ToLower(v[start:]))
	}
	return words
}

// isDigest reports whether a value is a checksum, an object's id, a UUID, or a password's hash: what engineers write down.
func isDigest(v string) bool {
	for _, lead := range []string{"sha1-", "sha1:", "sha224:", "sha256-", "sha256:", "sha384-", "sha384:", "sha512-", "sha512:", "md5:", "md5-", "blake3:",
		"h1:", "$2a$", "$2b$", "$2y$", "$argon2", "$1$", "$5$", "$6$", "$y$", "$apr1$", "pbkdf2", "scrypt:", "{ssha", "{sha", "urn:uuid:"} {
		if len(v) > len(lead) && strings.EqualFold(v[:len(lead)], lead) {
			return true
		}
	}
	return isHex(v) || isUUID(v) || isULID(v)
}

func isHex(v string) bool {
	return len(v) >= 6 && strings.Trim(v, "0123456789abcdef") == "" || len(v) >= 6 && strings.Trim(v, "0123456789ABCDEF") == ""
}

func isUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (v[i] == '-') || !dash && !isHex("00000"+v[i:i+1]) {
			return false
		}
	}
	return true
}

// isULID takes an id of this age: its first letters are the time.
func isULID(v string) bool {
	return len(v) == 26 && strings.HasPrefix(v, "01") && strings.Trim(v, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") == ""
}

// isReference reports whether a bare value says where a credential is kept, or computes it: os.Getenv(…), config.password,
// op://vault/item, /run/secrets/db, arn:aws:….
func isReference(v string) bool {
	if hasPrefix(v, []string{"arn:", "vault:", "op:", "ref+"}) {
		return true
	}
	for _, lead := range []string{"/", "./", "../", "~/", "!", "&", "*", "+", "--", "@"} {
		if strings.HasPrefix(v, lead) && (isWordy(v) || !strings.ContainsAny(v, digits)) {
			return true
		}
	}
	if strings.Contains(v, "://") || hasSuffix(v, []string{".pem", ".key", ".txt", ".json", ".env", ".yml", ".yaml", ".toml", ".md", ".go", ".py", ".ts", ".js"}) {
		return true
	}
	isPath := func(s string) bool { return isPlainName(s) || isName(strings.ReplaceAll(s, ".", "_")) && isWordy(s) }
	if n := strings.IndexAny(v, "([{"); n == 0 || n > 0 && isPath(v[:n]) {
		return true
	}
	return isPlainName(v) || strings.Contains(v, ".") && isPath(v)
}

// isFilePath knows /home/ann/x, ~/x, ./x, and C:\x.
func isFilePath(v string) bool {
	switch {
	case strings.HasPrefix(v, "/"):
		return strings.Count(v, "/") > 1 || isPlainName(v)
	case len(v) > 2 && v[1] == ':':
		return isLetter(v[0]) && (v[2] == '\\' || v[2] == '/')
	}
	return hasPrefix(v, []string{"~/", "./", "../"})
}

// isPlainName: letters with the signs that join names in code, and no digit.
func isPlainName(v string) bool {
	return strings.IndexFunc(v, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("_.-:/>?", r) }) < 0
}

func isName(v string) bool {
	for i := range len(v) {
		if !isWord(v[i]) {
			return false
		}
	}
	return v != ""
}

// isStrong reports whether a value looks as if a machine had made it: long, of letters and digits that make no words.
func isStrong(v string) bool {
	if len(v) < 8 || isWordy(v) {
		return false
	}
	letters, numerals := 0, 0
	for i := range len(v) {
		switch {
		case isLetter(v[i]):
			letters++
		case isDigit(v[i]):
			numerals++
		}
	}
	if numerals == 0 {
		return letters >= 16 && isName(strings.ReplaceAll(v, "-", "_")) && strings.ToLower(v) != v && strings.ToUpper(v) != v && entropy(v) > 3.5
	}
	return letters >= 2 && !isReference(v)
}

// isWordy reports whether a value is made of words, numbers, versions and dates, as a slug, a path or an identifier is.
func isWordy(v string) bool {
	pieces := strings.FieldsFunc(v, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, p := range pieces {
		if !isWordyPiece(p) {
			return false
		}
	}
	return len(pieces) > 0
}

// isWordyPiece takes "timeout", "refreshToken", "HTTP", "v2", "utf8", "2fa", "2026", "16kb", "testRSA2048Key". Its groups of
// letters are words; a number in it ends it or stands before a capital, as it does in names and seldom in random letters.
func isWordyPiece(p string) bool {
	if strings.Contains(techWords, " "+strings.ToLower(p)+" ") {
		return true
	}
	groups := splitGroups(p)
	if isDigit(groups[0][0]) {
		if len(groups) == 1 {
			return len(p) <= 8
		}
		return len(groups) == 2 && len(groups[0]) <= 4 && utf8.RuneCountInString(groups[1]) <= 3
	}
	letters, words, numbers := 0, 0, 0
	shouts := strings.ToUpper(p) == p // no humps can be told
	for i, g := range groups {
		switch {
		case !isDigit(g[0]):
			if !isPronounceable(g) {
				return false
			}
			letters += utf8.RuneCountInString(g)
			words++
		case !isNumberInName(g) || i+1 < len(groups) && (shouts || strings.ToLower(groups[i+1]) == groups[i+1]):
			return false
		default:
			numbers++
		}
	}
	switch {
	case numbers > 2:
		return false
	case words <= 2:
		return words == 1 || letters >= 6
	}
	return 2*letters >= 7*words // random letters of both cases change case after two or three
}

// splitGroups splits a piece between letters and digits and at the humps of camel case: testRSA2048Key is test RSA 2048 Key. It
// gives at least one group.
func splitGroups(p string) []string {
	var groups []string
	letters := []rune(p)
	start := 0
	for i := 1; i < len(letters); i++ {
		r, prev := letters[i], letters[i-1]
		hump := unicode.IsUpper(r) && (unicode.IsLower(prev) || i+1 < len(letters) && unicode.IsUpper(prev) && unicode.IsLower(letters[i+1]))
		if hump || unicode.IsDigit(r) != unicode.IsDigit(prev) {
			groups = append(groups, string(letters[start:i]))
			start = i
		}
	}
	return append(groups, string(letters[start:]))
}

// isNumberInName takes a small number, a year, and the sizes in which keys and hashes come.
func isNumberInName(n string) bool {
	return len(n) <= 2 || len(n) == 4 && (n[:2] == "19" || n[:2] == "20") ||
		strings.Contains(" 128 160 192 224 255 256 384 512 521 768 1024 2048 3072 4096 8192 448 25519 ", " "+n+" ")
}

// isPronounceable tells a word from random letters: a vowel is never far, and no word is very long.
func isPronounceable(word string) bool {
	run := 0
	for _, r := range word {
		if r > unicode.MaxASCII || strings.ContainsRune("aeiouyAEIOUY", r) {
			run = 0
		} else if run++; run > 5 {
			return false
		}
	}
	return utf8.RuneCountInString(word) <= 20
}
