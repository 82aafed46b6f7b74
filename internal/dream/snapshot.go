package dream

import (
	"cmp"
	"slices"
	"time"

	"mem/internal/memory"
)

// Snapshot is the vault as it was read, once, before anything is decided.
type Snapshot struct {
	Notes    []memory.Note    // every note, with its body; the order does not matter
	Findings []memory.Finding // what listing and check found odd: broken blocks, conflict copies

	// Inner are folders that are git repositories of their own, submodules for one. The notes
	// in them are read, and no night decides about them: its commits do not reach there.
	Inner []string

	// Decided holds every decision that dream has taken before and the commit that
	// carried it out. One that would be taken again was undone by somebody: it stays undone.
	// Of rollups only those are here that a commit took back, since a page may have to say again
	// what it said before, and one that was deleted is written anew.
	Decided map[memory.DecisionKey]string

	// TakenBack says of decisions in Decided when they were taken back, where that is known.
	TakenBack map[memory.DecisionKey]time.Time

	// Name is how the vault names a note of a title; nil names none, and nothing is built.
	Name func(title string) memory.Slug

	// Waiting are the decisions of staged nights that nobody has approved or rejected yet.
	Waiting []Waiting

	// Earlier are the nights of the past that decided anything, the newest first.
	Earlier []Earlier

	// Guessed are the notes whose type was only guessed when they were captured.
	Guessed map[memory.Slug]bool

	// Known says since when mem's history tells of a note, and Nights when nights were that
	// left something there, oldest first. A note that no night has seen yet is not old.
	Known  map[memory.Slug]time.Time
	Nights []time.Time

	// Ledger is the name of this machine's ledger of uses, "" where nothing can be folded in,
	// and Folded the instant up to which it has been.
	Ledger string
	Folded time.Time

	// Uses is the ledger of what was shown and what became of it, oldest first.
	Uses []Use

	// Scores are the figures of earlier days, as their briefs keep them, oldest first.
	Scores []Score

	// Config is the text of mem.yaml, "" when there is none.
	Config string

	// Given are the types that earlier nights gave notes when they filed them.
	Given map[memory.Slug]memory.Type

	// Trial is how recall.min_coverage did with the questions that the vault keeps.
	Trial Trial

	// Open are the questions that are asked often and have no answer.
	Open []Open

	// Facts is what facts.md holds.
	Facts memory.Facts

	// Likely is the type that the cues of a note speak for most, "" for none; nil: nobody says.
	Likely func(title, text string) memory.Type

	// Credential reports whether a text holds a credential; nil: none does.
	Credential func(text string) bool

	Now time.Time
}

// Use is one line of the ledger of uses.
type Use struct {
	At      time.Time
	Op      UseOp
	Slugs   []memory.Slug
	Query   string // of a recall
	Session string // "" = not said
}

// Trial is how the bound of an answer did with the questions of eval/gold.jsonl.
type Trial struct {
	Bound   float64  // recall.min_coverage as it is
	Missed  []Missed // refused, though the right note was the best there was
	Refused int      // questions that have to be refused, and were asked
	Highest float64  // the most evidence that anything had for one of those
}

// Missed is a question that was refused.
type Missed struct {
	Query    string
	Evidence float64 // that the right note had
}

// UseOp is what a line of the ledger is about.
type UseOp string

// The kinds of Use.
const (
	UseShown   UseOp = "shown"   // a recall returned the notes
	UseSuccess UseOp = "success" // whoever acted on them said that they helped
	UseFailure UseOp = "failure" // or that they did not
	UseAgain   UseOp = "again"   // the same text was captured once more
)

// Policy is what the owner allows a night to do. The zero value allows what every vault does.
type Policy struct {
	Run        string // names the night in commits and brief; "" = made from the snapshot's time
	MaxChanges int    // most decisions besides filing; 0 = the vault's setting, below 0 = none
	Only       []Job  // the jobs to run; empty = all
	Settings   memory.Settings

	Allow    []Job                       // jobs that no guard holds back
	Barred   []Barred                    // what guards have held back tonight
	Withheld map[memory.DecisionKey]bool // single decisions among that
}

// Runs reports whether the policy lets a job run.
func (p *Policy) Runs(j Job) bool {
	return (len(p.Only) == 0 && !p.skips(string(j)) || slices.Contains(p.Only, j)) && !p.barred(j)
}

// skipTypes in dream.skip is that no night names the type of a note.
const skipTypes = "types"

// skips reports whether the vault's settings leave a job out. One that is asked for runs.
func (p *Policy) skips(name string) bool { return slices.Contains(p.Settings.Skip, name) }

func (p *Policy) limit() int {
	limit := cmp.Or(p.MaxChanges, p.Settings.MaxChanges, memory.DefaultMaxChanges)
	return max(limit, 0)
}

// RunAt names the night that began at t: 20260803T031500Z.
func RunAt(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// Queue is how much waits to be filed.
type Queue struct {
	Unfiled int
	Oldest  time.Time // capture of the oldest unfiled note; zero when none waits
}

// QueueOf counts the unfiled notes.
func QueueOf(notes []memory.Note) Queue {
	var q Queue
	for i := range notes {
		n := &notes[i]
		if n.Status != memory.Unfiled {
			continue
		}
		q.Unfiled++
		if !n.Captured.IsZero() && (q.Oldest.IsZero() || n.Captured.Before(q.Oldest)) {
			q.Oldest = n.Captured
		}
	}
	return q
}
