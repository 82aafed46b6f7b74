package gitlog

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// dreaming is the commit that joins a test's chain.
func dreaming(files ...File) Commit {
	c := changing("dream: 2026-08-03 · 3 filed", files...)
	c.Author = Identity{"mem dream", "mem-dream@localhost"}
	return c
}

func (v *vault) begin(r *Repo) *Chain {
	v.Helper()
	c, err := r.Begin(context.Background(), dreaming())
	if err != nil {
		v.Fatal(err)
	}
	v.Cleanup(c.Abort)
	return c
}

func (v *vault) add(c *Chain, subject string, files ...File) string {
	v.Helper()
	h, err := c.Add(context.Background(), changing(subject, files...))
	if err != nil {
		v.Fatalf("add %s: %v", subject, err)
	}
	return h
}

func (v *vault) join(c *Chain) string {
	v.Helper()
	h, err := c.Join(context.Background(), dreaming())
	if err != nil {
		v.Fatal(err)
	}
	return h
}

func TestChainIsOneMergeThatPlainGitCanRevert(t *testing.T) {
	v := newVault(t)
	v.commit("capture: a", v.note("memory/2026/08/a.md", "a\n"))
	v.commit("capture: b", v.note("memory/2026/07/b.md", "b\n"))
	before := v.git("rev-parse", "HEAD^{tree}")
	r := v.open()
	c := v.begin(r)
	first := v.add(c, "file: a", v.note("memory/2026/08/a.md", "a filed\n"))
	v.add(c, "file: b", v.note("memory/2026/07/b.md", "b filed\n"))
	v.add(c, "promote: a", v.note("memory/2026/08/a.md", "a filed, promoted\n"))
	v.same("seen before the end", v.git("log", "-1", "--format=%s"), "capture: b")
	h := v.join(c)

	v.same("HEAD", v.git("rev-parse", "HEAD"), h)
	v.clean()
	v.same("first parents", v.git("log", "--first-parent", "--format=%s"), "dream: 2026-08-03 · 3 filed\ncapture: b\ncapture: a\nstart")
	v.same("inside", v.git("log", "--format=%s", "HEAD^1..HEAD^2"), "promote: a\nfile: b\nfile: a")
	v.same("one decision", v.git("show", "--format=%an", "--name-only", first), "claude-code\n\nmemory/2026/08/a.md")
	v.same("reflog", v.git("reflog", "-1", "--format=%gs"), "commit (merge): dream: 2026-08-03 · 3 filed")
	if packs, _ := filepath.Glob(v.gitDir() + "/objects/pack/*.pack"); len(packs) != 1 {
		t.Errorf("packs: got %v, want one for the chain", packs)
	}
	v.git("revert", "--no-edit", "-m", "1", h)
	v.same("tree after the night was undone", v.git("rev-parse", "HEAD^{tree}"), before)
	v.clean()
}

func TestChainOfOneCommitIsThatCommit(t *testing.T) {
	for _, moved := range []bool{false, true} {
		t.Run(fmt.Sprintf("branch moved meanwhile: %v", moved), func(t *testing.T) {
			v := newVault(t)
			c := v.begin(v.open())
			v.add(c, "file: a", v.note("memory/a.md", "a\n"))
			want := "file: a\nstart"
			if moved {
				v.commit("capture: b", v.note("memory/b.md", "b\n"))
				want = "file: a\ncapture: b\nstart"
			}
			v.join(c)
			v.same("log", v.git("log", "--format=%s"), want)
			v.clean()
		})
	}
}

func TestChainWithoutCommitsIsNothing(t *testing.T) {
	v := newVault(t)
	c := v.begin(v.open())
	if _, err := c.Add(context.Background(), changing("file: README", File{Path: "README.md", Data: []byte("vault\n")})); !errors.Is(err, ErrNothing) {
		t.Errorf("adding what is there: got %v, want ErrNothing", err)
	}
	if h := v.join(c); h != "" {
		t.Errorf("joined %q, want nothing", h)
	}
	v.same("log", v.git("log", "--format=%s"), "start")
	v.clean()
}

func TestChainJoinsABranchThatMoved(t *testing.T) {
	v := newVault(t)
	v.commit("capture: a", v.note("memory/a.md", "a\n"))
	c := v.begin(v.open())
	v.add(c, "file: a", v.note("memory/a.md", "a filed\n"))
	v.commit("capture: c", v.note("memory/c.md", "c\n"))
	v.add(c, "insight: d", v.note("memory/d.md", "d\n"))
	v.write("README.md", "operator\n")
	v.git("commit", "-qm", "operator", "README.md")
	v.join(c)
	v.same("first parents", v.git("log", "--first-parent", "--format=%s"), "dream: 2026-08-03 · 3 filed\noperator\ncapture: c\ncapture: a\nstart")
	v.same("what the merge brought", v.git("diff", "--name-only", "HEAD^1", "HEAD"), "memory/a.md\nmemory/d.md")
	v.same("operator's file", v.git("show", "HEAD:README.md"), "operator")
	v.clean()
}

