package dream

import (
	"cmp"
	"context"
	"slices"

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

// copies retires the weaker of two live notes that say the same in the same scope: letter by
// letter, word by word, or but for words that mean nothing (likeWording). Whatever else they
// say must not differ: type, time, title.
func copies(ctx context.Context, n *night) error {
	type wording struct {
		scope string
		key   uint64
	}
	keys, keyed := make([]uint64, len(n.Notes)), make([]bool, len(n.Notes))
	abreast(len(n.Notes), func(_, i int) {
		note := &n.Notes[i]
		if note.Status.Live() && n.touchable(note) && !unclear(note) && !built(note) && !wordless(note.Body) {
			keys[i], keyed[i] = wordKey(note.Body), true
		}
	})
	var groups []*group
	of := map[wording]*group{}
	for i := range n.Notes {
		note := &n.Notes[i]
		if !keyed[i] {
			continue
		}
		key := wording{note.Scope, keys[i]}
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

// samenessOf tells how nearly two notes say one thing.
func samenessOf(a, b *memory.Note) sameness {
	if norm.NFC.String(memory.Canonical(a.Body)) == norm.NFC.String(memory.Canonical(b.Body)) {
		return sameLetters
	}
	return likeWording(a.Body, b.Body)
}

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
			same := samenessOf(winner, loser)
			verdict := n.pair(winner, loser, same, g)
			if verdict == isCopy {
				_, why := stronger(winner, loser)
				n.supersede(loser, winner, same.reason(winner), string(winner.Slug), "kept: "+why)
				doubt = different
				break
			}
			if against == nil && verdict != different {
				doubt, against = verdict, winner
			}
		}
		switch doubt {
		case otherType:
			n.list(OtherType, "they have one text and two types", settling(loser, against), loser, against)
		case otherTitle:
			n.list(OtherTitle, "they have one text and two titles", settling(loser, against), loser, against)
		case saidBetween:
			first, again := against, loser
			if first.Captured.After(again.Captured) {
				first, again = again, first
			}
			n.again[first] = true
			n.list(SaidAgain, "they say the same, and something else was said between", settling(first, again), first, again)
		case different, isCopy:
		}
	}
}

// reason is why a note that is the same as the winner goes; it is part of a decision's identity.
func (s sameness) reason(winner *memory.Note) string {
	says := "It says the same as " + string(winner.Slug)
	switch s {
	case sameLetters:
		return says + ", word for word."
	case sameWords:
		return says + ", but for case, white space or punctuation."
	case sameEssence:
		return says + ", but for words that mean nothing here."
	case otherwise:
	}
	panic("dream: no reason to merge what is not the same") // unreachable: pair leaves those alone
}

// reasons are all for which a night, and no declaration, makes a winner replace another note.
func successionReasons(winner *memory.Note) []string {
	return []string{sameLetters.reason(winner), sameWords.reason(winner), sameEssence.reason(winner), changeReason(winner, saysChanged), changeReason(winner, sameKey),
		judgedSame(winner), judgedOver(winner)}
}

// parted reports whether somebody undid that one of two notes replaced the other.
func (n *night) parted(a, b *memory.Note) bool {
	if len(n.Decided) == 0 {
		return false
	}
	for _, p := range [][2]*memory.Note{{a, b}, {b, a}} {
		for _, reason := range successionReasons(p[1]) {
			c := n.succession(p[0], p[1], reason)
			if _, before := n.Decided[c.Key()]; before {
				return true
			}
		}
	}
	return false
}

// pairing is what two notes with one wording are to each other.
type pairing int

const (
	different pairing = iota // left alone
	isCopy
	otherType   // listed
	otherTitle  // listed
	saidBetween // listed
)

// pair judges two notes whose texts are so nearly the same. It does not ask which is the
// stronger: filing one of them may change that, and the next night would see it otherwise. A
// pair that somebody parted once stays parted; that it would be merged again as it was, decide tells.
func (n *night) pair(winner, loser *memory.Note, same sameness, g *group) pairing {
	if same == otherwise {
		return different
	}
	again := n.succession(loser, winner, same.reason(winner))
	if _, before := n.Decided[again.Key()]; !before && n.parted(winner, loser) {
		return different
	}
	switch {
	case !winner.ValidFrom.Equal(loser.ValidFrom), !winner.ValidUntil.Equal(loser.ValidUntil), others(winner, loser),
		timely(winner.Body) && dateKnown(winner) && dateKnown(loser) && dayOf(winner) != dayOf(loser),
		n.awaits(winner), n.awaits(loser):
		return different
	case n.typesDiffer(winner, loser):
		return otherType
	case !sameHeading(winner, loser):
		return otherTitle
	case g.parted(winner, loser):
		return saidBetween
	default:
		return isCopy
	}
}

// typesDiffer reports whether two notes were said to be of two types. What was only guessed, and
// by no rule that is sure, is no word.
func (n *night) typesDiffer(a, b *memory.Note) bool {
	return a.Type != b.Type && a.Type != "" && b.Type != "" && !n.guessed(a) && !n.guessed(b)
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
		{"it is the owner's own", yesFirst(a.OwnedBy() == memory.OriginOwner, b.OwnedBy() == memory.OriginOwner)},
		{"it is active", yesFirst(a.Status == memory.Active, b.Status == memory.Active)},
		{"it is verified", yesFirst(a.Trust == memory.Verified, b.Trust == memory.Verified)},
		{"it is more important", cmp.Compare(weight(b), weight(a))},
		{"it names its source", yesFirst(a.Source != "", b.Source != "")},
		{"it names more notes that it comes from", cmp.Compare(len(b.DerivedFrom), len(a.DerivedFrom))},
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

// sameHeading reports whether two notes with nearly one text have one title: their own, else
// that of the text.
func sameHeading(a, b *memory.Note) bool {
	if !titled(a) && !titled(b) {
		return true
	}
	one, other := a.Title, b.Title
	if !titled(a) {
		one = memory.TitleOf(a.Body)
	}
	if !titled(b) {
		other = memory.TitleOf(b.Body)
	}
	return likeWording(one, other) != otherwise
}
