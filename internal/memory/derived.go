package memory

import "slices"

// placeDerived puts notes that were made from others where they belong: behind the first of
// their sources that has as much of the question, except that a note comes first if the
// question is its name. The list is ordered, and stays so but for that.
func (q *question) placeDerived(ranked []Ranked) {
	named := 0
	moved := map[string]bool{} // each at most once: two notes may say that they come of each other
	for i := 0; i < len(ranked); i++ {
		r := ranked[i]
		if moved[r.Path] || !derived(r.Note) {
			continue
		}
		moved[r.Path] = true
		if !insight(r.Note) && q.isName(&r.Match) {
			copy(ranked[named+1:i+1], ranked[named:i])
			ranked[named] = r
			named++
			continue
		}
		of := sources(r.Note)
		at := slices.IndexFunc(ranked[i+1:], func(s Ranked) bool { return s.Coverage >= r.Coverage && slices.Contains(of, s.Note.Slug) })
		if at >= 0 {
			copy(ranked[i:], ranked[i+1:i+at+2])
			ranked[i+at+1] = r
			i-- // another has come here
		}
	}
}

func derived(n *Note) bool { return n.Type == Entity || len(n.DerivedFrom) > 0 }

// insight reports whether dream has seen something in several notes. Its title says what they
// are about, and is no name by which anybody asks for it.
func insight(n *Note) bool { return n.Type != Entity && n.Actor == Dreamer }

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
