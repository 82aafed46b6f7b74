package dream

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"mem/internal/memory"
)

// Job is one kind of nightly work.
type Job string

// The jobs of SPEC §5. JobBrief decides nothing: it is Brief. JobPropose decides nothing
// either: what it finds is a line of the brief, as is what JobFacts finds.
const (
	JobFile     Job = "file"
	JobMerge    Job = "merge"
	JobConflict Job = "conflict"
	JobExpire   Job = "expire"
	JobPromote  Job = "promote"
	JobRollup   Job = "rollup"
	JobInsight  Job = "insight"
	JobFacts    Job = "facts"
	JobBrief    Job = "brief"
	JobPropose  Job = "propose"
)

// Jobs lists every job in the order in which a night is told and carried out.
func Jobs() []Job {
	return []Job{JobFile, JobMerge, JobConflict, JobExpire, JobPromote, JobRollup, JobInsight, JobFacts, JobBrief, JobPropose}
}

// work is a job's way of deciding.
type work struct {
	job    Job
	decide func(context.Context, *night) error
}

// works lists the deciding jobs in the order in which they choose. Each note gets one
// decision a night, so what would be retired is chosen before what is left is filed, and
// what is merely alike is looked at when the rest of merge and conflict is done.
func works() []work {
	return []work{{JobExpire, expire}, {JobMerge, merge}, {JobConflict, conflict}, {JobMerge, near}, {JobFile, file}, {JobPromote, promote}, {JobRollup, rollup}, {JobInsight, insight}, {JobFacts, alwaysOn}, {JobPropose, propose}}
}

// Plan is what a night would do, and what it leaves to the owner.
type Plan struct {
	Run       string
	Before    Queue
	Decisions []Decision // in the order in which they are to be applied
	Listed    []Listed
	Problems  []memory.Finding
	Undone    []Undone
	Proposals []Proposal // for mem.yaml
	Open      []Open     // questions asked often and never answered
	Facts     FactsBudget
	Dropped   []Decision // over the limit; they wait for another night
	Barred    []Barred   // held back by a guard
	Answers   Answers    // of a model
}

// Decision is one change, and the job that wants it.
type Decision struct {
	Job    Job
	Change memory.Change
}

// Undone is a decision that was taken once, was undone by somebody, and is not taken again.
type Undone struct {
	Decision
	Commit string    // that carried it out then
	When   time.Time // it was taken back, as far as the history tells; zero = it does not
}

// Kind says why a note is put before the owner.
type Kind string

// The kinds of Listed.
const (
	StatusUnknown Kind = "status-unknown"     // it stays unfiled
	TooLarge      Kind = "too-large"          // it stays unfiled
	TypeUnknown   Kind = "type-unknown"       // filed; the vault does not know its type
	TypeUnsure    Kind = "type-unsure"        // it stays unfiled
	OtherType     Kind = "same-text-typed"    // two notes with one text and two types
	OtherTitle    Kind = "same-text-titled"   // two notes with one text and two titles
	SaidAgain     Kind = "same-text-again"    // one text twice, another statement between
	Doubtful      Kind = "supersedes-doubted" // declared, but not done by a machine alone
	NearCopies    Kind = "near-copies"        // two notes that say nearly the same
	Disagree      Kind = "disagree"           // two notes that cannot both hold
	EmptyButKept  Kind = "empty-but-kept"     // a person's own, or marked as important
	EntityEdited  Kind = "entity-edited"      // a person wrote into what dream had built
	UnusedKept    Kind = "unused-but-kept"    // a person's own, that nobody has used for long
	Failing       Kind = "failing"            // whoever acted on it said twice that it did not help
)

// Passing reports whether notes of this kind are listed only on the night that files
// them; the others are listed every night until somebody settles them.
func (k Kind) Passing() bool { return k == TypeUnknown }

// Waits reports whether notes of this kind stay unfiled until somebody says a word.
func (k Kind) Waits() bool {
	return k == TypeUnsure || k == StatusUnknown || k == TooLarge || k == EmptyButKept
}

