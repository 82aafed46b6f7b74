package gitlog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// storied makes a repository whose history has runs, merges of the operator's, equal times and clocks that go back.
func storied(t *testing.T, seed uint64) *vault {
	rnd := rand.New(rand.NewPCG(seed, 1))
	v := newVault(t)
	ctx := context.Background()
	r := v.open()
	write := func() File {
		return v.note(fmt.Sprintf("memory/%d/n%d.md", rnd.IntN(2), rnd.IntN(4)), fmt.Sprint(rnd.IntN(3), "\n"))
	}
	for i := range 40 {
		next := changing(fmt.Sprint("set: ", i), write())
		next.When = at.Add(time.Duration(rnd.IntN(9)-2+i) * time.Minute)
		switch rnd.IntN(8) {
		case 0, 1:
			c := v.begin(r)
			for range 1 + rnd.IntN(4) {
				next.Files = []File{write()}
				if _, err := c.Add(ctx, next); err != nil && !errors.Is(err, ErrNothing) {
					t.Fatal(err)
				}
			}
			if _, err := c.Join(ctx, dreaming()); err != nil {
				t.Fatal(err)
			}
		case 2:
			v.git("checkout", "-qb", fmt.Sprint("side", i))
			v.commitLoosely(r, next)
			v.git("checkout", "-q", "main")
			next.Files = []File{write()}
			v.commitLoosely(r, next)
			if _, err := v.tryGit("merge", "-q", "--no-edit", "-X", "ours", fmt.Sprint("side", i)); err != nil {
				v.git("reset", "-q", "--hard")
			}
		default:
			v.commitLoosely(r, next)
		}
	}
	return v
}

func (v *vault) commitLoosely(r *Repo, c Commit) {
	v.Helper()
	if _, err := r.Commit(context.Background(), c); err != nil && !errors.Is(err, ErrNothing) {
		v.Fatal(err)
	}
}

func hashes(t *testing.T, seq iter.Seq2[Entry, error]) string {
	t.Helper()
	var out []string
	for e, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Hash)
	}
	return strings.Join(out, "\n")
}

func TestLogIsGitLog(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			v := storied(t, seed)
			ctx := context.Background()
			for _, through := range []string{"", gitProgram(t), "/nowhere/git"} {
				v.opts.GitPath = through
				r := v.open()
				v.same("log", hashes(t, r.Log(ctx, Query{})), v.git("log", "--format=%H"))
				v.same("first parents", hashes(t, r.Log(ctx, Query{FirstParent: true})), v.git("log", "--first-parent", "--format=%H"))
				v.same("limit", hashes(t, r.Log(ctx, Query{Limit: 3})), v.git("log", "-3", "--format=%H"))
				for _, p := range []string{"memory/0/n0.md", "memory/1/n3.md", "README.md", "none.md"} {
					v.same("log of "+p, hashes(t, r.Log(ctx, Query{Path: p})), v.git("log", "--format=%H", "--", p))
					v.same("first parents of "+p, hashes(t, r.Log(ctx, Query{Path: p, FirstParent: true})), v.git("log", "--first-parent", "--format=%H", "--", p))
					first, ok, err := r.FirstCommitTime(ctx, p)
					want := strings.Split(v.git("log", "--format=%cI", "--", p), "\n")
					if err != nil || ok != (want[0] != "") || ok && first.Format(time.RFC3339) != strings.Replace(want[len(want)-1], "+00:00", "Z", 1) {
						t.Errorf("first commit of %s: got %v, %v, %v, want %s", p, first, ok, err, want[len(want)-1])
					}
				}
			}
			v.sound()
		})
	}
}

