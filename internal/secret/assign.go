package secret

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a name promises of its value. A person's password may be a word with a digit; a token is made by a machine.
type promise int

const (
	nothing promise = iota
	password
	machineMade
)

// How a value is tied to its name. What reads as a sentence has to give more proof than what reads as code.
type tie int

const (
	equals tie = iota // password = v, --password v, <password>v<
	colon             // password: v
	prose             // the password is v
)

// A claim is a name with its value: text[start:end].
type claim struct {
	promise    promise
	tie        tie
	quoted     bool
	start, end int
	followed   bool // more words follow on the line
}

// seeds are parts of every name that could promise a credential, in lower case.
var seeds = [...]string{"pass", "pwd", "pw", "secret", "token", "key", "credential", "kennwort", "contraseña", "senha", "hasło", "пароль",
	"密码", "密碼", "口令", "パスワード", "비밀번호", "mot de passe"}

// findAssigned finds values that stand beside the name of a credential: password = "…", api_key: …, the passphrase is `…`.
func findAssigned(t subject) []hit {
	var hits []hit
	for _, seed := range seeds {
		last := -1
		each(t.lower, seed, func(at int) {
			start, end := nameAround(t.text, at, at+len(seed))
			if end == last {
				return
			}
			last = end
			p := promiseOf(t.text, start, end)
			if p == nothing {
				return
			}
			c, ok := readClaim(t, start, end)
			if c.promise = p; !ok || !c.holds(t.text[c.start:c.end]) {
				return
			}
			kind, rule := "Password", "assigned-password"
			if p == machineMade {
				kind, rule = "Secret or token", "assigned-secret"
			}
			hits = append(hits, hit{start: c.start, end: c.end, kind: kind, rule: rule, weight: byName})
		})
	}
	return hits
}

// nameAround widens a seed to the whole name: DB_PASSWORD, spring.datasource.password. A name in a script without spaces
// ends where the seed ends.
func nameAround(text string, start, end int) (int, int) {
	if text[end-1] >= utf8.RuneSelf {
		return start, end
	}
	inName := func(c byte) bool { return isWord(c) || c == '-' || c == '.' }
	for first := start; start > 0 && first-start < 64 && inName(text[start-1]); {
		start--
	}
	end = skipSome(text, end, 64, inName)
	for end > start+1 && (text[end-1] == '-' || text[end-1] == '.') {
		end--
	}
	return start, end
}

// passwordNames and machineNames end a name that promises; keyNames make a key a secret one, publicNames make a promise void.
const (
	passwordNames = " password passwd passphrase passcode passwort kennwort contraseña senha hasło пароль 密码 密碼 口令 パスワード 비밀번호 pwd mot de passe "
	machineNames  = " token secret apikey secretkey accesskey authkey privatekey accountkey signingkey encryptionkey credential credentials "
	keyNames      = " api access secret private auth signing encryption account master shared deploy storage subscription hmac webhook license service app application "
	publicNames   = " csrf xsrf public page next cursor continuation idempotency cancel cancellation sync fencing max min pad eos bos unk mask stop special design num no not "
)

// promiseOf reads a name from its end: refresh_token promises a token, refresh_token_rotation nothing.
func promiseOf(text string, start, end int) promise {
	words := splitWords(text[start:end])
	if len(words) == 0 {
		return nothing
	}
	last := strings.TrimRight(words[len(words)-1], digits)
	before := ""
	if len(words) > 1 {
		before = words[len(words)-2]
	} else if line := text[max(0, start-24):start]; strings.HasSuffix(line, " ") {
		if spoken := splitWords(line); len(spoken) > 0 { // "API key"
			before = spoken[len(spoken)-1]
		}
	}
	in := func(list, word string) bool { return word != "" && strings.Contains(list, " "+word+" ") }
	switch {
	case in(publicNames, before):
		return nothing
	case in(passwordNames, last) || endsIn(passwordNames, last) || text[end-1] >= utf8.RuneSelf:
		return password
	case (last == "pass" || last == "pw") && len(words) > 1:
		return password
	case in(machineNames, last) || endsIn(machineNames, last):
		return machineMade
	case last == "key" && in(keyNames, before):
		return machineMade
	}
	return nothing
}

