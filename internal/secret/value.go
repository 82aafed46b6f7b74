package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// standIns are the words that people write where a credential would stand. A value made of nothing else is none.
const standIns = " a access actual admin adm an any api apikey app array auth bar baz bearer blank bool boolean change changeit changeme client " +
	"code config credential credentials db default demo disabled dummy email empty enabled enter env example expired fake false field " +
	"foo forgot generated guest hash hashed here hidden hunter id incorrect insert int integer invalid is it key kennwort login long " +
	"masked me missing must my name new nil no none null number off ok old on optional or param pass passphrase passwd password " +
	"passwort placeholder plain plaintext private prompt public put pw pwd qux random real redacted refresh removed replace required " +
	"reset sample secret secrets secure session shared some something str string strong super test testing text that the this to " +
	"token tokens top true type undefined unset user username val value var varchar very weak with wrong yes your "

// techWords look like passwords with their letters and digits, and are the names of algorithms, formats and standards.
const techWords = " aes128 aes192 aes256 aes128gcm aes256gcm argon2 argon2d argon2i argon2id base16 base32 base58 base64 base64url blake2b blake3 " +
	"ecdsa256 ed25519 es256 es384 es512 hs256 hs384 hs512 latin1 md5crypt ntlmv1 ntlmv2 oauth1 oauth2 pbkdf2 pkcs1 pkcs5 pkcs7 pkcs8 pkcs11 " +
	"pkcs12 ps256 ps512 rs256 rs384 rs512 rsa2048 rsa4096 saml2 secp256k1 secp256r1 sha224 sha256 sha384 sha512 socks5 tls12 tls13 " +
	"utf8mb4 x25519 yescrypt7 "

// isStandIn reports whether a value stands for a credential that is elsewhere or was left out: a variable, a template, a mask,
// an elision, a stand-in's words, the examples of a vendor's manual.
func isStandIn(v string) bool {
	v = strings.Trim(v, " \t\r\n'\"`*")
	switch {
	case v == "" || isFramed(v) || isMasked(v):
		return true
	case strings.HasSuffix(v, "EXAMPLE") || strings.HasSuffix(v, "EXAMPLEKEY"): // AWS's manual: AKIAIOSFODNN7EXAMPLE
		return true
	}
	words := splitWords(v)
	if len(words) == 0 {
		return true
	}
	if first := words[0]; len(words) > 1 && (first == "your" || first == "insert" || first == "replace" || first == "enter") {
		return true
	}
	for _, w := range words {
		if !isSpelled(w) {
			return false
		}
	}
	return true
}

// isFramed knows $NAME ${…} $(…) <…> {{…}} {…} […] %NAME% %s @NAME@.
func isFramed(v string) bool {
	between := func(open, end string) bool { return strings.HasPrefix(v, open) && strings.HasSuffix(v, end) }
	switch {
	case strings.HasPrefix(v, "${") || strings.HasPrefix(v, "$(") || strings.HasPrefix(v, "{{") || strings.HasPrefix(v, "#{"):
		return true
	case strings.HasPrefix(v, "<") && !strings.ContainsAny(v, "0123456789"), between("<", ">"), between("{", "}"), between("[", "]"), between("(", ")"):
		return true
	case strings.HasPrefix(v, "$env:"):
		return true
	case strings.HasPrefix(v, "$"):
		return isName(v[1:]) && isWordy(v[1:]) || len(v) == 2
	case len(v) > 2 && (between("%", "%") || between("@", "@") || between("__", "__")):
		return isName(v[1 : len(v)-1])
	case strings.HasPrefix(v, "%"):
		return len(v) <= 3 || strings.HasPrefix(v, "%(")
	}
	return false
}

// isMasked knows ***, xxxx, …, 0000 and a value of which a part is left out.
func isMasked(v string) bool {
	if strings.Contains(v, "***") || strings.Contains(v, "...") || strings.ContainsAny(v, "…•●█") || strings.Contains(strings.ToLower(v), "xxxx") {
		return true
	}
	letters := strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_. ", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, v)
	return letters == "" || letters != "" && strings.Trim(letters, letters[:1]) == "" && !isDigit(letters[0]) || strings.Trim(letters, "0") == ""
}

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

