package dream

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"mem/internal/memory"
)

// quarrelAge is how long two notes have disagreed before that is worth a note.
const quarrelAge = 7 * 24 * time.Hour

// quarrels finds pairs that the job conflict lists as disagreeing, both active and both older
// than a week: whoever is told one of them should know of the other.
func quarrels(n *night) []pattern {
	var out []pattern
	for _, l := range n.plan.Listed {
		if l.Kind != Disagree || len(l.Notes) != 2 {
			continue
		}
		a, b := n.standing(l.Notes[0]), n.standing(l.Notes[1])
		if a == nil || b == nil {
			continue
		}
		if b.Captured.Before(a.Captured) {
			a, b = b, a
		}
		out = append(out, pattern{
			kind: memory.Reference, of: []*memory.Note{a, b},
			title: "In dispute: " + memory.Cut(flat(shown(b)), 60),
			body: fmt.Sprintf("Two notes have disagreed since %s, and neither has replaced the other. On %s it was %s. On %s it was %s. Ask which of them holds.\n",
				day(b.Captured), day(a.Captured), quote(a), day(b.Captured), quote(b)),
			reason: "Two active notes have disagreed for a week.",
		})
	}
	slices.SortFunc(out, func(a, b pattern) int {
		return cmp.Or(a.of[1].Captured.Compare(b.of[1].Captured), cmp.Compare(a.of[1].Path, b.of[1].Path), cmp.Compare(a.of[0].Path, b.of[0].Path))
	})
	return out
}

// standing is the note of a name, if it holds, has held for a week, and an insight may be made
// of it; else nil.
func (n *night) standing(slug memory.Slug) *memory.Note {
	notes := n.bySlug[slug]
	if len(notes) != 1 || !n.tells(notes[0]) || n.Now.Sub(notes[0].Captured) < quarrelAge {
		return nil
	}
	if now := n.later(notes[0]); !n.holds(&now) {
		return nil
	}
	return notes[0]
}

// reconciled reports whether somebody has said of two notes that both hold.
func (n *night) reconciled(pair []memory.Slug) bool {
	return slices.ContainsFunc(pair, func(s memory.Slug) bool {
		return slices.ContainsFunc(n.bySlug[s], func(note *memory.Note) bool {
			return slices.ContainsFunc(note.DistinctFrom, func(other memory.Slug) bool { return other != s && slices.Contains(pair, other) })
		})
	})
}
