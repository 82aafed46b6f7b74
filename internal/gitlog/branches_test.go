package gitlog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A killed git leaves an empty lock beside a branch, and a power cut an empty branch; neither hides the others.
func TestBranchesAreThoseThatGitLists(t *testing.T) {
	v := newVaultWithNotes(t)
	tip := v.git("rev-parse", "HEAD")
	v.git("branch", "mem/dream/packed")
	v.git("branch", "mem/dream/moved", "HEAD~1")
	v.git("pack-refs", "--all")
	v.git("branch", "-f", "mem/dream/moved", tip)
	v.git("branch", "mem/dream/loose")
	v.git("branch", "mem/dream/below/one")
	v.git("branch", "mem/other")
	v.git("symbolic-ref", "refs/heads/mem/dream/named", "refs/heads/mem/dream/packed")
	v.git("symbolic-ref", "refs/heads/mem/dream/to-nowhere", "refs/heads/none")
	for name, text := range map[string]string{
		"loose.lock": "", "stale.lock": tip + "\n", "moved.lock": "", ".mem-tmp-1": "half", ".hidden/one": tip + "\n",
		"empty": "", "torn": tip[:20], "no branch": tip + "\n",
	} {
		path := filepath.Join(v.dir, ".git/refs/heads/mem/dream", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	list, broken, err := v.open().Branches(t.Context(), "mem/dream/")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range list {
		got = append(got, fmt.Sprintf("%s refs/heads/%s", b.Hash, b.Name))
	}
	var want []string
	for line := range strings.SplitSeq(v.git("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/mem/dream/"), "\n") {
		if !strings.HasPrefix(line, "warning: ") {
			want = append(want, line)
		}
	}
	v.same("branches", strings.Join(got, "\n"), strings.Join(want, "\n"))
	got = nil
	for _, b := range broken {
		got = append(got, b.Name)
	}
	v.same("broken", strings.Join(got, ", "), "mem/dream/empty, mem/dream/no branch, mem/dream/torn")
}

func TestWithoutAnyBranchThereIsNone(t *testing.T) {
	if list, broken, err := newVaultWithNotes(t).open().Branches(t.Context(), "mem/dream/"); err != nil || len(list)+len(broken) > 0 {
		t.Errorf("got %v, %v, %v", list, broken, err)
	}
}

func TestALockThatNobodyHoldsIsNamedAndNotRemoved(t *testing.T) {
	drop := func(r *Repo, b Branch) error { return r.DropBranch(context.Background(), b) }
	commit := func(r *Repo, _ Branch) error {
		_, err := r.Commit(context.Background(), Commit{Message: Message{Subject: "capture: a"}, Files: []File{{Path: "memory/2026/08/a.md", Data: []byte("new\n")}}})
		return err
	}
	for name, c := range map[string]struct {
		lock string
		git  bool
		do   func(*Repo, Branch) error
	}{
		"a branch to be deleted":               {"refs/heads/mem/dream/one.lock", true, drop},
		"one to be deleted without git":        {"refs/heads/mem/dream/one.lock", false, drop},
		"packed refs":                          {"packed-refs.lock", true, drop},
		"packed refs without git":              {"packed-refs.lock", false, drop},
		"the branch that a commit is to be on": {"refs/heads/main.lock", true, commit},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVaultWithNotes(t)
			v.git("branch", "mem/dream/one")
			v.git("pack-refs", "--all")
			v.opts.Wait = 20 * time.Millisecond
			if !c.git {
				v.opts.GitPath = ""
			}
			before := v.git("for-each-ref")
			lock := filepath.Join(v.dir, ".git", c.lock)
			if err := errors.Join(os.MkdirAll(filepath.Dir(lock), 0o755), os.WriteFile(lock, nil, 0o644)); err != nil {
				t.Fatal(err)
			}
			b := Branch{"mem/dream/one", v.git("rev-parse", "mem/dream/one")}
			if err := c.do(v.open(), b); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), c.lock) {
				t.Errorf("got %v, want a word of %s", err, c.lock)
			}
			v.same("refs", v.git("for-each-ref"), before)
			if err := os.Remove(lock); err != nil {
				t.Fatalf("the lock is not left to who can tell whose it is: %v", err)
			}
			if err := c.do(v.open(), b); err != nil {
				t.Error(err)
			}
			v.sound()
		})
	}
}
