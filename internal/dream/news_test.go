package dream_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// has fails unless every line is one of the page's.
func has(t *testing.T, page string, lines ...string) {
	t.Helper()
	for _, want := range lines {
		if !slices.Contains(strings.Split(page, "\n"), want) {
			t.Errorf("lacks the line %q:\n%s", want, page)
		}
	}
}

func TestBriefSettlesManyUnsureNotesWithOneCommandForEachType(t *testing.T) {
	var notes []memory.Note
	for i := range 12 {
		notes = append(notes, note(fmt.Sprintf("anvil-%02d", i), 1+i%9, fmt.Sprintf("Broken: %s.", strings.Fields("anvil barrel crane dinghy easel ferry gasket hinge ingot jack kiln lathe")[i]), unfiled, untyped))
	}
	notes = append(notes, note("kettle", 2, "Kettle, crooked.", unfiled, untyped), note("lathe", 1, "The lathe.", unfiled, untyped))
	s := vault(notes...)
	s.Likely = func(_, text string) memory.Type {
		switch {
		case strings.Contains(text, "Broken"):
			return memory.Fix
		case strings.Contains(text, "crooked"):
			return memory.Idea
		}
		return ""
	}
	s.Uses = []dream.Use{{At: s.Now, Op: dream.UseShown, Slugs: []memory.Slug{"anvil-00"}}}
	r := dream.Report{Now: s.Now, Plan: decide(t, s, dream.Policy{}), Snapshot: s}
	has(t, string(dream.Brief(r)), "### No rule is sure of the type: 14",
		"  - `mem set anvil-00 anvil-08 anvil-07 anvil-06 anvil-05 anvil-04 anvil-03 anvil-02 anvil-11 anvil-01 type=fix status=active`",
		"- likely idea: [[kettle]] `Kettle, crooked`", "  - `mem set kettle type=idea status=active`",
		"- no word tells: [[lathe]] `The lathe`", "  - `mem set lathe type=reference status=active`")
}

func TestBriefTellsInDetailOnlyWhatIsNewSinceTheLast(t *testing.T) {
	lastNight := tonight.Add(-24 * time.Hour)
	undone := func(slug memory.Slug, when time.Time) dream.Undone {
		c := memory.Change{Op: memory.OpFile, Notes: []memory.Slug{slug}}
		return dream.Undone{Decision: dream.Decision{Job: dream.JobFile, Change: c}, Commit: "0123456789abcdef", When: when}
	}
	alike := func(a, b memory.Slug) dream.Listed {
		return dream.Listed{Kind: dream.NearCopies, Notes: []memory.Slug{a, b}, Texts: []string{"One text.", "One text!"}, Why: "nearly", Likeness: 0.5, Settle: "mem forget " + string(a)}
	}
	s := vault(note("new", 9, "One text."), note("a", 1, "One text."), note("b", 1, "One text!"))
	s.Nights, s.Known = []time.Time{lastNight}, map[memory.Slug]time.Time{"new": lastNight.Add(time.Hour), "a": lastNight.Add(-time.Hour), "b": lastNight.Add(-time.Hour)}
	s.Notes[0].Updated = lastNight.Add(time.Hour)
	r := dream.Report{Now: s.Now, Plan: decide(t, s, dream.Policy{}), Snapshot: s}
	r.Plan.Listed = []dream.Listed{alike("a", "b"), alike("a", "b"), alike("a", "b"), alike("a", "b"), alike("a", "new")}
	r.Plan.Undone = []dream.Undone{undone("old", lastNight.Add(-time.Hour)), undone("fresh", lastNight.Add(time.Hour)), undone("unknown", time.Time{})}
	page := string(dream.Brief(r))
	has(t, page, "## Stays undone: 3", "- [[fresh]] is not filed again; taken back on "+lastNight.Add(time.Hour).Format(time.DateOnly)+" (`0123456789`)",
		"- and 2 more: `mem dream log --undone`", "- new: 50 % alike:", "- 50 % alike:", "- and 3 more: `mem dream --dry-run --json`")
	if first, second := strings.Index(page, "- new: 50"), strings.Index(page, "- 50"); first > second || strings.Count(page, "% alike") != 2 {
		t.Errorf("what is new comes first, and little is told again:\n%s", page)
	}
	r.Plan.Undone = r.Plan.Undone[:1]
	has(t, string(dream.Brief(r)), "## Stays undone: 1", "As before: `mem dream log --undone`.")
	r.Snapshot.Nights = nil
	has(t, string(dream.Brief(r)), "- [[old]] is not filed again; taken back on "+lastNight.Add(-time.Hour).Format(time.DateOnly)+" (`0123456789`)")
}
