package index

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// form is what one word of a text or of a question is found by.
type form struct {
	term   string   // the word itself: its stem, or an identifier as a whole
	common bool     // a usual word of the language
	word   string   // the token, or that part of a contraction
	also   []string // the components of a path or a scoped name, each as a whole
	parts  []string // the words inside an identifier: getUserById → get, user, by, id
}

// forms returns the forms of a word token: one, or two for a contraction such as don't.
// They are good until the next call.
func (l *lexicon) forms(tok string) []form {
	if simple(tok) {
		l.one[0] = form{word: tok}
		l.one[0].term, l.one[0].common = l.term(fold(tok))
		return l.one[:]
	}
	tok = strings.ReplaceAll(tok, "’", "'")
	if i := strings.IndexByte(tok, '\''); i > 0 {
		if rest, ok := l.of.elided(tok[:i], tok[i+1:]); ok {
			return l.forms(rest)
		}
		if words, ok := contraction(tok[:i], tok[i+1:]); ok {
			var out []form
			for _, w := range words {
				out = append(out, l.forms(w)...)
			}
			return out
		}
	}
	l.one[0] = l.identifier(tok)
	if l.one[0].term == "" {
		return nil
	}
	return l.one[:]
}

// simple reports whether a token is a plain word: ASCII letters, capitals only at the
// front or throughout.
func simple(tok string) bool {
	upper := 0
	for i := range len(tok) {
		if !alpha(tok[i]) {
			return false
		}
		if tok[i] < 'a' {
			upper++
		}
	}
	return upper == 0 || upper == len(tok) || upper == 1 && tok[0] < 'a'
}

// contraction resolves don't, she'll, Ada's into whole words.
func contraction(left, right string) ([]string, bool) {
	switch strings.ToLower(right) {
	case "s", "ll", "re", "ve", "d", "m":
		return []string{left}, true
	case "t":
		stem, ok := strings.CutSuffix(strings.ToLower(left), "n")
		switch {
		case !ok:
			return nil, false
		case stem == "ca":
			return []string{"can", "not"}, true
		case stem == "wo":
			return []string{"will", "not"}, true
		case stem == "":
			return nil, false
		}
		if r, _ := utf8.DecodeLastRuneInString(stem); !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return nil, false // "A.n't": no word that is denied
		}
		return []string{left[:len(left)-1], "not"}, true
	}
	return nil, false
}

// identifier takes a joined or mixed word apart.
func (l *lexicon) identifier(tok string) form {
	f := form{word: tok}
	f.term, f.common = l.whole(tok)
	if strings.Contains(tok, ",") {
		return f // 1,000 has no parts
	}
	components := strings.FieldsFunc(tok, func(r rune) bool { return strings.ContainsRune(`/\:@`, r) })
	for _, c := range components {
		atoms := atoms(c)
		if len(components) > 1 && len(atoms) > 1 {
			whole, _ := l.whole(c)
			f.also = append(f.also, whole)
		}
		for _, a := range atoms {
			f.parts = append(f.parts, l.parts(a)...)
		}
	}
	if len(f.parts) == 1 && f.parts[0] == f.term {
		f.parts = nil
	}
	return f
}

// whole returns the term of an identifier as such. Without digits the joints do not
// count, so that GitHub is github and front-end is frontend; with digits they do, or
// 8080:80 would be 80:8080, except the commas of 1,000 and the v of v2.6.3.
func (l *lexicon) whole(tok string) (string, bool) {
	folded := fold(tok)
	switch {
	case strings.ContainsFunc(tok, unicode.IsNumber):
		if !strings.ContainsFunc(folded, unicode.IsLetter) {
			folded = strings.ReplaceAll(folded, ",", "")
		} else if len(folded) > 1 && folded[0] == 'v' && digit(folded[1]) && strings.Contains(folded, ".") {
			folded = folded[1:]
		}
		return clip(strings.ReplaceAll(folded, `\`, "/")), false
	case strings.HasSuffix(folded, "++"), strings.HasSuffix(folded, "#"), strings.HasPrefix(folded, "."):
		return clip(folded), false
	}
	joined := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			return r
		}
		return -1
	}, folded)
	if joined == "" {
		return "", false
	}
	term, common := l.term(joined)
	if common && len(joined) < len(folded) {
		return clip(folded), false // U.N. is not un, nor i.t. it
	}
	return clip(term), common
}

// longestTerm bounds a term, in bytes.
const longestTerm = 128

func clip(term string) string {
	if len(term) <= longestTerm {
		return term
	}
	cut := longestTerm
	for !utf8.RuneStart(term[cut]) {
		cut--
	}
	return term[:cut]
}

// atoms splits a component at its joints and where small letters meet capitals.
func atoms(component string) []string {
	var out []string
	for _, piece := range strings.FieldsFunc(component, func(r rune) bool { return strings.ContainsRune(`._-'+#,`, r) }) {
		begin := 0
		runes := []rune(piece)
		for i := 1; i < len(runes); i++ {
			if hump(runes, i) {
				out = append(out, string(runes[begin:i]))
				begin = i
			}
		}
		out = append(out, string(runes[begin:]))
	}
	return out
}

// hump reports whether a new word begins at i: userId, HTTPServer, but not IDs.
func hump(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) {
		return false
	}
	if unicode.IsLower(runes[i-1]) {
		return true
	}
	follows := i+1 < len(runes) && unicode.IsLower(runes[i+1])
	plural := i+2 == len(runes) && runes[i+1] == 's'
	return unicode.IsUpper(runes[i-1]) && follows && !plural
}

// parts returns the terms of an atom: a word; or a number; or a mixture such as utf8 with
// its two sides. A mixture that changes sides more than once, or that may be hexadecimal,
// is one thing; a single letter is none.
func (l *lexicon) parts(atom string) []string {
	folded := fold(atom)
	if utf8.RuneCountInString(folded) < 2 && !strings.ContainsFunc(folded, unicode.IsNumber) {
		return nil
	}
	if !strings.ContainsFunc(folded, unicode.IsNumber) {
		term, _ := l.term(folded)
		return []string{clip(term)}
	}
	out := []string{clip(folded)}
	border := 0
	for i := 1; i < len(folded); i++ {
		if digit(folded[i]) != digit(folded[i-1]) {
			if border > 0 {
				return out
			}
			border = i
		}
	}
	if border == 0 || hexadecimal(folded) {
		return out
	}
	letters, digits := folded[:border], folded[border:]
	if digit(folded[0]) {
		letters, digits = digits, letters
	}
	if utf8.RuneCountInString(letters) > 1 {
		term, _ := l.term(letters)
		return append(out, clip(term), clip(digits))
	}
	if len(digits) > 1 {
		return append(out, clip(digits))
	}
	return out
}

// hexadecimal reports whether a folded mixture of letters and digits may be an id.
func hexadecimal(s string) bool {
	if len(s) < 6 {
		return false
	}
	for _, c := range []byte(s) {
		if !digit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
