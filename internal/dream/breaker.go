package dream

import (
	"fmt"
	"slices"

	"mem/internal/memory"
)

// The bounds of the breaker.
const (
	usualOf  = 14 // nights that say what is usual
	fewest   = 3  // nights before which nothing is
	harmless = 20 // decisions that never trip it
	tooMany  = 3  // times what is usual
)

// destructive lists the operations that take notes out of recall.
func destructive() []memory.Op { return []memory.Op{memory.OpSupersede, memory.OpExpire} }

// Trip says which job of a plan, if any, would retire more than three times as many notes
// as is usual. A job that the policy allows passes, and so does all in a vault of fewer than
// three nights, and whatever is no more than twenty.
func Trip(plan Plan, policy Policy, earlier []Earlier) (Barred, bool) {
	for _, op := range destructive() {
		usual, known := Usual(earlier, op)
		limit := max(harmless, tooMany*usual)
		planned := map[Job]int{}
		all := 0
		for i := range plan.Decisions {
			if d := &plan.Decisions[i]; d.Change.Op == op && !policy.Allows(d.Job) {
				planned[d.Job]++
				all++
			}
		}
		if !known || all <= limit {
			continue
		}
		most := slices.MaxFunc(Jobs(), func(a, b Job) int { return planned[a] - planned[b] })
		return Bar(plan, GuardBreaker, most, fmt.Sprintf("%s would be %s, where %d is usual and %d the most.",
			count(all, "note", "notes"), named(op), usual, limit)), true
	}
	return Barred{}, false
}

// Usual is how many decisions of one operation a night takes: the median of the last nights
// that decided anything. It is not known before there were a few.
func Usual(earlier []Earlier, op memory.Op) (n int, known bool) {
	if len(earlier) < fewest {
		return 0, false
	}
	nights := slices.SortedFunc(slices.Values(earlier), func(a, b Earlier) int { return b.At.Compare(a.At) })
	var counts []int
	for _, e := range nights[:min(usualOf, len(nights))] {
		counts = append(counts, e.Counts[op])
	}
	slices.Sort(counts)
	return counts[len(counts)/2], true
}

// named is what a note is when an operation was carried out.
func named(op memory.Op) string {
	for _, d := range deeds() {
		if d.op == op {
			return d.many
		}
	}
	return string(op)
}
