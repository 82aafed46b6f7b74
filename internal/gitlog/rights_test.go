//go:build unix

package gitlog

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

const nobody = 65534

// becomeNobody gives up root's right to read everything.
func becomeNobody() error {
	return errors.Join(syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody))
}

// asNobody runs the test once more in a process of nobody's if this is root's, and reports whether it did.
func asNobody(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return false
	}
	dir := t.TempDir()
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^"+t.Name()+"$", "-test.count=1")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + dir, "GORACE=atexit_sleep_ms=0", "GITLOG_TEST_AS_NOBODY=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
	return true
}

func TestChangedReportsWhatCannotBeReadAndGoesOn(t *testing.T) {
	if asNobody(t) {
		return
	}
	edited := Change{Path: "memory/z.md", Kind: Modified}
	for _, c := range []struct {
		what  string
		setup func(v *vault)
		want  []Change
		byGit []Change // where git tells it otherwise: it says nothing of such folders
	}{
		{"an edited file", func(v *vault) {
			v.write("memory/a.md", "edited\n")
			v.forbid("memory/a.md")
		}, []Change{{Path: "memory/a.md", Kind: Unreadable}, edited}, nil},
		{"a new file", func(v *vault) {
			v.write("memory/n.md", "new\n")
			v.forbid("memory/n.md")
		}, []Change{{Path: "memory/n.md", Kind: Unreadable}, edited}, nil},
		{"a new file that git ignores", func(v *vault) {
			v.write(".git/info/exclude", "n.md\n")
			v.write("memory/n.md", "new\n")
			v.forbid("memory/n.md")
		}, []Change{edited}, nil},
		{"a folder", func(v *vault) { v.forbid("memory/2026") },
			[]Change{{Path: "memory/2026", Kind: Unreadable}, edited}, []Change{edited}},
		{"a new folder", func(v *vault) {
			v.write("memory/2027/n.md", "new\n")
			v.forbid("memory/2027")
		}, []Change{{Path: "memory/2027", Kind: Unreadable}, edited}, []Change{edited}},
		{"a folder that git ignores", func(v *vault) {
			v.write(".git/info/exclude", "/memory/2027/\n")
			v.write("memory/2027/n.md", "new\n")
			v.forbid("memory/2027")
		}, []Change{edited}, nil},
		{"everything", func(v *vault) { v.forbid("memory") },
			[]Change{{Path: "memory", Kind: Unreadable}}, []Change{}},
	} {
		t.Run(c.what, func(t *testing.T) {
			v := newVault(t)
			for _, path := range []string{"memory/a.md", "memory/2026/08/b.md", "memory/z.md"} {
				v.write(path, "committed\n")
			}
			v.git("add", ".")
			v.git("commit", "-qm", "notes")
			v.write("memory/z.md", "edited\n")
			c.setup(v)
			got, err := v.open().Changed(context.Background(), "memory")
			v.reported("", got, err, c.want)
			v.opts.GitPath = gitProgram(t)
			if c.byGit == nil {
				c.byGit = c.want
			}
			got, err = v.open().changedByGit(context.Background(), []string{"memory"})
			v.reported("through git: ", got, err, c.byGit)
		})
	}
}

func TestChangedOfOneFileInAFolderThatCannotBeRead(t *testing.T) {
	if asNobody(t) {
		return
	}
	v := newVault(t)
	v.commit("capture: a", v.note("memory/a.md", "a\n"))
	v.forbid("memory")
	got, err := v.open().Changed(context.Background(), "memory/a.md")
	v.reported("", got, err, []Change{{Path: "memory/a.md", Kind: Unreadable}})
}

// reported compares changes, of which the unreadable ones must say that permission is what lacks.
func (v *vault) reported(how string, got []Change, err error, want []Change) {
	v.Helper()
	for i, c := range got {
		if (c.Kind == Unreadable) != errors.Is(c.Err, fs.ErrPermission) {
			v.Errorf("%s%s is %s: %v", how, c.Path, c.Kind, c.Err)
		}
		got[i].Err = nil
	}
	if err != nil || !slices.Equal(got, want) {
		v.Errorf("%sgot %+v, %v\nwant %+v", how, got, err, want)
	}
}

// forbid takes all rights to a file or folder away until the test ends.
func (v *vault) forbid(path string) {
	v.Helper()
	full := filepath.Join(v.dir, path)
	if err := os.Chmod(full, 0); err != nil {
		v.Fatal(err)
	}
	v.Cleanup(func() { os.Chmod(full, 0o755) })
}
