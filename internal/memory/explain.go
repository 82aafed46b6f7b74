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
	_, must := weigh(words, corpus.Docs, w)
	total := 0.0
	for _, x := range must {
		total += x
	}
	out := make([]WordWeight, len(words))
	for i, x := range words {
		out[i].Word = x
		if total > 0 {
			out[i].Weight = must[i] / total
		}
	}
	return out
}

// Coverage is how much of a question a match has, and how much it needs to be an answer.
type Coverage struct {
	Match
	Has, Needs float64 // shares of the question's weight, 0 to 1
}

// Coverages tells for each match how much of the question it has, the one with most first.
func Coverages(words []Word, matches []Match, corpus Corpus, w Weights) []Coverage {
	weight, must := weigh(words, corpus.Docs, w)
	out := make([]Coverage, 0, len(matches))
	for _, m := range matches {
		_, has := relevance(&m, weight, must, corpus, w)
		c := Coverage{Match: m, Has: has, Needs: w.MinCoverage}
		if !enough(&m, must, w.MinCoverage, w) { // it has one word only
			c.Needs = max(w.MinCoverage, w.MinAlone)
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Coverage) int {
		return cmp.Or(cmp.Compare(b.Has, a.Has), cmp.Compare(a.Path, b.Path))
	})
	return out
}
