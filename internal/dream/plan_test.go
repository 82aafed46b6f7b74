package dream_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// mixed is a vault in which every job has something to do and something to leave.
func mixed() dream.Snapshot {
	return vault(
		note("gone", 1, "", unfiled), note("mine", 1, "", bare),
		note("first", 1, "The lathe needs oil."), note("copy", 3, "The lathe needs oil.", unfiled),
		note("mon", 1, "Water on Mondays."), note("thu", 5, "Thursday is the new day.", unfiled, over("mon")),
		note("tea", 2, "Ada prefers tea.", unfiled, untyped), note("anvil", 2, "The anvil is rented.", unfiled, untyped),
		note("a", 1, "one", over("b")), note("b", 1, "two", over("a")),
		note("odd", 1, "Q3: plan", broken("line 1: not YAML")),
	)
}

func TestDecideTellsANightInTheOrderOfItsJobs(t *testing.T) {
	p := decide(t, mixed(), dream.Policy{})
	expect(t, p,
		"file: tea unfiled → active", "file: thu unfiled → active",
		"supersede: copy by first", "supersede: mon by thu", "expire: gone (blank)",
		"listed empty-but-kept: mine", "listed type-unsure: anvil",
		"problem supersede-loop: memory/2026/08/a.md", "problem frontmatter-unparsable: memory/2026/08/odd.md")
	if got, want := dream.Summary(p.Counts()), "2 filed, 2 superseded, 1 expired"; got != want {
		t.Errorf("got summary %q, want %q", got, want)
	}
	if got := dream.Summary(map[memory.Op]int{memory.OpBrief: 1}); got != "" {
		t.Errorf("got summary %q of a night that only wrote its brief", got)
	}
	if p.Before.Unfiled != 7 || !p.Before.Oldest.Equal(time.Date(2026, 8, 1, 10, 0, 0, 0, time.UTC)) || p.Run != "20260810T031500Z" {
		t.Errorf("got queue %+v, run %q", p.Before, p.Run)
	}
}

func TestDecideRunsOnlyTheJobsAskedFor(t *testing.T) {
	for _, row := range []struct {
		only []dream.Job
		want string
	}{
		{[]dream.Job{dream.JobFile}, "3 filed"},
		{[]dream.Job{dream.JobMerge}, "2 superseded"},
		{[]dream.Job{dream.JobExpire, dream.JobMerge}, "2 superseded, 1 expired"},
		{[]dream.Job{dream.JobBrief}, ""},
	} {
		if got := dream.Summary(decide(t, mixed(), dream.Policy{Only: row.only}).Counts()); got != row.want {
			t.Errorf("%v: got %q, want %q", row.only, got, row.want)
		}
	}
}

func TestDecideStopsAtTheLimitAndFilesAllTheSame(t *testing.T) {
	for _, row := range []struct {
		name   string
		policy dream.Policy
		want   string
		drop   int
	}{
		{"the command's limit", dream.Policy{MaxChanges: 1, Settings: memory.Settings{MaxChanges: 9}}, "2 filed, 1 superseded", 2},
		{"the vault's limit", dream.Policy{Settings: memory.Settings{MaxChanges: 2}}, "2 filed, 2 superseded", 1},
		{"no change but filing", dream.Policy{MaxChanges: -1}, "2 filed", 3},
	} {
		p := decide(t, mixed(), row.policy)
		if got := dream.Summary(p.Counts()); got != row.want || len(p.Dropped) != row.drop {
			t.Errorf("%s: got %q with %d dropped, want %q with %d", row.name, got, len(p.Dropped), row.want, row.drop)
		}
	}
}

func TestDecideLeavesUndoneWhatSomebodyUndid(t *testing.T) {
	s := mixed()
	s.Decided = map[memory.DecisionKey]string{}
	for _, d := range decide(t, s, dream.Policy{}).Decisions {
		s.Decided[d.Change.Key()] = "c0ffee"
	}
	p := decide(t, s, dream.Policy{})
	expect(t, p, // copy and gone are notes like any other now, and filed
		"file: copy unfiled → active", "file: gone unfiled → active",
		"listed empty-but-kept: mine", "listed type-unsure: anvil",
		"problem supersede-loop: memory/2026/08/a.md", "problem frontmatter-unparsable: memory/2026/08/odd.md",
		"stays undone: file: tea unfiled → active", "stays undone: file: thu unfiled → active",
		"stays undone: supersede: copy by first", "stays undone: supersede: mon by thu", "stays undone: expire: gone (blank)")
	if p.Undone[0].Commit != "c0ffee" {
		t.Errorf("got commit %q", p.Undone[0].Commit)
	}
	t.Run("a parted pair stays parted when the other becomes the stronger", func(t *testing.T) {
		s := vault(note("first", 1, "The lathe needs oil."), note("copy", 3, "The lathe needs oil."))
		s.Decided = map[memory.DecisionKey]string{}
		c := decide(t, s, dream.Policy{}).Changes()[0]
		s.Decided[c.Key()] = "c0ffee"
		s.Notes[1] = note("copy", 3, "The lathe needs oil.", verified)
		expect(t, decide(t, s, dream.Policy{}))
	})
}

