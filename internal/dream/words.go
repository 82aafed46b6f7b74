package dream

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// term is a word of a text as a check compares it.
type term struct {
	key  string // lower case, without the s of a plural or a third person; numbers and names of things as they are
	mark bool   // a number, a name, an identifier, an address: what no other word can stand for
	sure bool   // a mark by its form, and not only by the capital of its sentence
}

// termsOf are the words of a sentence, in order. Words that only hold a sentence together are left out.
func termsOf(sentence string) []term {
	var out []term
	code, first := false, true
	for _, field := range strings.Fields(flattenQuotes(sentence)) {
		code = code || strings.HasPrefix(strings.TrimLeft(field, `"'(*_[{`), "`")
		word := trimmed(field)
		if word != "" {
			out = append(out, term1(word, code, first)...)
			first = false
		}
		if strings.Contains(strings.TrimLeft(field, `"'(*_[{`+"`"), "`") {
			code = false
		}
	}
	return slices.DeleteFunc(out, func(t term) bool { return !t.sure && binding(t.key) })
}

// flattenQuotes gives curly quotes and apostrophes one form.
func flattenQuotes(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return text // to make a replacer costs more than most sentences
	}
	return strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "—", " ", "–", "-", "−", "-", "\u00a0", " ").Replace(text)
}

