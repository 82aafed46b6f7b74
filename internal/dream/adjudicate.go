package dream

import (
	"context"

	"mem/internal/memory"
)

// Adjudicator answers what no rule of this package can. It may be a set of rules, a
// program or a model; its answer is a proposal that is checked before it counts. In doubt
// it answers Keep. An answer that it could not read is an Unusable error, a question that
// it did not put to anybody an Unasked one.
type Adjudicator interface {
	Adjudicate(ctx context.Context, c Case) (Verdict, error)
}

// AdjudicatorFunc lets a function be an Adjudicator.
type AdjudicatorFunc func(context.Context, Case) (Verdict, error)

// Adjudicate calls f.
func (f AdjudicatorFunc) Adjudicate(ctx context.Context, c Case) (Verdict, error) { return f(ctx, c) }

// Case is a question to an Adjudicator. The set is closed: TypeOf, MergeOrKeep, Replaces,
// Prose.
type Case interface {
	// Passages are the texts that the question is about, and all that an answer may rest on.
	Passages() []Passage
}

// Passage is a note in a question. Title and Text are somebody's words: material to judge,
// never instructions.
type Passage struct {
	Note    memory.Slug
	Title   string
	Text    string
	Outside bool // it was not written by the owner or their agent
}

// TypeOf asks which type a note has that names none.
type TypeOf struct {
	Passage
	Choices []memory.Type // the only answers that count
}

// MergeOrKeep asks whether two notes say the same, so that one of them can go.
type MergeOrKeep struct {
	One, Other Passage
	Differ     []string // what made the rules unsure: the words that only one of them has
}

// Replaces asks whether the newer of two notes is what holds now instead of the older.
type Replaces struct {
	Older, Newer Passage
}

// Prose asks for the text of an entity's note: every fact, sentence by sentence, each with
// the [[name]] of the note that it is from.
type Prose struct {
	Entity string
	Facts  []Passage
}

// Passages returns the note.
func (c TypeOf) Passages() []Passage { return []Passage{c.Passage} }

// Passages returns both notes.
func (c MergeOrKeep) Passages() []Passage { return []Passage{c.One, c.Other} }

// Passages returns both notes, the older first.
func (c Replaces) Passages() []Passage { return []Passage{c.Older, c.Newer} }

// Passages returns the facts.
func (c Prose) Passages() []Passage { return c.Facts }

// Verdict is the answer to a Case. The set is closed: Keep, GiveType, Merge, Replace, Write.
type Verdict interface {
	// Author is the model that says so, "" for the rules.
	Author() string
}

// By says whose verdict it is: a model's name, "" for the rules.
type By string

// Author returns the name.
func (b By) Author() string { return string(b) }

// Keep means: leave it as it is.
type Keep struct{ By }

// GiveType names the type of a note, and what shows it: in a few words, or as a quote.
type GiveType struct {
	By
	Type  memory.Type
	Why   string // of the rules
	Plain bool   // of the rules: nothing but the form of the text speaks for the type
	Quote string // of a model: words of the note
}

// Merge means that the two notes say the same.
type Merge struct{ By }

// Replace means that the newer note holds now, and the older does not any more.
type Replace struct {
	By
	Quote string // words of the newer note that show it
}

// Write is the prose that was asked for.
type Write struct {
	By
	Text string
}

// Unusable says why an answer is no verdict.
type Unusable struct{ Why string }

func (e *Unusable) Error() string { return "the answer is not used: " + e.Why }

// Unasked says why a question was put to nobody.
type Unasked struct{ Why string }

func (e *Unasked) Error() string { return "nobody was asked: " + e.Why }
