package dream

import (
	"slices"
	"time"

	"mem/internal/memory"
)

// Guard is what may keep a night from what it has decided.
type Guard string

// The guards of SPEC §5 besides the limit of decisions.
const (
	GuardBreaker Guard = "breaker" // far more than usual would be retired
	GuardProbe   Guard = "probe"   // mem cannot write a note and recall it
	GuardRecall  Guard = "recall"  // a question of the vault's own would lose its answer
)

// Barred is what a guard held back: a whole job, or single decisions of it.
type Barred struct {
	Guard     Guard    `json:"guard"`
	Job       Job      `json:"job"`
	Whole     bool     `json:"whole"`     // nothing of the job was done
	Decisions int      `json:"decisions"` // that were not taken; 0 = the job was not asked
	Subjects  []string `json:"subjects"`  // of the first of them
	Why       string   `json:"why"`       // one sentence
	Lost      []Lost   `json:"lost"`      // questions that would have lost their answer
}

// Lost is a question that found its note before a night and would not after it.
type Lost struct {
	Query    string   `json:"query"`
	Expected []string `json:"expected"`
	Came     []string `json:"came"` // what would have come instead; none = no answer
}

// Probe is what came of the questions that a vault asks itself. The zero value: none was asked.
type Probe struct {
	Questions int     `json:"questions"`
	Before    float64 `json:"before"` // share that finds its note among the first three
	After     float64 `json:"after"`  // the same, after the night
	Lost      []Lost  `json:"lost"`   // not found any more, though the night was let through
}

// Earlier is a night of the past, as the history tells it.
type Earlier struct {
	Run    string
	At     time.Time
	Counts map[memory.Op]int
	Done   []Done // besides filing, of the nights of the last week; what was taken back is not there
}

// Retiring lists the jobs that take notes out of recall. They do nothing while mem cannot
// write a note and recall it.
func Retiring() []Job { return []Job{JobMerge, JobConflict, JobExpire} }

// Allows reports whether a guard may not hold back a job, since somebody said so.
func (p *Policy) Allows(j Job) bool { return slices.Contains(p.Allow, j) }

// barred reports whether a guard holds back all of a job.
func (p *Policy) barred(j Job) bool {
	return slices.ContainsFunc(p.Barred, func(b Barred) bool { return b.Whole && b.Job == j })
}

// firstSubjects is how many of the decisions that were not taken are named.
const firstSubjects = 5

// Bar makes the note of a whole job of a plan that is held back.
func Bar(p Plan, g Guard, j Job, why string) Barred {
	b := Barred{Guard: g, Job: j, Whole: true, Subjects: []string{}, Why: why, Lost: []Lost{}}
	for i := range p.Decisions {
		if p.Decisions[i].Job == j {
			b.Add(p.Decisions[i].Change)
		}
	}
	return b
}

// Add counts a decision that is not taken.
func (b *Barred) Add(c memory.Change) {
	if b.Decisions++; len(b.Subjects) < firstSubjects {
		b.Subjects = append(b.Subjects, c.Subject())
	}
}