// trimmed is a field without the marks around it, and without a possessive.
func trimmed(field string) string {
	word := strings.TrimFunc(field, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !strings.ContainsRune(`/$€£%#@+-~\`, r)
	})
	word = strings.TrimRight(word, `-#@~\+`)
	if stem, ok := strings.CutSuffix(word, "'s"); ok {
		return stem
	}
	return word
}

// term1 is one field as terms: one, unless it is in a script without spaces, or a contraction.
func term1(word string, code, first bool) []term {
	lower := strings.ToLower(word)
	switch {
	case code || address(word) || identifier(word):
		return []term{{key: word, mark: true, sure: true}}
	case figure(word):
		return []term{{key: strings.TrimRight(strings.ReplaceAll(word, ",", ""), ".:-/"), mark: true, sure: true}}
	case number(lower) != "":
		return []term{{key: number(lower), mark: true, sure: true}}
	}
	switch lower {
	case "cannot", "can't":
		return []term{{key: "can"}, {key: "not"}}
	case "won't":
		return []term{{key: "will"}, {key: "not"}}
	}
	if stem, ok := strings.CutSuffix(lower, "n't"); ok {
		return []term{{key: stem}, {key: "not"}}
	}
	for _, end := range []string{"'ve", "'re", "'ll", "'d", "'m"} {
		lower = strings.TrimSuffix(lower, end)
	}
	var out []term
	for _, w := range split(flatten(lower)) {
		out = append(out, term{key: singular(w)})
	}
	initial, _ := utf8.DecodeRuneInString(word)
	if unicode.IsUpper(initial) && len(out) == 1 && !binding(out[0].key) && !weighty(out[0].key) {
		out[0].mark, out[0].sure = true, !first
	}
	return out
}

func address(word string) bool {
	at := strings.IndexByte(word, '@')
	return strings.Contains(word, "://") || strings.HasPrefix(word, "www.") || at > 0 && strings.Contains(word[at:], ".")
}

// identifier reports whether a word is written as no word of a language is: api-server,
// max_changes, cmd/root.go, HTTPServer, v2.
func identifier(word string) bool {
	letters, digits, inner, joined := false, false, false, false
	before := rune(0)
	for _, r := range word {
		switch {
		case unicode.IsLetter(r):
			letters = true
			inner = inner || unicode.IsUpper(r) && unicode.IsLower(before)
		case unicode.IsDigit(r):
			digits = true
		case strings.ContainsRune(`_/\.:#@-+~$=`, r):
			joined = joined || before != 0
			joined = joined || r == '/' || r == '~' || r == '-' || r == '@' || r == '#' || r == '$'
		}
		before = r
	}
	return letters && (digits || inner || joined)
}

// figure reports whether a word is a number, a date, a time, a sum of money.
func figure(word string) bool {
	return strings.ContainsFunc(word, unicode.IsNumber) && !strings.ContainsFunc(word, unicode.IsLetter)
}

// singular takes an s from the end of a word that may have it from its grammar.
func singular(w string) string {
	switch {
	case len(w) < 4 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "sses"):
		return w[:len(w)-2]
	}
	return strings.TrimSuffix(w, "s")
}

// binding reports whether a word only holds a sentence together.
func binding(w string) bool {
	switch w {
	case "a", "an", "the", "and", "also", "too", "is", "are", "am", "be", "being", "it", "its", "he", "she", "they", "his", "her", "hers",
		"their", "them", "him", "this", "that", "these", "those", "which", "who", "whom", "whose", "of", "at", "by", "for", "with",
		"as", "there", "then", "while", "where", "when", "do", "does", "ha", "has", "have", "we", "our", "us", "i", "my", "you", "your", "doe", "thi":
		return true
	}
	return false
}

// weighty reports whether a word turns, bounds or dates what is said.
func weighty(w string) bool {
	if negations([]string{w}) > 0 || past(w) || hedged(w) {
		return true
	}
	for _, p := range slices.Concat(states(), predicates()) {
		if singular(p[0]) == w || singular(p[1]) == w {
			return true
		}
	}
	switch w {
	case "or", "but", "must", "should", "can", "would", "will", "shall", "probably", "all", "every", "each", "none", "only", "alway", "always", "some", "any", "most", "few", "both",
		"now", "longer", "still", "anymore", "until", "unless", "except", "instead", "more", "less", "least", "like", "likes", "dislike", "love", "hate", "prefer", "enable", "disable", "start", "stop",
		"used", "stopped", "began", "planned", "plan", "want", "tried", "failed", "nobody", "nothing", "rarely", "seldom", "hardly":
		return true
	}
	return false
}

// directional reports whether a word says which of two things is which.
func directional(w string) bool {
	switch w {
	case "from", "to", "before", "after", "since", "than", "on", "off", "in", "out", "into", "above", "below", "over", "under", "between", "against", "behind":
		return true
	}
	return false
}

// body is the text of a passage: a note without one is its title.
func (p *Passage) body() string {
	if strings.TrimSpace(p.Text) != "" {
		return p.Text
	}
	return p.Title
}

// terms are the words of a text, sentence by sentence.
func terms(text string) [][]term {
	var out [][]term
	for _, s := range memory.Sentences(text) {
		if t := termsOf(s); len(t) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// keysOf are the words of some sentences, each once.
func keysOf(sentences [][]term) map[string]bool {
	out := map[string]bool{}
	for _, s := range sentences {
		for _, t := range s {
			out[t.key] = true
		}
	}
	return out
}

// marksOf are the marks of some sentences in order, each where it first stands; only those
// in among, unless that is nil.
func marksOf(sentences [][]term, among map[string]bool) []string {
	var out []string
	for _, s := range sentences {
		for _, t := range s {
			if (t.mark && among == nil || among[t.key]) && !slices.Contains(out, t.key) {
				out = append(out, t.key)
			}
		}
	}
	return out
}

// turns are the words that turn, bound, date or direct what is said, each with the next word
// of substance: "not open", "from oslo".
func turns(sentences [][]term) map[string]bool {
	out := map[string]bool{}
	for _, s := range sentences {
		for i, t := range s {
			if t.sure || !weighty(t.key) && !directional(t.key) {
				continue
			}
			next := ""
			for _, u := range s[i+1:] {
				if u.sure || !weighty(u.key) && !directional(u.key) {
					next = u.key
					break
				}
			}
			out[t.key+" "+next] = true
		}
	}
	return out
}