// endsIn reports whether a word ends in one of a list's: pgpassword, authtoken.
func endsIn(list, word string) bool {
	return len(word) > 5 && slices.ContainsFunc(strings.Fields(list), func(w string) bool { return len(w) >= 5 && strings.HasSuffix(word, w) })
}

// readClaim finds the tie and the value after the name text[start:end].
func readClaim(t subject, start, end int) (claim, bool) {
	c := claim{}
	flag := start > 0 && strings.HasPrefix(t.text[start:], "--")
	at := skipSome(t.text, end, 8, func(b byte) bool { return strings.IndexByte("\"'`*_]\\ \t", b) >= 0 })
	at = skipQualifier(t.text, at)
	rest := t.text[at:min(len(t.text), at+8)]
	switch {
	case strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "://") || strings.HasPrefix(rest, "!="):
		return c, false
	case strings.HasPrefix(rest, ":=") || strings.HasPrefix(rest, "=>") || strings.HasPrefix(rest, "==") || strings.HasPrefix(rest, "->"):
		at += 2
	case strings.HasPrefix(rest, "="):
		at++
	case strings.HasPrefix(rest, ">") && start > 0 && t.text[start-1] == '<':
		at++
	case strings.HasPrefix(rest, ":"):
		if start > 0 && t.text[start-1] == ':' && !strings.HasPrefix(rest, ": ") {
			return c, false // a part of a longer name: arn:aws:…:secret:db-7
		}
		c.tie = colon
		at++
	case strings.HasPrefix(rest, "："):
		c.tie = colon
		at += len("：")
	case flag && at > end && at < len(t.text) && t.text[end] == ' ':
	default:
		n := verb(t.lower[at:min(len(t.lower), at+8)])
		if n == 0 || at == end && rest[0] < utf8.RuneSelf {
			return c, false
		}
		c.tie = prose
		at += n
		c.followed = strings.HasSuffix(t.lower[:at], "to ") // "set the password to …", but also "convert the password to UTF-16"
	}
	return c.value(t.text, at)
}

// skipQualifier passes "(staging)", and "for the staging db" where a tie follows.
func skipQualifier(text string, at int) int {
	line, _, _ := strings.Cut(text[at:min(len(text), at+48)], "\n")
	if strings.HasPrefix(line, "(") {
		if n := strings.IndexByte(line, ')'); n > 0 {
			return skipSome(text, at+n+1, 3, func(b byte) bool { return b == ' ' || b == '*' })
		}
	}
	for _, lead := range []string{"for ", "of ", "on ", "to "} {
		if n := strings.IndexAny(line, ":="); strings.HasPrefix(line, lead) && n > 0 && isPlainName(strings.ReplaceAll(line[:n], " ", "")) {
			return at + n
		}
		if n := strings.Index(line, " is "); strings.HasPrefix(line, lead) && n > 0 && isPlainName(strings.ReplaceAll(line[:n], " ", "")) {
			return at + n + 1
		}
	}
	return at
}

func verb(s string) int {
	for _, v := range []string{"is ", "was ", "ist ", "to ", "est ", "es ", "是", "为", "為", "は"} {
		if strings.HasPrefix(s, v) {
			return len(v)
		}
	}
	return 0
}

