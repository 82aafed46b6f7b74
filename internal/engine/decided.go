package engine

import (
	"context"
	"slices"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/gitlog"
	"mem/internal/memory"
)

// decidedBefore reads from history which decisions earlier nights took, and how many of each
// kind. One that would be taken again was undone by somebody, and stays undone.
//
// A rollup is there only if a commit took it back: a note that is built may have to say
// again what it said before, and one that was deleted is given back. One that was taken back
// together with the filing of notes that it told of is not there once one of these is active
// again, nor once a later night has told of other facts: then it says what holds. Nor is one
// that was taken back with its night while the note, as that left it, tells of what holds no
// more: who takes back a night does not say by it that this holds after all.
//
// The history is walked once: also is shown every commit of it, the newest first.
func decidedBefore(ctx context.Context, repo *gitlog.Repo, now time.Time, notes []memory.Note, also func(gitlog.Entry, Event)) (before, error) {
	out := before{decided: map[memory.DecisionKey]string{}, given: map[memory.Slug]memory.Type{}, takenBack: map[memory.DecisionKey]time.Time{}}
	touched := map[memory.Slug]time.Time{} // by somebody, the first time after the commit that is looked at
	type filing struct{ run, note string }
	unfiled, rollups := map[filing]bool{}, []Event(nil) // that were taken back
	nights := map[string]int{}
	rebuilt := map[memory.Slug]int{} // by how many commits ago a night told of it, and nobody took that back
	back := newTakenBack()
	for entry, err := range repo.Log(ctx, gitlog.Query{}) {
		if err != nil {
			return before{}, err
		}
		ev := eventOf(entry)
		back.see(entry, ev)
		also(entry, ev)
		if op := memory.Op(ev.Op); ev.Run == "" && (op == memory.OpEdit || op == memory.OpSet) {
			for _, s := range ev.Notes {
				touched[s] = entry.When
			}
		}
		if ev.Run == "" || len(ev.Notes) == 0 || ev.Op == string(opUndo) {
			continue
		}
		n, known := nights[ev.Run]
		if !known {
			n = len(out.earlier)
			nights[ev.Run] = n
			out.earlier = append(out.earlier, dream.Earlier{Run: ev.Run, At: entry.When, Counts: map[memory.Op]int{}})
		}
		op := memory.Op(ev.Op)
		out.earlier[n].Counts[op]++
		if now.Sub(entry.When) < recentNights && op != memory.OpFile && !back.has(ev) {
			out.earlier[n].Done = append(out.earlier[n].Done, dream.Done{Op: op, Notes: ev.Notes, Reason: ev.Reason, Commit: ev.Commit})
		}
		if t := givenType(ev); t != "" && out.given[ev.Notes[0]] == "" {
			out.given[ev.Notes[0]] = t
		}
		by, undone := back.by(ev)
		switch {
		case op == memory.OpRollup && !undone:
			if rebuilt[ev.Notes[0]] == 0 {
				rebuilt[ev.Notes[0]] = back.seen
			}
			continue
		case op == memory.OpRollup && rebuilt[ev.Notes[0]] > 0 && rebuilt[ev.Notes[0]] < by.ago:
			continue
		case op == memory.OpRollup:
			if _, later := out.decided[ev.key()]; !later { // what became of the same decision since counts
				rollups = append(rollups, ev)
			}
		case op == memory.OpFile && undone:
			unfiled[filing{ev.Run, string(ev.Notes[0])}] = true
		}
		out.decided[ev.key()] = ev.Commit
		when := touched[ev.Notes[0]]
		if undone {
			when = by.When
		}
		out.takenBack[ev.key()] = later(out.takenBack[ev.key()], when)
	}
	holds, untrue := holding(notes, now)
	for _, ev := range rollups {
		by, _ := back.by(ev)
		filed := func(s string) bool { return unfiled[filing{ev.Run, s}] && holds[memory.Slug(s)] }
		if slices.ContainsFunc(ev.Evidence, filed) || by.ofNight() && untrue[ev.Notes[0]] {
			delete(out.decided, ev.key())
		}
	}
	return out, nil
}

