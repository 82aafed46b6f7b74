package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
	"mem/internal/vault"
)

func TestANightIsOneMergeOfItsDecisions(t *testing.T) {
	v := newVault(t)
	one := v.write("one", unfiled, "The lathe needs oil on Mondays.")
	v.write("two", active, "The lathe needs oil on Mondays.")
	three := v.write("three", unfiled, "Never run the press when it is cold.")
	before := map[string]string{one: v.read(one), three: v.read(three)}
	d := v.dream()
	v.clean()
	if got, want := d.Summary, "1 filed, 1 superseded"; got != want {
		t.Errorf("summary: got %q, want %q", got, want)
	}
	first := strings.Split(v.git("log", "--first-parent", "--format=%s"), "\n")
	if first[0] != "dream: 2026-08-03 · 1 filed, 1 superseded" {
		t.Errorf("on the branch: %v", first)
	}
	for _, x := range d.Applied {
		if got := v.git("show", "--format=%s", "--name-only", x.Commit); !strings.HasPrefix(got, x.Subject) {
			t.Errorf("commit %s: %q, want %q", x.Commit, got, x.Subject)
		}
	}
	v.git("revert", "-m", "1", "--no-edit", d.Commit)
	for path, want := range before {
		if got := v.read(path); got != want {
			t.Errorf("%s after the revert:\n%q\nwant\n%q", path, got, want)
		}
	}
}

