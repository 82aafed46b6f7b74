package dream

import (
	"context"
	"fmt"
	"slices"

	"mem/internal/memory"
)

// file makes every unfiled note active that needs no person: the queue is drained even
// where the type is not clear, because a wrong type is worse than none.
func file(ctx context.Context, n *night) error {
	asked := judged{night: n, unknown: map[memory.Type][]*memory.Note{}}
	for i := range n.Notes {
		note := &n.Notes[i]
		if note.Status != memory.Unfiled || !n.touchable(note) || n.leftToExpire(note) {
			continue
		}
		switch {
		case unclear(note):
			n.list(StatusUnknown, fmt.Sprintf("its status %q is none that mem knows", memory.Cut(note.Declared, 40)),
				command("mem", "set", string(note.Slug), "status=active"), note)
		case memory.TooLong(note.Body): // it is no one concept
			n.list(TooLarge, fmt.Sprintf("%d KiB are more than one memory should be", len(note.Body)>>10),
				command("mem", "set", string(note.Slug), "status=active"), note)
		default:
			if err := asked.file(ctx, note); err != nil {
				return err
			}
		}
	}
	asked.report()
	return nil
}

// judged is the job file while it goes through the notes.
type judged struct {
	*night
	unknown map[memory.Type][]*memory.Note // filed with a type that the vault does not know
	failed  int                            // questions that the judge did not answer
	failure error                          // the first of them
}

func (j *judged) file(ctx context.Context, note *memory.Note) error {
	keys, evidence := []memory.KeyEdit{status(memory.Active)}, []string(nil)
	given, err := j.typeOf(ctx, note)
	switch {
	case err != nil:
		return err
	case given.Type != "":
		keys = append(keys, memory.KeyEdit{Key: "type", Value: memory.Text(given.Type)})
		evidence = append(evidence, fmt.Sprintf("type %s: %s", given.Type, given.Why))
	case note.Type != "":
		evidence = append(evidence, fmt.Sprintf("type %s, as the note says", note.Type))
	}
	filed := j.decide(JobFile, note, memory.Change{
		Op: memory.OpFile, Notes: []memory.Slug{note.Slug}, Detail: string(note.Slug) + " unfiled → active",
		Reason: "Nothing about it needs a person.", Evidence: evidence, Files: edit(note, keys...),
	})
	switch {
	case !filed:
	case note.Type == "" && given.Type == "":
		j.list(TypeUnsure, "no rule is sure of its type", command("mem", "set", string(note.Slug), "type=reference"), note)
	case note.Type != "" && note.Type != memory.Entity && !j.policy.Settings.Known(note.Type):
		j.unknown[note.Type] = append(j.unknown[note.Type], note)
	}
	return nil
}

// typeOf asks the judge about a note that names no type. Only an answer that was
// offered counts; the error is the context's.
func (j *judged) typeOf(ctx context.Context, note *memory.Note) (GiveType, error) {
	if note.Type != "" || j.judge == nil {
		return GiveType{}, nil
	}
	choices := append(slices.Clone(memory.Types[:]), j.policy.Settings.Types...)
	verdict, err := j.judge.Adjudicate(ctx, TypeOf{Note: note.Slug, Title: note.Title, Text: note.Body, Choices: choices})
	if ctx.Err() != nil {
		return GiveType{}, ctx.Err()
	}
	if err != nil {
		j.failed++
		if j.failure == nil {
			j.failure = fmt.Errorf("type of %s: %w", note.Slug, err)
		}
		return GiveType{}, nil
	}
	if given, ok := verdict.(GiveType); ok && slices.Contains(choices, given.Type) {
		return given, nil
	}
	return GiveType{}, nil
}

// report lists types that the vault does not know, one line a type, and a judge that failed.
func (j *judged) report() {
	types := make([]memory.Type, 0, len(j.unknown))
	for t := range j.unknown {
		types = append(types, t)
	}
	slices.Sort(types)
	for _, t := range types {
		j.list(TypeUnknown, fmt.Sprintf("the type %q is not among those of this vault", memory.Cut(string(t), 40)),
			"types: ["+memory.Cut(string(t), 40)+"]   in mem.yaml", j.unknown[t]...)
	}
	if j.failure != nil {
		j.plan.Problems = append(j.plan.Problems, memory.Finding{
			Code:   "judge-failed",
			Detail: fmt.Sprintf("%d questions were not answered; the first: %v", j.failed, j.failure),
			Remedy: "the notes were filed without a type; see the judge's settings",
		})
	}
}
