package dream

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Check says why a verdict is no answer to a case: an Unusable error. It rests on the texts
// alone: a number, a name, an identifier or a "not" that was lost, invented or moved is found
// by comparing words. A false statement made of the same words in the same order it cannot see.
func Check(c Case, v Verdict) error {
	if v == nil {
		return &Unusable{"it is none"}
	}
	switch v := v.(type) {
	case Keep:
		return nil
	case GiveType:
		if c, ok := c.(TypeOf); ok {
			return checkType(c, v)
		}
	case Merge:
		if c, ok := c.(MergeOrKeep); ok {
			return checkSame(c.One.body(), c.Other.body())
		}
	case Replace:
		if c, ok := c.(Replaces); ok {
			return checkReplaces(c, v)
		}
	case Write:
		if c, ok := c.(Prose); ok {
			return checkProse(c, v.Text)
		}
	default:
		panic(fmt.Sprintf("dream: unknown verdict %T", v)) // unreachable: the set is closed
	}
	return &Unusable{"it answers another question"}
}

func checkType(c TypeOf, v GiveType) error {
	switch {
	case !slices.Contains(c.Choices, v.Type):
		return &Unusable{"it names a type that was not offered"}
	case v.Author() == "":
		return nil
	}
	return checkQuote(v.Quote, c.Passage)
}

// mostQuoted is how many letters a quote may have.
const mostQuoted = 300

// checkQuote wants words of a passage, letter by letter but for white space.
func checkQuote(quote string, p Passage) error {
	plain := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	q := plain(quote)
	switch {
	case q == "":
		return &Unusable{"it quotes nothing"}
	case utf8.RuneCountInString(q) > mostQuoted:
		return &Unusable{"its quote is too long"}
	case !strings.Contains(plain(p.Title), q) && !strings.Contains(plain(p.Text), q):
		return &Unusable{"what it quotes is not in the note"}
	}
	return nil
}

// Errors of texts that are compared.
var (
	errDiffer   = &Unusable{"the notes differ in a number, a name or an identifier"}
	errTurned   = &Unusable{"one of the notes has a \"not\" or a word like it that the other has not"}
	errUnlike   = &Unusable{"the notes have too little in common"}
	errNothing  = &Unusable{"it is empty"}
	errLong     = &Unusable{"it is longer than what it is made of"}
	errNoProse  = &Unusable{"it is not plain prose"}
	errUncited  = &Unusable{"a sentence names no note that it is from"}
	errInvented = &Unusable{"it names a note that it was not given"}
	errMissing  = &Unusable{"it leaves a note out"}
	errLost     = &Unusable{"it lost a number, a name or an identifier"}
	errNew      = &Unusable{"it says a word that is in none of its notes"}
	errMoved    = &Unusable{"it moved a number, a name or an identifier to another place"}
	errChanged  = &Unusable{"it lost, added or moved a \"not\" or a word like it"}
)

// checkSame wants two texts with the same marks in the same order and no word that turns one
// of them, and half of their words in common.
func checkSame(one, other string) error {
	a, b := terms(one), terms(other)
	inA, inB := keysOf(a), keysOf(b)
	marks := map[string]bool{}
	for _, key := range marksOf(a, nil) {
		marks[key] = true
		if !inB[key] {
			return errDiffer
		}
	}
	for _, key := range marksOf(b, nil) {
		marks[key] = true
		if !inA[key] {
			return errDiffer
		}
	}
	if !slices.Equal(marksOf(a, marks), marksOf(b, marks)) {
		return errDiffer
	}
	if !maps.Equal(weights(a), weights(b)) || opposed(setOf(wordsOf(one)), setOf(wordsOf(other))) {
		return errTurned
	}
	if 2*common(inA, inB) < max(len(inA), len(inB)) {
		return errUnlike
	}
	return nil
}

// weights counts the words that turn, bound or date what is said.
func weights(sentences [][]term) map[string]int {
	out := map[string]int{}
	for _, s := range sentences {
		for _, t := range s {
			if !t.sure && weighty(t.key) {
				out[t.key]++
			}
		}
	}
	return out
}

func common(a, b map[string]bool) int {
	n := 0
	for key := range a {
		if b[key] {
			n++
		}
	}
	return n
}

// checkReplaces wants a quote of the newer note, and that both speak of something in common
// and say not just the same.
func checkReplaces(c Replaces, v Replace) error {
	if v.Author() != "" {
		if err := checkQuote(v.Quote, c.Newer); err != nil {
			return err
		}
	}
	older, newer := terms(c.Older.Title+"\n\n"+c.Older.Text), terms(c.Newer.Title+"\n\n"+c.Newer.Text)
	inOlder, inNewer := keysOf(older), keysOf(newer)
	shared := slices.ContainsFunc(marksOf(older, nil), func(key string) bool { return inNewer[key] })
	if !shared && 2*common(inOlder, inNewer) < min(len(inOlder), len(inNewer)) || len(inOlder) == 0 {
		return errUnlike
	}
	return nil
}
