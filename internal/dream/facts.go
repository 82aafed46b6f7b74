package dream

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mem/internal/memory"
)

// The bounds of what is proposed for facts.md: every session begins with it.
const (
	mostProposedFacts = 3
	longestFact       = 200 // letters
	factSaid          = 0.8 // share of a note's words that one fact has, from which it says the note already
)

// FactsBudget is what facts.md uses of what it may, and what could stand in it.
type FactsBudget struct {
	Used     int            `json:"used"` // characters
	Max      int            `json:"max"`
	Proposed []ProposedFact `json:"proposed"`
}

// ProposedFact is a note that could be a fact of every session. No night makes it one.
type ProposedFact struct {
	Note   memory.Slug `json:"note"`
	Text   string      `json:"text"`
	Why    string      `json:"why"`
	Settle string      `json:"settle"` // the command that adds it; "" while there is no room
}

// alwaysOn looks at facts.md: whether it is in its budget, and which rule or preference might
// stand in it. Only the owner's own word and what has proved itself come into question, from
// no scope but all, and only texts that are short enough to be read every time.
func alwaysOn(_ context.Context, n *night) error {
	facts := n.Facts
	b := FactsBudget{Used: facts.Used(), Max: cmp.Or(n.policy.Settings.FactsMax, memory.DefaultFactsMax), Proposed: []ProposedFact{}}
	var notes []*memory.Note
	for i := range n.Notes {
		if n.maybeFact(&n.Notes[i]) {
			notes = append(notes, &n.Notes[i])
		}
	}
	slices.SortFunc(notes, func(a, b *memory.Note) int {
		return cmp.Or(cmp.Compare(b.Importance, a.Importance), cmp.Compare(b.Uses, a.Uses), b.Captured.Compare(a.Captured), cmp.Compare(a.Path, b.Path))
	})
	for _, note := range notes {
		text := flat(note.Body)
		with, err := facts.Edit(memory.FactEdit{Op: memory.FactAdd, Text: text})
		if err != nil || saidIn(facts, text) {
			continue
		}
		p := ProposedFact{Note: note.Slug, Text: text, Why: "it is your own word"}
		if note.OwnedBy() != memory.OriginOwner {
			p.Why = "it has proved itself"
		}
		if with.Used() <= b.Max {
			p.Settle, facts = command("mem", "facts", "add", text), with
		}
		if b.Proposed = append(b.Proposed, p); len(b.Proposed) == mostProposedFacts {
			break
		}
	}
	n.plan.Facts = b
	return nil
}

// maybeFact reports whether a note is of the kind that may be proposed for facts.md.
func (n *night) maybeFact(note *memory.Note) bool {
	now := n.later(note)
	return (now.Type == memory.Preference || now.Type == memory.Convention) && n.holds(&now) && now.ValidUntil.IsZero() &&
		(note.OwnedBy() == memory.OriginOwner || now.Trust == memory.Verified) && n.tells(note) && note.Scope == "" &&
		memory.HasWords(note.Body) && utf8.RuneCountInString(note.Body) <= longestFact && len(memory.Sentences(strings.TrimSpace(note.Body))) <= 2 &&
		!slices.ContainsFunc(n.plan.Listed, func(l Listed) bool { return slices.Contains(l.Notes, note.Slug) && !l.Kind.Passing() })
}

// saidIn reports whether one of some facts has nearly all words of a text.
func saidIn(facts memory.Facts, text string) bool {
	words := setOf(wordsOf(text))
	return slices.ContainsFunc(facts.Texts(), func(fact string) bool {
		has, both := setOf(wordsOf(fact)), 0
		for w := range words {
			if _, ok := has[w]; ok {
				both++
			}
		}
		return float64(both) >= factSaid*float64(len(words))
	})
}

// facts tells of facts.md, if there is something to say.
func (p *page) facts(b FactsBudget) {
	if b.Used <= b.Max && len(b.Proposed) == 0 {
		return
	}
	p.section("Facts of every session")
	p.line("%s has %d of %d characters.", code("facts.md"), b.Used, b.Max)
	if b.Used > b.Max {
		p.line("That is %d too many: %s shows the size of each, %s takes one out.", b.Used-b.Max, code("mem facts"), code("mem facts remove"))
	}
	if len(b.Proposed) == 0 {
		return
	}
	p.line("These could stand there; no night adds any:\n")
	p.items(len(b.Proposed), "", func(i int) string {
		f := b.Proposed[i]
		line := link(f.Note) + ": " + prose(f.Text) + " (" + f.Why + ")"
		if f.Settle == "" {
			return line + fmt.Sprintf(" · no room for its %d characters", utf8.RuneCountInString(f.Text))
		}
		return line + " · " + typed(f.Settle)
	})
}
