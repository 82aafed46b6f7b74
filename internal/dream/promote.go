package dream

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"mem/internal/memory"
)

// proofs is how many successes, each of another session, make a note verified, and refuted
// how many failures in a row undo that.
const (
	proofs  = 2
	refuted = 2
)

// promote reads the ledger: what proved itself is verified, what failed twice in a row is a
// candidate again, and the counts are folded into the notes. It decides about notes that
// have another decision of the night too: these keys are no other job's.
func promote(_ context.Context, n *night) error {
	records := recordsOf(n.Uses)
	for i := range n.Notes {
		note := &n.Notes[i]
		r := records[note.Slug]
		if r == nil || !n.countable(note) {
			continue
		}
		switch now := n.later(note); {
		case r.failures >= refuted:
			if now.Trust == memory.Verified {
				n.decide(JobPromote, note, n.demotion(note, r))
			}
			if !note.Updated.After(r.failed) { // else somebody has looked after it
				n.list(Failing, fmt.Sprintf("it failed %s in a row, the last time on %s", times(r.failures), day(r.failed)),
					command("mem", "forget", string(note.Slug)), note)
			}
		case len(r.sessions) >= proofs && now.Trust != memory.Verified:
			n.decide(JobPromote, note, n.promotion(note, r))
		}
	}
	n.fold(records)
	return nil
}

// countable reports whether the counts of a note can be written: it is live after what was
// decided so far, and mem can edit it.
func (n *night) countable(note *memory.Note) bool {
	if note.Broken != "" || n.ambiguous(note) || n.foreign(note) || unclear(note) || built(note) {
		return false
	}
	after := n.later(note)
	return after.Status.Live()
}

func (n *night) promotion(note *memory.Note, r *record) memory.Change {
	return memory.Change{
		Op: memory.OpPromote, Notes: []memory.Slug{note.Slug}, Detail: string(note.Slug) + " candidate → verified",
		Reason:   fmt.Sprintf("It helped in a second session on %s.", day(r.proved)),
		Evidence: []string{fmt.Sprintf("successes in %d sessions, the last on %s", len(r.sessions), day(r.succeeded))},
		Files:    edit(note, memory.KeyEdit{Key: "trust", Value: memory.Text(memory.Verified)}),
	}
}

func (n *night) demotion(note *memory.Note, r *record) memory.Change {
	return memory.Change{
		Op: memory.OpPromote, Notes: []memory.Slug{note.Slug}, Detail: string(note.Slug) + " verified → candidate",
		Reason:   fmt.Sprintf("It failed twice in a row by %s.", day(r.refuted)),
		Evidence: []string{fmt.Sprintf("failed %s in a row, the last time on %s", times(r.failures), day(r.failed))},
		Files:    edit(note, memory.KeyEdit{Key: "trust", Value: memory.Text(memory.Candidate)}),
	}
}

// record is what the ledger says of a note.
type record struct {
	sessions  []string  // that it helped in since it last failed twice in a row
	proved    time.Time // when it helped in the second of them
	succeeded time.Time // when it last helped
	failures  int       // in a row, up to now
	failed    time.Time // when it last failed
	refuted   time.Time // when the second failure in a row was
	shown     time.Time // when it last was shown, or its text captured again
}

// recordsOf reads the ledger, oldest first.
func recordsOf(uses []Use) map[memory.Slug]*record {
	out := map[memory.Slug]*record{}
	for _, u := range uses {
		for _, slug := range u.Slugs {
			r := out[slug]
			if r == nil {
				r = &record{}
				out[slug] = r
			}
			r.add(u)
		}
	}
	return out
}

func (r *record) add(u Use) {
	switch u.Op {
	case UseShown, UseAgain:
		r.shown = u.At
	case UseSuccess:
		r.failures, r.succeeded = 0, u.At
		if s := sessionOf(u); !slices.Contains(r.sessions, s) {
			if r.sessions = append(r.sessions, s); len(r.sessions) == proofs {
				r.proved = u.At
			}
		}
	case UseFailure:
		r.failures, r.failed = r.failures+1, u.At
		if r.failures == refuted {
			r.sessions, r.refuted = nil, u.At // it has to prove itself anew
		}
	}
}

