package dream

import (
	"cmp"
	"slices"

	"mem/internal/memory"
)

// toldKey is a key of a decision of one night, by what is told of it.
func toldKey(op memory.Op, notes []memory.Slug, reason string) memory.DecisionKey {
	c := memory.Change{Op: op, Notes: notes, Reason: reason}
	return c.Key()
}

// after returns the notes as the night leaves them, by path.
func (r *Report) after() []memory.Note {
	if r.notes != nil {
		return r.notes
	}
	edits, paths := map[string][]memory.KeyEdit{}, map[memory.Slug]string{}
	built := map[string]memory.Note{}
	for i := range r.Snapshot.Notes {
		paths[r.Snapshot.Notes[i].Slug] = r.Snapshot.Notes[i].Path
	}
	done := map[memory.DecisionKey]bool{}
	for _, d := range r.Applied {
		done[toldKey(d.Op, d.Notes, d.Reason)] = true
	}
	for i := range r.Plan.Decisions {
		c := &r.Plan.Decisions[i].Change
		if !done[toldKey(c.Op, c.Notes, c.Reason)] {
			continue
		}
		for _, f := range c.Files {
			switch f := f.(type) {
			case memory.Keys:
				edits[f.Path] = append(edits[f.Path], f.Set...)
			case memory.Build:
				built[f.Note.Path] = f.Note
			}
		}
	}
	r.notes = make([]memory.Note, 0, len(r.Snapshot.Notes)+len(built))
	for _, n := range built {
		r.notes = append(r.notes, n)
	}
	for i := range r.Snapshot.Notes {
		n := &r.Snapshot.Notes[i]
		if _, anew := built[n.Path]; anew {
			continue
		}
		r.notes = append(r.notes, edited(n, edits[n.Path]))
	}
	slices.SortFunc(r.notes, func(a, b memory.Note) int { return cmp.Compare(a.Path, b.Path) })
	return r.notes
}
