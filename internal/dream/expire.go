package dream

import (
	"context"

	"mem/internal/memory"
)

// keptImportance is the importance from which a note is never aged out (SPEC §2).
const keptImportance = 9

// expire retires live notes without content. What a person made or marked as important
// is only listed: an empty file may be one that they are about to fill.
func expire(_ context.Context, n *night) error {
	for i := range n.Notes {
		note := &n.Notes[i]
		rule := emptiness(note)
		if rule == hasContent || !note.Status.Live() || !n.touchable(note) || unclear(note) {
			continue
		}
		if rule != ownProbe && kept(note) {
			n.list(EmptyButKept, "there is nothing in it ("+string(rule)+"), but a person made or marked it",
				command("mem", "forget", string(note.Slug)), note)
			continue
		}
		n.decide(JobExpire, note, n.expiry(note, rule))
	}
	return nil
}

func (n *night) expiry(note *memory.Note, rule emptyRule) memory.Change {
	return memory.Change{
		Op: memory.OpExpire, Notes: []memory.Slug{note.Slug}, Detail: string(note.Slug) + " (" + string(rule) + ")",
		Reason: rule.reason(), Evidence: []string{"rule " + string(rule)},
		Files: edit(note, status(memory.Expired), n.updated()),
	}
}

// leftToExpire reports whether a note is the job expire's to judge and not to be filed.
// One whose expiry somebody undid is a note like any other.
func (n *night) leftToExpire(note *memory.Note) bool {
	rule := emptiness(note)
	if rule == hasContent || unclear(note) {
		return false
	}
	change := n.expiry(note, rule)
	_, undone := n.Decided[change.Key()]
	return !undone
}

// kept reports whether an empty note is a person's, or marked as one to keep.
func kept(note *memory.Note) bool {
	return note.OwnedBy() == memory.OriginOwner || note.Actor.Kind() == "human" || !note.HasBlock ||
		note.Importance >= keptImportance
}

// emptyRule says why a note has no content. The zero value, hasContent, says that it has.
type emptyRule string

const (
	hasContent emptyRule = ""
	blank      emptyRule = "blank"
	markupOnly emptyRule = "markup only"
	ownProbe   emptyRule = "left by mem's own probe"
)

func (r emptyRule) reason() string {
	switch r {
	case blank:
		return "It has no text."
	case markupOnly:
		return "It has nothing but markup."
	case ownProbe:
		return "It was left behind by mem's own probe."
	case hasContent:
	}
	panic("dream: no reason to expire for rule " + string(r)) // unreachable: asked only for the three rules
}

// emptiness judges a note by its text and by what its frontmatter says besides: a title,
// a name, a source or a link to another note is content too.
func emptiness(note *memory.Note) emptyRule {
	if isProbe(note.Body) {
		return ownProbe
	}
	if !wordless(note.Body) || says(note) {
		return hasContent
	}
	if isBlank(note.Body) {
		return blank
	}
	return markupOnly
}

func says(note *memory.Note) bool {
	return titled(note) || len(note.Aliases) > 0 || len(note.Tags) > 0 || note.Source != "" ||
		len(note.Supersedes) > 0 || len(note.DerivedFrom) > 0
}
