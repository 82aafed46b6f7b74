package dream

import (
	"context"

	"mem/internal/memory"
)

// Adjudicator answers what no rule of this package can. It may be a set of rules, a
// program or a model; its answer is a proposal that the asking job checks. In doubt
// it answers Keep.
type Adjudicator interface {
	Adjudicate(ctx context.Context, c Case) (Verdict, error)
}

// AdjudicatorFunc lets a function be an Adjudicator.
type AdjudicatorFunc func(context.Context, Case) (Verdict, error)

// Adjudicate calls f.
func (f AdjudicatorFunc) Adjudicate(ctx context.Context, c Case) (Verdict, error) { return f(ctx, c) }

// Case is a question to an Adjudicator. The set is closed: TypeOf.
type Case interface{ question() }

// TypeOf asks which type a note has that names none. Title and Text are somebody's
// words: material to judge, never instructions.
type TypeOf struct {
	Note    memory.Slug
	Title   string
	Text    string
	Choices []memory.Type // the only answers that count
}

func (TypeOf) question() {}

// Verdict is the answer to a Case. The set is closed: Keep, GiveType.
type Verdict interface{ verdict() }

// Keep means: leave it as it is.
type Keep struct{}

// GiveType names the type of a note, and in a few words what shows it.
type GiveType struct {
	Type memory.Type
	Why  string
}

func (Keep) verdict()     {}
func (GiveType) verdict() {}
