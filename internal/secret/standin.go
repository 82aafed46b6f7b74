package secret

import (
	"slices"
	"strings"
	"unicode"
)

// standIns are the words that people write where a credential would stand. A value made of nothing else is none.
const standIns = " a access actual admin adm an any api apikey app array auth bar baz bearer blank bool boolean change changeit changeme client " +
	"code config credential credentials db default demo disabled dummy email empty enabled enter env example expired fake false field " +
	"foo forgot generated guest hash hashed here hidden hunter id incorrect insert int integer invalid is it key kennwort login long " +
	"masked me missing must my name new nil no none null number off ok old on optional or param pass passphrase passwd password " +
	"passwort placeholder plain plaintext private prompt public put pw pwd qux random real redacted ref refresh removed replace required " +
	"reset sample secret secrets secure session shared some something str string strong super test testing text that the this to " +
	"token tokens top true type undefined unset user username val value var varchar very weak with wrong yes your "

// isStandIn reports whether a value stands for a credential that is elsewhere or was left out: a variable, a template, a mask,
// an elision, a stand-in's words, the examples of a vendor's manual.
func isStandIn(v string) bool {
	v = strings.Trim(v, " \t\r\n'\"`*")
	switch {
	case v == "" || isFramed(v) || isMasked(v):
		return true
	case strings.Contains(v, "EXAMPLE"): // AWS's manual ends all its keys so
		return true
	}
	words := splitWords(v)
	if len(words) == 0 {
		return true
	}
	if len(words) > 1 && slices.Contains([]string{"your", "insert", "replace", "enter", "change", "changeme"}, words[0]) {
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
	case strings.HasPrefix(v, "<") && !strings.ContainsAny(v, digits), between("<", ">"), between("{", "}"), between("[", "]"), between("(", ")"):
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
