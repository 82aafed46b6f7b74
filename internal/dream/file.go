package dream

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"mem/internal/memory"
)

// file makes every unfiled note active that needs no person. One whose type nobody is sure
// of waits for its owner's word: a wrong type is worse than none.
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
	keys := []memory.KeyEdit{status(memory.Active)}
	given := j.typeOf(ctx, note)
	evidence, reason := "", ""
	switch {
	case given.Type == "" && (note.Type == "" || j.guessed(note)):
		if !j.policy.skips(skipTypes) {
			j.unsure(note)
			return
		}
		evidence, reason = "this vault wants no types named", "This vault wants no types named."
	case given.Plain && note.Type == "": // a plain statement needs no line in somebody's file
		evidence, reason = given.Why, "It is a plain statement, which needs no type."
	case given.Type != "":
		if given.Type != note.Type {
			keys = append(keys, memory.KeyEdit{Key: "type", Value: memory.Text(given.Type)})
		}
		evidence = fmt.Sprintf("type %s: %s", given.Type, testimony(given))
		reason = fmt.Sprintf("It is of type %s by its words.", given.Type)
	default:
		evidence = fmt.Sprintf("type %s, as the note says", note.Type)
		reason = fmt.Sprintf("It is of type %s, as it says itself.", memory.Cut(flat(string(note.Type)), 40))
	}
	filed := j.decide(JobFile, note, memory.Change{
		Op: memory.OpFile, Notes: []memory.Slug{note.Slug}, Detail: string(note.Slug) + " unfiled → active",
		Reason: reason, Evidence: []string{evidence}, Files: edit(note, keys...),
	})
	if filed && note.Type != "" && note.Type != memory.Entity && !j.policy.Settings.Known(note.Type) {
		j.unknown[note.Type] = append(j.unknown[note.Type], note)
	}
}

// guessed reports whether the type that a note has was only guessed when it was captured,
// and nobody has said another since.
func (n *night) guessed(note *memory.Note) bool {
	return n.Guessed[note.Slug] && note.Type == memory.Reference
}

// unsure leaves a note unfiled until somebody says its type; what its cues speak for most is
// offered.
func (j *judged) unsure(note *memory.Note) {
	likely := memory.Type("")
	if j.Likely != nil {
		likely = j.Likely(note.Title, note.Body)
	}
	j.list(TypeUnsure, "no rule is sure of its type",
		command("mem", "set", string(note.Slug), "type="+string(cmp.Or(likely, memory.Reference)), "status="+string(memory.Active)), note)
	j.plan.Listed[len(j.plan.Listed)-1].Type = likely
}

// typeOf asks the judge about a note that names no type, or only a guess; the zero value is
// no answer.
func (j *judged) typeOf(ctx context.Context, note *memory.Note) GiveType {
	if note.Type != "" && !j.guessed(note) || j.policy.skips(skipTypes) {
		return GiveType{}
	}
	choices := append(slices.Clone(memory.Types[:]), j.policy.Settings.Types...)
	if v, ok := j.ask(ctx, TypeOf{Passage: passage(note), Choices: choices}); ok {
		return v.(GiveType)
	}
	return GiveType{}
}

// report lists in a line each the types that the vault does not know.
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
