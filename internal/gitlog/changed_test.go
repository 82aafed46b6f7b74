package gitlog

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestChanged(t *testing.T) {
	for _, c := range []struct {
		what  string
		setup func(v *vault)
		want  []Change
	}{
		{"nothing was touched", func(v *vault) {}, nil},
		{"a new file", func(v *vault) { v.write("memory/n.md", "n") }, []Change{{Path: "memory/n.md", Kind: Added}}},
		{"an edit of another length", func(v *vault) { v.write("memory/a.md", "longer\n") }, []Change{{Path: "memory/a.md", Kind: Modified}}},
		{"an edit of the same length in the same second", func(v *vault) { v.write("memory/a.md", "A\n") }, []Change{{Path: "memory/a.md", Kind: Modified}}},
		{"a file written anew as it was", func(v *vault) { v.remove("memory/a.md"); v.write("memory/a.md", "a\n") }, nil},
		{"a deleted file", func(v *vault) { v.remove("memory/a.md") }, []Change{{Path: "memory/a.md", Kind: Deleted}}},
		{"a deleted folder", func(v *vault) { os.RemoveAll(v.dir + "/memory/2026") }, []Change{{Path: "memory/2026/08/b.md", Kind: Deleted}}},
		{"a renamed file", func(v *vault) { os.Rename(v.dir+"/memory/a.md", v.dir+"/memory/z.md") },
			[]Change{{Path: "memory/a.md", Kind: Deleted}, {Path: "memory/z.md", Kind: Added}}},
		{"a file that became executable", func(v *vault) { os.Chmod(v.dir+"/memory/a.md", 0o755) }, []Change{{Path: "memory/a.md", Kind: Modified}}},
		{"a file that became executable where modes do not count", func(v *vault) {
			v.git("config", "core.fileMode", "false")
			os.Chmod(v.dir+"/memory/a.md", 0o755)
		}, nil},
		{"a new file staged as it is", func(v *vault) { v.write("memory/n.md", "n"); v.git("add", ".") }, []Change{{Path: "memory/n.md", Kind: Added}}},
		{"a new file staged otherwise than it is", func(v *vault) {
			v.write("memory/n.md", "n")
			v.git("add", ".")
			v.write("memory/n.md", "now")
		}, []Change{{Path: "memory/n.md", Kind: Added, Staged: true}}},
		{"a new file staged without content", func(v *vault) { v.write("memory/n.md", "n"); v.git("add", "-N", ".") },
			[]Change{{Path: "memory/n.md", Kind: Added, Staged: true}}},
		{"a file unstaged and still there", func(v *vault) { v.git("rm", "-q", "--cached", "memory/a.md") }, nil},
		{"a file unstaged, edited and still there", func(v *vault) { v.git("rm", "-q", "--cached", "memory/a.md"); v.write("memory/a.md", "x") },
			[]Change{{Path: "memory/a.md", Kind: Modified, Staged: true}}},
		{"a conflict", func(v *vault) {
			v.git("checkout", "-qb", "side")
			v.write("memory/a.md", "s\n")
			v.git("commit", "-qam", "s")
			v.git("checkout", "-q", "main")
			v.write("memory/a.md", "o\n")
			v.git("commit", "-qam", "o")
			v.fails("merge", "side")
		}, []Change{{Path: "memory/a.md", Kind: Modified, Conflicted: true}}},
		{"an ignored file", func(v *vault) { v.write("memory/.gitignore", "*.tmp.md\n"); v.write("memory/x.tmp.md", "x") },
			[]Change{{Path: "memory/.gitignore", Kind: Added}}},
		{"a fifo, and a link to a folder", func(v *vault) {
			exec.Command("mkfifo", v.dir+"/memory/fifo.md").Run()
			os.Symlink("2026", v.dir+"/memory/link")
		}, []Change{{Path: "memory/link", Kind: Added}}},
		{"another repository inside", func(v *vault) {
			os.MkdirAll(v.dir+"/memory/inner", 0o755)
			v.git("init", "-q", "memory/inner")
			v.write("memory/inner/x.md", "x")
		}, nil},
		{"a file where a folder was", func(v *vault) { os.RemoveAll(v.dir + "/memory/2026"); v.write("memory/2026", "x") },
			[]Change{{Path: "memory/2026", Kind: Added}, {Path: "memory/2026/08/b.md", Kind: Deleted}}},
		{"a folder where a file was", func(v *vault) { v.remove("memory/a.md"); v.write("memory/a.md/x.md", "x") },
			[]Change{{Path: "memory/a.md", Kind: Deleted}, {Path: "memory/a.md/x.md", Kind: Added}}},
		{"names that sort around slashes", func(v *vault) {
			v.write("memory/2026-x.md", "x")
			v.write("memory/2026.md", "x")
			v.write("memory/20260.md", "x")
		},
			[]Change{{Path: "memory/2026-x.md", Kind: Added}, {Path: "memory/2026.md", Kind: Added}, {Path: "memory/20260.md", Kind: Added}}},
		{"the index is gone", func(v *vault) { os.Remove(v.gitDir() + "/index"); v.write("memory/a.md", "x") }, []Change{{Path: "memory/a.md", Kind: Modified}}},
		{"a file outside of what was asked for", func(v *vault) { v.write("memoryx/a.md", "x"); v.write("README.md", "x") }, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			v := newVault(t)
			v.write("memory/a.md", "a\n")
			v.write("memory/2026/08/b.md", "b\n")
			v.git("add", ".")
			v.git("commit", "-qm", "notes")
			c.setup(v)
			got, err := v.open().Changed(context.Background(), "memory")
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("got %+v, %v\nwant %+v", got, err, c.want)
			}
			if strings.HasPrefix(c.what, "a file unstaged") || c.what == "the index is gone" {
				return // git status does not tell whether what it calls untracked is as HEAD has it
			}
			v.opts.GitPath = gitProgram(t)
			got, err = v.open().changedByGit(context.Background(), []string{"memory"})
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("through git: got %+v, %v\nwant %+v", got, err, c.want)
			}
		})
	}
}

