package index

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// asked is one word of a question.
type asked struct {
	text   string   // as asked
	term   string   // what finds it as such
	parts  []string // what finds it in part, when it is an identifier; two or more, or one long word
	common bool
	piece  bool   // see memory.Word
	in     uint64 // the same
}

// mostWords bounds a question. Of more words than these those of its last sentence count
// first, then those of its first, and so on towards the middle: what somebody wants to know
// stands at an end of what he tells.
const mostWords = 64

// partly is how much an identifier counts of which all parts were found but not the
// whole. With a share of the parts it is scaled by the square of the share, so that half
// of an identifier is no answer, and nothing below half counts.
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
				w := asked{text: t.text, term: f.term, common: f.common, parts: telling(&lex, f.parts)}
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

// telling returns the parts by which an identifier may be found in their place: not the
// common ones unless there are no others, not numbers alone, not a single short one.
func telling(lex *lexicon, parts []string) []string {
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

// terms lists all terms that have to be looked up for a word: its own, then its parts.
func (w *asked) terms() []string {
	return append([]string{w.term}, w.parts...)
}

// hit judges what was found of a word in a note; at has one entry for each of terms().
func (w *asked) hit(at []occurrence) memory.Hit {
	if at[0].any() {
		return memory.Hit{Title: float64(at[0].title), Names: float64(at[0].names), Body: float64(at[0].body), Part: 1}
	}
	found := 0
	var sum occurrence
	for _, o := range at[1:] {
		if o.any() {
			found++
			sum = occurrence{sum.title + o.title, sum.names + o.names, sum.body + o.body}
		}
	}
	share := float64(found) / float64(max(len(w.parts), 1))
	if share < 0.5 {
		return memory.Hit{}
	}
	part := partly * share * share
	scale := part / float64(len(w.parts))
	return memory.Hit{
		Title: float64(sum.title) * scale, Names: float64(sum.names) * scale, Body: float64(sum.body) * scale, Part: part,
	}
}
