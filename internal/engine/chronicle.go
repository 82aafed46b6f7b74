package engine

import (
	"slices"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/gitlog"
	"mem/internal/memory"
)

// typeGuessed is the evidence of a capture whose type is only the rules' best guess.
const typeGuessed = "type guessed"

// chronicle gathers from the history what a night has to know besides earlier decisions:
// which types were only guessed; when nights were, and since when mem knows each note; and
// how far this machine's ledger of uses has been folded in.
type chronicle struct{ s *dream.Snapshot }

func (e *Engine) newChronicle(s *dream.Snapshot) chronicle {
	s.Ledger = e.ledgerName()
	s.Guessed, s.Known = map[memory.Slug]bool{}, map[memory.Slug]time.Time{}
	return chronicle{s}
}

// see is given every commit, the newest first.
func (c chronicle) see(entry gitlog.Entry, ev Event) {
	for _, slug := range ev.Notes {
		c.s.Known[slug] = entry.When
	}
	switch {
	case ev.Run != "":
		c.s.Nights = append(c.s.Nights, entry.When)
		if ev.Op == string(memory.OpUse) {
			c.s.Folded = later(c.s.Folded, foldedTo(ev.Evidence, c.s.Ledger))
		}
	case ev.Op == string(memory.OpCapture) && len(ev.Notes) == 1 && slices.Contains(ev.Evidence, typeGuessed):
		c.s.Guessed[ev.Notes[0]] = true
	}
}

// end puts the nights in order.
func (c chronicle) end() {
	slices.SortFunc(c.s.Nights, time.Time.Compare)
	c.s.Nights = slices.CompactFunc(c.s.Nights, time.Time.Equal)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// foldedTo returns the instant up to which a promotion says that it folded a ledger in.
func foldedTo(evidence []string, ledger string) time.Time {
	for _, e := range evidence {
		if to, ok := strings.CutPrefix(e, dream.FoldedPrefix(ledger)); ok && ledger != "" {
			if at, err := time.Parse(time.RFC3339Nano, to); err == nil {
				return at
			}
		}
	}
	return time.Time{}
}
