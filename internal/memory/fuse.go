package memory

import (
	"cmp"
	"slices"
)

// Near is a note that passes the filters, with the cosine of its vector to the question's.
type Near struct {
	Found
	Cosine float64
}

// fuseK is k of reciprocal rank fusion, as its authors measured it: Cormack, Clarke and
// Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
// Methods", SIGIR 2009.
const fuseK = 60

// Fuse orders the notes of a ranking by words anew: score = 1/(60+rank) + weight/(60+rank by
// cosine), where near is the order by cosine, the nearest first. The words decide which notes
// are an answer: one of near that is not in the ranking joins only from the cosine m.Rescue
// on. The factors say what the score would have been, and the cosine. Ties go to the greater
// cosine, then to the newer note, then to the smaller path.
func Fuse(words []Word, byWords Ranking, near []Near, corpus Corpus, limit int, m Embeddings, w Weights) Ranking {
	cosines, places := map[string]float64{}, map[string]int{}
	for i, n := range near {
		cosines[n.Path], places[n.Path] = n.Cosine, i+1
	}
	reciprocal := func(path string) float64 {
		if place := places[path]; place > 0 {
			return m.Weight / float64(fuseK+place)
		}
		return 0
	}
	out := make([]Ranked, 0, len(byWords.Results)+1)
	answers := map[string]bool{}
	for i, r := range byWords.Results {
		answers[r.Path] = true
		r.Factors = append(slices.Clone(r.Factors), Factor{"words", r.Score})
		if c, ok := cosines[r.Path]; ok {
			r.Factors = append(r.Factors, Factor{"cosine", c})
		}
		r.Score = 1/float64(fuseK+i+1) + reciprocal(r.Path)
		out = append(out, r)
	}
	for _, n := range near {
		if m.Rescue > 0 && n.Cosine >= m.Rescue && !answers[n.Path] {
			r := Ranked{Found: n.Found, Score: reciprocal(n.Path), Factors: []Factor{{"cosine", n.Cosine}}}
			if len(r.Hits) != len(words) {
				r.Hits = make([]Hit, len(words))
			}
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(cosines[b.Path], cosines[a.Path]),
			b.Note.Captured.Compare(a.Note.Captured), cmp.Compare(a.Path, b.Path))
	})
	if limit <= 0 {
		limit = DefaultLimit
	}
	fused := Ranking{Results: out[:min(limit, len(out))], Abstained: len(out) == 0}
	fused.Covered, fused.Uncovered, fused.Unknown = support(words, weighed(words, corpus, w).must, fused.Results)
	return fused
}
