package memory

import "slices"

// placeDerived puts notes that were made from others where they belong: behind the first of
// their sources that was found, except that a note comes first if the question is its name.
// The list is ordered, and stays so but for that.
func (q *question) placeDerived(ranked []Ranked) {
	for i := 0; i < len(ranked); i++ {
		r := ranked[i]
		if !derived(r.Note) {
			continue
		}
		if q.isName(&r.Match) {
			ranked = slices.Insert(slices.Delete(ranked, i, i+1), 0, r)
			continue
		}
		last := -1
		for j := i + 1; j < len(ranked); j++ {
			if slices.Contains(sources(r.Note), ranked[j].Note.Slug) {
				last = j
				break
			}
		}
		if last > 0 {
			copy(ranked[i:last], ranked[i+1:last+1])
			ranked[last] = r
			i-- // another has come here
		}
	}
}

func derived(n *Note) bool { return n.Type == Entity || len(n.DerivedFrom) > 0 }

// sources are the notes that a derived note tells of.
func sources(n *Note) []Slug {
	if n.Type == Entity {
		return append(slices.Clone(n.DerivedFrom), Links(n.Body)...)
	}
	return n.DerivedFrom
}

// isName reports whether every word of the question that counts is in the note's title or
// one of its names.
func (q *question) isName(m *Match) bool {
	if q.count == 0 {
		return false
	}
	for i, h := range m.Hits {
		if q.must[i] > 0 && h.Title+h.Names == 0 {
			return false
		}
	}
	return true
}
