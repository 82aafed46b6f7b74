package dream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mem/internal/memory"
)

// Answers counts what a model was asked in a night, and what became of it. Verdicts of the
// rules do not count.
type Answers struct {
	By      string   `json:"by"`      // the model; "" when none answered
	Used    int      `json:"used"`    // answers that are a decision's reason
	Kept    int      `json:"kept"`    // it left things as they are
	Unused  []Reason `json:"unused"`  // answers that did not stand up to the texts
	Unasked []Reason `json:"unasked"` // questions that were put to nobody
	Failed  int      `json:"failed"`  // questions without an answer
}

// Reason is why so many answers or questions came to nothing.
type Reason struct {
	Why   string `json:"why"`
	Count int    `json:"count"`
}

// answers is Answers while a night goes on.
type answers struct {
	by              string
	used, kept      int
	unused, unasked map[string]int
	failed          int   // questions that went to somebody who did not answer
	failure         error // the first of them
}

// ask puts a question to the judge. ok is false where there is no decision: nobody is there,
// the answer is Keep, or it does not stand up to the texts; that is counted, and told in
// the brief. When the context is over nothing is counted.
func (n *night) ask(ctx context.Context, c Case) (v Verdict, ok bool) {
	if n.judge == nil || ctx.Err() != nil {
		return nil, false
	}
	a := &n.answers
	v, err := n.judge.Adjudicate(ctx, c)
	if ctx.Err() != nil {
		return nil, false
	}
	if err == nil {
		err = Check(c, v)
	}
	var unusable *Unusable
	var unasked *Unasked
	switch {
	case errors.As(err, &unusable):
		count1(&a.unused, unusable.Why)
		return nil, false
	case errors.As(err, &unasked):
		count1(&a.unasked, unasked.Why)
		return nil, false
	case err != nil:
		a.failed++
		if a.failure == nil {
			a.failure = fmt.Errorf("%s: %w", subject(c), err)
		}
		return nil, false
	}
	_, keep := v.(Keep)
	if author := v.Author(); author != "" {
		a.by = author
		if keep {
			a.kept++
		} else {
			a.used++
		}
	}
	return v, !keep
}

func count1(in *map[string]int, why string) {
	if *in == nil {
		*in = map[string]int{}
	}
	(*in)[why]++
}

// subject names a question in an error.
func subject(c Case) string {
	switch c := c.(type) {
	case TypeOf:
		return "type of " + string(c.Note)
	case MergeOrKeep:
		return "whether " + string(c.One.Note) + " and " + string(c.Other.Note) + " say the same"
	case Replaces:
		return "whether " + string(c.Newer.Note) + " replaces " + string(c.Older.Note)
	case Prose:
		return "the text about " + memory.Cut(c.Entity, 40)
	}
	panic(fmt.Sprintf("dream: unknown case %T", c)) // unreachable: the set is closed
}

// settle puts what was counted into the plan.
func (a *answers) settle(p *Plan) {
	p.Answers = Answers{By: a.by, Used: a.used, Kept: a.kept, Unused: reasons(a.unused), Unasked: reasons(a.unasked), Failed: a.failed}
	if a.failure != nil {
		p.Problems = append(p.Problems, memory.Finding{
			Code:   "judge-failed",
			Detail: fmt.Sprintf("%s not answered: %v", count(a.failed, "question was", "questions were"), a.failure),
			Remedy: "nothing was decided about them; see judge: in your own config",
		})
	}
	if unused := p.Answers.Unused; len(unused) > 0 {
		var why []string
		for _, r := range unused {
			why = append(why, fmt.Sprintf("%s (%d)", r.Why, r.Count))
		}
		p.Problems = append(p.Problems, memory.Finding{
			Code:   "judge-unused",
			Detail: fmt.Sprintf("the judge's answers that were not used: %d, because %s", total(unused), strings.Join(why, "; ")),
			Remedy: "nothing was decided about them",
		})
	}
}

func total(counted []Reason) int {
	n := 0
	for _, r := range counted {
		n += r.Count
	}
	return n
}

// reasons lists what was counted, the most frequent first.
func reasons(counted map[string]int) []Reason {
	out := []Reason{}
	for _, why := range slices.Sorted(maps.Keys(counted)) {
		out = append(out, Reason{why, counted[why]})
	}
	slices.SortStableFunc(out, func(a, b Reason) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// told is what a brief says of a model's answers, "" when no model was asked or ought to be.
func (a *Answers) told() string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(a.Used, "used")
	add(a.Kept, "to leave things as they are")
	add(total(a.Unused), "not used")
	add(a.Failed, "that never came")
	line := ""
	if len(parts) > 0 {
		line = "Answers of a model"
		if a.By != "" {
			line += " (" + prose(a.By) + ")"
		}
		line += ": " + strings.Join(parts, ", ") + "."
	}
	for _, r := range a.Unasked {
		line += fmt.Sprintf(" Not put to a model: %s, because %s.", count(r.Count, "question", "questions"), r.Why)
	}
	return strings.TrimSpace(line)
}

// passage is a note as a question shows it.
func passage(note *memory.Note) Passage {
	return Passage{Note: note.Slug, Title: note.Title, Text: note.Body, Outside: note.OwnedBy() == memory.OriginExternal}
}

// testimony is a verdict as evidence for a decision.
func testimony(v Verdict) string {
	by := cmp.Or(v.Author(), "the rules")
	switch v := v.(type) {
	case GiveType:
		if v.Quote == "" {
			return v.Why
		}
		return quoting(by, v.Quote)
	case Replace:
		return quoting(by, v.Quote)
	case Keep, Merge, Write:
		return by + " says so"
	}
	panic(fmt.Sprintf("dream: unknown verdict %T", v)) // unreachable: the set is closed
}

func quoting(by, quote string) string {
	if quote == "" {
		return by + " says so"
	}
	return by + " says so, by its words \"" + memory.Cut(strings.Join(strings.Fields(quote), " "), 80) + "\""
}
