package dream_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

// proposed plans a night and returns the settings that it proposes, a line each.
func proposed(t *testing.T, s dream.Snapshot, p dream.Policy) (settings []string, all []dream.Proposal) {
	t.Helper()
	for _, one := range decide(t, s, p).Proposals {
		settings = append(settings, one.Setting)
		all = append(all, one)
	}
	return settings, all
}

func TestPropose(t *testing.T) {
	typed := func(k memory.Type, n int) dream.Snapshot {
		s := vault()
		for i := range n {
			s.Notes = append(s.Notes, note(fmt.Sprintf("%s-%d", k, i), 1, fmt.Sprintf("Thing %d of its kind.", i), kind(k)))
		}
		return s
	}
	undone := func(n, taken int) dream.Snapshot {
		s := vault()
		s.Decided, s.Earlier = map[memory.DecisionKey]string{}, []dream.Earlier{{Counts: map[memory.Op]int{memory.OpExpire: taken}}}
		for i := range n {
			slug := memory.Slug(fmt.Sprintf("blank-%d", i))
			s.Notes = append(s.Notes, note(string(slug), 1, ""))
			c := memory.Change{Op: memory.OpExpire, Notes: []memory.Slug{slug}, Reason: "It has no text."}
			s.Decided[c.Key()] = "0123456789abcdef"
		}
		return s
	}
	givenTo := func(changed, kept int) dream.Snapshot {
		s := typed(memory.Fix, changed+kept)
		s.Given = map[memory.Slug]memory.Type{}
		for i := range s.Notes {
			s.Given[s.Notes[i].Slug] = memory.Fix
			if i < changed {
				s.Given[s.Notes[i].Slug] = memory.Idea
			}
		}
		return s
	}
	full := func(nights int) dream.Snapshot {
		s := vault(note("blank", 1, ""), note("void", 1, ""), note("none", 1, ""))
		for i := range nights {
			s.Scores = append(s.Scores, dream.Score{Day: fmt.Sprintf("2026-08-0%d", i+1), Waits: 4})
		}
		return s
	}
	after := func(nights int) dream.Snapshot {
		s := vault(note("a", 1, "The lathe needs oil."))
		s.Config = "types: [recipe, chant]\n"
		s.Scores = make([]dream.Score, nights)
		return s
	}
	tried := func(trial dream.Trial) dream.Snapshot { s := vault(); s.Trial = trial; return s }
	missed := []dream.Missed{{Query: "a", Evidence: 0.2}, {Query: "b", Evidence: 0.217}, {Query: "c", Evidence: 0.23}}
	of := func(types ...memory.Type) dream.Policy { return dream.Policy{Settings: memory.Settings{Types: types}} }
	for _, row := range []struct {
		name   string
		s      dream.Snapshot
		policy dream.Policy
		want   []string
	}{
		{"a type that many notes have", typed("recipe", 5), dream.Policy{}, []string{"types: [recipe]"}},
		{"a type that few have", typed("recipe", 4), dream.Policy{}, nil},
		{"a type that is known", typed("recipe", 5), of("recipe"), nil},
		{"a type that is no word", typed("a b: [c", 5), dream.Policy{}, nil},
		{"a job whose decisions are taken back", undone(3, 10), dream.Policy{}, []string{"dream.skip: [expire]"}},
		{"one of which few are", undone(3, 100), dream.Policy{}, nil},
		{"two that are taken back", undone(2, 2), dream.Policy{}, nil},
		{"types that people change", givenTo(3, 5), dream.Policy{}, []string{"dream.skip: [types]"}},
		{"types that people let stand", givenTo(3, 30), dream.Policy{}, nil},
		{"a limit that is reached night after night", full(2), dream.Policy{MaxChanges: 2}, []string{"dream.max_changes: 4"}},
		{"one that is reached once", full(1), dream.Policy{MaxChanges: 2}, nil},
		{"types that no note has had", after(30), of("recipe", "chant"), []string{"types without recipe", "types without chant"}},
		{"the same in a young vault", after(29), of("recipe", "chant"), nil},
		{"a bound that refuses what is known", tried(dream.Trial{Bound: 0.24, Missed: missed, Refused: 5, Highest: 0.1}), dream.Policy{}, []string{"recall.min_coverage: 0.20"}},
		{"the same, where what is to be refused would be answered", tried(dream.Trial{Bound: 0.24, Missed: missed, Refused: 5, Highest: 0.22}), dream.Policy{}, nil},
		{"the same, where nothing has to be refused", tried(dream.Trial{Bound: 0.24, Missed: missed}), dream.Policy{}, nil},
		{"a quiet vault", vault(note("a", 1, "The lathe needs oil.")), dream.Policy{}, nil},
		{"when the vault wants no proposals", typed("recipe", 5), dream.Policy{Settings: memory.Settings{Skip: []string{"propose"}}}, nil},
		{"when it is asked for all the same", typed("recipe", 5), dream.Policy{Only: []dream.Job{dream.JobPropose}, Settings: memory.Settings{Skip: []string{"propose"}}}, []string{"types: [recipe]"}},
	} {
		got, all := proposed(t, row.s, row.policy)
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: got %v, want %v", row.name, got, row.want)
		}
		for _, p := range all {
			if p.Diff == "" || p.Why == "" {
				t.Errorf("%s: without its parts: %+v", row.name, p)
			}
		}
	}
}

