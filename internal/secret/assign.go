package secret

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// What a name promises of its value. A person's password may be a word with a digit; a token is made by a machine.
type promise int

const (
	nothing promise = iota
	password
	machineMade
)

// seeds are parts of every name that could promise a credential, in lower case.
var seeds = [...]string{"pass", "pwd", "pw", "psk", "secret", "token", "key", "credential", "kennwort", "contraseña", "senha", "hasło", "пароль",
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
			c, ok := readClaim(t, start, end)
			if !ok {
				return
			}
			c.promise = promiseOf(t.text, start, end)
			if c.promise == nothing || !c.holds(t.text[c.start:c.end]) {
				return
			}
			kind, rule := "Password", "assigned-password"
			if c.promise == machineMade {
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
	passwordNames = " password passwd passphrase passcode passwort kennwort contraseña senha hasło пароль 密码 密碼 口令 パスワード 비밀번호 pwd psk mot de passe "
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
	if n := len(words) - 1; n > 0 && (words[n] == "base" || words[n] == "value") {
		words = words[:n] // SECRET_KEY_BASE
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
	case last == "pass" || last == "pw":
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
