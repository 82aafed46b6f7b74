package index

import "mem/internal/memory"

// overlaid counts the notes of the overlay into what is known of the words and of all
// notes, and returns what each has of each word.
func (s *search) overlaid() [][]memory.Hit {
	out := make([][]memory.Hit, len(s.overlay))
	for i, a := range s.overlay {
		s.totals.add(a.sizes)
		out[i] = make([]memory.Hit, len(s.words))
		for j := range s.words {
			h := s.words[j].hit(a.occurrences(s.words[j].terms()))
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

// occurrences looks up terms in the note.
func (a *analysis) occurrences(terms []string) []occurrence {
	out := make([]occurrence, len(terms))
	for i := range a.words {
		for j, term := range terms {
			if a.words[i].term == term {
				out[j] = a.words[i].occurrence
			}
		}
	}
	return out
}
