package engine

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
	"mem/internal/vault"
)

func TestAnEditByHandNeverSlipsIntoSomebodyElsesCommit(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(v *testVault) error
	}{
		{"a set", func(v *testVault) error {
			_, err := v.open().Set(v.t.Context(), "one", []Assignment{{"importance", "3"}}, "agent:bot", "")
			return err
		}},
		{"a forget", func(v *testVault) error {
			_, err := v.open().Forget(v.t.Context(), []string{"one"}, "agent:bot", "")
			return err
		}},
		{"an undo", func(v *testVault) error {
			_, err := v.open().Undo(v.t.Context(), v.git("log", "--grep=^file: one", "--format=%H"), "agent:bot")
			return err
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVault(t)
			path := v.write("one", unfiled, "The lathe needs oil.")
			v.dream()
			v.writeFile(path, v.read(path)+"The owner wrote this.\n")
			if err := test.do(v); err != nil {
				t.Fatal(err)
			}
			v.clean()
			if got := v.git("log", "-2", "--format=%an: %s"); !strings.Contains(got, "Ada: edit: one edited") {
				t.Errorf("the last commits: %s", got)
			}
			if got := v.git("show", "HEAD"); strings.Contains(got, "+The owner wrote this.") {
				t.Errorf("the change took the owner's words along:\n%s", got)
			}
		})
	}
}

func TestABriefThatCannotBeWrittenCostsNoNight(t *testing.T) {
	for name, spoil := range map[string]func(root string) error{
		"desk is a file":   func(root string) error { return os.WriteFile(filepath.Join(root, "desk"), []byte("mine"), 0o600) },
		"briefs is a link": func(root string) error { return linkBriefs(root) },
		"the brief is a folder": func(root string) error {
			return os.MkdirAll(filepath.Join(root, "desk/briefs/brief-2026-08-03.md"), 0o700)
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.write("one", unfiled, "The lathe needs oil.")
			if err := os.RemoveAll(filepath.Join(v.root, "desk")); err != nil {
				t.Fatal(err)
			}
			if err := spoil(v.root); err != nil {
				t.Fatal(err)
			}
			d := v.dream()
			if d.Counts[memory.OpFile] != 1 || d.Commit == "" || !strings.Contains(strings.Join(d.Problems, " "), "brief cannot be written") {
				t.Errorf("got %+v", d)
			}
			if out := v.git("status", "--porcelain", "--", "memory"); out != "" {
				t.Errorf("git status: %s", out)
			}
			if err := os.RemoveAll(filepath.Join(v.root, "desk")); err != nil {
				t.Fatal(err)
			}
			v.write("two", unfiled, "The press is cold.")
			if d := v.dream(); d.Commit == "" || d.Brief == "" {
				t.Errorf("the next night: %+v", d)
			}
			v.clean()
		})
	}
}

func linkBriefs(root string) error {
	if err := os.MkdirAll(filepath.Join(root, "desk"), 0o700); err != nil {
		return err
	}
	return os.Symlink(os.TempDir(), filepath.Join(root, "desk/briefs"))
}

func TestAChainThatWasBegunAndNothingElseBlocksNoNight(t *testing.T) {
	v := newVault(t)
	e := v.open()
	repo, err := e.history()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := repo.Begin(t.Context(), e.nightCommit("20260803T220000Z-dead", "")); err != nil {
		t.Fatal(err)
	}
	v.write("one", unfiled, "The lathe needs oil.")
	if d := v.dream(); d.Commit == "" || d.Counts[memory.OpFile] != 1 {
		t.Errorf("got %+v", d)
	}
	v.clean()
}

func TestANoteEditedAfterTheNightBeganIsLeftToTheNext(t *testing.T) {
	v := newVault(t)
	path := v.write("one", unfiled, "The lathe needs oil.")
	e := v.open()
	if _, err := e.settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.writeFile(path, v.read(path)+"Meanwhile.\n")
	held, err := e.heldBack(t.Context(), false)
	if err != nil || !held["memory/2026/08/one.md"] {
		t.Errorf("held back: %v, %v", held, err)
	}
}

func TestADryRunNeedsNoRightToWrite(t *testing.T) {
	v := newVault(t)
	v.write("one", unfiled, "The lathe needs oil.")
	release, err := v.open().vault.DreamLock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	d, err := v.open().Dream(t.Context(), Night{DryRun: true})
	if err != nil || !slices.ContainsFunc(d.Applied, func(x Decided) bool { return x.Subject == "file: one unfiled → active" }) {
		t.Errorf("beside a night: %+v, %v", d.Applied, err)
	}
}

