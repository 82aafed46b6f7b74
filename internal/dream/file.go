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
			asked.file(ctx, note)
		}
	}
	asked.report()
	return nil
}

// judged is the job file while it goes through the notes.
type judged struct {
	*night
	unknown map[memory.Type][]*memory.Note // filed with a type that the vault does not know
}

func (j *judged) file(ctx context.Context, note *memory.Note) {
	keys, evidence := []memory.KeyEdit{status(memory.Active)}, []string(nil)
	given := j.typeOf(ctx, note)
	switch {
	case given.Type != "":
		keys = append(keys, memory.KeyEdit{Key: "type", Value: memory.Text(given.Type)})
		evidence = append(evidence, fmt.Sprintf("type %s: %s", given.Type, testimony(given)))
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
}

// typeOf asks the judge about a note that names no type; the zero value is no answer.
func (j *judged) typeOf(ctx context.Context, note *memory.Note) GiveType {
	if note.Type != "" || j.policy.skips(skipTypes) {
		return GiveType{}
	}
	choices := append(slices.Clone(memory.Types[:]), j.policy.Settings.Types...)
	if v, ok := j.ask(ctx, TypeOf{Passage: passage(note), Choices: choices}); ok {
		return v.(GiveType)
	}
	return GiveType{}
}

// report lists types that the vault does not know, one line a type.
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
}