// Listed is something for the owner's eye.
type Listed struct {
	Kind   Kind          `json:"kind"`
	Notes  []memory.Slug `json:"notes"`
	Type   memory.Type   `json:"type,omitempty"`  // that its cues speak for most, where no rule is sure
	Titles []string      `json:"titles"`          // what each note says, in one line
	Texts  []string      `json:"texts,omitempty"` // of a likeness: the texts, to be read beside each other
	Why    string        `json:"why"`             // one sentence
	Settle string        `json:"settle"`          // the command, or the line of mem.yaml, that settles it
	Or     []string      `json:"or,omitempty"`    // other commands that settle it another way

	// Likeness is how much of their words two texts have in common; 0 where nobody asked.
	Likeness float64 `json:"likeness,omitempty"`
}

// Changes returns what is to be applied, in order.
func (p Plan) Changes() []memory.Change {
	out := make([]memory.Change, len(p.Decisions))
	for i := range p.Decisions {
		out[i] = p.Decisions[i].Change
	}
	return out
}

// Counts returns how many decisions there are of each operation.
func (p Plan) Counts() map[memory.Op]int {
	out := map[memory.Op]int{}
	for i := range p.Decisions {
		out[p.Decisions[i].Change.Op]++
	}
	return out
}

// Summary tells counts in a line: "12 filed, 3 superseded, 2 expired"; "" when nothing
// was decided. Operations that no job decides do not count.
func Summary(counts map[memory.Op]int) string {
	var parts []string
	for _, d := range deeds() {
		switch n := counts[d.op]; {
		case n == 0:
		case d.op == memory.OpUse: // of many notes, in one decision
			parts = append(parts, "uses counted")
		default:
			parts = append(parts, count(n, d.one, d.many))
		}
	}
	return strings.Join(parts, ", ")
}

// deed is an operation that a night decides, and what one and several of it are called.
type deed struct {
	op        memory.Op
	one, many string
}

// deeds lists the operations in the order in which a night is told.
func deeds() []deed {
	return []deed{{memory.OpFile, "filed", "filed"}, {memory.OpSupersede, "superseded", "superseded"}, {memory.OpExpire, "expired", "expired"},
		{memory.OpPromote, "change of trust", "changes of trust"}, {memory.OpUse, "count of uses", "counts of uses"}, {memory.OpRollup, "rollup", "rollups"}, {memory.OpInsight, "insight", "insights"}}
}

// Decide looks at a vault and says what should change. A nil judge is never sure. The
// error is the context's: a judge that fails costs its answer, not the night.
func Decide(ctx context.Context, s Snapshot, p Policy, judge Adjudicator) (Plan, error) {
	n := newNight(s, p, judge)
	for _, w := range works() {
		if err := ctx.Err(); err != nil {
			return Plan{}, fmt.Errorf("plan the night: %w", err)
		}
		if !p.Runs(w.job) {
			continue
		}
		if err := w.decide(ctx, n); err != nil {
			return Plan{}, fmt.Errorf("plan the night: %s: %w", w.job, err)
		}
	}
	if err := ctx.Err(); err != nil { // a judge may have been left without an answer
		return Plan{}, fmt.Errorf("plan the night: %w", err)
	}
	return n.finish(), nil
}

// finish puts the plan in the order in which it is told and carried out, by job and name,
// and cuts it at the limit. A decision may rest on a file that an earlier one edits.
func (n *night) finish() Plan {
	p := n.plan
	n.answers.settle(&p)
	slices.SortStableFunc(p.Decisions, byTelling)
	slices.SortStableFunc(p.Undone, func(a, b Undone) int { return byTelling(a.Decision, b.Decision) })
	slices.SortStableFunc(p.Problems, byGravity)
	slices.SortStableFunc(p.Listed, func(a, b Listed) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.Likeness, a.Likeness), slices.Compare(a.Notes, b.Notes))
	})
	n.keepBoth(p.Listed)
	kept, limit := p.Decisions[:0:0], n.policy.limit()
	for _, d := range p.Decisions {
		switch {
		case d.Job == JobFile:
			kept = append(kept, d)
		case limit > 0:
			kept, limit = append(kept, d), limit-1
		default:
			p.Dropped = append(p.Dropped, d)
		}
	}
	p.Decisions = kept
	return p
}

func byTelling(a, b Decision) int {
	jobs := Jobs()
	return cmp.Or(cmp.Compare(slices.Index(jobs, a.Job), slices.Index(jobs, b.Job)),
		cmp.Compare(a.Change.Files[0].Target(), b.Change.Files[0].Target()))
}

func byGravity(a, b memory.Finding) int {
	rank := func(f memory.Finding) int {
		if f.Grave {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Code, b.Code), cmp.Compare(a.Detail, b.Detail))
}
