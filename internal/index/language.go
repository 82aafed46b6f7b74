package index

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// language is a language, or a set of them. 0 is what is not told to be in another: English,
// whose words and those of scripts other than the Latin one are stemmed everywhere alike.
type language uint8

const (
	english language = 1 << iota
	german
	french
	spanish
	italian
	portuguese
	dutch
	swedish
	languages = iota
)

// everyLanguage is the set of those that are told apart from English.
const everyLanguage = german | french | spanish | italian | portuguese | dutch | swedish

// anyLanguage is the set of all.
const anyLanguage = everyLanguage | english

// has reports whether the language of a note is in a set.
func (l language) has(note language) bool { return l&max(note, english) != 0 }

// each lists the languages of a set.
func (l language) each(yield func(language) bool) {
	for ; l != 0; l &= l - 1 {
		if !yield(l & -l) {
			return
		}
	}
}

// label is the label of the notes of a language.
func (l language) label() string { return label('l', string('a'+rune(bits.TrailingZeros8(uint8(l))))) }

// toldBytes is how much of a text its language is told by.
const toldBytes = 1000

// What is asked of a text until its language is told: so many words of grammar, one in so many
// words, and more of them than of any other language. Less will do for a question, of which it
// is only decided which of its words are common.
const (
	leastGrammar    = 4
	leastAsked      = 2
	grammarOneIn    = 8
	mostGrammatical = 9 // bytes
)

// tell returns the language of a text in several pieces, one of a set: 0 where it is English,
// or none of them, or not clear.
func tell(among language, least int, pieces ...string) language {
	if among == 0 {
		return 0
	}
	var c grammarCount
	left := toldBytes
	for _, text := range pieces {
		text = text[:min(len(text), left)]
		left -= len(text)
		c.count(text)
	}
	best, most, second := language(0), 0, 0
	for i, n := range c.of {
		if n > most {
			best, most, second = 1<<i, n, most
		} else {
			second = max(second, n)
		}
	}
	if most < least || most*grammarOneIn < c.words || most == second {
		return 0
	}
	return best & among
}

// grammarCount counts the words of a text, and those of grammar, of each language.
type grammarCount struct {
	words int
	of    [languages]int
}

func (c *grammarCount) count(text string) {
	for begin := 0; begin < len(text); {
		end := begin
		for end < len(text) && lettering(text[end]) {
			end++
		}
		if end > begin {
			c.words++
			if end-begin <= mostGrammatical && flowing(text, begin, end) {
				for l := range grammatical(fold(text[begin:end])).each {
					c.of[bits.TrailingZeros8(uint8(l))]++
				}
			}
		}
		begin = end + 1
		for begin < len(text) && !utf8.RuneStart(text[begin]) {
			begin++
		}
	}
}

// lettering reports whether a byte is one of a letter: not what begins the punctuation
// beyond ASCII.
func lettering(c byte) bool { return alpha(c) || c >= utf8.RuneSelf && c != 0xc2 && c != 0xe2 }

// flowing reports whether a word may be one of a sentence: no part of a path or of another
// identifier, and no name, as of Los Angeles, though a sentence may begin with a capital.
func flowing(text string, begin, end int) bool {
	const joints = `/\_`
	if end < len(text) && strings.IndexByte(joints, text[end]) >= 0 || begin > 0 && strings.IndexByte(joints, text[begin-1]) >= 0 {
		return false
	}
	if c := text[begin]; c < 'A' || c > 'Z' {
		return true
	}
	before := strings.TrimRight(text[:begin], " \t\"'*->#([¿¡„“«»")
	return before == "" || strings.IndexByte(".!?:\n", before[len(before)-1]) >= 0
}
