package index

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// asked is one word of a question.
type asked struct {
	text   string    // as asked
	word   string    // the token that it is, or that part of a contraction
	term   string    // what finds it as such
	keys   [][]key   // what finds it, and then each of parts, in the languages of the vault; nil: term and parts in all
	parts  []string  // what finds it in part, when it is an identifier; two or more, or one long word
	tells  []float64 // what each of parts tells of it, 1 together; nil: all the same
	common bool
	piece  bool   // see memory.Word
	in     uint64 // the same
}

// mostWords bounds a question. Of more words than these those of its last sentence count
// first, then those of its first, and so on towards the middle: what somebody wants to know
// stands at an end of what he tells.
const mostWords = 64

// partly is how much an identifier counts of which all parts were found but not the whole.
// With some of the parts it is scaled by what those tell: of DENV-1, denv tells nearly all,
// and 1 alone nothing.
const partly = 0.8

// Words returns the words of a question as Search takes them: each once, however often
// and in whichever form it is asked, with the common ones marked. Docs is not filled in.
func Words(question string) []memory.Word {
	var out []memory.Word
	for _, w := range questionWords(question) {
		out = append(out, memory.Word{Text: w.text, Common: w.common, Piece: w.piece, In: w.in})
	}
	return out
}

// questionWords analyses a question.
func questionWords(question string) []asked {
	list := memory.Sentences(question)
	if len(list) <= 1 {
		return askedWords(question, mostWords)
	}
	parts := make([][]asked, len(list))
	left := mostWords
	for i, j := 0, len(list)-1; i <= j && left > 0; {
		n := j
		if len(list)-j > i+1 { // the last has had its turn
			n, i = i, i+1
		} else {
			j--
		}
		parts[n] = askedWords(list[n], left)
		left -= len(parts[n])
	}
	var out []asked
	at := map[string]int{}
	for n, part := range parts {
		bit := uint64(1) << min(n, 63) // the rest is one
		for _, w := range part {
			if k, seen := at[w.term]; seen {
				out[k].in |= bit
				continue
			}
			w.in = bit
			at[w.term] = len(out)
			out = append(out, w)
		}
	}
	return out
}

func askedWords(question string, most int) []asked {
	var out []asked
	seen := map[string]bool{}
	add := func(w asked) bool {
		if w.term != "" && !seen[w.term] {
			seen[w.term] = true
			out = append(out, w)
		}
		return len(out) < most
	}
	var lex lexicon
	scan(normal(question), func(t token) bool {
		switch t.kind {
		case wide:
			for _, p := range bigrams(t.text) {
				if !add(asked{text: p, term: p, piece: true, common: commonPiece(p)}) {
					return false
				}
			}
		case symbol:
			return add(asked{text: t.text, term: fold(t.text)})
		case word:
			forms := lex.forms(t.text)
			for _, f := range forms {
				w := asked{text: t.text, word: f.word, term: f.term, common: f.common, parts: telling(&lex, f)}
				if len(forms) > 1 {
					w.text = f.term
				}
				if !add(w) {
					return false
				}
			}
		}
		return true
	})
	return out
}

// telling returns the parts by which an identifier may be found in their place: not the whole
// again, which the parts of utf8 have, if there are letters without it.
func telling(lex *lexicon, f form) []string {
	inner := slices.DeleteFunc(slices.Clone(f.parts), func(p string) bool { return p == f.term })
	if out := lettered(lex, inner); out != nil {
		return out
	}
	return lettered(lex, f.parts)
}

// lettered leaves out of parts the common ones unless there are no others; none are left if
// there are numbers alone, or a single short one.
func lettered(lex *lexicon, parts []string) []string {
	var out []string
	letters := false
	seen := map[string]bool{}
	for _, p := range parts {
		if _, common := lex.term(p); common || seen[p] {
			continue
		}
		seen[p] = true
		out = append(out, p)
		letters = letters || strings.ContainsFunc(p, unicode.IsLetter)
	}
	if !letters || len(out) == 1 && utf8.RuneCountInString(out[0]) < 3 {
		return nil
	}
	return out
}

// plain reports whether a word is found by one term alone.
func (w *asked) plain() bool { return len(w.parts) == 0 && w.keys == nil }

// terms lists all terms that have to be looked up for a word, and the languages of the notes
// in which each counts: its own, then its parts.
func (w *asked) terms() []key {
	if w.keys != nil {
		return slices.Concat(w.keys...)
	}
	out := []key{{w.term, anyLanguage}}
	for _, p := range w.parts {
		out = append(out, key{p, anyLanguage})
	}
	return out
}

// part lists the terms of the i-th part.
func (w *asked) part(i int) []key {
	if w.keys != nil {
		return w.keys[i+1]
	}
	return []key{{w.parts[i], anyLanguage}}
}

// united adds up what was found of each of terms(): one entry for the word, then one for each
// part. A note has one language, and all terms but one of an entry were not looked for in it.
func (w *asked) united(at []occurrence) []occurrence {
	if w.keys == nil {
		return at
	}
	out := make([]occurrence, len(w.keys))
	for i, keys := range w.keys {
		for _, o := range at[:len(keys)] {
			if o.any() {
				out[i] = o
			}
		}
		at = at[len(keys):]
	}
	return out
}

// hit judges what was found of a word in a note; at has one entry for it and one for each
// part.
func (w *asked) hit(at []occurrence) memory.Hit {
	if at[0].any() {
		return memory.Hit{Title: float64(at[0].title), Names: float64(at[0].names), Body: float64(at[0].body), Part: 1}
	}
	share, letters := 0.0, false
	var h memory.Hit
	for i, o := range at[1:] {
		if o.any() {
			tells := w.telling(i)
			share += tells
			letters = letters || strings.ContainsFunc(w.parts[i], unicode.IsLetter)
			h.Title, h.Names, h.Body = h.Title+tells*float64(o.title), h.Names+tells*float64(o.names), h.Body+tells*float64(o.body)
		}
	}
	if !letters {
		return memory.Hit{}
	}
	h.Part = partly * share
	h.Title, h.Names, h.Body = h.Title*h.Part, h.Names*h.Part, h.Body*h.Part
	return h
}

// telling is what the i-th part tells of an identifier.
func (w *asked) telling(i int) float64 {
	if w.tells == nil {
		return 1 / float64(len(w.parts))
	}
	return w.tells[i]
}

// inAllParts reports whether a hit that is not whole is of all parts of an identifier.
func inAllParts(h memory.Hit) bool { return h.Part > partly-1e-9 }
