package gitlog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// TestMain runs the tests, or, in a process started by dyingAt, a write that ends the process at a given step without
// any of its clearing up.
func TestMain(m *testing.M) {
	if scenario := os.Getenv("GITLOG_TEST_SCENARIO"); scenario != "" {
		os.Exit(die(scenario, os.Getenv("GITLOG_TEST_STEP"), os.Getenv("GITLOG_TEST_DIR"), os.Getenv("GITLOG_TEST_STATE"), os.Getenv("GITLOG_TEST_GIT")))
	}
	if os.Getenv("GITLOG_TEST_AS_NOBODY") != "" {
		if err := becomeNobody(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

const died = 7

func die(scenario, step, dir, state, gitPath string) int {
	r, err := Open(dir, Options{StateDir: state, System: os.DevNull, GitPath: gitPath, Environ: []string{"PATH=" + os.Getenv("PATH")}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	r.step = func(name string) error {
		if name == step {
			os.Exit(died)
		}
		return nil
	}
	ctx := context.Background()
	a := File{Path: "memory/2026/08/a.md", Data: []byte("a filed\n")}
	b := File{Path: "memory/2026/08/b.md", Data: []byte("b filed\n")}
	switch scenario {
	case "commit":
		_, err = r.Commit(ctx, changing("set: a", a))
	case "many":
		files := []File{a}
		for i := range manyFiles {
			files = append(files, File{Path: manyPath(i), Data: []byte("one of many\n")})
		}
		_, err = r.Commit(ctx, changing("set: a", files...))
	case "recover":
		_, _, err = r.RecoverChain(ctx, nil)
	case "whole": // what is rejected, and its taking back: no file changes
		var c *Chain
		if c, err = r.BeginWhole(ctx, dreaming()); err != nil {
			break
		}
		_, err1 := c.Add(ctx, changing("file: a", a))
		if step == "between" {
			os.Exit(died)
		}
		_, err2 := c.Add(ctx, changing("undo: a", File{Path: a.Path, Data: []byte("a\n")}))
		_, err3 := c.Join(ctx, dreaming())
		err = errors.Join(err1, err2, err3)
	case "chain", "aside":
		var c *Chain
		branch := map[string]string{"aside": "mem/dream/one"}[scenario]
		if c, err = r.BeginAside(ctx, dreaming(), branch); err != nil {
			break
		}
		_, err1 := c.Add(ctx, changing("file: a", a))
		if step == "between" {
			os.Exit(died)
		}
		_, err2 := c.Add(ctx, changing("file: b", b))
		_, err3 := c.Join(ctx, dreaming())
		err = errors.Join(err1, err2, err3)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// dyingAt writes the files of a scenario, as the vault does first, and then starts a process that dies at the step.
func (v *vault) dyingAt(scenario, step string) {
	v.Helper()
	if scenario != "whole" {
		v.write("memory/2026/08/a.md", "a filed\n")
	}
	for i := range manyFiles {
		if scenario == "many" {
			v.write(manyPath(i), "one of many\n")
		}
	}
	if scenario != "commit" && scenario != "many" && scenario != "whole" && step != "between" {
		v.write("memory/2026/08/b.md", "b filed\n")
	}
	self, err := os.Executable()
	if err != nil {
		v.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "GITLOG_TEST_SCENARIO=" + scenario, "GITLOG_TEST_STEP=" + step,
		"GITLOG_TEST_DIR=" + v.dir, "GITLOG_TEST_STATE=" + v.opts.StateDir, "GITLOG_TEST_GIT=" + v.opts.GitPath,
	}
	out, _ := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != died {
		v.Fatalf("%s killed at %q: exit code %d, want %d: %s", scenario, step, code, died, out)
	}
}

var steps = []string{
	"objects written", "index locked", "pending recorded", "ref locked", "ref moved", "reflog written", "index replaced", "pending dropped",
}

// atEachStep makes a vault for each step, has a process die there in a scenario, and hands the vault on.
func atEachStep(t *testing.T, scenario string, then func(v *vault)) {
	for _, step := range steps {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			v := newVaultWithNotes(t)
			v.dyingAt(scenario, step)
			then(v)
		})
	}
}

func newVaultWithNotes(t *testing.T) *vault {
	v := newVault(t)
	v.commit("capture: a", v.note("memory/2026/08/a.md", "a\n"))
	v.commit("capture: b", v.note("memory/2026/08/b.md", "b\n"))
	v.write("staged.txt", "staged\n")
	v.git("add", "staged.txt")
	v.write("README.md", "edited\n")
	return v
}

const operatorsWork = " M README.md\nA  staged.txt"

func TestCommitKilledAtAnyStepIsFinishedByTheNext(t *testing.T) {
	atEachStep(t, "commit", func(v *vault) {
		v.finish("set: a")
	})
}

// finish does what the next mem would: recover, and commit what is not committed. Then a has been committed once, under
// the subject wanted.
func (v *vault) finish(want string) {
	v.Helper()
	r := v.open()
	ctx := context.Background()
	if _, err := r.Recover(ctx); err != nil {
		v.Fatalf("recover: %v", err)
	}
	if _, _, err := r.RecoverChain(ctx, nil); err != nil {
		v.Fatalf("recover the chain: %v", err)
	}
	changes, err := r.Changed(ctx, "memory")
	if err != nil {
		v.Fatal(err)
	}
	for _, c := range changes {
		data, err := os.ReadFile(v.dir + "/" + c.Path)
		if err != nil {
			v.Fatal(err)
		}
		v.commit(want, File{Path: c.Path, Data: data})
	}
	v.same("status", v.git("status", "--porcelain"), operatorsWork)
	v.same("subject", v.git("log", "-1", "--format=%s", "--", "memory/2026/08/a.md"), want)
	v.same("content", v.git("show", "HEAD:memory/2026/08/a.md"), "a filed")
	v.sound()
}

func TestCommitKilledIsFinishedByACommitWithoutRecover(t *testing.T) {
	atEachStep(t, "commit", func(v *vault) {
		v.commit("capture: c", v.note("memory/2026/08/c.md", "c\n"))
		want := operatorsWork
		if v.git("show", "HEAD:memory/2026/08/a.md") == "a" {
			want = " M README.md\n M memory/2026/08/a.md\nA  staged.txt"
		}
		v.same("status", v.git("status", "--porcelain"), want)
	})
}

func TestCommitKilledIsFinishedThoughItsStateWasDeleted(t *testing.T) {
	atEachStep(t, "commit", func(v *vault) {
		if err := os.RemoveAll(v.opts.StateDir); err != nil {
			v.Fatal(err)
		}
		v.finish("set: a")
	})
}

func TestChainKilledAtAnyStepIsMadeAnew(t *testing.T) {
	for _, step := range append([]string{"pack closed"}, steps...) {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			v := newVaultWithNotes(t)
			v.dyingAt("chain", step)
			v.finish("file: a")
			v.same("first parents", v.git("log", "--first-parent", "--format=%s"), "dream: 2026-08-03 · 3 filed\ncapture: b\ncapture: a\nstart")
			v.same("inside", v.git("log", "--format=%s", "HEAD^1..HEAD^2"), "file: b\nfile: a")
		})
	}
}

func TestAChainThatIsAllOrNothingIsNeverHalfOnTheBranch(t *testing.T) {
	for _, step := range append([]string{"between", "pack closed"}, steps...) {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			v := newVaultWithNotes(t)
			v.dyingAt("whole", step)
			r := v.open()
			if _, err := r.Recover(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, _, err := r.RecoverChain(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			v.same("status", v.git("status", "--porcelain"), operatorsWork)
			v.same("content", v.git("show", "HEAD:memory/2026/08/a.md"), "a")
			if got := v.git("log", "--format=%s", "-2"); got != "capture: b\ncapture: a" && v.git("log", "--format=%s", "HEAD^1..HEAD^2") != "undo: a\nfile: a" {
				t.Errorf("the log: %s", got)
			}
			v.begin(v.open()).Abort()
			v.sound()
		})
	}
}

func TestChainMadeAnewIsJoinedUnderAMessageOfWhatItDid(t *testing.T) {
	for _, step := range []string{"pack closed", "pending recorded"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			v := newVaultWithNotes(t)
			v.dyingAt("chain", step)
			_, n, err := v.open().RecoverChain(context.Background(), func(done []Message) Message {
				if len(done) != 2 || done[1].Subject != "file: b" || done[1].Trailers[0] != (Trailer{"Mem-Op", "capture"}) {
					t.Errorf("told of %+v", done)
				}
				return Message{Subject: fmt.Sprintf("dream: %d made up for", len(done))}
			})
			if err != nil || n != 2 {
				t.Fatalf("got %d, %v, want 2 commits", n, err)
			}
			v.same("subject", v.git("log", "-1", "--format=%s"), "dream: 2 made up for")
			v.same("author", v.git("log", "-1", "--format=%an"), "mem dream")
		})
	}
}

func TestChainKilledAfterItsFirstCommit(t *testing.T) {
	v := newVaultWithNotes(t)
	v.dyingAt("chain", "between")
	if _, err := v.open().Begin(context.Background(), dreaming()); !errors.Is(err, ErrUnfinishedChain) {
		t.Errorf("a new chain: got %v, want ErrUnfinishedChain", err)
	}
	if s, err := v.open().State(); err != nil || s.Behind != 1 {
		t.Errorf("state: %d commits behind, %v, want 1", s.Behind, err)
	}
	v.finish("file: a")
	v.same("log", v.git("log", "--format=%s"), "file: a\ncapture: b\ncapture: a\nstart")
}

func TestKilledChainGivesWayToWhatWasCommittedSince(t *testing.T) {
	v := newVaultWithNotes(t)
	v.dyingAt("chain", "pack closed")
	v.write("memory/2026/08/a.md", "a edited\n")
	v.git("commit", "-qm", "by hand", "memory/2026/08/a.md")
	h, n, err := v.open().RecoverChain(context.Background(), nil)
	if err != nil || n != 1 {
		t.Fatalf("got %q, %d, %v, want the one commit of b", h, n, err)
	}
	v.same("log", v.git("log", "--format=%s", "-2"), "file: b\nby hand")
	v.same("a", v.git("show", "HEAD:memory/2026/08/a.md"), "a edited")
	v.same("status", v.git("status", "--porcelain"), operatorsWork)
	v.sound()
}

// A step that fails, as on a full disk, must leave no lock and nothing that the next commit stumbles over.
func TestCommitThatFailsAtAnyStepLeavesNoLock(t *testing.T) {
	full := errors.New("disk full")
	for _, step := range steps {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			v := newVaultWithNotes(t)
			f := v.note("memory/2026/08/a.md", "a filed\n")
			r := v.open()
			r.step = func(name string) error {
				if name == step {
					return full
				}
				return nil
			}
			h, err := r.Commit(context.Background(), changing("set: a", f))
			if !errors.Is(err, full) {
				t.Errorf("got %v, want the failure", err)
			}
			if made := v.git("log", "-1", "--format=%s") == "set: a"; made != (h != "") {
				t.Errorf("commit made: %v, but hash %q", made, h)
			}
			v.finish("set: a")
		})
	}
}

func TestLocksOfOthersAreWaitedForAndNeverTaken(t *testing.T) {
	for _, lock := range []string{"index.lock", "refs/heads/main.lock"} {
		t.Run(lock, func(t *testing.T) {
			t.Parallel()
			v := newVaultWithNotes(t)
			v.opts.Wait = 1
			path := v.gitDir() + "/" + lock
			if err := os.WriteFile(path, []byte("theirs"), 0o644); err != nil {
				t.Fatal(err)
			}
			head := v.git("rev-parse", "HEAD")
			_, err := v.open().Commit(context.Background(), changing("set: a", v.note("memory/2026/08/a.md", "a filed\n")))
			if !errors.Is(err, ErrBusy) {
				t.Errorf("got %v, want ErrBusy", err)
			}
			v.same("HEAD", v.git("rev-parse", "HEAD"), head)
			if text, err := os.ReadFile(path); string(text) != "theirs" {
				t.Errorf("their lock holds %q, %v", text, err)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			v.finish("set: a")
		})
	}
}
