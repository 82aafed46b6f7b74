package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"mem/internal/memory"
	"mem/internal/secret"
	"mem/internal/vault"
)

// factsFile holds what every session begins with.
const factsFile = "facts.md"

// Facts is what facts.md holds, as `facts --json` prints it.
type Facts struct {
	Path  string   `json:"path"`
	Used  int      `json:"used"` // characters of the file
	Max   int      `json:"max"`  // that it may have: facts.max_chars
	Facts []string `json:"facts"`
}

// FactsEdited is the reply to a change of facts.
type FactsEdited struct {
	Facts
	Changed   bool     `json:"changed"`
	Committed bool     `json:"committed"`
	Commit    string   `json:"commit"`
	Notes     []string `json:"notes"` // what the caller should know, a sentence each
}

// FactsFull says that a change would take facts.md over its budget. Nothing was written.
type FactsFull struct {
	Facts     // as it is
	Would int // characters that it would have
}

func (e *FactsFull) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s would have %d characters, and may have %d; it has %d. It says:", e.Path, e.Would, e.Max, e.Used)
	for _, f := range e.Facts.Facts {
		fmt.Fprintf(&b, "\n%4d  %s", len([]rune(f)), f)
	}
	return b.String()
}

// Facts reads facts.md; a vault without one has none.
func (e *Engine) Facts() (Facts, error) {
	data, err := e.vault.ReadFile(factsFile)
	if err != nil && !gone(err) {
		return Facts{}, fmt.Errorf("read the facts: %w", err)
	}
	return e.factsOf(memory.ParseFacts(data)), nil
}

func (e *Engine) factsOf(f memory.Facts) Facts {
	return Facts{Path: factsFile, Used: f.Used(), Max: cmp.Or(e.settings.FactsMax, memory.DefaultFactsMax), Facts: f.Texts()}
}

// EditFacts makes several changes of facts.md as one: all of them, or none. Over budget it
// is a *FactsFull, unless the file gets shorter. Private spans are cut out, credentials refused.
func (e *Engine) EditFacts(ctx context.Context, edits []memory.FactEdit, actor memory.Actor, session string) (FactsEdited, error) {
	out := FactsEdited{Notes: []string{}}
	edits = slices.Clone(edits)
	for i := range edits {
		text, spans := secret.CutPrivate(edits[i].Text)
		if spans > 0 {
			out.Notes = append(out.Notes, fmt.Sprintf("%d private span(s) cut out before anything was stored", spans))
			if strings.TrimSpace(text) == "" {
				return out, ErrPrivate
			}
		}
		edits[i].Text = text
		if err := e.refuseSecrets([]named{{"text", text}}); err != nil {
			return out, err
		}
	}
	receipts, err := e.apply(ctx, func(*vault.Writer) ([]memory.Change, error) {
		before, err := e.vault.ReadFile(factsFile)
		if err != nil && !gone(err) {
			return nil, fmt.Errorf("read the facts: %w", err)
		}
		was := memory.ParseFacts(before)
		now := was
		for i, edit := range edits {
			if now, err = now.Edit(edit); err != nil {
				if len(edits) > 1 {
					err = fmt.Errorf("operation %d of %d: %w", i+1, len(edits), err)
				}
				return nil, err
			}
		}
		if out.Facts = e.factsOf(now); out.Used > out.Max && out.Used > was.Used() {
			return nil, &FactsFull{Facts: e.factsOf(was), Would: out.Used}
		}
		if string(now.Bytes()) == string(before) {
			return nil, nil
		}
		c := memory.Change{Op: memory.OpFacts, Detail: factDetail(edits), Actor: actor, Session: session,
			Reason: "Asked for by " + string(actor) + ".", Evidence: []string{fmt.Sprintf("%d of %d characters", out.Used, out.Max)}}
		replace := memory.Replace{Path: factsFile, Data: now.Bytes()}
		if before != nil {
			replace.Want = memory.HashOf(before)
		}
		if len(now.Bytes()) == 0 {
			replace.Data = []byte("\n") // the file stays: taking it away is its owner's
		}
		c.Files = []memory.FileEdit{replace}
		return []memory.Change{c}, nil
	})
	if err == nil && len(receipts) > 0 {
		out.Changed, out.Committed, out.Commit = true, receipts[0].Committed, receipts[0].Commit
	}
	return out, err
}

// factDetail is what follows "facts: " in the subject of a commit.
func factDetail(edits []memory.FactEdit) string {
	if len(edits) != 1 {
		return fmt.Sprintf("%d operations", len(edits))
	}
	text := cmp.Or(edits[0].Text, edits[0].Part)
	return string(edits[0].Op) + " " + memory.Cut(strings.Join(strings.Fields(text), " "), 48)
}
