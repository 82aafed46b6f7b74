package dream

import (
	"slices"

	"mem/internal/memory"
)

// Waiting is a decision of a staged night: it holds once somebody approves it.
type Waiting struct {
	Op       memory.Op
	Notes    []memory.Slug
	Reason   string
	Evidence []string
	Commit   string
}

// waiting reports whether the same decision waits already.
func (n *night) waiting(c *memory.Change) bool {
	return slices.ContainsFunc(n.Waiting, func(w Waiting) bool {
		same := memory.Change{Op: w.Op, Notes: w.Notes, Reason: w.Reason, Evidence: w.Evidence}
		return same.Key() == c.Key()
	})
}

// waits reports whether a decision about the note waits: until it is settled no other is taken.
func (n *night) waits(note *memory.Note) bool {
	return slices.ContainsFunc(n.Waiting, func(w Waiting) bool { return len(w.Notes) > 0 && w.Notes[0] == note.Slug })
}
