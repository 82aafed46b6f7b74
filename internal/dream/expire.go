package dream

import (
	"context"
	"strings"
	"time"

	"mem/internal/memory"
)

// keptImportance is the importance from which a note is never aged out (SPEC §2).
const keptImportance = 9

// expire retires live notes without content, those whose own window has ended, and those
// that went unused for too long. What a person made or marked as important is only listed,
// but for a window, which was theirs to set: an empty file may be one that they are about
// to fill.
func expire(_ context.Context, n *night) error {
	a := n.ageing()
	for i := range n.Notes {
		note := &n.Notes[i]
		if !note.Status.Live() || !n.touchable(note) || unclear(note) {
			continue
		}
		rule := n.emptiness(note)
		switch {
		case rule == hasContent && ended(note, n.Now):
			n.decide(JobExpire, note, n.pastWindow(note))
		case rule == hasContent:
			a.look(note)
		case rule != ownProbe && kept(note):
			n.list(EmptyButKept, rule.doubt(), command("mem", "forget", string(note.Slug)), note)
		default:
			n.decide(JobExpire, note, n.expiry(note, rule))
		}
	}
	a.retire()
	return nil
}

// ended reports whether the window that a note itself sets is over.
func ended(note *memory.Note, now time.Time) bool {
	return !note.ValidUntil.IsZero() && !now.Before(note.ValidUntil) && note.ValidFrom.Before(note.ValidUntil) && note.SupersededBy == "" && !built(note)
}

func (n *night) pastWindow(note *memory.Note) memory.Change {
	until := note.ValidUntil.UTC().Format(time.RFC3339)
	return memory.Change{
		Op: memory.OpExpire, Notes: []memory.Slug{note.Slug}, Detail: string(note.Slug) + " (its window has ended)",
		Reason: "By its own word it held until " + until + ".", Evidence: []string{"valid_until " + until},
		Files: edit(note, status(memory.Expired), n.updated()),
	}
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
	rule := n.emptiness(note)
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
	recalled   emptyRule = "recalled text"
	chatter    emptyRule = "chatter"
	prompt     emptyRule = "prompt"
	trial      emptyRule = "trial"
	tempPath   emptyRule = "temporary path"
	transient  emptyRule = "transient output"
)

// doubt is why a note is put before its owner that would expire if it were not a person's.
func (r emptyRule) doubt() string {
	if r == blank || r == markupOnly {
		return "there is nothing in it (" + string(r) + "), but a person made or marked it"
	}
	return "it reads as what nobody would keep (" + string(r) + "), but a person made or marked it"
}

func (r emptyRule) reason() string {
	switch r {
	case blank:
		return "It has no text."
	case markupOnly:
		return "It has nothing but markup."
	case ownProbe:
		return "It was left behind by mem's own probe."
	case recalled:
		return "It is what mem itself answered once."
	case chatter:
		return "It is thanks or assent, and nothing besides."
	case prompt:
		return "It only told an assistant to do something to what was at hand then."
	case trial:
		return "It was typed to see whether something is stored, and says nothing."
	case tempPath:
		return "It is the path of a temporary file, and nothing besides."
	case transient:
		return "It is a program's report on a run that is over."
	case hasContent:
	}
	panic("dream: no reason to expire for rule " + string(r)) // unreachable: asked only for the rules
}

// emptiness judges a note by its text and by what its frontmatter says besides: a title,
// a name, a source other than a session, or a link to another note is content too.
func (n *night) emptiness(note *memory.Note) emptyRule {
	if isProbe(note.Body) {
		return ownProbe
	}
	if !wordless(note.Body) {
		rule := n.junk.rule(note.Body)
		if rule != hasContent && (says(note) || !n.worthless(note)) {
			return hasContent
		}
		return rule
	}
	switch {
	case says(note):
		return hasContent
	case isBlank(note.Body):
		return blank
	}
	return markupOnly
}

func says(note *memory.Note) bool {
	session := strings.HasPrefix(note.Source, "session:") || strings.HasPrefix(note.Source, "trace:") // where it was said, not what
	return titled(note) || len(note.Aliases) > 0 || len(note.Tags) > 0 || note.Source != "" && !session ||
		len(note.Supersedes) > 0 || len(note.DerivedFrom) > 0
}
