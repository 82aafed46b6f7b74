package index

import (
	"cmp"
	"context"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"mem/internal/memory"
)

// Alike is a note that shares rare words with a text.
type Alike struct {
	memory.Match
	Share float64 // of the weight of the words that were looked for, 0 to 1
}

// A text is likened by its rarest words, of the first ones that it has.
const (
	likenedWords = 256
	rarestWords  = 12
)

// Similar returns up to k notes that share the rarest words of a text, most alike first,
// of every status and scope, except those whose path is in skip. How alike two texts are
// Likeness says; this finds whom to ask it of. Errors are as for Search.
func (x *Index) Similar(ctx context.Context, text string, k int, skip map[string]bool) ([]Alike, error) {
	var out []Alike
	r := Request{K: k, Skip: skip, Scope: memory.AllScopes, AnyStatus: true}
	err := x.read(ctx, func(snap *scorch.IndexSnapshot) error {
		words, err := rarest(snap, text)
		if err != nil || len(words) == 0 {
			return err
		}
		s := newSearch(r, words)
		answer, err := s.run(ctx, snap)
		if err != nil {
			return err
		}
		for _, m := range answer.Matches {
			out = append(out, Alike{m, s.share(m.Hits)})
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b Alike) int { return cmp.Compare(b.Share, a.Share) })
	return out, err
}

// share is how much of the weight of the words a note covers.
func (s *search) share(hits []memory.Hit) float64 {
	sum := 0.0
	for i, h := range hits {
		sum += s.weights[i] * h.Part
	}
	if s.weight == 0 {
		return 0
	}
	return sum / s.weight
}

// rarest returns those words of a text that the fewest notes have, but some.
func rarest(snap *scorch.IndexSnapshot, text string) ([]asked, error) {
	type rare struct {
		asked
		docs int
	}
	var known []rare
	words := askedWords(text, likenedWords)
	for i := range words {
		words[i].parts = nil
	}
	sum, err := readTotals(snap)
	if err != nil {
		return nil, err
	}
	in, err := languagesIn(snap, sum, nil)
	if err != nil {
		return nil, err
	}
	translate(words, text, in)
	for _, w := range words {
		if w.common {
			continue
		}
		n := 0
		for _, k := range w.terms() {
			more, err := count(snap, k.term, fieldText)
			if err != nil {
				return nil, err
			}
			n += more
		}
		if n > 0 {
			known = append(known, rare{w, n})
		}
	}
	slices.SortStableFunc(known, func(a, b rare) int { return cmp.Compare(a.docs, b.docs) })
	var out []asked
	for _, w := range known[:min(rarestWords, len(known))] {
		out = append(out, w.asked)
	}
	return out, nil
}

// Likeness is the share of their different words that two texts have in common, by stems:
// 1 for the same words in any order, 0 for none. Common words do not count, numbers and
// negations do. Two texts without words are not alike. (Jaccard's coefficient.)
func Likeness(a, b string) float64 {
	one, other := vocabulary(a), vocabulary(b)
	both := 0
	for w := range one {
		if other[w] {
			both++
		}
	}
	if either := len(one) + len(other) - both; either > 0 {
		return float64(both) / float64(either)
	}
	return 0
}

// vocabulary returns the words of a text that Likeness compares.
func vocabulary(text string) map[string]bool {
	out := map[string]bool{}
	var lex lexicon
	scan(normal(text), func(t token) bool {
		switch t.kind {
		case word:
			for _, f := range lex.forms(t.text) {
				if !f.common || negation(f.term) {
					out[f.term] = true
				}
			}
		case wide:
			for _, p := range bigrams(t.text) {
				out[p] = true
			}
		case symbol:
			out[fold(t.text)] = true
		}
		return true
	})
	return out
}
