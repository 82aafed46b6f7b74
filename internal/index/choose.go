package index

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"mem/internal/memory"
)

// candidate is a note that may be among the best.
type candidate struct {
	path     string
	estimate float64 // memory.Rank's relevance, by the words that are not light
	hits     []memory.Hit
	sizes    sizes
	group    uint32 // see groupOf
	number   number // in the snapshot, unless overlaid
	overlaid bool
}

// estimator adds up the relevance of one note, word by word in the order of the question:
// the order is the same whatever the notes come from, and so is the sum, to the last bit.
type estimator struct {
	bm25, covered float64
	named         bool
}

// estimate adds one word's share.
func (s *search) estimate(e *estimator, word int, h memory.Hit, l sizes) {
	w := memory.DefaultWeights()
	e.bm25 += s.weights[word] * w.Saturate(w.Frequency(h, int(l.title), int(l.names), int(l.body), s.corpus))
	e.covered += s.weights[word] * h.Part
	e.named = e.named || h.Names > 0 && !s.words[word].common
}

// total is the estimate of memory.Rank's relevance.
func (s *search) total(e estimator) float64 {
	if s.weight == 0 {
		return 0
	}
	w := memory.DefaultWeights()
	return w.Relevance(e.bm25, e.covered/s.weight, e.named)
}

// lightShare is how much of a question's weight its light words have together. A note
// that has only these covers too little to be an answer, and they are in most notes: it
// would take long to visit all of those for nothing.
const lightShare = 0.1

// weigh gives each word the weight that memory.Rank will give it, and finds the light ones.
func (s *search) weigh() {
	w := memory.DefaultWeights()
	content := slices.ContainsFunc(s.words, func(a asked) bool { return !a.common })
	s.weights, s.light = make([]float64, len(s.words)), make([]bool, len(s.words))
	for i, a := range s.words {
		n := s.seen[i].docs()
		s.weights[i] = w.IDF(n, s.corpus.Docs)
		switch {
		case a.common && content:
			s.weights[i] *= w.Common
		case a.piece && n == 0:
			s.weights[i] *= w.UnknownPiece
		}
		s.weight += s.weights[i]
	}
	order := make([]int, len(s.words))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(s.weights[a], s.weights[b]), cmp.Compare(a, b)) })
	sum := 0.0
	for _, i := range order {
		if sum += s.weights[i]; sum > lightShare*s.weight {
			break
		}
		s.light[i] = s.words[i].plain()
	}
}

// weighParts works out what each part of an identifier tells of it: as much as it is rare. g
// is nil where there is no index.
func (s *search) weighParts(g *gatherer) error {
	w := memory.DefaultWeights()
	for i := range s.words {
		a := &s.words[i]
		if len(a.parts) < 2 {
			continue
		}
		a.tells = make([]float64, len(a.parts))
		sum := 0.0
		for k := range a.parts {
			n, keys := 0, a.part(k)
			if g != nil {
				var err error
				if n, err = g.havingAny(keys); err != nil {
					return err
				}
			}
			for _, over := range s.overlay {
				if slices.ContainsFunc(over.occurrences(keys), occurrence.any) {
					n++
				}
			}
			a.tells[k] = w.IDF(n, s.totals.docs+len(s.overlay))
			sum += a.tells[k]
		}
		for k := range a.tells {
			a.tells[k] /= sum
		}
	}
	return nil
}

// best keeps the best K candidates, best first; of equal ones those with the smaller path.
func (s *search) best(candidates []candidate) []candidate {
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.estimate, a.estimate), strings.Compare(a.path, b.path))
	})
	return candidates[:min(s.request.most(), len(candidates))]
}

func (r *Request) most() int {
	if r.K <= 0 {
		return DefaultK
	}
	return r.K
}

// threshold returns the k-th largest of some numbers, or the smallest if there are fewer.
func threshold(numbers []float64, k int) float64 {
	var h floats
	for _, n := range numbers {
		switch {
		case len(h) < k:
			heap.Push(&h, n)
		case n > h[0]:
			h[0] = n
			heap.Fix(&h, 0)
		}
	}
	if len(h) == 0 {
		return 0
	}
	return h[0]
}

// floats is a heap with the smallest on top.
type floats []float64

func (h floats) Len() int           { return len(h) }
func (h floats) Less(i, j int) bool { return h[i] < h[j] }
func (h floats) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *floats) Push(x any)        { *h = append(*h, x.(float64)) }
func (h *floats) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