func TestLogEntryTellsTheWholeCommit(t *testing.T) {
	v := newVault(t)
	c := changing("capture: ä", v.note("memory/a.md", "a\n"), v.note("memory/b.md", "b\n"))
	c.When = time.Date(2026, 8, 3, 1, 2, 3, 0, time.FixedZone("", -5*3600-1800))
	c.Trailers = append(c.Trailers, Trailer{"Mem-Note", "a"}, Trailer{"Mem-Note", "b"}, Trailer{"Mem-Run", "2026-08-03"})
	h, err := v.open().Commit(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, through := range []string{"", gitProgram(t)} {
		v.opts.GitPath = through
		r := v.open()
		for e, err := range r.Log(context.Background(), Query{Path: "memory/a.md", Trailers: []Trailer{{"Mem-Note", "b"}, {"Mem-Run", ""}}}) {
			files, ferr := e.Files()
			if err != nil || ferr != nil {
				t.Fatal(err, ferr)
			}
			got := fmt.Sprint(e.Hash == h, e.Short == h[:7], e.Parents[0] == v.git("rev-parse", "HEAD~1"), e.Author, e.Committer, e.When,
				e.Subject, e.Body, e.Trailer("Mem-Note"), e.Merge, files)
			v.same("entry", got, fmt.Sprint(true, true, true, c.Author, c.Committer, c.When, "capture: ä", "Because of a test.", []string{"a", "b"},
				false, []string{"memory/a.md", "memory/b.md"}))
			h = ""
		}
		if h != "" && through == "" {
			t.Error("the entry was not found by its trailers")
		}
		h = v.git("rev-parse", "HEAD")
	}
	r := v.open()
	v.same("other trailer", hashes(t, r.Log(context.Background(), Query{Trailers: []Trailer{{"Mem-Note", "c"}}})), "")
	v.same("since", hashes(t, r.Log(context.Background(), Query{Since: at.Add(-24 * time.Hour)})), h)
}

func TestDiffAndFirstCommitTimes(t *testing.T) {
	v := newVault(t)
	v.commit("capture: a", v.note("memory/a.md", "a\n"), v.note("memory/b.md", "b\n"))
	v.remove("memory/b.md")
	h := v.commit("set", v.note("memory/a.md", "a2\n"), File{Path: "memory/b.md", Remove: true}, v.note("memory/c.md", ""))
	r := v.open()
	got, err := r.Diff(h[:7])
	want := []FileDiff{{"memory/a.md", []byte("a\n"), []byte("a2\n")}, {"memory/b.md", []byte("b\n"), nil}, {"memory/c.md", nil, []byte{}}}
	if err != nil || fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
		t.Errorf("diff: got %#v, %v\nwant %#v", got, err, want)
	}
	root, err := r.Diff(v.git("rev-list", "--max-parents=0", "HEAD"))
	if err != nil || len(root) != 1 || root[0].Path != "README.md" || root[0].Before != nil {
		t.Errorf("diff of the first commit: got %v, %v", root, err)
	}
	times, err := r.FirstCommitTimes(context.Background(), []string{"memory/b.md", "memory/c.md", "none.md"})
	if err != nil || len(times) != 2 || !times["memory/b.md"].Equal(at) {
		t.Errorf("first commits: got %v, %v", times, err)
	}
}

func TestResolve(t *testing.T) {
	v := newVault(t)
	h := v.commit("capture: a", v.note("memory/a.md", "a\n"))
	v.git("branch", "feature/x", "HEAD~1")
	v.git("tag", "-a", "-m", "tag", "v1", "HEAD~1")
	v.git("gc", "-q")
	base := v.git("rev-parse", "HEAD~1")
	blob := v.git("rev-parse", "HEAD:memory/a.md")
	for _, through := range []string{"", gitProgram(t)} {
		v.opts.GitPath = through
		r := v.open()
		for rev, want := range map[string]string{
			"HEAD": h, "main": h, "refs/heads/main": h, h: h, h[:4]: h, strings.ToUpper(h[:9]): h, h[:39]: h,
			"feature/x": base, "v1": base, "refs/tags/v1": base,
			"": "", "nope": "", "HEAD~1": "", "-n1": "", "abcd": "", h[:3]: "", blob: "", blob[:12]: "", "../../config": "", strings.Repeat("0", 40): "",
		} {
			got, err := r.Resolve(rev)
			if got != want || (err == nil) != (want != "") || err != nil && !errors.Is(err, ErrUnknownRevision) {
				t.Errorf("%q: got %q, %v, want %q", rev, got, err, want)
			}
		}
	}
	if _, err := v.open().Read("HEAD", "none.md"); err == nil || errors.Is(err, ErrUnknownRevision) {
		t.Errorf("a missing file: got %v", err)
	}
}

func TestStaged(t *testing.T) {
	for _, through := range []string{"", gitProgram(t)} {
		v := newVault(t)
		v.opts.GitPath = through
		v.commit("notes", v.note("memory/a.md", "a\n"), v.note("memory/b.md", "b\n"), v.note("memory/c.md", "c\n"))
		if through != "" {
			v.git("update-index", "--split-index")
		}
		v.write("memory/a.md", "staged\n")
		v.write("memory/new.md", "new\n")
		v.write("elsewhere.md", "x\n")
		v.git("add", ".")
		v.git("rm", "-q", "--cached", "memory/c.md")
		v.write("memory/b.md", "not staged\n")
		got, err := v.open().Staged(context.Background(), "memory")
		if want := []string{"memory/a.md", "memory/c.md", "memory/new.md"}; err != nil || !slices.Equal(got, want) {
			t.Errorf("git %q: got %q, %v, want %q", through, got, err, want)
		}
	}
}