// holding returns which notes hold, and which notes of entities tell of one that does not.
func holding(notes []memory.Note, now time.Time) (holds, untrue map[memory.Slug]bool) {
	holds, untrue = map[memory.Slug]bool{}, map[memory.Slug]bool{}
	for i := range notes {
		if n := &notes[i]; n.Status == memory.Active && n.ValidAt(now) {
			holds[n.Slug] = true
		}
	}
	for i := range notes {
		if n := &notes[i]; n.Type == memory.Entity && holds[n.Slug] {
			untrue[n.Slug] = slices.ContainsFunc(n.DerivedFrom, func(s memory.Slug) bool { return !holds[s] })
		}
	}
	return holds, untrue
}

// recentNights is of which nights the decisions are told once more, a week later.
const recentNights = 9 * 24 * time.Hour

// before is what the history says of earlier nights.
type before struct {
	decided map[memory.DecisionKey]string
	earlier []dream.Earlier
	given   map[memory.Slug]memory.Type
	// takenBack is when decisions were taken back, if they were: by an undo, a revert, or the
	// first edit of the note after it.
	takenBack map[memory.DecisionKey]time.Time
}

// givenType is the type that a night gave a note when it filed it, "" when the note had one.
func givenType(ev Event) memory.Type {
	if ev.Op != string(memory.OpFile) {
		return ""
	}
	for _, line := range ev.Evidence {
		if t, found := strings.CutPrefix(line, "type "); found {
			if t, _, given := strings.Cut(t, ": "); given && !strings.ContainsAny(t, " ,") {
				return memory.Type(t)
			}
		}
	}
	return ""
}

// takenBack is what later commits than the one looked at have undone, by mem or by git, and
// the commits that did.
type takenBack struct {
	commits, runs map[string]undoing
	seen          int // commits so far
}

// undoing is a commit that took others back, and how many there have been since, with it.
type undoing struct {
	gitlog.Entry
	ago   int
	merge bool // the night's merge was reverted
}

// ofNight reports whether a whole night was taken back, and not rejected decision by decision.
func (u *undoing) ofNight() bool {
	return u.merge || strings.HasPrefix(u.Subject, string(opUndo)+": "+wholeRun) && !strings.HasPrefix(eventOf(u.Entry).Reason, rejectedBy)
}

func newTakenBack() takenBack {
	return takenBack{commits: map[string]undoing{}, runs: map[string]undoing{}}
}

func (t *takenBack) has(ev Event) bool {
	_, is := t.by(ev)
	return is
}

// by returns the commit that undid another.
func (t *takenBack) by(ev Event) (undoing, bool) {
	if entry, is := t.commits[ev.Commit]; is {
		return entry, true
	}
	entry, is := t.runs[ev.Run]
	entry.merge = is
	return entry, is
}

// see is given every commit, the newest first. A commit that is itself taken back takes
// nothing back.
func (t *takenBack) see(entry gitlog.Entry, ev Event) {
	t.seen++
	undoer, undone := t.commits[entry.Hash]
	switch {
	case undone:
		if entry.Merge && ev.Run != "" {
			t.runs[ev.Run] = undoer
		}
	case ev.Op == string(opUndo):
		for _, hash := range entry.Trailer("Mem-Evidence") {
			t.commits[hash] = undoing{Entry: entry, ago: t.seen}
		}
	default:
		for text := entry.Body; ; {
			_, rest, found := strings.Cut(text, revertMark)
			if !found {
				break
			}
			text = strings.TrimLeft(rest, " \n") // git may wrap the line
			if len(text) >= 40 {
				t.commits[text[:40]] = undoing{Entry: entry, ago: t.seen}
			}
		}
	}
}

// takenBackIn walks the history for what has been undone.
func takenBackIn(ctx context.Context, repo *gitlog.Repo) (takenBack, error) {
	back := newTakenBack()
	for entry, err := range repo.Log(ctx, gitlog.Query{}) {
		if err != nil {
			return back, err
		}
		back.see(entry, eventOf(entry))
	}
	return back, nil
}

// revertMark is what git revert writes before the hash of the commit.
const revertMark = "This reverts commit"
