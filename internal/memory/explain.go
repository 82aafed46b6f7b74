package memory

import (
	"cmp"
	"slices"
)

// WordWeight is a word of a question with what it weighs there.
type WordWeight struct {
	Word
	Weight float64 // its share of the question's weight in coverage, 0 to 1; 0 for a common word
}

// Weigh tells how much each word of a question weighs in coverage.
func Weigh(words []Word, corpus Corpus, w Weights) []WordWeight {
	q := weighed(words, corpus, w)
	out := make([]WordWeight, len(words))
	for i, x := range words {
		out[i].Word = x
		if q.total > 0 {
			out[i].Weight = q.must[i] / q.total
		}
	}
	return out
}

// Coverage is how much of a question a match supports, and how much it needs to be an answer.
type Coverage struct {
	Match
	Has, Needs float64 // evidence, 0 to 1
}

// Coverages tells for each match how much of the question it has, the one with most first.
func Coverages(words []Word, matches []Match, corpus Corpus, w Weights) []Coverage {
	q := weighed(words, corpus, w)
	out := make([]Coverage, 0, len(matches))
	best := 0.0
	for _, m := range matches {
		out = append(out, Coverage{Match: m, Has: q.evidence(&m), Needs: w.MinCoverage})
		best = max(best, out[len(out)-1].Has)
	}
	if best >= w.MinCoverage { // beside an answer less will do
		for i := range out {
			out[i].Needs = w.MinCoverage * w.Tail
		}
	}
	slices.SortStableFunc(out, func(a, b Coverage) int {
		return cmp.Or(cmp.Compare(b.Has, a.Has), cmp.Compare(a.Path, b.Path))
	})
	return out
}