// sessionOf names the session of a use. Uses that name none are of one session a day.
func sessionOf(u Use) string {
	if u.Session == "" {
		return "\x00" + u.At.UTC().Format(time.DateOnly)
	}
	return u.Session
}

// FoldedPrefix begins the evidence that says up to when a ledger has been folded in: the
// history itself remembers it, so that nothing counts twice.
func FoldedPrefix(ledger string) string { return "ledger " + ledger + " to " }

// fold writes the successes that no night has counted yet into the notes, all in one change,
// and in another which notes are read.
func (n *night) fold(records map[memory.Slug]*record) {
	if n.Ledger == "" {
		return
	}
	defer n.keepRead(records)
	fresh, last, to := map[memory.Slug]int{}, map[memory.Slug]time.Time{}, n.Folded
	for _, u := range n.Uses {
		if u.Op != UseSuccess || !u.At.After(n.Folded) {
			continue
		}
		for _, slug := range u.Slugs {
			fresh[slug]++
			last[slug] = u.At
		}
		if u.At.After(to) {
			to = u.At
		}
	}
	c := memory.Change{Op: memory.OpUse, Reason: "The successes up to " + to.UTC().Format(time.RFC3339) + " are counted in the notes.",
		Evidence: []string{FoldedPrefix(n.Ledger) + to.UTC().Format(time.RFC3339Nano)}}
	var first *memory.Note
	for i := range n.Notes {
		note := &n.Notes[i]
		if fresh[note.Slug] == 0 || !n.countable(note) {
			continue
		}
		keys := []memory.KeyEdit{{Key: "uses", Value: memory.Int(max(note.Uses, 0) + fresh[note.Slug])}}
		if at := last[note.Slug].UTC().Truncate(24 * time.Hour); at.After(note.LastUsed) {
			keys = append(keys, memory.KeyEdit{Key: "last_used", Value: memory.Day(at)})
		}
		c.Notes, c.Files = append(c.Notes, note.Slug), append(c.Files, edit(note, keys...)...)
		if first == nil {
			first = note
		}
	}
	if first == nil {
		return
	}
	c.Detail = count(len(c.Notes), "note", "notes") + " used with success"
	n.decide(JobPromote, first, c)
}

// keepRead writes last_used into notes that are read on this machine and would age out on
// another, whose ledger does not tell of it: once half of their time is gone, so that a note
// is edited once in a while and not every night.
func (n *night) keepRead(records map[memory.Slug]*record) {
	c := memory.Change{Op: memory.OpUse}
	var first *memory.Note
	var last time.Time
	for i := range n.Notes {
		note := &n.Notes[i]
		r, may := records[note.Slug], span(note)
		if r == nil || may == 0 || !n.countable(note) || kept(note) || slices.ContainsFunc(n.edits[note.Path], func(k memory.KeyEdit) bool { return k.Key == "last_used" }) {
			continue
		}
		seen, ok := n.firstSeen(note)
		known := later(seen, later(later(note.Captured, note.Updated), later(note.LastUsed, note.ValidFrom))) // to every machine
		at := r.shown.UTC().Truncate(24 * time.Hour)
		if !ok || n.Now.Sub(known) < may/2 || !at.After(known) {
			continue
		}
		c.Notes, c.Files = append(c.Notes, note.Slug), append(c.Files, edit(note, memory.KeyEdit{Key: "last_used", Value: memory.Day(at)})...)
		last = later(last, r.shown)
		if first == nil {
			first = note
		}
	}
	if first == nil {
		return
	}
	c.Detail = count(len(c.Notes), "note", "notes") + " read"
	c.Reason = "What is read is not to age out on another machine; this one showed them until " + last.UTC().Format(time.RFC3339) + "."
	c.Evidence = []string{"shown by the ledger " + n.Ledger}
	n.decide(JobPromote, first, c)
}

func times(n int) string {
	if n == 2 {
		return "twice"
	}
	return strings.TrimSpace(fmt.Sprintf("%d times", n))
}
