package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"mem/internal/eval"
	"mem/internal/memory"
)

// Names maps the slugs of notes to what somebody else calls them; those that are not in it
// go by their slugs.
type Names map[memory.Slug]string

// Exam is a set of questions to be asked of a vault.
type Exam struct {
	Gold  []eval.Question
	Names Names // what the questions call the notes; nil = by their slugs
	// Watch tells the time since some moment, to measure how long answers take; nil
	// measures nothing.
	Watch func() time.Duration
	Step  func(n, all int) // progress; may be nil
}

// Evaluated is what came of an exam.
type Evaluated struct {
	Notes   int           // in the vault
	Records []eval.Record // one for each question, in their order
	Unknown []string      // relevant slugs that no note has, sorted: they count as not found
}

// shownTexts is how many texts count as the tokens of an answer: what recall returns when
// nobody says how many.
const shownTexts = memory.DefaultLimit

// Evaluate asks every question as recall would, ten notes deep, and judges the answers. It
// counts no use. The clock of a question is its AsOf, else the engine's own.
func (e *Engine) Evaluate(ctx context.Context, x Exam) (Evaluated, error) {
	listing, err := e.vault.List(ctx)
	if err != nil {
		return Evaluated{}, err
	}
	out := Evaluated{Notes: len(listing.Notes)}
	there := map[string]bool{}
	for _, s := range listing.Notes {
		there[called(memory.Stem(s.Path), x.Names)] = true
	}
	if _, err := e.refreshAll(ctx); err != nil { // so that no question waits for an index to be built
		return Evaluated{}, err
	}
	now := e.o.Now
	defer func() { e.o.Now = now }()
	for i, q := range x.Gold {
		for _, slug := range q.Relevant {
			if !there[slug] {
				out.Unknown = append(out.Unknown, slug)
			}
		}
		if e.o.Now = now; !q.AsOf.IsZero() {
			e.o.Now = q.AsOf
		}
		a, err := e.answer(ctx, q, x)
		if err != nil {
			return Evaluated{}, fmt.Errorf("ask question %s: %w", q.ID, err)
		}
		out.Records = append(out.Records, eval.Judge(q, a))
		if x.Step != nil {
			x.Step(i+1, len(x.Gold))
		}
	}
	slices.Sort(out.Unknown)
	out.Unknown = slices.Compact(out.Unknown)
	return out, nil
}

func (e *Engine) answer(ctx context.Context, q eval.Question, x Exam) (eval.Answer, error) {
	var began, ended time.Duration
	if x.Watch != nil {
		began = x.Watch()
	}
	r, err := e.Recall(ctx, Asked{Query: memory.Query{Text: q.Query, Limit: eval.Depth, Scope: q.Scope}, NoCount: true})
	if err != nil {
		return eval.Answer{}, err
	}
	if x.Watch != nil {
		ended = x.Watch()
	}
	a := eval.Answer{Abstained: r.Abstained, Coverage: round(r.Coverage), MS: (ended - began).Seconds() * 1000}
	for i, n := range r.Results {
		a.Ranked = append(a.Ranked, called(n.Slug, x.Names))
		if i < shownTexts {
			a.Tokens += memory.Tokens(n.Text)
		}
	}
	return a, nil
}

func called(slug memory.Slug, names Names) string {
	if name, ok := names[slug]; ok {
		return name
	}
	return string(slug)
}