func TestDecideIsTheSameForTheSameSnapshotInAnyOrder(t *testing.T) {
	for seed := range uint64(40) {
		s := random(seed)
		want := decide(t, s, dream.Policy{})
		for other := range uint64(3) {
			if got := decide(t, shuffled(s, other), dream.Policy{}); !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, told(got), told(want))
			}
		}
	}
}

func TestDecideHasNothingLeftAfterItsOwnNight(t *testing.T) {
	for seed := range uint64(250) {
		s := random(seed)
		before := slices.Clone(s.Notes)
		p := decide(t, s, dream.Policy{MaxChanges: 1000})
		if !reflect.DeepEqual(s.Notes, before) {
			t.Fatalf("seed %d: the snapshot was altered", seed)
		}
		second := decide(t, carryOut(t, s, p), dream.Policy{MaxChanges: 1000})
		if len(second.Decisions) > 0 || len(second.Undone) > 0 {
			t.Fatalf("seed %d: after\n%s\nanother night decides\n%s", seed, told(p), told(second))
		}
	}
}

// random makes a small vault in which much collides.
func random(seed uint64) dream.Snapshot {
	r := rand.New(rand.NewPCG(seed, 7))
	texts := []string{"", "---", "The door is open.", "The door is closed.", "The door is open. ", "Ada prefers tea.", "Bay 1 holds 4.", "👍"}
	var notes []memory.Note
	for i := range 4 + r.IntN(14) {
		n := note(fmt.Sprintf("n%d", i), 1+r.IntN(5), texts[r.IntN(len(texts))])
		for _, change := range []func(*memory.Note){
			unfiled, untyped, verified, bare, scope("x"), by(memory.OriginOwner), by(memory.OriginExternal), kind(memory.Idea),
			kind(memory.Entity), kind("learning"), entitled("Door"), declares("draft"), broken("odd"), is(memory.Superseded),
			holding(1, 3), holding(20, 30), outOf("n1"), over("n0"), over("n1", "n2"), over("n3"), over("n4"), over("nobody"), weighing(9),
		} {
			if r.IntN(8) == 0 {
				change(&n)
			}
		}
		n.Hash = stateOf(&n)
		notes = append(notes, n)
	}
	return vault(notes...)
}

func TestDecideReportsFindingsOnce(t *testing.T) {
	s := vault(note("odd", 1, "Q3: plan", broken("line 1: not YAML")), note("healthy", 2, "The trellis needs paint.", unfiled),
		note("ring1", 1, "one", over("ring2")), note("ring2", 1, "two", over("ring1")), note("self", 1, "three", over("self")))
	s.Findings = []memory.Finding{
		{Code: "supersede-loop", Path: "memory/2026/08/ring1.md", Grave: true},
		{Code: "supersede-self", Path: "memory/2026/08/self.md", Grave: true},
		{Code: "conflict-copy", Path: "memory/2026/08/kettle (conflicted copy).md"},
		{Code: "frontmatter-unparsable", Path: "memory/2026/08/odd.md", Grave: true},
	}
	expect(t, decide(t, s, dream.Policy{}), "file: healthy unfiled → active",
		"problem frontmatter-unparsable: memory/2026/08/odd.md", "problem supersede-loop: memory/2026/08/ring1.md",
		"problem supersede-self: memory/2026/08/self.md", "problem conflict-copy: memory/2026/08/kettle (conflicted copy).md")
}

func TestDecideWorksOnAnEmptyVaultAndWithoutAJudge(t *testing.T) {
	expect(t, decide(t, vault(), dream.Policy{}))
	p, err := dream.Decide(context.Background(), vault(note("a", 1, "Ada prefers tea.", unfiled, untyped)), dream.Policy{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, p, "listed type-unsure: a")
}

func TestDecideEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	judge := dream.AdjudicatorFunc(func(context.Context, dream.Case) (dream.Verdict, error) {
		cancel()
		return nil, errors.New("interrupted")
	})
	if _, err := dream.Decide(ctx, mixed(), dream.Policy{}, judge); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want the context's", err)
	}
}
