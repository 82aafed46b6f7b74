package dream

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"mem/internal/memory"
)

// conflict closes a statement where a newer one says of the same thing that it has changed.
// What merely says otherwise is put before the owner: which of two holds, no rule can tell.
func conflict(ctx context.Context, n *night) error {
	pairs := slices.DeleteFunc(slices.Clone(n.alikes()), func(p likePair) bool {
		return n.taken[p.a.Path] || n.taken[p.b.Path] || settledAlready(p.a, p.b)
	})
	endings := map[*memory.Note][]outdating{}
	var losers []*memory.Note
	for _, c := range contest(pairs) {
		if err := ctx.Err(); err != nil {
			return err
		}
		older, newer, why, doubt := c.older, c.newer, c.why, c.doubt
		if n.taken[older.Path] || n.taken[newer.Path] { // by what a judge said of an earlier pair
			continue
		}
		if n.parted(older, newer) && !n.undid(older, newer, why) {
			continue // as somebody wanted; what would be done as it was undone, decide tells
		}
		if doubt == "" {
			if len(endings[older]) == 0 {
				losers = append(losers, older)
			}
			endings[older] = append(endings[older], outdating{newer, why})
			continue
		}
		n.disagree[[2]*memory.Note{c.pair.a, c.pair.b}] = true
		if newer.ValidFrom.After(n.Now) || n.again[older] || n.again[newer] {
			continue // it does not hold yet, or what was said again after it is listed
		}
		n.askWhichHolds(ctx, older, newer, c.ordered, doubt)
	}
	for _, loser := range losers {
		c := slices.MinFunc(endings[loser], func(a, b outdating) int {
			return cmp.Or(since(b.by).Compare(since(a.by)), cmp.Compare(a.by.Path, b.by.Path))
		})
		if c.by.ValidAt(n.Now) {
			n.close(loser, c.by, c.why, dated(c.by), dated(loser))
		}
	}
	return ctx.Err()
}

// contested is a pair of notes of which one cannot hold, as far as their words tell.
type contested struct {
	pair         likePair
	older, newer *memory.Note
	ordered      bool       // it is known which is the newer
	why          changeRule // by which the newer one closes the older one, if there is no doubt
	doubt        string     // why a machine alone does not; "" = it does
}

// judgedAtOnce is how many pairs are judged together. What was prepared of a note is dropped once
// its last pair is judged: of every note of a large vault it would be more than the notes are.
const judgedAtOnce = 2048

// contest judges pairs by the words of their notes, and returns in their order those that
// cannot both hold.
func contest(pairs []likePair) []contested {
	last := map[*memory.Note]int{} // the last pair of each note
	for i, p := range pairs {
		last[p.a], last[p.b] = i, i
	}
	var out []contested
	done := 0
	stated := map[*memory.Note]*statement{}
	for some := range slices.Chunk(pairs, judgedAtOnce) {
		var fresh []*memory.Note
		for _, p := range some {
			for _, note := range []*memory.Note{p.a, p.b} {
				if _, known := stated[note]; !known {
					stated[note] = nil
					fresh = append(fresh, note)
				}
			}
		}
		made := make([]*statement, len(fresh))
		abreast(len(fresh), func(_, i int) { made[i] = newStatement(fresh[i]) })
		for i, note := range fresh {
			stated[note] = made[i]
		}
		found := make([]*contested, len(some))
		abreast(len(some), func(_, i int) { found[i] = judgePair(some[i], stated) })
		for _, c := range found {
			if c != nil {
				out = append(out, *c)
			}
		}
		done += len(some)
		maps.DeleteFunc(stated, func(note *memory.Note, _ *statement) bool { return last[note] < done })
	}
	return out
}

// judgePair compares two notes by what was prepared of them; nil = both may hold.
func judgePair(p likePair, stated map[*memory.Note]*statement) *contested {
	c := contested{pair: p}
	c.older, c.newer, c.ordered = byInstant(p.a, p.b)
	first, second := stated[c.older], stated[c.newer]
	c.why = rulesFor(first, second)
	switch {
	case c.why == "":
		if c.doubt = doubtOf(first, second, c.ordered); c.doubt == "" {
			return nil
		}
	case !c.ordered:
		c.doubt = "they disagree, and nothing tells which is the newer"
	case c.why == sameKey && !sameTags(c.older, c.newer):
		c.doubt = "they give one key two values, but under other tags"
	case second.qualified:
		c.doubt = "the newer one says that it has changed, and then more, by which it may not be so yet, or everywhere"
	default:
		c.doubt = unready(c.older, c.newer)
	}
	return &c
}

// outdating is a newer note, and the rule by which it closes an older one.
type outdating struct {
	by  *memory.Note
	why changeRule
}

// changeRule says how a note tells that what another says has changed; "" = it does not. It
// is part of a decision's identity.
type changeRule string

const (
	saysChanged changeRule = "says that this has changed"
	sameKey     changeRule = "gives the same key another value"
)

