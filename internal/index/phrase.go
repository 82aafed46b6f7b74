package index

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Phrases finds what a question has in quotes in texts.
type Phrases struct {
	all   [][]string // the terms of each
	lex   lexicon
	terms []string // of the text that was looked at last
}

// Bounds of what is looked for, in phrases and in terms.
const (
	mostPhrases = 8
	mostPhrased = 32
)

// NewPhrases prepares to look for the phrases of a question: two words or more between two
// marks of a pair. nil says that it has none. A mark without its other half is no mark.
func NewPhrases(question string) *Phrases {
	var p Phrases
	for _, quoted := range quotations(question) {
		terms := p.read(quoted, mostPhrased)
		if len(terms) > 1 && len(p.all) < mostPhrases {
			p.all = append(p.all, slices.Clone(terms))
		}
	}
	if len(p.all) == 0 {
		return nil
	}
	return &p
}

// In returns the share of the phrases whose words stand side by side in a text, in their
// order: 0 to 1. Words are the same if the index takes them for the same.
func (p *Phrases) In(text string) float64 {
	terms := p.read(text, mostPlaced)
	found := 0
	for _, phrase := range p.all {
		for at := range max(0, len(terms)-len(phrase)+1) {
			if slices.Equal(terms[at:at+len(phrase)], phrase) {
				found++
				break
			}
		}
	}
	return float64(found) / float64(len(p.all))
}

// read returns the first terms of a text in their order, good until the next call.
func (p *Phrases) read(text string, most int) []string {
	p.terms = p.terms[:0]
	scan(normal(text), func(t token) bool {
		switch t.kind {
		case word:
			for _, f := range p.lex.forms(t.text) {
				p.terms = append(p.terms, f.term)
			}
		case wide:
			p.terms = append(p.terms, bigrams(t.text)...)
		default:
			p.terms = append(p.terms, fold(t.text))
		}
		return len(p.terms) < most
	})
	return p.terms
}

// quotations returns what stands in quotes in a text, in its order; of quotes within quotes
// the outer ones count.
func quotations(text string) []string {
	var out []string
	before := ' '
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		if end, closing := closed(text, r, before); end >= 0 {
			out = append(out, text[:end])
			text, r = text[end+closing:], ' '
		}
		before = r
	}
	return out
}

// closed tells where what a mark opens ends in the text behind it, and how long the mark is
// that closes it; −1 when the mark opens nothing. before is the rune before it.
func closed(text string, mark, before rune) (end, closing int) {
	marks := closers(mark)
	if marks == "" || apostrophe(mark) && wordRune(before) {
		return -1, 0
	}
	for at, r := range text {
		if !strings.ContainsRune(marks, r) {
			continue
		}
		size := utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(text[at+size:])
		if apostrophe(r) && wordRune(next) { // the s of Ada's
			continue
		}
		return at, size
	}
	return -1, 0
}

// closers are the marks that close what a mark opens: Germans write „so“ and »so«, the French
// and Russians «so», Swedes ”so”, the English “so” and ‘so’, the Japanese 「so」.
func closers(mark rune) string {
	switch mark {
	case '"', '＂':
		return "\"＂"
	case '“', '”', '„', '‟':
		return "”“\""
	case '\'', '‘', '‚', '’':
		return "’'‘"
	case '«':
		return "»"
	case '»':
		return "«»"
	case '‹':
		return "›"
	case '›':
		return "‹›"
	case '「', '｢':
		return "」｣"
	case '『':
		return "』"
	case '《':
		return "》"
	}
	return ""
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' || r == '‘' }

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