func TestASkippedJobDoesNothing(t *testing.T) {
	s := vault(note("blank", 1, ""), note("untold", 2, "Ada prefers tea.", unfiled, untyped))
	p := dream.Policy{Settings: memory.Settings{Skip: []string{"expire", "types"}}}
	expect(t, decide(t, s, p), "file: untold unfiled → active")
	for _, job := range memory.SkippableJobs {
		if job != "types" && !slices.Contains(dream.Jobs(), dream.Job(job)) {
			t.Errorf("%q may be skipped and is no job", job)
		}
	}
}

func TestAProposalIsAnEditOfTheTextAsItStands(t *testing.T) {
	s := vault()
	for i := range 5 {
		s.Notes = append(s.Notes, note(fmt.Sprintf("recipe-%d", i), 1, fmt.Sprintf("Thing %d.", i), kind("recipe")))
	}
	for _, row := range []struct{ name, config, want string }{
		{"no file", "", "--- /dev/null\n+++ b/mem.yaml\n@@ -0,0 +1,1 @@\n+types: [recipe]\n"},
		{"other settings", "# ours\ngit: {repository: own}\n", "--- a/mem.yaml\n+++ b/mem.yaml\n@@ -1,2 +1,3 @@\n # ours\n git: {repository: own}\n+types: [recipe]\n"},
		{"a list in a line", "types: [chant]\n", "--- a/mem.yaml\n+++ b/mem.yaml\n@@ -1,1 +1,1 @@\n-types: [chant]\n+types: [chant, recipe]\n"},
		{"an empty list", "types: []\n", "--- a/mem.yaml\n+++ b/mem.yaml\n@@ -1,1 +1,1 @@\n-types: []\n+types: [recipe]\n"},
		{"a list of lines", "types:\n  - chant\ngit: {}\n", "--- a/mem.yaml\n+++ b/mem.yaml\n@@ -1,3 +1,4 @@\n types:\n   - chant\n+  - recipe\n git: {}\n"},
		{"no newline at its end", "git: {}", "--- a/mem.yaml\n+++ b/mem.yaml\n@@ -1,1 +1,2 @@\n-git: {}\n\\ No newline at end of file\n+git: {}\n+types: [recipe]\n"},
		{"a list that leaves doubt", "types: [chant] # [ours]\n", ""},
		{"a list over several lines", "types: [\n  chant]\n", ""},
		{"line ends of another kind", "git: {}\r\n", ""},
	} {
		s.Config = row.config
		_, all := proposed(t, s, dream.Policy{})
		if len(all) != 1 || all[0].Diff != row.want {
			t.Errorf("%s: got\n%+v\nwant\n%s", row.name, all, row.want)
		}
	}
	s.Config = "git: {}\n"
	page := string(dream.Brief(report(t, s, dream.Policy{})))
	if want := "```diff\n--- a/mem.yaml\n+++ b/mem.yaml\n"; !strings.Contains(page, want) {
		t.Errorf("the brief lacks the diff\n%s", page)
	}
}
