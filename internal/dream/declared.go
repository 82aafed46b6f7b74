package dream

import (
	"cmp"
	"slices"
	"strings"

	"mem/internal/memory"
)

// declared carries out every `supersedes` that is clear: a live note names another live
// one. Loops, notes that name themselves and names that nobody has are problems and
// move nothing; what a machine should not do alone is listed.
func declared(n *night) {
	loops := n.loops()
	claims := map[*memory.Note][]*memory.Note{} // who claims to supersede a note
	var losers []*memory.Note
	for i := range n.Notes {
		winner := &n.Notes[i]
		if !winner.Status.Live() || !n.touchable(winner) || built(winner) || !winner.ValidAt(n.Now) {
			continue
		}
		for _, slug := range unique(winner.Supersedes) {
			loser := n.target(winner, slug)
			if loser == nil || !loser.Status.Live() || n.foreign(loser) || (loops[winner] != 0 && loops[winner] == loops[loser]) {
				continue
			}
			if doubt := doubted(loser, winner); doubt != "" {
				n.list(Doubtful, doubt, settling(loser, winner), loser, winner)
				continue
			}
			if len(claims[loser]) == 0 {
				losers = append(losers, loser)
			}
			claims[loser] = append(claims[loser], winner)
		}
	}
	for _, loser := range losers {
		if !n.taken[loser.Path] {
			winner := slices.MinFunc(claims[loser], newestFirst)
			n.decide(JobMerge, loser, n.closed(loser, winner, string(winner.Slug)+" declares that it supersedes it.", dated(winner), dated(loser)))
		}
	}
}

// target is the note that a winner names, or nil with the oddity reported.
func (n *night) target(winner *memory.Note, slug memory.Slug) *memory.Note {
	named := n.bySlug[slug]
	switch {
	case slug == winner.Slug:
		n.problem("supersede-self", winner, "it declares that it supersedes itself", "remove its name from supersedes")
	case len(named) == 0:
		n.problem("supersedes-unknown", winner, "it supersedes "+string(slug)+", and no note has that name",
			"correct the name in supersedes, or remove it")
	case len(named) > 1:
		n.problem("supersedes-ambiguous", winner, "it supersedes "+string(slug)+", and more than one note has that name",
			"rename one of them")
	default:
		return named[0]
	}
	return nil
}

// doubted says why a declared succession is not carried out by a machine alone; "" = it is.
func doubted(loser, winner *memory.Note) string {
	switch {
	case loser.Broken != "":
		return "the older note's frontmatter cannot be edited"
	case loser.Scope != winner.Scope:
		return "they belong to different scopes"
	case winner.OwnedBy() == memory.OriginExternal && loser.OwnedBy() != memory.OriginExternal:
		return "the replacement came from outside"
	case loser.Type == memory.Entity:
		return "the note that is to go is rebuilt from others"
	case newer(loser, winner):
		return "the note that is to go is the newer one"
	default:
		return ""
	}
}

// newer reports whether a is known to be newer than b: by the windows in which they hold
// where both have one, else by when they were captured.
func newer(a, b *memory.Note) bool {
	if !a.ValidFrom.IsZero() && !b.ValidFrom.IsZero() && !a.ValidFrom.Equal(b.ValidFrom) {
		return a.ValidFrom.After(b.ValidFrom)
	}
	known := !a.CapturedGuessed && !b.CapturedGuessed && !a.Captured.IsZero() && !b.Captured.IsZero()
	return known && a.Captured.After(b.Captured)
}

func newestFirst(a, b *memory.Note) int {
	return cmp.Or(b.Captured.Compare(a.Captured), cmp.Compare(a.Path, b.Path))
}

// loops numbers the notes that supersede each other in a circle, each circle with its
// number from 1; a circle with two live notes side by side is a problem. Notes that are
// retired count: half a circle that is already carried out is a circle still.
func (n *night) loops() map[*memory.Note]int {
	next := func(note *memory.Note) []*memory.Note {
		var out []*memory.Note
		for _, slug := range note.Supersedes {
			if named := n.bySlug[slug]; len(named) == 1 && named[0] != note {
				out = append(out, named[0])
			}
		}
		return out
	}
	number := map[*memory.Note]int{}
	for i, circle := range circles(n.Notes, next) {
		for _, note := range circle {
			number[note] = i + 1
		}
		slices.SortFunc(circle, func(a, b *memory.Note) int { return cmp.Compare(a.Path, b.Path) })
		if slices.ContainsFunc(circle, func(a *memory.Note) bool {
			return a.Status.Live() && slices.ContainsFunc(next(a), func(b *memory.Note) bool {
				return b.Status.Live() && slices.Contains(circle, b)
			})
		}) {
			n.problem("supersede-loop", circle[0], "these supersede each other in a circle: "+names(circle),
				"remove supersedes from the one that is out of date")
		}
	}
	return number
}

// circles finds the strongly connected sets of two notes and more (Tarjan, "Depth-first
// search and linear graph algorithms", 1972).
func circles(notes []memory.Note, next func(*memory.Note) []*memory.Note) [][]*memory.Note {
	index, low := map[*memory.Note]int{}, map[*memory.Note]int{}
	var stack []*memory.Note
	var found [][]*memory.Note
	var visit func(*memory.Note)
	visit = func(v *memory.Note) {
		index[v] = len(index) + 1
		low[v] = index[v]
		base := len(stack)
		stack = append(stack, v)
		for _, w := range next(v) {
			if index[w] == 0 {
				visit(w)
			}
			low[v] = min(low[v], low[w]) // a note whose set is complete has no low any more: see below
		}
		if low[v] < index[v] {
			return
		}
		set := slices.Clone(stack[base:])
		stack = stack[:base]
		for _, w := range set {
			low[w] = len(notes) + 1
		}
		if len(set) > 1 {
			found = append(found, set)
		}
	}
	for i := range notes {
		if len(notes[i].Supersedes) > 0 && index[&notes[i]] == 0 {
			visit(&notes[i])
		}
	}
	return found
}

func unique(slugs []memory.Slug) []memory.Slug {
	return slices.Compact(slices.Sorted(slices.Values(slugs)))
}

func names(notes []*memory.Note) string {
	out := make([]string, len(notes))
	for i, n := range notes {
		out[i] = string(n.Slug)
	}
	return strings.Join(out, ", ")
}
