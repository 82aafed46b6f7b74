package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/judge"
	"mem/internal/memory"
	"mem/internal/vault"
)

// killAfterWrite does what a capture does up to the moment between file and commit.
func killAfterWrite(v *testVault, slug string) {
	v.t.Helper()
	e := v.open()
	n := (&memory.Draft{Text: "Killed " + slug, Type: memory.Fix, Status: memory.Unfiled, Actor: "agent:dying"}).Note(memory.Slug(slug), v.now)
	c := memory.Change{Op: memory.OpCapture, Notes: []memory.Slug{n.Slug}, Actor: n.Actor, Reason: "Captured.",
		Files: []memory.FileEdit{memory.Create{Path: n.Path, Data: vault.Encode(n)}}}
	err := e.vault.Update(v.t.Context(), func(w *vault.Writer) error {
		if _, err := w.Claim(n.Slug, memory.Shard(v.now)); err != nil {
			return err
		}
		if err := e.note(pendingState, e.intent(c)); err != nil {
			return err
		}
		_, err := w.Apply(c)
		return err
	})
	if err != nil {
		v.t.Fatal(err)
	}
}

func TestTheNextCaptureCommitsWhatAKilledOneWrote(t *testing.T) {
	v := newVault(t)
	killAfterWrite(v, "dying-one")
	killAfterWrite(v, "dying-two")
	if got := v.recall("killed dying-one"); len(got) == 0 {
		t.Error("a note that is on disk is not recalled")
	}
	v.capture("The next one lives.")
	v.clean()
	for _, want := range []string{"capture: dying-one", "capture: dying-two", "capture: the-next-one-lives"} {
		if !slices.Contains(v.subjects(), want) {
			t.Errorf("no commit %q in %v", want, v.subjects())
		}
	}
	if got := v.git("log", "--grep=^capture: dying-one", "--format=%an"); got != "dying" {
		t.Errorf("author of the made-up commit: %q", got)
	}
	if _, err := os.Stat(filepath.Join(v.root, ".mem", pendingState)); !os.IsNotExist(err) {
		t.Errorf("the list of intents stays: %v", err)
	}
}

func TestAnIntentWhoseFileWasNeverWrittenIsDropped(t *testing.T) {
	v := newVault(t)
	e := v.open()
	c := memory.Change{Op: memory.OpCapture, Notes: []memory.Slug{"never"}, Files: []memory.FileEdit{memory.Create{Path: "memory/2026/08/never.md"}}}
	if err := e.note(pendingState, e.intent(c)); err != nil {
		t.Fatal(err)
	}
	v.capture("The next one lives.")
	if slices.Contains(v.subjects(), "capture: never") {
		t.Error("a commit of a file that was never written")
	}
	v.clean()
}

func TestDuringAMergeNothingIsCommittedAndAfterItEverythingIs(t *testing.T) {
	v := newVault(t)
	v.writeFile(filepath.Join(v.root, "README.md"), "one\n")
	v.git("add", "README.md")
	v.git("commit", "-qm", "readme")
	v.git("checkout", "-qb", "side")
	v.writeFile(filepath.Join(v.root, "README.md"), "side\n")
	v.git("commit", "-qam", "side")
	v.git("checkout", "-q", "main")
	v.writeFile(filepath.Join(v.root, "README.md"), "main\n")
	v.git("commit", "-qam", "main")
	v.git("config", "merge.conflictStyle", "merge")
	if err := gitCommand(v.root, "merge", "-q", "side").Run(); err == nil {
		t.Fatal("the merge has no conflict: the test shows nothing")
	}
	head := v.git("rev-parse", "HEAD")

	c := v.capture("The gantry is yellow.")
	if c.Committed || len(v.notices) == 0 || !strings.Contains(strings.Join(v.notices, " "), "merge") {
		t.Errorf("got committed %v, notices %v", c.Committed, v.notices)
	}
	if _, err := v.open().Dream(t.Context(), Night{}); err != nil {
		t.Errorf("dream during a merge: %v", err)
	}
	if got := v.git("rev-parse", "HEAD"); got != head {
		t.Errorf("HEAD moved during the merge")
	}
	if got := v.recall("gantry"); len(got) != 1 {
		t.Errorf("recalled %v", got)
	}
	v.writeFile(filepath.Join(v.root, "README.md"), "both\n")
	v.git("add", "README.md")
	v.git("commit", "-qm", "merged")
	v.capture("The winch is blue.")
	v.dream()
	v.clean()
	if got := v.git("show", "HEAD:README.md"); got != "both" {
		t.Errorf("README is %q", got)
	}
	for _, want := range []string{"capture: the-gantry-is-yellow", "file: the-gantry-is-yellow unfiled → active"} {
		if !slices.Contains(v.subjects(), want) {
			t.Errorf("no commit %q in %v", want, v.subjects())
		}
	}
}

func TestANightThatWasKilledIsFinishedByTheNextWrite(t *testing.T) {
	for _, test := range []struct {
		name string
		next func(v *testVault)
	}{
		{"by a capture", func(v *testVault) { v.capture("Another one.") }},
		{"by the next night", func(v *testVault) { v.dream() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVault(t)
			v.write("one", unfiled, "The lathe needs oil on Mondays.")
			v.write("two", active, "The lathe needs oil on Mondays.")
			v.write("three", unfiled, "Never run the press when it is cold.")
			killedNight(v)
			if v.git("status", "--porcelain") == "" {
				t.Fatal("the killed night left nothing to finish: the test shows nothing")
			}
			test.next(v)
			v.clean()
			for _, want := range []string{"file: three unfiled → active", "supersede: one by two"} {
				if got := v.git("log", "--grep=^"+want, "--format=%an|%(trailers:key=Mem-Run,valueonly,separator=%x2C)"); !strings.HasPrefix(got, "mem dream|2026") {
					t.Errorf("%q: got %q in %v", want, got, v.subjects())
				}
			}
			want := "dream: 2026-08-03 · 1 filed, 1 superseded (made up for)|20260803T220000Z-dead"
			if got := v.git("log", "--merges", "--grep=made up for", "--format=%s|%(trailers:key=Mem-Run,valueonly,separator=%x2C)"); got != want {
				t.Errorf("merge: got %q, want %q", got, want)
			}
			if d := v.dream(); len(d.Applied) > 0 && d.Applied[0].Op != memory.OpBrief && d.Counts[memory.OpSupersede] > 0 {
				t.Errorf("decided again: %+v", d.Applied)
			}
		})
	}
}

// killedNight plays a night up to the moment before its chain is joined.
func killedNight(v *testVault) {
	v.t.Helper()
	e := v.open()
	release, err := e.vault.DreamLock(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	defer release()
	e.dreaming = true
	if _, err := e.settle(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
	s, err := e.snapshot(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	plan, err := dream.Decide(v.t.Context(), s, dream.Policy{Run: "20260803T220000Z-dead"}, judge.Rules{})
	if err != nil {
		v.t.Fatal(err)
	}
	if len(plan.Decisions) != 2 {
		v.t.Fatalf("planned %d decisions, want 2", len(plan.Decisions))
	}
	n := &nightRun{e: e, run: plan.Run}
	var out Dreamt
	if _, err := n.apply(v.t.Context(), plan.Decisions, &out); err != nil {
		v.t.Fatal(err)
	}
}
