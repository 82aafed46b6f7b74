package gitlog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// strange are repositories that mem cannot write itself.
var strange = []struct {
	what  string
	setup func(v *vault)
}{
	{"SHA-256", func(v *vault) {
		v.dir += "-256"
		v.write("README.md", "vault\n")
		v.git("init", "-q", "-b", "main", "--object-format=sha256")
		v.git("config", "user.name", "Operator")
		v.git("config", "user.email", "op@example.invalid")
		v.git("add", ".")
		v.git("commit", "-qm", "start")
	}},
	{"a split index", func(v *vault) { v.git("update-index", "--split-index") }},
	{"a sparse index", func(v *vault) {
		v.write("memory/x.md", "x\n")
		v.write("other/y.md", "y\n")
		v.git("add", ".")
		v.git("commit", "-qm", "more")
		v.git("sparse-checkout", "init", "--cone", "--sparse-index")
		v.git("sparse-checkout", "set", "memory")
	}},
}

func TestStrangeRepositoriesAreWrittenThroughGit(t *testing.T) {
	for _, c := range strange {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			v := newVault(t)
			v.opts.GitPath = gitProgram(t)
			c.setup(v)
			v.write("staged.txt", "staged\n")
			v.git("add", "staged.txt")
			v.write("README.md", "edited\n")
			v.commit("capture: a", v.note("memory/a.md", "a\n"), v.note("memory/b.md", "b\n"))
			v.same("log", v.git("log", "-1", "--format=%an|%cn|%s|%(trailers:key=Mem-Op,valueonly)|%at"), "claude-code|Operator|capture: a|capture\n|1785766920")
			v.same("reflog", v.git("reflog", "-1", "--format=%gn %gs"), "Operator commit: capture: a")
			v.same("status", v.git("status", "--porcelain"), operatorsWork)

			r := v.open()
			ch := v.begin(r)
			v.add(ch, "file: a", v.note("memory/a.md", "a filed\n"))
			v.commit("capture: c", v.note("memory/c.md", "c\n"))
			v.remove("memory/b.md")
			v.add(ch, "forget: b", File{Path: "memory/b.md", Remove: true})
			got, err := v.open().Changed(context.Background(), "memory")
			want := []Change{{Path: "memory/a.md", Kind: Modified}, {Path: "memory/b.md", Kind: Deleted}}
			for i := range got {
				got[i].InChain = false
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("changed: got %v, %v, want %v", got, err, want)
			}
			h := v.join(ch)
			v.same("first parents", v.git("log", "--first-parent", "--format=%s", "-2"), "dream: 2026-08-03 · 3 filed\ncapture: c")
			v.same("what it brought", v.git("diff", "--name-status", "HEAD^1", "HEAD"), "M\tmemory/a.md\nD\tmemory/b.md")
			v.same("status", v.git("status", "--porcelain"), operatorsWork)
			v.git("write-tree") // a sparse index names trees that git has yet to write: `git add` alone makes fsck complain
			v.sound()
			v.readsLikeGit(h)
		})
	}
}

// readsLikeGit checks what the reading methods say of the newest commit, a merge that changed a and removed b.
func (v *vault) readsLikeGit(h string) {
	v.Helper()
	r, ctx := v.open(), context.Background()
	if got, err := r.Resolve(h[:8]); got != h || err != nil {
		v.Errorf("resolve %s: got %s, %v", h[:8], got, err)
	}
	if got, ok, err := r.FileAtHead("memory/a.md"); string(got) != "a filed\n" || !ok || err != nil {
		v.Errorf("a at HEAD: got %q, %v, %v", got, ok, err)
	}
	if _, ok, err := r.FileAtHead("memory/b.md"); ok || err != nil {
		v.Errorf("b at HEAD: got %v, %v, want it absent", ok, err)
	}
	diffs, err := r.Diff(h)
	if err != nil || len(diffs) != 2 || diffs[0].Path != "memory/a.md" || string(diffs[0].Before) != "a\n" || diffs[1].After != nil {
		v.Errorf("diff: got %+v, %v", diffs, err)
	}
	var subjects []string
	for e, err := range r.Log(ctx, Query{FirstParent: true, Limit: 2}) {
		if err != nil {
			v.Fatal(err)
		}
		files, err := e.Files()
		if err != nil {
			v.Fatal(err)
		}
		subjects = append(subjects, fmt.Sprintf("%s %v %v", e.Subject, e.Merge, files))
	}
	want := []string{"dream: 2026-08-03 · 3 filed true [memory/a.md memory/b.md]", "capture: c false [memory/c.md]"}
	if !slices.Equal(subjects, want) {
		v.Errorf("log: got %q, want %q", subjects, want)
	}
	files, err := r.HeadEntries("memory")
	if err != nil || len(files) < 2 || files[0].Path != "memory/a.md" || files[0].Hash != v.git("rev-parse", "HEAD:memory/a.md") {
		v.Errorf("files of HEAD: got %v, %v", files, err)
	}
}

func TestStrangeRepositoriesWithoutGitSayWhy(t *testing.T) {
	for _, c := range strange {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			v := newVault(t)
			c.setup(v)
			_, err := v.open().Commit(context.Background(), changing("capture: a", v.note("memory/a.md", "a\n")))
			var unsupported ErrUnsupported
			if !errors.As(err, &unsupported) || unsupported.Cause == "" {
				t.Errorf("got %v, want ErrUnsupported with its cause", err)
			}
			if s, err := v.open().State(); err != nil || s.Cause == "" {
				t.Errorf("state: got cause %q, %v", s.Cause, err)
			}
			v.sound()
		})
	}
}

func TestCommitThroughGitRefusesTheSame(t *testing.T) {
	for _, c := range []struct {
		why   string
		setup func(v *vault)
		want  func(error) bool
	}{
		{"a merge waits for the operator", func(v *vault) { v.conflict("merge") }, is(ErrInProgress{Merge})},
		{"HEAD is on no branch", func(v *vault) { v.git("checkout", "-q", "--detach") }, is(ErrDetached)},
		{"the operator staged another text", func(v *vault) { v.write("memory/a.md", "staged\n"); v.git("add", "memory/a.md") }, as[ErrStaged]},
		{"git ignores the note", func(v *vault) { v.write(".gitignore", "memory\n") }, as[ErrIgnored]},
		{"nothing would change", func(v *vault) { v.commit("a", v.note("memory/a.md", "a\n")) }, is(ErrNothing)},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			v := newVault(t)
			v.opts.GitPath = gitProgram(t)
			v.git("update-index", "--split-index")
			c.setup(v)
			f := v.note("memory/a.md", "a\n")
			head, status := v.git("rev-parse", "HEAD"), v.git("status", "--porcelain")
			if h, err := v.open().Commit(context.Background(), changing("capture: a", f)); h != "" || !c.want(err) {
				t.Errorf("got %q, %v", h, err)
			}
			v.same("HEAD", v.git("rev-parse", "HEAD"), head)
			v.same("status", v.git("status", "--porcelain"), status)
			v.sound()
		})
	}
}

func TestCommitThroughGitKilledIsFinished(t *testing.T) {
	for _, step := range []string{"pending recorded", "ref moved"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			v := newVaultWithNotes(t)
			v.opts.GitPath = gitProgram(t)
			v.git("update-index", "--split-index")
			v.dyingAt("commit", step)
			v.finish("set: a")
		})
	}
}