func TestADryRunWritesNothing(t *testing.T) {
	v := newVault(t)
	v.write("one", unfiled, "The lathe needs oil on Mondays.")
	before, head := v.tree(), v.git("rev-parse", "HEAD")
	d, err := v.open().Dream(t.Context(), Night{DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Applied) != 1 || d.Applied[0].Subject != "file: one unfiled → active" || d.Commit != "" {
		t.Errorf("planned %+v", d.Applied)
	}
	after := v.tree()
	for path, text := range after {
		if before[path] != text {
			t.Errorf("%s was written", path)
		}
	}
	if len(after) != len(before) || v.git("rev-parse", "HEAD") != head {
		t.Errorf("%d files before, %d after; HEAD %s, then %s", len(before), len(after), head, v.git("rev-parse", "HEAD"))
	}
}

func TestTheSecondNightChangesNothing(t *testing.T) {
	v := newVault(t)
	for i := range 4 {
		v.write(fmt.Sprintf("n%d", i), unfiled, fmt.Sprintf("Locker %d holds the spare pump.", i))
	}
	v.write("copy", unfiled, "Locker 1 holds the spare pump.")
	v.dream()
	before, head := v.tree(), v.git("rev-parse", "HEAD")
	v.now = v.now.Add(time.Minute)
	d := v.dream()
	for path, text := range v.tree() {
		if strings.Contains(path, "/memory/") && before[path] != text {
			t.Errorf("%s changed", path)
		}
	}
	if len(d.Applied) != 0 || len(d.Undone) != 0 {
		t.Errorf("decided %+v, undone %+v", d.Applied, d.Undone)
	}
	if out := v.git("diff", "--name-only", head, "HEAD", "--", "memory"); out != "" {
		t.Errorf("commits touch %s", out)
	}
}

func TestAPersonsEditsAreCommittedUnderTheirNameFirst(t *testing.T) {
	v := newVault(t)
	path := v.write("one", unfiled, "The lathe needs oil on Mondays.")
	v.dream()
	v.writeFile(path, strings.Replace(v.read(path), "Mondays", "Tuesdays", 1))
	gone := v.write("two", active, "The crane is red.")
	v.git("add", gone)
	v.git("commit", "-qm", "two")
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	v.writeFile(filepath.Join(v.root, "memory/2026/08/dropped.md"), "The moss is a plain green.\n")
	v.now = v.now.Add(24 * time.Hour)
	d := v.dream()
	v.clean()
	if d.Edits != 3 {
		t.Errorf("%d edits, want 3", d.Edits)
	}
	log := v.git("log", "--format=%an: %s")
	for _, want := range []string{"Ada: edit: one edited", "Ada: edit: two deleted", "Ada: edit: dropped added", "mem dream: file: dropped unfiled → active"} {
		if !strings.Contains(log, want) {
			t.Errorf("no %q in\n%s", want, log)
		}
	}
	v.git("revert", "-m", "1", "--no-edit", d.Commit)
	if got := v.read(filepath.Join(v.root, "memory/2026/08/dropped.md")); got != "The moss is a plain green.\n" {
		t.Errorf("undoing the night undid a person: %q", got)
	}
}

func TestAFolderOfNotesDroppedInIsOneEdit(t *testing.T) {
	v := newVault(t)
	for i := range manyEdits + 5 {
		v.write(fmt.Sprintf("d%d", i), active, fmt.Sprintf("Fact number %d.", i))
	}
	if d := v.dream(); d.Edits != manyEdits+5 {
		t.Errorf("%d edits", d.Edits)
	}
	if want := fmt.Sprintf("edit: %d files found on disk", manyEdits+5); !slices.Contains(v.subjects(), want) {
		t.Errorf("no %q in %v", want, v.subjects())
	}
	v.clean()
}

func TestWhatSomebodyHasStagedIsLeftAlone(t *testing.T) {
	v := newVault(t)
	path := v.write("one", unfiled, "The lathe needs oil on Mondays.")
	v.git("add", "memory")
	v.git("commit", "-qm", "one")
	v.writeFile(path, strings.Replace(v.read(path), "Mondays", "Tuesdays", 1))
	v.git("add", "memory")
	v.writeFile(path, strings.Replace(v.read(path), "Tuesdays", "Fridays", 1))
	disk, staged := v.read(path), v.git("show", ":memory/2026/08/one.md")
	d := v.dream()
	if v.read(path) != disk || v.git("show", ":memory/2026/08/one.md") != staged {
		t.Error("the note or its staging was touched")
	}
	if !slices.Contains(d.Left, "file: one unfiled → active") {
		t.Errorf("left: %v", d.Left)
	}
}

func TestUndoneDecisionsStayUndone(t *testing.T) {
	for _, test := range []struct {
		name string
		undo func(v *testVault, d Dreamt)
	}{
		{"undone by mem", func(v *testVault, d Dreamt) {
			if u, err := v.open().Undo(v.t.Context(), d.Applied[0].Commit, "human:ada"); err != nil || len(u.Undone) != 1 {
				v.t.Fatalf("undo: %+v, %v", u, err)
			}
		}},
		{"the night undone by mem", func(v *testVault, d Dreamt) {
			if u, err := v.open().Undo(v.t.Context(), d.Run, "human:ada"); err != nil || len(u.Undone) != 1 {
				v.t.Fatalf("undo: %+v, %v", u, err)
			}
		}},
		{"reverted with git", func(v *testVault, d Dreamt) { v.git("revert", "-m", "1", "--no-edit", d.Commit) }},
		{"edited back by hand", func(v *testVault, d Dreamt) {
			path := filepath.Join(v.root, "memory/2026/08/one.md")
			v.writeFile(path, strings.Replace(v.read(path), "status: active", "status: unfiled", 1))
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVault(t)
			path := v.write("one", unfiled, "The lathe needs oil on Mondays.")
			before := v.read(path)
			d := v.dream()
			test.undo(v, d)
			for range 2 {
				v.now = v.now.Add(24 * time.Hour)
				next := v.dream()
				if len(next.Undone) != 1 || len(next.Applied) != 0 {
					t.Errorf("next night: undone %+v, applied %+v", next.Undone, next.Applied)
				}
				if got := v.read(path); got != before {
					t.Errorf("the note is %q, want %q", got, before)
				}
			}
			v.clean()
		})
	}
}

func TestUndoKeepsWhatWasEditedSince(t *testing.T) {
	v := newVault(t)
	path := v.write("one", unfiled, "The lathe needs oil on Mondays.")
	d := v.dream()
	if _, err := v.open().Set(t.Context(), "one", []Assignment{{"tags", "oil"}}, "human:ada", ""); err != nil {
		t.Fatal(err)
	}
	if u, err := v.open().Undo(t.Context(), d.Run, "human:ada"); err != nil || len(u.Undone) != 1 || len(u.Kept) != 0 {
		t.Fatalf("undo: %+v, %v", u, err)
	}
	if got := v.read(path); !strings.Contains(got, "status: unfiled") || !strings.Contains(got, "tags: [oil]") {
		t.Errorf("after the undo: %q", got)
	}
	if _, err := v.open().Undo(t.Context(), "HEAD", "human:ada"); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("undo of an undo: %v", err)
	}
	if _, err := v.open().Undo(t.Context(), "no-such-run", "human:ada"); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("undo of nothing: %v", err)
	}
}