// rulesFor finds the rule by which a newer note closes an older one.
func rulesFor(older, newer *statement) changeRule {
	telling := older.keyed != nil && newer.keyed != nil || len(newer.changes)+len(newer.renewed) > 0
	switch {
	case !telling, strangers(older.note.Tags, newer.note.Tags), others(older.note, newer.note), apart(older.note, newer.note):
		return ""
	case rekeyed(older, newer):
		return sameKey
	case tellsChange(older, newer):
		return saysChanged
	default:
		return ""
	}
}

// doubtOf says why two notes disagree, none of which closes the other; "" = they do not.
func doubtOf(older, newer *statement, ordered bool) string {
	back := ordered && rulesFor(newer, older) != ""
	switch {
	case !back && !older.Contradict(newer.Claims):
		return ""
	case !ordered && (older.speaksOfChange() || newer.speaksOfChange()):
		return "they disagree, and nothing tells which is the newer"
	case back:
		return "they disagree, and it is the older one that says that this has changed"
	case newer.speaksOfChange():
		return "they disagree; the newer one speaks of a change, but not in words that settle which holds"
	case older.speaksOfChange():
		return "they disagree; the older one speaks of a change, but not in words that settle which holds"
	default:
		return "they disagree, and neither says that it has changed"
	}
}

// close decides that a newer statement ends an older one, from the moment from which it counts.
func (n *night) close(loser, winner *memory.Note, why changeRule, evidence ...string) bool {
	return n.decide(JobConflict, loser, n.closed(loser, winner, changeReason(winner, why), evidence...))
}

func changeReason(winner *memory.Note, why changeRule) string {
	return "The newer " + string(winner.Slug) + " " + string(why) + "."
}

// closed is a succession that says until when the loser held.
func (n *night) closed(loser, winner *memory.Note, reason string, evidence ...string) memory.Change {
	c := n.succession(loser, winner, reason, append([]string{string(winner.Slug)}, evidence...)...)
	if until := since(winner); dateKnown(winner) && until.After(since(loser)) && (loser.ValidUntil.IsZero() || loser.ValidUntil.After(until)) {
		keys := c.Files[0].(memory.Keys)
		keys.Set = slices.Insert(keys.Set, 2, memory.KeyEdit{Key: "valid_until", Value: memory.Instant(until.UTC())})
		c.Files[0] = keys
	}
	return c
}

// since is the instant from which a statement counts.
func since(note *memory.Note) time.Time {
	if !note.ValidFrom.IsZero() {
		return note.ValidFrom
	}
	return note.Captured
}

// byInstant tells the older of two notes by the instants from which they count; ordered is
// false where those are not known or the same.
func byInstant(a, b *memory.Note) (older, newer *memory.Note, ordered bool) {
	known := func(n *memory.Note) bool { return !n.ValidFrom.IsZero() || dateKnown(n) }
	switch order := since(a).Compare(since(b)); {
	case order > 0:
		return b, a, known(a) && known(b)
	default:
		return a, b, order < 0 && known(a) && known(b)
	}
}

// unready says why a machine alone does not close a statement, although the newer one says
// that it has changed; "" = it does.
func unready(older, newer *memory.Note) string {
	switch {
	case newer.OwnedBy() == memory.OriginExternal && older.OwnedBy() != memory.OriginExternal:
		return "the newer one says that it has changed, but came from outside"
	case older.OwnedBy() == memory.OriginOwner && newer.OwnedBy() != memory.OriginOwner:
		return "the newer one says that it has changed, but the older one is the owner's own word"
	case older.Importance >= keptImportance:
		return "the newer one says that it has changed, but the older one is marked as important"
	case !oneStatement(older):
		return "the newer one says that it has changed, but the older one says more than that"
	default:
		return ""
	}
}

// oneStatement reports whether a note says one thing, so that nothing else goes with it.
func oneStatement(note *memory.Note) bool { return len(memory.Sentences(note.Body)) == 1 }

// settledAlready reports whether somebody has said what two notes are to each other.
func settledAlready(a, b *memory.Note) bool {
	return slices.Contains(a.DistinctFrom, b.Slug) || slices.Contains(b.DistinctFrom, a.Slug) ||
		slices.Contains(a.Supersedes, b.Slug) || slices.Contains(b.Supersedes, a.Slug)
}

// undid reports whether somebody undid that a newer note closed an older one by this rule.
func (n *night) undid(older, newer *memory.Note, why changeRule) bool {
	c := n.succession(older, newer, changeReason(newer, why))
	_, before := n.Decided[c.Key()]
	return why != "" && before
}

// askWhichHolds is the one place where a judge is asked whether a newer note replaces an
// older one. What it does not settle is listed.
func (n *night) askWhichHolds(ctx context.Context, older, newer *memory.Note, ordered bool, doubt string) {
	if ordered && unready(older, newer) == "" && newer.ValidAt(n.Now) {
		if v, ok := n.ask(ctx, Replaces{Older: passage(older), Newer: passage(newer)}); ok &&
			n.decide(JobConflict, older, n.closed(older, newer, judgedOver(newer), testimony(v))) {
			return
		}
	}
	n.listPair(Disagree, doubt, 0, older, newer, settling(older, newer), settling(newer, older))
}

func judgedOver(winner *memory.Note) string {
	return "What it says holds no longer since " + string(winner.Slug) + "."
}
