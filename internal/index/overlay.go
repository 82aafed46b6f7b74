package index

import "mem/internal/memory"

// overlaid counts the notes of the overlay into what is known of the words and of all
// notes, and returns what each has of each word.
func (s *search) overlaid() [][]memory.Hit {
	out := make([][]memory.Hit, len(s.overlay))
	for i, a := range s.overlay {
		s.totals.add(a.sizes, a.in)
		out[i] = make([]memory.Hit, len(s.words))
		for j := range s.words {
			h := s.words[j].hit(s.words[j].united(a.occurrences(s.words[j].terms())))
			out[i][j] = h
			switch {
			case h.Part == 1:
				s.seen[j].whole++
			case inAllParts(h):
				s.seen[j].part++
			}
		}
	}
	return out
}

// chooseOverlaid makes candidates of the notes of the overlay that pass the filters and
// have a word that is not light.
func (s *search) chooseOverlaid(hits [][]memory.Hit) []candidate {
	var out []candidate
	for i, a := range s.overlay {
		if !admits(s.conditions, a.labels) {
			continue
		}
		var e estimator
		found := false
		for j, h := range hits[i] {
			if h.Part > 0 && !s.light[j] {
				found = true
				s.estimate(&e, j, h, a.sizes)
			}
		}
		if found {
			out = append(out, candidate{path: a.path, group: a.group, estimate: s.total(e), hits: hits[i], sizes: a.sizes, overlaid: true})
		}
	}
	return out
}

// occurrences looks up terms in the note, those that count in its language.
func (a *analysis) occurrences(keys []key) []occurrence {
	out := make([]occurrence, len(keys))
	for i := range a.words {
		for j, k := range keys {
			if a.words[i].term == k.term && k.of.has(a.in) {
				out[j] = a.words[i].occurrence
			}
		}
	}
	return out
}
