package dream

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"mem/internal/memory"
)

// group is the notes of one wording in one scope, and what speaks against it.
type group struct {
	notes   []*memory.Note
	words   []string            // of the wording
	set     map[string]struct{} // the same, each once
	against []*memory.Note      // what else was said of the same thing: see listen
}

// copies retires the weaker of two live notes that say the same, letter by letter, in
// the same scope. Whatever else they say must not differ: type, time, title.
func copies(ctx context.Context, n *night) error {
	var groups []*group
	of := map[string]*group{}
	for i := range n.Notes {
		note := &n.Notes[i]
		if !note.Status.Live() || !n.touchable(note) || unclear(note) || built(note) || wordless(note.Body) {
			continue
		}
		key := note.Scope + "\x00" + string(memory.HashOf([]byte(wording(note))))
		if of[key] == nil {
			of[key] = &group{}
			groups = append(groups, of[key])
		}
		of[key].notes = append(of[key].notes, note)
	}
	groups = slices.DeleteFunc(groups, func(g *group) bool { return len(g.notes) < 2 })
	n.listen(groups)
	for _, g := range groups {
		if err := ctx.Err(); err != nil {
			return err
		}
		n.mergeGroup(g)
	}
	return nil
}

// wording is what two copies have in common, whatever Unicode form a file system gave it.
func wording(note *memory.Note) string { return norm.NFC.String(memory.Canonical(note.Body)) }

// mergeGroup keeps the strongest notes of a group and retires each other one that is a
// copy of one of them.
func (n *night) mergeGroup(g *group) {
	slices.SortFunc(g.notes, func(a, b *memory.Note) int { order, _ := stronger(a, b); return order })
	for i, loser := range g.notes {
		var doubt pairing
		var against *memory.Note
		for _, winner := range g.notes[:i] {
			if n.taken[winner.Path] {
				continue
			}
			verdict := n.pair(winner, loser, g)
			if verdict == isCopy {
				_, why := stronger(winner, loser)
				n.supersede(loser, winner, copyReason(winner), string(winner.Slug), "kept: "+why)
				doubt = different
				break
			}
			if against == nil && verdict != different {
				doubt, against = verdict, winner
			}
		}
		switch doubt {
		case otherTitle:
			n.list(OtherTitle, "they have one text and two titles", settling(loser, against), loser, against)
		case saidBetween:
			first, again := against, loser
			if first.Captured.After(again.Captured) {
				first, again = again, first
			}
			n.list(SaidAgain, "they say the same, and something else was said between", settling(first, again), first, again)
		case different, isCopy:
		}
	}
}

func copyReason(winner *memory.Note) string {
	return "It says the same as " + string(winner.Slug) + ", word for word."
}

// pairing is what two notes with one wording are to each other.
type pairing int

const (
	different pairing = iota // left alone
	isCopy
	otherTitle  // listed
	saidBetween // listed
)

// pair judges two notes with one wording. It does not ask which is the stronger: filing
// one of them may change that, and the next night would see it otherwise. A pair that somebody parted once stays parted.
func (n *night) pair(winner, loser *memory.Note, g *group) pairing {
	reverse := n.succession(winner, loser, copyReason(loser))
	if _, parted := n.Decided[reverse.Key()]; parted {
		return different
	}
	switch {
	case winner.Type != loser.Type && winner.Type != "" && loser.Type != "",
		!winner.ValidFrom.Equal(loser.ValidFrom), !winner.ValidUntil.Equal(loser.ValidUntil),
		n.awaits(winner), n.awaits(loser):
		return different
	case heading(winner) != heading(loser):
		return otherTitle
	case g.parted(winner, loser):
		return saidBetween
	default:
		return isCopy
	}
}

// awaits reports whether the note is to supersede another that is still live: it may
// not go before that is settled.
func (n *night) awaits(note *memory.Note) bool {
	return slices.ContainsFunc(note.Supersedes, func(slug memory.Slug) bool {
		return slices.ContainsFunc(n.bySlug[slug], func(t *memory.Note) bool {
			return t != note && t.Status.Live() && !n.taken[t.Path]
		})
	})
}

// stronger orders copies, the one that stays first, and says what made the difference.
func stronger(a, b *memory.Note) (order int, why string) {
	for _, r := range []struct {
		why   string
		order int
	}{
		{"it is not from outside", yesFirst(a.OwnedBy() != memory.OriginExternal, b.OwnedBy() != memory.OriginExternal)},
		{"it is active", yesFirst(a.Status == memory.Active, b.Status == memory.Active)},
		{"it is verified", yesFirst(a.Trust == memory.Verified, b.Trust == memory.Verified)},
		{"it is more important", cmp.Compare(weight(b), weight(a))},
		{"it names its source", yesFirst(a.Source != "", b.Source != "")},
		{"it has more names", cmp.Compare(len(b.Tags)+len(b.Aliases), len(a.Tags)+len(a.Aliases))},
		{"it is older", cmp.Or(yesFirst(dateKnown(a), dateKnown(b)), a.Captured.Compare(b.Captured))},
	} {
		if r.order != 0 {
			return r.order, r.why
		}
	}
	return cmp.Compare(a.Path, b.Path), "its path comes first"
}

func yesFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}

func weight(n *memory.Note) int { return cmp.Or(n.Importance, memory.DefaultImportance) }

func dateKnown(n *memory.Note) bool { return !n.CapturedGuessed && !n.Captured.IsZero() }

// heading is the title by which copies are told apart: the note's own, else that of its
// text; case, width and spacing do not distinguish.
func heading(n *memory.Note) string {
	title := n.Title
	if !titled(n) {
		title = memory.TitleOf(n.Body)
	}
	return strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(title))), " ")
}
