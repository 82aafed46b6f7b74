package engine

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

// testVault is a vault of a test's own: real files, real git, real index. When the test
// ends, check must find nothing grave in it and git nothing wrong.
type testVault struct {
	t       *testing.T
	root    string
	now     time.Time
	clock   time.Time // of the system; zero means now
	large   bool      // to be treated as a vault of very many notes
	notices []string
}

var evening = time.Date(2026, 8, 3, 22, 0, 0, 0, time.UTC)

func newVault(t *testing.T) *testVault {
	t.Helper()
	v := &testVault{t: t, root: filepath.Join(t.TempDir(), "v"), now: evening}
	if _, err := Init(t.Context(), v.root, v.options()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		e := v.open()
		checked, err := e.Check(context.Background(), false)
		if err != nil {
			t.Errorf("check at the end: %v", err)
		}
		for _, f := range checked.Findings {
			if f.Grave {
				t.Errorf("check at the end: %s %s: %s", f.Path, f.Code, f.Detail)
			}
		}
		v.git("fsck", "--strict", "--no-dangling")
	})
	return v
}

func (v *testVault) options() Options {
	return Options{
		Now: v.now, Clock: v.clock, User: "ada", Env: []string{"HOME=" + v.root, "GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.invalid", "GIT_CONFIG_NOSYSTEM=1"},
		Notice: func(s string) { v.notices = append(v.notices, s) },
	}
}

// open opens the vault as another process would.
func (v *testVault) open() *Engine {
	v.t.Helper()
	e, err := Open(v.root, v.options())
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(e.Close)
	if v.large {
		e.fullLook = 0
	}
	return e
}

func (v *testVault) git(args ...string) string {
	v.t.Helper()
	cmd := gitCommand(v.root, args...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		v.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// gitCommand is git with the identity of a person, whatever the machine is configured for.
func gitCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.invalid",
		"GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.invalid")
	return cmd
}

func (v *testVault) clean() {
	v.t.Helper()
	if out := v.git("status", "--porcelain"); out != "" {
		v.t.Errorf("git status: %s", out)
	}
}

func (v *testVault) subjects() []string {
	return strings.Split(v.git("log", "--format=%s"), "\n")
}

// write puts a note of an old day where a person would, and returns its path on disk.
func (v *testVault) write(slug, block, body string) string {
	v.t.Helper()
	path := filepath.Join(v.root, "memory/2026/08", slug+".md")
	text := "---\n" + block + "slug: " + slug + "\n---\n\n" + body + "\n"
	if block == "" {
		text = body + "\n"
	}
	v.writeFile(path, text)
	return path
}

func (v *testVault) writeFile(path, text string) {
	v.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		v.t.Fatal(err)
	}
}

func (v *testVault) read(path string) string {
	v.t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		v.t.Fatal(err)
	}
	return string(data)
}

const (
	active  = "type: fix\nstatus: active\ncaptured: 2026-08-01T10:00:00Z\n"
	unfiled = "type: fix\nstatus: unfiled\ncaptured: 2026-08-02T10:00:00Z\n"
)

func (v *testVault) capture(text string) Captured {
	v.t.Helper()
	c, err := v.open().Capture(v.t.Context(), []byte(text), memory.Draft{Status: memory.Unfiled, Actor: "agent:tester"})
	if err != nil {
		v.t.Fatal(err)
	}
	return c
}

func (v *testVault) recall(question string) []string {
	v.t.Helper()
	r, err := v.open().Recall(v.t.Context(), Asked{Query: memory.Query{Text: question, Limit: 20}})
	if err != nil {
		v.t.Fatal(err)
	}
	slugs := []string{}
	for _, x := range r.Results {
		slugs = append(slugs, string(x.Slug))
	}
	return slugs
}

func (v *testVault) dream() Dreamt {
	v.t.Helper()
	d, err := v.open().Dream(v.t.Context(), Night{})
	if err != nil {
		v.t.Fatal(err)
	}
	return d
}

// tree is every file of the vault with its content, mem's own state and git's left out.
func (v *testVault) tree() map[string]string {
	v.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(v.root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == ".git" || d.Name() == ".mem") {
			if err == nil {
				err = filepath.SkipDir
			}
			return err
		}
		if !d.IsDir() {
			out[path] = v.read(path)
		}
		return nil
	})
	if err != nil {
		v.t.Fatal(err)
	}
	return out
}