// TestACaptureOrEditDuringTheNightSurvivesIt changes a note that the night has already
// decided on, between the decision and the join.
func TestACaptureOrEditDuringTheNightSurvivesIt(t *testing.T) {
	v := newVault(t)
	path := v.write("one", unfiled, "The lathe needs oil on Mondays.")
	e := v.open()
	release, err := e.vault.DreamLock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	e.dreaming = true
	if _, err := e.settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	s, err := e.snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	plan, err := dream.Decide(t.Context(), s, dream.Policy{Run: "r"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := &nightRun{e: e, run: plan.Run}
	var out Dreamt
	if _, err := n.apply(t.Context(), plan.Decisions, &out); err != nil {
		t.Fatal(err)
	}
	if _, err := v.open().Set(t.Context(), "one", []Assignment{{"tags", "oil"}}, "human:ada", ""); err != nil {
		t.Fatal(err)
	}
	v.capture("Meanwhile somebody learnt this.")
	if err := n.join(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	release()
	v.clean()
	if got := v.read(path); !strings.Contains(got, "status: active") || !strings.Contains(got, "tags: [oil]") {
		t.Errorf("the note is %q", got)
	}
	if out.Commit == "" || len(v.recall("meanwhile somebody learnt")) != 1 {
		t.Errorf("joined as %q; recalled %v", out.Commit, v.recall("meanwhile somebody learnt"))
	}
}

func TestOneDreamAtATime(t *testing.T) {
	v := newVault(t)
	release, err := v.open().vault.DreamLock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if _, err := v.open().Dream(t.Context(), Night{}); !errors.Is(err, vault.ErrBusy) {
		t.Errorf("got %v, want %v", err, vault.ErrBusy)
	}
	if c := v.capture("A capture does not wait for a night."); !c.Committed {
		t.Errorf("got %+v", c)
	}
}

func TestADreamOfJobsAndCaps(t *testing.T) {
	v := newVault(t)
	v.write("one", active, "The lathe needs oil on Mondays.")
	v.write("two", unfiled, "The lathe needs oil on Mondays.")
	v.write("three", unfiled, "Never run the press when it is cold.")
	d, err := v.open().Dream(t.Context(), Night{Only: []dream.Job{dream.JobFile}})
	if err != nil || d.Counts[memory.OpSupersede] != 0 {
		t.Errorf("only filing: %+v, %v", d.Counts, err)
	}
}

func TestThePictureShowsTheFiguresOfEarlierBriefs(t *testing.T) {
	v := newVault(t)
	v.write("one", unfiled, "The lathe needs oil on Mondays.")
	v.dream()
	v.now = v.now.Add(24 * time.Hour)
	v.write("two", unfiled, "Never run the press when it is cold.")
	v.write("three", unfiled, "The kiln is for rent.")
	v.dream()
	day := v.root + "/desk/briefs/brief-" + v.now.Format(time.DateOnly)
	if got := v.read(day + ".svg"); !strings.Contains(got, `<polyline class="spark"`) {
		t.Errorf("the picture has no trend\n%s", got)
	}
	if got, ok := dream.ScoreOf("", []byte(v.read(day+".md"))); !ok || got.Notes != 3 {
		t.Errorf("the brief's figures: got %+v", got)
	}
	if err := os.WriteFile(filepath.Join(v.root, "desk", "briefs", "brief-2026-08-02.md"), []byte("<!-- mem:score notes=many -->\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := v.open().scores(); len(got) != 2 || got[0].Day != "2026-08-02" || got[1].Notes != 1 {
		t.Errorf("got %+v, want those of the two earlier days", got)
	}
}
