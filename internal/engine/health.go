package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mem/internal/eval"
	"mem/internal/index"
	"mem/internal/memory"
)

// NearCopy is the likeness from which one note counts as a copy of another: four of five of
// their different words are the same. Chosen: well above the 0.67 at which paraphrases lie.
const NearCopy = 0.8

// MostCompared is how many notes are compared with those like them; of more, as many are
// taken by the hash of their slugs.
const MostCompared = 2000

// nearest is how many notes that share a note's rarest words are compared with it.
const nearest = 40

// Health says how well the vault serves those who ask it, by its notes and by the ledger of
// what was shown and used.
func (e *Engine) Health(ctx context.Context) (eval.Health, error) {
	notes, err := e.notes(ctx)
	if err != nil {
		return eval.Health{}, err
	}
	uses, torn, err := e.uses()
	if err != nil {
		return eval.Health{}, err
	}
	e.tellTorn(torn)
	live := slices.DeleteFunc(notes, func(n *memory.Note) bool { return isProbe(n) || !n.Status.Live() })
	copies, err := e.nearCopies(ctx, live)
	if err != nil {
		return eval.Health{}, err
	}
	var vitals []eval.Vital
	for _, n := range live {
		vitals = append(vitals, eval.Vital{
			Tokens: memory.Tokens(strings.TrimSpace(n.Body)), Verified: n.Trust == memory.Verified, Built: n.Type == memory.Entity,
		})
	}
	return eval.HealthOf(vitals, copies, uses), nil
}

// nearCopies counts the live notes that have a live near copy in their own scope. Without a
// usable index nothing is known: every pair would have to be compared.
func (e *Engine) nearCopies(ctx context.Context, live []*memory.Note) (eval.Copies, error) {
	v, err := e.refreshAll(ctx)
	if err != nil || v.noIndex != nil {
		return eval.Copies{}, err
	}
	byPath := map[string]*memory.Note{}
	for _, n := range live {
		byPath[n.Path] = n
	}
	sample := sampled(live)
	copied := map[string]bool{}
	for i, n := range sample {
		if e.step(i+1, len(sample)); copied[n.Path] {
			continue
		}
		alike, err := e.index.Similar(ctx, n.Body, nearest, map[string]bool{n.Path: true})
		if ctx.Err() != nil {
			return eval.Copies{}, ctx.Err()
		}
		if err != nil {
			e.notice("copies are not known: the index cannot be asked: %v", err)
			return eval.Copies{}, nil
		}
		for _, m := range alike { // those with the largest share first
			if m.Share < leastShare {
				break
			}
			other := byPath[m.Path]
			if other != nil && other.Scope == n.Scope && index.Likeness(n.Body, other.Body) >= NearCopy {
				copied[n.Path], copied[m.Path] = true, true
			}
		}
	}
	out := eval.Copies{Compared: len(sample)}
	for _, n := range sample {
		if copied[n.Path] {
			out.Found++
		}
	}
	return out, nil
}

// sampled takes at most MostCompared notes, the same ones every time as far as the notes are.
func sampled(notes []*memory.Note) []*memory.Note {
	if len(notes) <= MostCompared {
		return notes
	}
	type drawn struct {
		hash memory.Hash
		note *memory.Note
	}
	all := make([]drawn, len(notes))
	for i, n := range notes {
		all[i] = drawn{memory.HashOf([]byte(n.Slug)), n}
	}
	slices.SortFunc(all, func(a, b drawn) int { return cmp.Compare(a.hash, b.hash) })
	out := make([]*memory.Note, MostCompared)
	for i := range out {
		out[i] = all[i].note
	}
	return out
}
