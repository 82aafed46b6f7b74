package dream_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// nights are earlier ones that superseded so many notes each, the first the oldest.
func nights(counts ...int) []dream.Earlier {
	var out []dream.Earlier
	for i, n := range counts {
		out = append(out, dream.Earlier{At: tonight.Add(time.Duration(i-len(counts)) * 24 * time.Hour), Counts: map[memory.Op]int{memory.OpSupersede: n, memory.OpFile: 900}})
	}
	return out
}

// retiring is a plan that supersedes so many notes by the one job and by the other.
func retiring(merged, closed int) dream.Plan {
	var p dream.Plan
	for i := range merged + closed {
		job := dream.JobMerge
		if i >= merged {
			job = dream.JobConflict
		}
		slug := memory.Slug(fmt.Sprintf("n%03d", i))
		p.Decisions = append(p.Decisions, dream.Decision{Job: job, Change: memory.Change{Op: memory.OpSupersede, Notes: []memory.Slug{slug, "winner"}}})
	}
	return p
}

func TestABreakerTripsAboveThreeTimesTheUsual(t *testing.T) {
	for _, row := range []struct {
		name    string
		earlier []dream.Earlier
		plan    dream.Plan
		allow   []dream.Job
		job     dream.Job
		why     string
	}{
		{"the first night", nil, retiring(200, 0), nil, "", ""},
		{"the third night", nights(200, 0), retiring(200, 0), nil, "", ""},
		{"twenty are harmless", nights(0, 0, 0), retiring(20, 0), nil, "", ""},
		{"more than that where none is usual", nights(0, 0, 0), retiring(21, 0), nil, dream.JobMerge, "21 notes would be superseded, where 0 is usual and 20 the most."},
		{"three times the usual", nights(9, 10, 90), retiring(30, 0), nil, "", ""},
		{"one more", nights(9, 10, 90), retiring(31, 0), nil, dream.JobMerge, "31 notes would be superseded, where 10 is usual and 30 the most."},
		{"only the last fourteen nights count", append(nights(90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90), nights(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)...), retiring(30, 0), nil, "", ""},
		{"two jobs together, the greater is at fault", nights(5, 5, 5), retiring(10, 12), nil, dream.JobConflict, "22 notes would be superseded, where 5 is usual and 20 the most."},
		{"what somebody allowed", nights(0, 0, 0), retiring(90, 3), []dream.Job{dream.JobMerge}, "", ""},
	} {
		got, tripped := dream.Trip(row.plan, dream.Policy{Allow: row.allow}, row.earlier)
		if tripped != (row.job != "") || got.Job != row.job || got.Why != row.why {
			t.Errorf("%s: got %+v", row.name, got)
		}
		if tripped && (!got.Whole || got.Decisions == 0 || len(got.Subjects) > 5 || !strings.HasPrefix(got.Subjects[0], "supersede: n")) {
			t.Errorf("%s: got %+v", row.name, got)
		}
	}
}

func TestWhatAGuardHeldBackIsNotDecidedAndIsTold(t *testing.T) {
	s := mixed()
	plan := decide(t, s, dream.Policy{})
	policy := dream.Policy{Barred: []dream.Barred{dream.Bar(plan, dream.GuardBreaker, dream.JobMerge, "far more than usual.")}}
	r := report(t, s, policy)
	for _, d := range r.Plan.Decisions {
		if d.Job == dream.JobMerge {
			t.Errorf("decided %s", d.Change.Subject())
		}
	}
	page := string(dream.Brief(r))
	for _, want := range []string{"## Held back", "Nothing of merge: Far more than usual.", "`mem dream --allow merge`"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	first := plan.Decisions[0].Change
	again := decide(t, s, dream.Policy{Withheld: map[memory.DecisionKey]bool{first.Key(): true}})
	for _, d := range again.Decisions {
		if d.Change.Key() == first.Key() {
			t.Errorf("decided %s, which was withheld", d.Change.Subject())
		}
	}
}

func TestWhatWaitsForAPersonIsNotDecidedAgain(t *testing.T) {
	s := mixed()
	for _, d := range decide(t, s, dream.Policy{}).Decisions {
		s.Waiting = append(s.Waiting, dream.Waiting{Op: d.Change.Op, Notes: d.Change.Notes, Reason: d.Change.Reason, Commit: "c0ffee"})
	}
	plan := decide(t, s, dream.Policy{})
	if len(plan.Decisions) != 0 || len(plan.Undone) != 0 {
		t.Errorf("decided %v, undone %v", plan.Changes(), plan.Undone)
	}
}