func TestChainSaysWhatChangedOnBothSides(t *testing.T) {
	v := newVault(t)
	v.commit("capture: a", v.note("memory/a.md", "a\n"), v.note("memory/b.md", "b\n"))
	c := v.begin(v.open())
	v.add(c, "file: a", v.note("memory/a.md", "a filed\n"))
	v.add(c, "file: b", v.note("memory/b.md", "b filed\n"))
	edited := v.note("memory/a.md", "a edited by hand\n")
	v.commit("edit: a", edited)
	head := v.git("rev-parse", "HEAD")
	_, err := c.Join(context.Background(), dreaming())
	var moved ErrMoved
	if !errors.As(err, &moved) || !slices.Equal(moved.Paths, []string{"memory/a.md"}) {
		t.Fatalf("got %v, want ErrMoved of memory/a.md", err)
	}
	v.same("HEAD", v.git("rev-parse", "HEAD"), head)
	if _, err := c.Join(context.Background(), dreaming(edited)); err != nil {
		t.Fatalf("with the answer: %v", err)
	}
	v.same("a", v.git("show", "HEAD:memory/a.md"), "a edited by hand")
	v.same("b", v.git("show", "HEAD:memory/b.md"), "b filed")
	v.clean()
}

func TestChainLeavesWhatIsStagedAlone(t *testing.T) {
	v := newVault(t)
	v.commit("capture: a", v.note("memory/a.md", "a\n"), v.note("memory/b.md", "b\n"))
	v.write("memory/a.md", "staged\n")
	v.git("add", "memory/a.md")
	c := v.begin(v.open())
	if _, err := c.Add(context.Background(), changing("file: a", File{Path: "memory/a.md", Data: []byte("filed\n")})); !as[ErrStaged](err) {
		t.Errorf("got %v, want ErrStaged", err)
	}
	v.add(c, "file: b", v.note("memory/b.md", "b filed\n"))
	v.add(c, "insight: c", v.note("memory/c.md", "c\n"))
	v.join(c)
	v.same("status", v.git("status", "--porcelain"), "M  memory/a.md")
	v.sound()
}

func TestChainOnAnUnbornBranchIsTheBranch(t *testing.T) {
	v := emptyVault(t)
	c := v.begin(v.open())
	v.add(c, "file: a", v.note("memory/a.md", "a\n"))
	v.add(c, "file: b", v.note("memory/b.md", "b\n"))
	v.join(c)
	v.same("log", v.git("log", "--format=%s"), "file: b\nfile: a")
	v.clean()
}

func TestChainAbandonedLeavesNothing(t *testing.T) {
	v := newVault(t)
	c := v.begin(v.open())
	v.add(c, "file: a", File{Path: "memory/a.md", Data: []byte("a\n")})
	c.Abort()
	v.clean()
	next := v.begin(v.open())
	c.Abort()
	v.add(next, "file: b", v.note("memory/b.md", "b\n"))
	v.join(next)
	v.clean()
}

func TestChainOfAThousandCommitsIsSmallAndSound(t *testing.T) {
	v := newVault(t)
	var files []File
	for i := range 400 {
		files = append(files, v.note(fmt.Sprintf("memory/2026/08/note-%03d-of-a-longer-name.md", i), fmt.Sprintf("text %d\n", i)))
	}
	v.commit("capture: all", files...)
	c := v.begin(v.open())
	for i := range 1000 {
		v.add(c, "file: x", v.note(files[i%400].Path, fmt.Sprintf("text %d, filed\n", i)))
	}
	v.join(c)
	v.clean()
	v.same("commits", v.git("rev-list", "--count", "HEAD"), "1003")
	for _, line := range strings.Split(v.git("count-objects", "-v"), "\n") {
		if size, ok := strings.CutPrefix(line, "size-pack: "); ok && len(size) > 3 {
			t.Errorf("pack: %s KiB for 1,000 commits, want below 1,000", size)
		}
	}
}

func TestChangedKnowsWhatAChainHasCommitted(t *testing.T) {
	v := newVault(t)
	v.commit("capture: a", v.note("memory/a.md", "a\n"))
	c := v.begin(v.open())
	v.add(c, "file: a", v.note("memory/a.md", "a filed\n"))
	v.write("memory/b.md", "by hand\n")
	got, err := v.open().Changed(context.Background(), "memory")
	want := []Change{{Path: "memory/a.md", Kind: Modified, InChain: true}, {Path: "memory/b.md", Kind: Added}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
}