func TestTheProbeOfAKilledProcessIsTakenAwayByTheNextNight(t *testing.T) {
	v := newVault(t)
	old := filepath.Join(v.root, "memory/2026/08/mem-probe-0123456789abcdef.md")
	young := filepath.Join(v.root, "memory/2026/08/mem-probe-fedcba9876543210.md")
	for _, path := range []string{old, young} {
		word := strings.TrimSuffix(filepath.Base(path), ".md")
		v.writeFile(path, "---\ntype: reference\nstatus: unfiled\ncaptured: 2026-08-03T20:00:00Z\nslug: "+word+"\n---\n\n"+word+"\n")
	}
	twoHoursAgo := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(old, twoHoursAgo, twoHoursAgo); err != nil {
		t.Fatal(err)
	}
	v.clock = time.Now()
	d := v.dream()
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("the old probe is still there: %v", err)
	}
	if _, err := os.Stat(young); err != nil {
		t.Errorf("a probe that may be under way is gone: %v", err)
	}
	if len(d.Applied)+len(d.Left)+d.Edits != 0 {
		t.Errorf("the night took notice of probes: %+v", d)
	}
	remove(v, young)
}

func TestADamagedHistoryIsRed(t *testing.T) {
	v := &testVault{t: t, root: filepath.Join(t.TempDir(), "v"), now: evening}
	if _, err := Init(t.Context(), v.root, v.options()); err != nil {
		t.Fatal(err)
	}
	v.capture("The lathe needs oil.")
	tree := v.git("rev-parse", "HEAD^{tree}")
	remove(v, filepath.Join(v.root, ".git/objects", tree[:2], tree[2:]))
	s, err := v.open().Status(t.Context())
	if err != nil || !s.Git.Damaged || !strings.Contains(strings.Join(s.Red, " "), "the history is damaged") {
		t.Errorf("got %+v, %v", s.Git, err)
	}
	c := v.capture("A capture is kept all the same.")
	if c.Committed || len(v.recall("capture is kept")) != 1 {
		t.Errorf("got %+v", c)
	}
}

func TestACaptureIsKeptWithoutState(t *testing.T) {
	v := newVault(t)
	first := v.capture("The first was there before.")
	state := filepath.Join(v.root, ".mem")
	if err := errors.Join(os.Rename(state, state+"-gone"), os.WriteFile(state, []byte("in the way"), 0o600)); err != nil {
		t.Fatal(err)
	}
	c := v.capture("The lathe needs oil.")
	if !c.Committed || c.Indexed || v.subjects()[0] != "capture: "+string(c.Slug) {
		t.Errorf("got %+v; the last commit is %q", c, v.subjects()[0])
	}
	if len(v.notices) == 0 || !strings.HasPrefix(v.notices[0], ".mem cannot be written") {
		t.Errorf("said: %q", v.notices)
	}
	if again := v.capture("The first was there before."); !again.Duplicate || again.Slug != first.Slug {
		t.Errorf("a retry: %+v", again)
	}
	if got := v.recall("lathe"); !slices.Equal(got, []string{string(c.Slug)}) {
		t.Errorf("recalled: %q", got)
	}
	if _, err := v.open().Dream(t.Context(), Night{}); err == nil {
		t.Error("a night that cannot be made up for ran")
	}
	s, err := v.open().Status(t.Context())
	if err != nil || !strings.Contains(strings.Join(s.Red, " "), ".mem") {
		t.Errorf("status: %q, %v", s.Red, err)
	}
	if err := errors.Join(os.Remove(state), os.Rename(state+"-gone", state)); err != nil {
		t.Fatal(err)
	}
	v.dream()
	v.clean()
}

func TestANightThatTheSystemRefusesHasFailed(t *testing.T) {
	for name, place := range map[string]string{
		"no commit can be made":   ".git/objects/pack",
		"it cannot be remembered": ".mem/dream.json/in/the/way",
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.write("one", unfiled, "The lathe needs oil.")
			path := filepath.Join(v.root, place)
			switch {
			case strings.HasSuffix(place, "way"):
				v.writeFile(path, "")
			case strings.HasSuffix(place, "pack"):
				if err := os.RemoveAll(path); err != nil {
					t.Fatal(err)
				}
				v.writeFile(path, "in the way")
			}
			d := v.dream()
			if len(d.Failed) == 0 {
				t.Errorf("the night says nothing of it: %+v", d)
			}
			if s, err := v.open().Status(t.Context()); err != nil || s.Dream.Run != "" {
				t.Errorf("it counts as a night: %+v, %v", s.Dream, err)
			}
			if err := os.RemoveAll(filepath.Join(v.root, strings.TrimSuffix(place, "/in/the/way"))); err != nil {
				t.Fatal(err)
			}
			if d := v.dream(); len(d.Failed) != 0 {
				t.Errorf("the next night: %+v", d)
			}
			v.clean()
		})
	}
}

func TestStatusNamesTheNoteThatCannotBeRead(t *testing.T) {
	v := newVault(t)
	v.capture("The lathe needs oil.")
	path := v.write("giant", "", strings.Repeat("words ", vault.MaxFile/6+1))
	s, err := v.open().Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Red) != 1 || !strings.HasPrefix(s.Red[0], "memory/2026/08/giant.md: ") || s.Index.Problem != "" {
		t.Errorf("red: %q; the index: %q", s.Red, s.Index.Problem)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if s, err := v.open().Status(t.Context()); err != nil || len(s.Red) != 0 {
		t.Errorf("without it: %q, %v", s.Red, err)
	}
}
