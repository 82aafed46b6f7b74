package gitlog

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// splitVault is a repository that only git can write: its index is split.
func splitVault(t *testing.T) *vault {
	v := newVaultWithNotes(t)
	v.opts.GitPath = gitProgram(t)
	v.git("update-index", "--split-index")
	return v
}

func TestChainThroughGitOfOneCommitIsThatCommit(t *testing.T) {
	for _, moved := range []bool{false, true} {
		v := splitVault(t)
		c := v.begin(v.open())
		h := v.add(c, "file: a", v.note("memory/2026/08/a.md", "a filed\n"))
		want := "file: a\ncapture: b"
		if moved {
			v.commit("capture: c", v.note("memory/c.md", "c\n"))
			want = "file: a\ncapture: c"
		}
		if joined := v.join(c); (joined == h) == moved {
			t.Errorf("moved %v: added %s, joined %s", moved, h, joined)
		}
		v.same("log", v.git("log", "--format=%s", "-2"), want)
		v.same("status", v.git("status", "--porcelain"), operatorsWork)
		v.sound()
	}
}

func TestChainThroughGitSaysWhatChangedOnBothSides(t *testing.T) {
	v := splitVault(t)
	c := v.begin(v.open())
	v.add(c, "file: a", v.note("memory/2026/08/a.md", "a filed\n"))
	v.add(c, "file: b", v.note("memory/2026/08/b.md", "b filed\n"))
	edited := v.note("memory/2026/08/a.md", "a edited by hand\n")
	v.commit("edit: a", edited)
	_, err := c.Join(context.Background(), dreaming())
	var moved ErrMoved
	if !errors.As(err, &moved) || !slices.Equal(moved.Paths, []string{"memory/2026/08/a.md"}) {
		t.Fatalf("got %v, want ErrMoved", err)
	}
	if _, err := c.Join(context.Background(), dreaming(edited)); err != nil {
		t.Fatal(err)
	}
	v.same("a", v.git("show", "HEAD:memory/2026/08/a.md"), "a edited by hand")
	v.same("b", v.git("show", "HEAD:memory/2026/08/b.md"), "b filed")
	v.same("sides", v.git("log", "--format=%s", "HEAD^1..HEAD^2"), "file: b\nfile: a")
	v.same("status", v.git("status", "--porcelain"), operatorsWork)
	v.sound()
}

func TestChainThroughGitKilledIsMadeAnew(t *testing.T) {
	for _, step := range []string{"between", "pending recorded", "ref moved"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			v := splitVault(t)
			v.dyingAt("chain", step)
			v.finish("file: a")
		})
	}
}

func TestChainThroughGitOnAnUnbornBranch(t *testing.T) {
	v := emptyVault(t)
	v.opts.GitPath = gitProgram(t)
	r := v.open()
	r.cause = "as a test has it"
	c, err := r.Begin(context.Background(), dreaming())
	if err != nil {
		t.Fatal(err)
	}
	v.add(c, "file: a", v.note("memory/a.md", "a\n"))
	v.add(c, "file: b", v.note("memory/b.md", "b\n"))
	v.join(c)
	v.same("log", v.git("log", "--format=%s"), "file: b\nfile: a")
	v.clean()
}

// The operator stages a file that the chain has changed, before the chain is joined: the staging stays as it is.
func TestStagingWhileAChainIsMadeStays(t *testing.T) {
	v := newVaultWithNotes(t)
	c := v.begin(v.open())
	v.add(c, "file: a", v.note("memory/2026/08/a.md", "a filed\n"))
	v.add(c, "file: b", v.note("memory/2026/08/b.md", "b filed\n"))
	v.write("memory/2026/08/a.md", "a by the operator\n")
	v.git("add", "memory/2026/08/a.md")
	v.join(c)
	v.same("a in HEAD", v.git("show", "HEAD:memory/2026/08/a.md"), "a filed")
	v.same("status", v.git("status", "--porcelain"), " M README.md\nM  memory/2026/08/a.md\nA  staged.txt")
	v.sound()
}

// Recovery is killed too, after it has set the record of the dead chain aside and before it has joined its own.
func TestRecoveryOfAChainThatIsKilledIsMadeAnew(t *testing.T) {
	v := newVaultWithNotes(t)
	v.dyingAt("chain", "objects written")
	v.dyingAt("recover", "objects written")
	v.finish("file: a")
	v.same("inside", v.git("log", "--format=%s", "HEAD^1..HEAD^2"), "file: b\nfile: a")
}
