package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"mem/internal/index"
	"mem/internal/memory"
)

// Primer is what a session begins with. It has the same size for a vault of ten notes and
// of 100,000, but for the digits of their number.
type Primer struct {
	Scope  string   `json:"scope"`
	Facts  []string `json:"facts"`  // that always hold
	Left   int      `json:"left"`   // facts for which there was no room
	Notes  int      `json:"notes"`  // live ones that the scope sees; -1 = not known, as the index is not there or busy
	Tokens int      `json:"tokens"` // of Text, estimated
	Text   string   `json:"text"`   // all of it, to be put before an agent
}

// Context returns what a session in a scope begins with: the facts, as many as a budget of
// tokens holds (0 = all of them), and one line about the rest of the memory. A fact with a
// credential, or with a part marked as private, is left in its file.
func (e *Engine) Context(ctx context.Context, scope string, budget int) (Primer, error) {
	facts, err := e.Facts()
	if err != nil {
		return Primer{}, err
	}
	p := Primer{Scope: scope, Facts: []string{}, Notes: -1}
	n, err := e.index.Count(ctx, index.Request{Scope: scope})
	if errors.Is(err, index.ErrAbsent) && e.buildSmall(ctx) {
		n, err = e.index.Count(ctx, index.Request{Scope: scope})
	}
	if err == nil {
		p.Notes = n
	}
	line := p.line()
	var b strings.Builder
	for _, f := range facts.Facts {
		if e.Reserved(f) != "" {
			p.Left++
			continue
		}
		next := "- " + f + "\n"
		if budget > 0 && memory.Tokens(b.String()+next+line)+memory.Tokens(factsHead) > budget {
			p.Left = len(facts.Facts) - len(p.Facts)
			break
		}
		if b.Len() == 0 {
			b.WriteString(factsHead)
		}
		b.WriteString(next)
		p.Facts = append(p.Facts, f)
	}
	if p.Left > 0 {
		fmt.Fprintf(&b, "(%d more in %s)\n", p.Left, factsFile)
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	p.Text = b.String() + line
	p.Tokens = memory.Tokens(p.Text)
	return p, nil
}

const factsHead = "Facts that always hold, from the owner's memory:\n"

// line tells of the memory besides the facts.
func (p *Primer) line() string {
	where := "in this vault without a scope"
	switch p.Scope {
	case "":
	case memory.AllScopes:
		where = "in every scope"
	default:
		where = "in this scope (" + p.Scope + ")"
	}
	count := "notes"
	if p.Notes >= 0 {
		count = fmt.Sprintf("%d notes", p.Notes)
	}
	return fmt.Sprintf("memory: %s %s; search with: mem recall WORDS; keep with: mem capture TEXT\n", count, where)
}
