package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"mem/internal/dream"
	"mem/internal/eval"
	"mem/internal/memory"
)

// usageState holds what was shown and what became of it, a line each: the only memory of
// use until a night folds it into the notes. Deleting it loses counts, never notes.
const usageState = "usage.jsonl"

// A use is one line of usage.jsonl.
type use struct {
	At      time.Time     `json:"at"`
	Op      string        `json:"op"` // shown, success, failure, again (the same text captured anew)
	Slugs   []memory.Slug `json:"slugs"`
	Query   string        `json:"query,omitempty"`
	Session string        `json:"session,omitempty"`
	Tokens  int           `json:"tokens,omitempty"` // of the texts that were shown; 0 = not said
}

func (e *Engine) addUse(u use) error {
	u.At = e.o.Now.UTC()
	u.Query, u.Session = memory.Cut(e.harmless("query", u.Query), 500), e.harmless("session", u.Session)
	line, err := json.Marshal(u)
	if err != nil {
		return err
	}
	return e.vault.AppendState(usageState, line)
}

func (e *Engine) countShown(q Asked, shown Recalled) {
	u := use{Op: "shown", Query: q.Text, Session: q.Session, Tokens: shown.Tokens}
	for _, r := range shown.Results {
		u.Slugs = append(u.Slugs, r.Slug)
	}
	if err := e.addUse(u); err != nil {
		e.notice("not counted as a use: %v", err)
	}
}

// usageTail is how much of usage.jsonl a recall looks at: some 1,500 of the newest uses.
const usageTail = 256 << 10

// successes counts the successful uses that no night has folded into the notes yet.
// Being shown does not count: what is shown often would be shown ever more often.
func (e *Engine) successes() map[memory.Slug]int {
	data, err := e.vault.TailState(usageState, usageTail)
	if err != nil {
		return nil
	}
	counts := map[memory.Slug]int{}
	var folded *time.Time
	for line := range bytes.Lines(data) {
		if !bytes.Contains(line, []byte(`"success"`)) { // nearly all are of notes that were shown
			continue
		}
		var u use
		if json.Unmarshal(bytes.TrimSpace(line), &u) != nil || u.Op != "success" {
			continue
		}
		if folded == nil {
			at := e.folded()
			folded = &at
		}
		if !u.At.After(*folded) {
			continue
		}
		for _, s := range u.Slugs {
			counts[s]++
		}
	}
	return counts
}

// usageRead is how much of usage.jsonl is looked at to measure: some 200,000 of the newest uses.
const usageRead = 32 << 20

// usageLines reads the ledger of uses, oldest first, and says how many of its lines cannot be read: those
// that a crash tore, or that a hand has spoilt.
func (e *Engine) usageLines() (uses []use, torn int, err error) {
	data, err := e.vault.TailState(usageState, usageRead)
	if gone(err) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("read what was used: %w", err)
	}
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var u use
		if json.Unmarshal(line, &u) != nil || u.Op == "" {
			torn++
			continue
		}
		uses = append(uses, u)
	}
	return uses, torn, nil
}

// uses are those lines as eval counts them.
func (e *Engine) uses() (uses []eval.Use, torn int, err error) {
	lines, torn, err := e.usageLines()
	for _, u := range lines {
		x := eval.Use{Op: eval.Op(u.Op), Query: u.Query, Session: u.Session, Tokens: u.Tokens}
		for _, s := range u.Slugs {
			x.Slugs = append(x.Slugs, string(s))
		}
		uses = append(uses, x)
	}
	return uses, torn, err
}

// nightUses are those lines as a night reads them.
func (e *Engine) nightUses() ([]dream.Use, error) {
	lines, torn, err := e.usageLines()
	e.tellTorn(torn)
	uses := make([]dream.Use, 0, len(lines))
	for _, u := range lines {
		uses = append(uses, dream.Use{At: u.At, Op: dream.UseOp(u.Op), Slugs: u.Slugs, Query: u.Query, Session: u.Session})
	}
	return uses, err
}

// ErrOutcome says that an outcome is neither success nor failure.
var ErrOutcome = errors.New("the outcome is success or failure")

// Used records what became of acting on some memories.
func (e *Engine) Used(ctx context.Context, names []string, outcome, session string) ([]memory.Slug, error) {
	if outcome != "success" && outcome != "failure" {
		return nil, ErrOutcome
	}
	u := use{Op: outcome, Session: session}
	for _, name := range names {
		n, err := e.open(name)
		if err != nil {
			return nil, err
		}
		u.Slugs = append(u.Slugs, n.Slug)
	}
	return u.Slugs, e.addUse(u)
}
