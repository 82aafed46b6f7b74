package engine

import (
	"slices"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// near is how many candidates behind the answer are asked whether they speak against it.
const near = 7

// answered is a ranking in which notes that speak against each other stand side by side.
type answered struct {
	memory.Ranking
	contrary  map[*memory.Note]memory.Slug // the best ranked live note that says something else
	successor map[*memory.Note]memory.Slug // the live note that declares to have replaced it
	byName    map[memory.Slug]*memory.Note // of those that are returned
}

// pairUp looks among what was found for live notes that say the contrary of one that is to be
// returned, or declare that they replace it, and puts them next to it, a successor before it.
// The weakest others make room; a limit of one note is kept, and then the successor is it.
func pairUp(f findings, now time.Time) answered {
	out := answered{Ranking: f.Ranking, contrary: map[*memory.Note]memory.Slug{}, successor: map[*memory.Note]memory.Slug{}, byName: map[memory.Slug]*memory.Note{}}
	candidates := memory.Rank(f.Words, f.found, f.Corpus, f.limit+near, now, f.weights).Results
	live := slices.DeleteFunc(slices.Clone(candidates), func(r memory.Ranked) bool { return !r.Note.Status.Live() || !r.Note.ValidAt(now) })
	claims := map[*memory.Note]dream.Claims{}
	if len(live) > 1 {
		for _, r := range live {
			claims[r.Note] = dream.ClaimsOf(r.Note)
		}
	}
	var order []memory.Ranked
	place := func(r memory.Ranked) {
		if !slices.ContainsFunc(order, func(o memory.Ranked) bool { return o.Note == r.Note }) {
			order = append(order, r)
		}
	}
	for _, r := range f.Results {
		if !slices.ContainsFunc(live, func(o memory.Ranked) bool { return o.Note == r.Note }) {
			place(r)
			continue
		}
		var beside []memory.Ranked
		for _, o := range live {
			switch {
			case o.Note == r.Note:
			case replaces(o.Note, r.Note):
				if out.successor[r.Note] == "" {
					out.successor[r.Note] = o.Note.Slug
					place(o)
				}
			case replaces(r.Note, o.Note):
				out.successor[o.Note] = r.Note.Slug
			case claims[r.Note].Contradict(claims[o.Note]):
				if out.contrary[r.Note] == "" {
					out.contrary[r.Note] = o.Note.Slug
				}
				if out.contrary[o.Note] == "" {
					out.contrary[o.Note] = r.Note.Slug
				}
				beside = append(beside, o)
			}
		}
		place(r)
		for _, o := range beside {
			place(o)
		}
	}
	out.choose(f, order, now)
	return out
}

// choose keeps as many notes as were asked for. Those go first that stand beside none, the
// weakest first.
func (a *answered) choose(f findings, order []memory.Ranked, now time.Time) {
	alone := func(r memory.Ranked) bool {
		return a.contrary[r.Note] == "" && a.successor[r.Note] == "" && !slices.ContainsFunc(order, func(o memory.Ranked) bool {
			return a.successor[o.Note] == r.Note.Slug
		})
	}
	for i := len(order) - 1; i >= 0 && len(order) > f.limit; i-- {
		if alone(order[i]) {
			order = slices.Delete(order, i, i+1)
		}
	}
	a.Results = order[:min(f.limit, len(order))]
	if len(a.Results) > 0 {
		found := make([]memory.Found, len(a.Results))
		for i, r := range a.Results {
			found[i] = r.Found
		}
		again := memory.Rank(f.Words, found, f.Corpus, len(found), now, f.weights)
		a.Covered, a.Uncovered = again.Covered, again.Uncovered
	}
	for _, r := range a.Results {
		a.byName[r.Note.Slug] = r.Note
	}
}

// replaces reports whether a live note declares that it supersedes another, as the night will
// carry it out: not in a circle, not across scopes, not the older one.
func replaces(winner, loser *memory.Note) bool {
	return slices.Contains(winner.Supersedes, loser.Slug) && !slices.Contains(loser.Supersedes, winner.Slug) &&
		winner.Scope == loser.Scope && !loser.Captured.After(winner.Captured)
}