// isSpelled reports whether a word is a stand-in's word or several run together: "supersecretpassword".
func isSpelled(word string) bool {
	if len(word) > 40 {
		return false
	}
	reached := make([]bool, len(word)+1) // reached[n]: word[:n] is made of stand-ins
	reached[0] = true
	for end := 1; end <= len(word); end++ {
		for start := range end {
			if reached[start] && (end-start > 1 || len(word) == 1) && strings.Contains(standIns, " "+word[start:end]+" ") {
				reached[end] = true
				break
			}
		}
	}
	return reached[len(word)]
}

// isDigest reports whether a value is a checksum, an object's id, a UUID, or a password's hash: what engineers write down.
func isDigest(v string) bool {
	for _, lead := range []string{"sha1-", "sha1:", "sha224:", "sha256-", "sha256:", "sha384-", "sha384:", "sha512-", "sha512:", "md5:", "md5-", "blake3:",
		"h1:", "$2a$", "$2b$", "$2y$", "$argon2", "$1$", "$5$", "$6$", "$y$", "$apr1$", "pbkdf2", "scrypt:", "{ssha", "{sha", "urn:uuid:"} {
		if len(v) > len(lead) && strings.EqualFold(v[:len(lead)], lead) {
			return true
		}
	}
	return isHex(v) || isUUID(v)
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

// isReference reports whether a bare value says where a credential is kept, or computes it: os.Getenv(…), config.password,
// op://vault/item, /run/secrets/db, arn:aws:….
func isReference(v string) bool {
	for _, lead := range []string{"/", "./", "../", "~/", "arn:", "vault:", "op:", "!", "&", "*", "--", "@"} {
		if strings.HasPrefix(v, lead) && (isWordy(v) || !strings.ContainsAny(v, "0123456789")) {
			return true
		}
	}
	if strings.Contains(v, "://") || hasSuffix(v, []string{".pem", ".key", ".txt", ".json", ".env", ".yml", ".yaml", ".toml", ".md", ".go", ".py", ".ts", ".js"}) {
		return true
	}
	if n := strings.IndexAny(v, "(["); n > 0 && isPlainName(v[:n]) {
		return true
	}
	return isPlainName(v) || strings.Contains(v, ".") && isName(strings.ReplaceAll(v, ".", "_")) && isWordy(v)
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
	if len(v) < 8 || isWordy(v) || isReference(v) {
		return false
	}
	letters, digits := 0, 0
	for i := range len(v) {
		switch {
		case isLetter(v[i]):
			letters++
		case isDigit(v[i]):
			digits++
		}
	}
	if digits == 0 {
		return letters >= 20 && strings.ToLower(v) != v && strings.ToUpper(v) != v && entropy(v) > 3.5
	}
	return letters >= 2
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

// isWordyPiece takes "timeout", "refreshToken", "HTTP", "v2", "utf8", "2fa", "2026", "16kb".
func isWordyPiece(p string) bool {
	if strings.Contains(techWords, " "+strings.ToLower(p)+" ") {
		return true
	}
	trailing := p[len(strings.TrimRightFunc(p, unicode.IsDigit)):]
	leading := p[:len(p)-len(strings.TrimLeftFunc(p, unicode.IsDigit))]
	if leading == p {
		return len(p) <= 8
	}
	if len(leading) > 0 {
		return len(leading) <= 4 && utf8.RuneCountInString(p[len(leading):]) <= 3 && strings.IndexFunc(p[len(leading):], unicode.IsDigit) < 0
	}
	word := strings.TrimSuffix(p, trailing)
	year := len(trailing) == 4 && (trailing[:2] == "19" || trailing[:2] == "20")
	if len(trailing) > 2 && !year || strings.IndexFunc(word, unicode.IsDigit) >= 0 {
		return false
	}
	return isPronounceable(word)
}

// isPronounceable tells words, alone or humped, from random letters: humps are long, and vowels are never far.
func isPronounceable(word string) bool {
	letters, humps, run := 0, 0, 0
	prev := ' '
	for _, r := range word {
		letters++
		if unicode.IsUpper(r) && unicode.IsLower(prev) {
			humps++
			run = 0
		}
		if r > unicode.MaxASCII || strings.ContainsRune("aeiouyAEIOUY", r) {
			run = 0
		} else if run++; run > 5 {
			return false
		}
		prev = r
	}
	return letters >= 3*humps && letters <= 40
}
