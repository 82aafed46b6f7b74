package gitlog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPastIsWhatGitHas compares every file of every first-parent commit with git's own
// answer, by mem's reading and by the git program.
func TestPastIsWhatGitHas(t *testing.T) {
	for seed := range uint64(1) {
		v := storied(t, seed)
		r := v.open()
		v.opts.GitPath = gitProgram(t)
		byGit := v.open()
		for _, rev := range strings.Fields(v.git("log", "--first-parent", "--format=%H")) {
			want := map[string]string{}
			for _, p := range strings.Split(v.git("ls-tree", "-r", "--name-only", rev), "\n") {
				want[p] = v.git("show", rev+":"+p)
			}
			for name, past := range map[string]func(context.Context, string, []string, func(string) bool) (map[string][]byte, error){
				"mem": r.past, "git": byGit.pastByGit,
			} {
				got, err := past(t.Context(), rev, []string{"memory/0/n1.md", "README.md"}, func(p string) bool { return p != "README.md" })
				if err != nil {
					t.Fatalf("seed %d, %s at %s: %v", seed, name, rev, err)
				}
				if _, have := got["memory/0/n1.md"]; !have {
					t.Errorf("seed %d, %s at %s: what was asked for besides is not there", seed, name, rev)
				}
				if _, have := got["README.md"]; have {
					t.Errorf("seed %d, %s at %s: what was not wanted is there", seed, name, rev)
				}
				for p, data := range got {
					if text, had := want[p]; had != (data != nil) || text != strings.TrimSuffix(string(data), "\n") {
						t.Errorf("seed %d, %s at %s: %s is %q, want %q", seed, name, rev, p, data, text)
					}
				}
				for _, p := range strings.Split(v.git("diff", "--name-only", rev, "HEAD", "--", "memory"), "\n") {
					if _, have := got[p]; !have && p != "" {
						t.Errorf("seed %d, %s at %s: %s has changed since and is not told", seed, name, rev, p)
					}
				}
			}
		}
	}
}

func TestBeforeIsTheLastCommitOfTheFirstParents(t *testing.T) {
	v := newVault(t)
	r := v.open()
	if _, ok, err := r.Before(t.Context(), time.Unix(1, 0)); ok || err != nil {
		t.Errorf("before the first commit: %v, %v", ok, err)
	}
	var want []string
	for i := range 4 {
		next := changing(fmt.Sprint("set: ", i), v.note("memory/n.md", fmt.Sprint(i, "\n")))
		next.When = at.Add(time.Duration(i) * time.Hour)
		hash, err := r.Commit(t.Context(), next)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, hash)
	}
	for i, hash := range want {
		for _, late := range []time.Duration{0, time.Minute} {
			e, ok, err := r.Before(t.Context(), at.Add(time.Duration(i)*time.Hour+late))
			if err != nil || !ok || e.Hash != hash {
				t.Errorf("commit %d, %v later: %s, %v, %v", i, late, e.Subject, ok, err)
			}
		}
	}
}

func TestBeforeSaysThatAShallowHistoryEnds(t *testing.T) {
	v := newVault(t)
	for i := range 3 {
		v.commitLoosely(v.open(), changing(fmt.Sprint("set: ", i), v.note("memory/n.md", fmt.Sprint(i, "\n"))))
	}
	dir := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "-q", "--depth", "1", "file://"+v.dir, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	r, err := Open(dir, v.opts)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, ok, err := r.Before(t.Context(), time.Unix(1, 0)); ok || !errors.Is(err, ErrMissingObject) {
		t.Errorf("got %v, %v", ok, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "memory", "n.md")); err != nil {
		t.Error(err)
	}
}
