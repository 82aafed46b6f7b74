package index

import (
	"strings"
	"unicode"

	"github.com/blevesearch/snowballstem"
	stemEnglish "github.com/blevesearch/snowballstem/english"
	stemRussian "github.com/blevesearch/snowballstem/russian"
)

// lexicon turns the folded words of a language into terms and remembers them: the words of
// notes repeat. The zero value is ready, for English; one goroutine may use it at a time.
type lexicon struct {
	of    language
	known map[string]entry
	one   [1]form // what forms returned last, mostly
}

type entry struct {
	term   string
	common bool
}

// lexiconSize bounds the memory of a lexicon, in words.
const lexiconSize = 1 << 16

// term returns the term of a folded word of letters, and whether the word is common:
// common words stay as they are, others are stemmed.
func (l *lexicon) term(word string) (string, bool) {
	if e, ok := l.known[word]; ok {
		return e.term, e.common
	}
	word = strings.Clone(word) // it may be a part of a note's text, which is to go
	e := entry{term: word, common: l.of.common(word)}
	if !e.common {
		e.term = clip(l.of.stem(word))
	}
	if l.known == nil {
		l.known = map[string]entry{}
	}
	if len(l.known) >= lexiconSize {
		clear(l.known)
	}
	l.known[word] = e
	return e.term, e.common
}

// stem is English for the letters a to z and Russian for Cyrillic ones; any other word is
// its own stem. A stem that is a common word would be found by it: the word is kept then.
func stem(word string) string {
	if len(word) < 3 || len(word) > 40 {
		return word
	}
	env := snowballstem.NewEnv(word)
	switch {
	case latin(word):
		stemEnglish.Stem(env)
	case cyrillic(word):
		stemRussian.Stem(env)
	default:
		return word
	}
	if s := env.Current(); s != "" && !common(s) {
		return s
	}
	return word
}

func latin(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

func cyrillic(word string) bool {
	for _, r := range word {
		if !unicode.Is(unicode.Cyrillic, r) {
			return false
		}
	}
	return true
}
