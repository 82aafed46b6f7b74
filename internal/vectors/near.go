package vectors

import (
	"cmp"
	"slices"
)

// Near is a vector of a store, by its cosine to a question's.
type Near struct {
	Entry
	Cosine float64
}

// Near returns the k vectors nearest to v, the nearest first; equal ones by path. It compares
// with every vector: the answer is exact for vectors as they are kept.
func (s *Store) Near(v Vector, k int) ([]Near, error) {
	var best []Near // unordered up to 2k, then cut to k
	floor := -2.0
	dim := len(v.Numbers)
	found, err := s.each(func(r record) {
		if len(r.numbers) != dim {
			return
		}
		c := cosine(v, r.scale, r.numbers)
		if c < floor {
			return
		}
		best = append(best, Near{Entry{string(r.path), r.key}, c})
		if len(best) >= 2*k {
			best = nearest(best, k)
			floor = best[len(best)-1].Cosine
		}
	})
	if err != nil {
		return nil, err
	}
	if found.dim != 0 && found.dim != dim {
		return nil, &WrongDimension{Got: dim, Want: found.dim}
	}
	return nearest(best, k), nil
}

func nearest(list []Near, k int) []Near {
	slices.SortFunc(list, func(a, b Near) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Path, b.Path), slices.Compare(a.Key[:], b.Key[:]))
	})
	list = slices.CompactFunc(list, func(a, b Near) bool { return a.Entry == b.Entry }) // two builders may have added one
	return list[:min(k, len(list))]
}
