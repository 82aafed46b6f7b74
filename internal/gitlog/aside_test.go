package gitlog

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// aside begins a chain that is to be the branch mem/dream/one.
func (v *vault) aside(r *Repo) *Chain {
	v.Helper()
	c, err := r.BeginAside(context.Background(), dreaming(), "mem/dream/one")
	if err != nil {
		v.Fatal(err)
	}
	v.Cleanup(c.Abort)
	return c
}

func TestAChainAsideBecomesABranchAndTouchesNothingElse(t *testing.T) {
	for name, make := range map[string]func(*testing.T) *vault{"own": newVaultWithNotes, "through git": splitVault} {
		t.Run(name, func(t *testing.T) {
			v := make(t)
			head, status, index := v.git("rev-parse", "HEAD"), v.git("status", "--porcelain"), v.git("ls-files", "-s")
			r := v.open()
			c := v.aside(r)
			v.add(c, "file: a", File{Path: "memory/2026/08/a.md", Data: []byte("a filed\n")})
			v.add(c, "rollup: new", File{Path: "memory/2026/08/new.md", Data: []byte("new\n")})
			h := v.join(c)
			v.same("HEAD", v.git("rev-parse", "HEAD"), head)
			v.same("status", v.git("status", "--porcelain"), status)
			v.same("index", v.git("ls-files", "-s"), index)
			v.same("branch", v.git("rev-parse", "mem/dream/one"), h)
			v.same("parents", v.git("log", "--format=%s", "-1", "mem/dream/one^1"), v.git("log", "--format=%s", "-1"))
			v.same("decisions", v.git("log", "--format=%s", "mem/dream/one^1..mem/dream/one^2"), "rollup: new\nfile: a")
			v.same("new", v.git("show", "mem/dream/one:memory/2026/08/new.md"), "new")
			v.sound()

			list, _, err := v.open().Branches(t.Context(), "mem/dream/")
			if err != nil || len(list) != 1 || list[0] != (Branch{"mem/dream/one", h}) {
				t.Fatalf("branches: %v, %v", list, err)
			}
			for path, want := range map[string]string{"memory/2026/08/new.md": "new\n", "memory/none.md": ""} {
				if data, err := v.open().FileAt(t.Context(), h, path); err != nil || string(data) != want || (data == nil) != (want == "") {
					t.Errorf("%s: got %q, %v", path, data, err)
				}
			}
			if err := v.open().DropBranch(t.Context(), list[0]); err != nil {
				t.Fatal(err)
			}
			v.same("branches", v.git("for-each-ref", "refs/heads/mem"), "")
		})
	}
}

func TestABranchThatIsPackedIsListedAndDropped(t *testing.T) {
	v := newVaultWithNotes(t)
	c := v.aside(v.open())
	h := v.add(c, "file: a", File{Path: "memory/2026/08/a.md", Data: []byte("a filed\n")})
	v.same("one commit is the branch", v.join(c), h)
	v.git("pack-refs", "--all")
	v.opts.GitPath = ""
	list, _, err := v.open().Branches(t.Context(), "mem/dream/")
	if err != nil || len(list) != 1 || list[0].Hash != h {
		t.Fatalf("branches: %v, %v", list, err)
	}
	if err := v.open().DropBranch(t.Context(), list[0]); err != nil {
		t.Fatal(err)
	}
	v.same("branches", v.git("for-each-ref", "refs/heads/mem"), "")
	v.sound()
}

func TestTheBranchThatHEADNamesIsNotDropped(t *testing.T) {
	v := newVaultWithNotes(t)
	v.git("branch", "mem/dream/one")
	v.git("symbolic-ref", "HEAD", "refs/heads/mem/dream/one")
	if err := v.open().DropBranch(t.Context(), Branch{"mem/dream/one", v.git("rev-parse", "HEAD")}); err != nil {
		t.Fatal(err)
	}
	v.git("rev-parse", "--verify", "refs/heads/mem/dream/one")
}

// What was staged is on a branch or nowhere: a killed process leaves no half of it, and no
// recovery puts it on the branch that HEAD names.
func TestAChainAsideKilledIsDroppedOrDone(t *testing.T) {
	for _, step := range []string{"between", "pack closed", "ref locked", "staged"} {
		t.Run(step, func(t *testing.T) {
			v := newVaultWithNotes(t)
			head, status := v.git("rev-parse", "HEAD"), v.git("status", "--porcelain")
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(self)
			cmd.Env = []string{
				"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "GITLOG_TEST_SCENARIO=aside", "GITLOG_TEST_STEP=" + step,
				"GITLOG_TEST_DIR=" + v.dir, "GITLOG_TEST_STATE=" + v.opts.StateDir, "GITLOG_TEST_GIT=" + v.opts.GitPath,
			}
			if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != died {
				t.Fatalf("it did not die: %s", out)
			}
			r := v.open()
			if _, err := r.Recover(t.Context()); err != nil {
				t.Fatal(err)
			}
			if hash, n, err := r.RecoverChain(t.Context(), nil); err != nil || hash != "" || n != 0 {
				t.Errorf("recovered %q of %d commits, %v", hash, n, err)
			}
			v.same("HEAD", v.git("rev-parse", "HEAD"), head)
			v.same("status", v.git("status", "--porcelain"), status)
			if there := strings.Contains(v.git("for-each-ref"), "mem/dream/one"); there != (step == "staged") {
				t.Errorf("the branch is there: %v", there)
			}
			if _, err := os.Stat(r.refPath("refs/heads/mem/dream/one") + ".lock"); err == nil {
				t.Error("a lock stays")
			}
			c, err := v.open().BeginAside(t.Context(), dreaming(), "mem/dream/two")
			if err != nil {
				t.Fatal(err)
			}
			v.add(c, "file: a", File{Path: "memory/2026/08/a.md", Data: []byte("a filed\n")})
			v.join(c)
			v.sound()
		})
	}
}