func TestChangedOnAnUnbornBranch(t *testing.T) {
	v := emptyVault(t)
	v.write("memory/a.md", "a")
	got, err := v.open().Changed(context.Background(), "memory", "desk", "facts.md")
	if want := []Change{{Path: "memory/a.md", Kind: Added}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

// git status is the oracle for which files differ and which are ignored.
func TestChangedFindsWhatGitStatusFinds(t *testing.T) {
	v := newVault(t)
	for i := range 60 {
		v.write(fmt.Sprintf("memory/%d/%d.md", i%5, i), fmt.Sprint(i))
	}
	v.git("add", ".")
	v.git("commit", "-qm", "notes")
	v.write(".gitignore", "/build/\n*.log\n!keep.log\nfoo/**/bar.md\n# comment\n\\#x.md\ntrail.md \nmemory/private/\n!memory/private/x.md\n")
	v.write(".git/info/exclude", "excluded.md\n")
	for i, p := range []string{
		"build/x.md", "memory/build/x.md", "a.log", "keep.log", "foo/bar.md", "foo/a/b/bar.md", "#x.md", "trail.md",
		"memory/private/x.md", "memory/private/y.md", "excluded.md", "memory/excluded.md", "memory/3/new.md", "memory/3/a b ü.md",
	} {
		v.write(p, fmt.Sprint(i))
	}
	for i := 0; i < 60; i += 7 {
		v.write(fmt.Sprintf("memory/%d/%d.md", i%5, i), "changed")
	}
	for i := 3; i < 60; i += 13 {
		if i%7 != 0 {
			v.remove(fmt.Sprintf("memory/%d/%d.md", i%5, i))
		}
	}
	got, err := v.open().Changed(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	v.opts.GitPath = gitProgram(t)
	want, err := v.open().changedByGit(context.Background(), nil)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v, %v", got, want, err)
	}
	if lines := strings.Split(v.git("status", "--porcelain", "-uall"), "\n"); len(lines) != len(got) {
		t.Errorf("%d changes, git status has %d lines", len(got), len(lines))
	}
}
