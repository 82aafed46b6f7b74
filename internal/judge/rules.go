package judge

import (
	"context"
	"fmt"
	"slices"

	"mem/internal/dream"
	"mem/internal/memory"
)

// Rules answers by the words of a text alone. The zero value is ready.
type Rules struct{}

// Adjudicate answers a case; where the rules are not sure the verdict is Keep. It never fails.
func (Rules) Adjudicate(_ context.Context, c dream.Case) (dream.Verdict, error) {
	switch c := c.(type) {
	case dream.TypeOf:
		s := weigh(c.Title, c.Text)
		if t, sure := s.best(); sure && slices.Contains(c.Choices, t) {
			return dream.GiveType{Type: t, Why: s.why(t), Plain: s.strong[t].name == plainly}, nil
		}
		return dream.Keep{}, nil
	case dream.MergeOrKeep, dream.Replaces, dream.Prose: // dream asks where its own rules are not sure
		return dream.Keep{}, nil
	}
	panic(fmt.Sprintf("judge: unknown case %T", c)) // unreachable: the set is closed
}

// Guess says which type a text most likely has, and whether the rules are sure of it. A
// text without any cue is a reference, and not surely.
func Guess(title, text string) (memory.Type, bool) {
	s := weigh(title, text)
	return s.best()
}

// Likely is the type that the cues of a text speak for most; "" where it has none.
func Likely(title, text string) memory.Type {
	s := weigh(title, text)
	if t, _ := s.best(); s.weight[t] > 0 {
		return t
	}
	return ""
}

// The bounds of being sure, measured on testdata/types.tsv (types.golden): a cue that
// stands for a type by itself weighs 3, and one that may say another thing less.
const (
	enough = 2.5 // the least that a type must weigh
	margin = 2.0 // how many times the next type's weight it must have
	atHead = 2.0 // the least of it that must stand in the head
	below  = 0.5 // what a cue counts that stands below the head of a long text
)

// plainly is the name of the cue that is the form of a text alone.
const plainly = "the form of a plain statement"

// scale is what the cues of a text weigh for each type.
type scale struct {
	weight map[memory.Type]float64
	head   map[memory.Type]float64 // of that, what stands in the head
	strong map[memory.Type]cue     // the heaviest cue found for a type
}

func weigh(title, text string) scale {
	s := scale{weight: map[memory.Type]float64{}, head: map[memory.Type]float64{}, strong: map[memory.Type]cue{}}
	head, whole := read(title, text)
	for _, c := range cues() {
		switch {
		case c.in(head):
			s.head[c.of] += c.weight
		case c.in(whole):
			c.weight *= below
		default:
			continue
		}
		s.add(c)
	}
	if _, most := s.rivals(memory.Reference); most <= 1 && states(whole) {
		c := cue{of: memory.Reference, weight: enough, name: plainly}
		s.head[c.of] += c.weight
		s.add(c)
	}
	return s
}

func (s *scale) add(c cue) {
	s.weight[c.of] += c.weight
	if c.weight > s.strong[c.of].weight {
		s.strong[c.of] = c
	}
}

// rivals returns the heaviest type besides one, and its weight.
func (s *scale) rivals(of memory.Type) (memory.Type, float64) {
	rival, most := of, 0.0
	for _, t := range memory.Types {
		if t != of && s.weight[t] > most {
			rival, most = t, s.weight[t]
		}
	}
	return rival, most
}

// best returns the heaviest type and whether it is clearly so.
func (s scale) best() (memory.Type, bool) {
	first := memory.Reference
	if rival, most := s.rivals(first); most > s.weight[first] {
		first = rival
	}
	_, second := s.rivals(first)
	return first, s.weight[first] >= enough && s.weight[first] >= margin*second && s.head[first] >= atHead
}

// why names the cue that weighs most.
func (s scale) why(t memory.Type) string { return "it has " + s.strong[t].name }