// value reads the value that begins at or after offset at: to the closing quote, or to the end of the word.
func (c claim) value(text string, at int) (claim, bool) {
	at = skipSome(text, at, 8, func(b byte) bool { return b == ' ' || b == '\t' || b == '*' })
	if strings.HasPrefix(text[at:], "\\\"") {
		at++
	}
	for _, quote := range []string{`"`, `'`, "`", "“", "„", "«", "「"} {
		if !strings.HasPrefix(text[at:], quote) {
			continue
		}
		at += len(quote)
		line, _, _ := strings.Cut(text[at:min(len(text), at+longestValue)], "\n")
		n := strings.IndexAny(line, map[string]string{"“": "”\"", "„": "“”", "«": "»", "「": "」"}[quote]+quote)
		if n == 0 {
			return c, false
		}
		if n < 0 {
			break // not closed: read as if there were no quote
		}
		c.quoted, c.start, c.end = true, at, at+len(strings.TrimSuffix(line[:n], `\`))
		return c, true
	}
	stop := "\"'`,;&|<>"
	if c.tie == equals {
		stop = "\"'`;&" // a password may hold a comma or an angle; where it ends the word it is trimmed
	}
	end := at
	for end < len(text) && end-at < longestValue && text[end] > ' ' && strings.IndexByte(stop, text[end]) < 0 {
		r, size := utf8.DecodeRuneInString(text[end:])
		if unicode.IsSpace(r) || r > 0x2000 && unicode.IsPunct(r) {
			break
		}
		end += size
	}
	line, _, _ := strings.Cut(text[end:min(len(text), end+64)], "\n")
	value := strings.TrimRight(text[at:end], ".,:;)]}>\\*")
	if strings.HasPrefix(value, "<") || strings.Count(value, "(") > strings.Count(value, ")") || strings.Count(value, "{") > strings.Count(value, "}") {
		value = text[at:end]
	}
	if n := strings.Index(value, "</"); n >= 0 {
		value = value[:n]
	}
	line = strings.TrimLeft(line, ".,;)]}> \t\r")
	c.start, c.end = at, at+len(value)
	c.followed = c.followed || line != "" && strings.IndexByte("#/(|-", line[0]) < 0
	return c, value != ""
}

// holds reports whether the value is what its name promises.
func (c claim) holds(v string) bool {
	if len(v) < 4 || isStandIn(v) || isReference(v) && !c.quoted && !isStrong(v) || strings.Contains(v, "://") {
		return false
	}
	if isPlainName(v) && promiseOf(v, 0, len(v)) != nothing {
		return false // the name of a credential, as in "password": "db_password"
	}
	if c.promise == machineMade {
		return c.holdsToken(v)
	}
	return c.holdsPassword(v)
}

func (c claim) holdsToken(v string) bool {
	switch {
	case strings.ContainsAny(v, " \t([{"):
		return false
	case isHex(v) || isUUID(v):
		return len(v) >= 32 && c.tie != prose && !c.followed
	case isDigest(v) || !isStrong(v):
		return false
	}
	return c.tie != prose && !c.followed || len(v) >= 12
}

func (c claim) holdsPassword(v string) bool {
	digit := strings.ContainsAny(v, digits)
	signs := strings.ContainsAny(v, "!@#$%^&*?+=~")
	bare := !c.quoted
	switch {
	case strings.ContainsAny(v, " \t"):
		return false
	case isDigest(v) && !isHex(v) && !isUUID(v), strings.Contains(techWords, " "+lowerASCII(v)+" "), hasTechPiece(v):
		return false
	case strings.Trim(v, "0123456789.,") == "":
		return len(v) >= 6 && c.tie != prose && !c.followed && !strings.Contains(v, ".")
	case c.tie == equals && c.quoted:
		return true
	case c.tie == equals:
		return digit || signs && len(v) >= 6
	case c.tie == colon && c.quoted:
		return !strings.HasSuffix(v, ":")
	case isHex(v) && len(v) < 16:
		return c.tie == colon && !c.followed
	case len(v) < 6 || !digit && !signs:
		return false
	case bare && c.followed:
		return digit && signs || isStrong(v)
	}
	return digit || len(v) >= 8
}

// hasTechPiece: "scram-sha-256" and "bcrypt-12" are no passwords.
func hasTechPiece(v string) bool {
	for _, p := range splitWords(v) {
		if strings.Contains(" bcrypt scrypt scram sha argon2id argon2 pbkdf2 md5 hmac aes ", " "+p+" ") {
			return isWordy(v)
		}
	}
	return false
}
