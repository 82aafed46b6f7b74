package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How a value is tied to its name. What reads as a sentence has to give more proof than what reads as code.
type tie int

const (
	equals tie = iota // password = v, --password v, <password>v<
	colon             // password: v
	prose             // the password is v
	cell              // | password | v |
)

// A claim is a name with its value: text[start:end].
type claim struct {
	promise    promise
	tie        tie
	quoted     bool
	start, end int
	followed   bool // more words follow on the line
	setting    bool // the name is that of an environment's variable, and the value stands right after it: DB_PASSWORD=v
	hinted     bool // the name is no more than "pass" or "pw", which say many things
}

// readClaim finds the tie and the value after the name text[start:end].
func readClaim(t subject, start, end int) (claim, bool) {
	c := claim{}
	flag := start > 0 && strings.HasPrefix(t.text[start:], "--")
	at := skipSome(t.text, end, 8, func(b byte) bool { return strings.IndexByte("\"'`*_]\\ \t", b) >= 0 })
	at = skipQualifier(t.text, at)
	rest := t.text[at:min(len(t.text), at+8)]
	c.hinted = t.lower[start:end] == "pass" || t.lower[start:end] == "pw"
	switch {
	case strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "://") || strings.HasPrefix(rest, "!="):
		return c, false
	case strings.HasPrefix(rest, ":=") || strings.HasPrefix(rest, "=>") || strings.HasPrefix(rest, "==") || strings.HasPrefix(rest, "->"):
		at += 2
	case strings.HasPrefix(rest, "="):
		name := t.text[start:end]
		c.setting = at == end && strings.Contains(name, "_") && strings.ToUpper(name) == name
		at++
	case strings.HasPrefix(rest, "| ") && strings.HasSuffix(strings.TrimRight(t.text[max(0, start-8):start], " *`_"), "|"):
		c.tie = cell
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
	c, ok := c.value(t.text, at)
	if ok && strings.Contains(t.lower[start:end], t.lower[c.start:c.end]) {
		c.setting = false // POSTGRES_PASSWORD=postgres
	}
	return c, ok
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
		if !strings.HasPrefix(line, lead) {
			continue
		}
		isPlain := func(s string) bool { return isPlainName(strings.NewReplacer(" ", "", "`", "").Replace(s)) }
		if n := strings.IndexAny(line, ":="); n > 0 && isPlain(line[:n]) {
			return at + n
		}
		if n := strings.Index(line, " is "); n > 0 && isPlain(line[:n]) {
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
	if c.tie == colon {
		at = skipBlockMark(text, at)
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

// skipBlockMark passes YAML's mark of a value on the lines below: "password: |", "token: >-".
func skipBlockMark(text string, at int) int {
	line, _, more := strings.Cut(text[at:min(len(text), at+64)], "\n")
	if mark := strings.TrimRight(line, " \r"); !more || mark == "" || strings.Trim(mark[1:], "+-123456789") != "" || strings.IndexByte("|>", mark[0]) < 0 {
		return at
	}
	return skipSome(text, at+len(line)+1, 32, func(b byte) bool { return b == ' ' })
}

// holds reports whether the value is what its name promises.
func (c claim) holds(v string) bool {
	if len(v) < shortestPassword || isStandIn(v) || c.isElsewhere(v) || strings.Contains(v, "://") {
		return false
	}
	if isPlainName(v) && promiseOf(v, 0, len(v)) != nothing {
		return false // the name of a credential, as in "password": "db_password"
	}
	if c.promise == machineMade {
		return c.holdsToken(v)
	}
	if isFilePath(v) {
		return false // PWD: '/home/ann/relay' is a place
	}
	if c.hinted {
		return len(v) >= 8 && !c.followed && c.tie != prose && (isStrong(v) || strings.ContainsAny(v, "!@#$^&*?~") && strings.ContainsAny(v, digits) && !isWordy(v))
	}
	return c.holdsPassword(v)
}

// isElsewhere reports whether the value says where the credential is, which what stands in quotes does not. A setting is no code:
// its words are the value and not a variable's name.
func (c claim) isElsewhere(v string) bool {
	if c.quoted || isStrong(v) {
		return false
	}
	return isReference(v) && !(c.setting && strings.Trim(lowerASCII(v), "abcdefghijklmnopqrstuvwxyz-") == "")
}

func (c claim) holdsToken(v string) bool {
	switch {
	case strings.ContainsAny(v, " \t") || strings.ContainsAny(v, "([{") && !(c.quoted && len(v) >= 32):
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
	case c.tie == cell:
		return len(v) >= 6 && (digit && signs && !isWordy(v) || isStrong(v))
	case c.tie == equals && c.quoted:
		return true
	case c.tie == equals:
		return digit || signs && len(v) >= 6 || c.setting && len(v) >= 8
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
