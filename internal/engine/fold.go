package engine

import (
	"slices"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// ledgerState holds the name of this machine's ledger of uses, foldedState up to when nights
// have counted it in the notes. The history is the truth about the second, by that name;
// recall needs it at hand, so as not to count a success twice.
const (
	ledgerState = "ledger"
	foldedState = "folded"
)

// ledgerName returns the name of this machine's ledger, and gives it one on a night that may
// write; "" when it cannot have one, so that nothing is folded in.
func (e *Engine) ledgerName() string {
	if data, err := e.vault.ReadState(ledgerState); err == nil {
		if name := strings.TrimSpace(string(data)); name != "" && len(strings.Fields(name)) == 1 {
			return name
		}
	}
	name := nonce()[:8]
	if !e.dreaming { // a dry run: a ledger without a name has not been folded in
		return name
	}
	if err := e.vault.WriteState(ledgerState, []byte(name+"\n")); err != nil {
		e.notice("the uses are not counted in the notes: %v", err)
		return ""
	}
	return name
}

// rememberFolded keeps for recall up to when the ledger has been counted in the notes.
func (e *Engine) rememberFolded(s dream.Snapshot, plan dream.Plan, applied []Decided) {
	to := s.Folded
	for _, d := range plan.Decisions {
		c := d.Change
		done := slices.ContainsFunc(applied, func(a Decided) bool { return a.Op == memory.OpUse && a.Reason == c.Reason && a.Commit != "" })
		if done {
			to = later(to, foldedTo(c.Evidence, s.Ledger))
		}
	}
	if to.IsZero() || to.Equal(e.folded()) {
		return
	}
	if err := e.vault.WriteState(foldedState, []byte(to.UTC().Format(time.RFC3339Nano)+"\n")); err != nil {
		e.notice("some uses may count twice in the ranking until the next night: %v", err)
	}
}

// folded returns up to when the ledger has been counted in the notes, as far as is remembered.
func (e *Engine) folded() time.Time {
	data, err := e.vault.ReadState(foldedState)
	if err != nil {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(string(data)))
	if err != nil {
		return time.Time{} // spoilt: the next night writes it anew
	}
	return at
}
