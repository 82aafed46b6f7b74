package dream

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"mem/internal/memory"
)

// How much of their words two notes must have in common to be put before the owner as near
// copies: of all words, or of the weight of their words and so many of them. Both were chosen by
// reading what they show of real notes. leastRare is how much of one's rarest words the other must
// have before the rest is counted at all.
const (
	leastWords  = 0.6
	leastWeight = 0.3
	leastBoth   = 10
	leastRare   = 0.2
)

// mostText is how much of a text is shown beside another.
const mostText = 2000

// near puts those pairs before the owner that say nearly the same and are not copies: one of
// them may be all that is needed, and no rule can tell. Two facts of a kind are not listed,
// nor are two notes that know of each other. Of notes that are all alike each is listed once.
func near(ctx context.Context, n *night) error {
	cluster := map[*memory.Note]*memory.Note{}
	root := func(note *memory.Note) *memory.Note {
		for cluster[note] != nil {
			note = cluster[note]
		}
		return note
	}
	type alike struct {
		likePair
		share float64
	}
	var pairs []alike
	forms := newForms(n.alikes())
	var last *memory.Note
	var words []termWeight // of the last
	for _, p := range n.alikes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.rare < leastRare {
			continue
		}
		if p.a != last {
			last, words = p.a, n.sieve.vocabulary(p.a)
		}
		l := likenessOf(words, n.sieve.vocabulary(p.b))
		if (l.words >= leastWords || l.weight >= leastWeight && l.both >= leastBoth) && n.nearCopies(p) && !forms.fill(p.a, p.b) {
			pairs = append(pairs, alike{p, l.weight})
		}
	}
	slices.SortStableFunc(pairs, func(p, q alike) int { return cmp.Compare(q.share, p.share) })
	for _, p := range pairs {
		if a, b := root(p.a), root(p.b); a != b && !n.taken[p.a.Path] && !n.taken[p.b.Path] {
			cluster[a] = b
			n.askWhichStays(ctx, p.likePair, p.share)
		}
	}
	n.alike, n.sieve = nil, nil // nobody asks after this job
	return ctx.Err()
}

// nearCopies reports whether a person should see two notes that are so much alike.
func (n *night) nearCopies(p likePair) bool {
	if n.taken[p.a.Path] || n.taken[p.b.Path] || n.known(p.a, p.b) || apart(p.a, p.b) || samenessOf(p.a, p.b) != otherwise || n.disagree[[2]*memory.Note{p.a, p.b}] {
		return false
	}
	return !ofAKind(p.a, p.b)
}

// mostFrame is the share of words, numbers and names left out, from which two texts are one
// form that was filled in twice.
const mostFrame = 0.8

// ofAKind reports whether two notes are one form about two things: "Bay 12 holds 40 crates" and
// "Bay 13 holds 40 crates", or two pages whose titles differ in one word. Then each has a number,
// a name or an identifier of its own in the same place.
func ofAKind(a, b *memory.Note) bool {
	if title, other := pageTitle(a), pageTitle(b); len(title) > 1 && len(title) == len(other) {
		differ := 0
		for i := range title {
			if title[i] != other[i] {
				differ++
			}
		}
		if differ == 1 {
			return true
		}
	}
	one, other := terms(a.Body), terms(b.Body)
	marks, others := marksOf(one, nil), marksOf(other, nil)
	if within(marks, others) || within(others, marks) {
		return false
	}
	without := func(words map[string]bool, marks []string) map[string]bool {
		for _, m := range marks {
			delete(words, m)
		}
		return words
	}
	frame, second := without(keysOf(one), marks), without(keysOf(other), others)
	both := common(frame, second)
	return float64(both) >= mostFrame*float64(len(frame)+len(second)-both)
}

// pageTitle is the words of a note's own title or first heading; nil when it has none.
func pageTitle(note *memory.Note) []string {
	if first := strings.TrimSpace(note.Body); !titled(note) && !strings.HasPrefix(first, "#") {
		return nil
	}
	return wordsOf(note.Title)
}

func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(m string) bool { return !slices.Contains(all, m) })
}

// known reports whether somebody has said what two notes are to each other: one names the
// other, or they were merged once and parted again.
func (n *night) known(a, b *memory.Note) bool {
	names := func(a, b *memory.Note) bool {
		return slices.Contains(a.DistinctFrom, b.Slug) || slices.Contains(a.DerivedFrom, b.Slug) || slices.Contains(a.Supersedes, b.Slug) ||
			slices.Contains(memory.Links(a.Body), b.Slug)
	}
	return names(a, b) || names(b, a) || n.parted(a, b)
}

// askWhichStays is the one place where a judge is asked about near copies. What it does not
// settle is listed.
func (n *night) askWhichStays(ctx context.Context, p likePair, share float64) {
	winner, loser := p.a, p.b
	if order, _ := stronger(filed(winner), filed(loser)); order > 0 {
		winner, loser = loser, winner
	}
	if v, ok := n.ask(ctx, MergeOrKeep{One: passage(winner), Other: passage(loser)}); ok {
		n.supersede(loser, winner, judgedSame(winner), string(winner.Slug), testimony(v))
		return
	}
	n.listPair(NearCopies, "they say nearly the same; whether one of them is enough, a machine cannot tell", share, loser, winner,
		settling(loser, winner), settling(winner, loser))
}

func judgedSame(winner *memory.Note) string {
	return "It says in other words what " + string(winner.Slug) + " says."
}

// filed is a note as it is once it is filed: what is listed today is listed alike tomorrow.
func filed(note *memory.Note) *memory.Note {
	out := *note
	out.Status = memory.Active
	return &out
}

// keepBoth adds to each listed pair the command by which the owner says that the two are two. It
// may stand in either note, so it is put where no command before it sets the same key; else it repeats what that one names.
func (n *night) keepBoth(listed []Listed) {
	named := map[memory.Slug][]memory.Slug{}
	for i := range listed {
		l := &listed[i]
		if l.Kind != NearCopies && l.Kind != Disagree || len(l.Notes) != 2 {
			continue
		}
		of, from := l.Notes[0], l.Notes[1]
		if len(named[of]) > 0 && len(named[from]) == 0 {
			of, from = from, of
		}
		named[of] = append(named[of], from)
		names := ""
		for _, s := range slices.Concat(n.bySlug[of][0].DistinctFrom, named[of]) {
			names += "," + string(s)
		}
		l.Or = append(l.Or, command("mem", "set", string(of), "distinct_from="+names[1:]))
	}
}

// listPair puts two notes before the owner, with their texts and each way to settle it.
func (n *night) listPair(kind Kind, why string, share float64, a, b *memory.Note, settle string, or ...string) {
	n.list(kind, why, settle, a, b)
	l := &n.plan.Listed[len(n.plan.Listed)-1]
	l.Or, l.Likeness = or, math.Round(100*share)/100
	l.Texts = []string{cmp.Or(n.hushed(a), memory.Cut(a.Body, mostText)), cmp.Or(n.hushed(b), memory.Cut(b.Body, mostText))}
}
