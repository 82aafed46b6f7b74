package gitlog

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// vault is a real repository in a temporary folder, with git itself as the oracle.
type vault struct {
	testing.TB
	dir  string // of the vault
	opts Options
}

// at is when tests commit, unless they say otherwise.
var at = time.Date(2026, 8, 3, 14, 22, 0, 0, time.UTC)

// newVault makes a repository with one commit, as `git init` and a person would.
func newVault(t testing.TB) *vault {
	t.Helper()
	v := emptyVault(t)
	v.write("README.md", "vault\n")
	v.git("add", ".")
	v.git("commit", "-qm", "start")
	return v
}

func emptyVault(t testing.TB) *vault {
	t.Helper()
	v := &vault{TB: t, dir: filepath.Join(t.TempDir(), "vault")}
	if err := os.Mkdir(v.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	v.opts = Options{StateDir: filepath.Join(t.TempDir(), "state"), System: filepath.Join(t.TempDir(), "none")}
	v.git("init", "-q", "-b", "main")
	v.git("config", "gc.auto", "0")
	v.git("config", "user.name", "Operator")
	v.git("config", "user.email", "op@example.invalid")
	return v
}

// git runs git in the vault and returns its output without the last newline; it must succeed.
func (v *vault) git(args ...string) string {
	v.Helper()
	out, err := v.tryGit(args...)
	if err != nil {
		v.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSuffix(out, "\n")
}

func (v *vault) tryGit(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = v.dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + v.TempDir(), "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C", "GIT_EDITOR=true", "GIT_TEST_FSYNC=0",
		"GIT_AUTHOR_DATE=2026-08-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-08-01T00:00:00Z",
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (v *vault) write(path, text string) {
	v.Helper()
	full := filepath.Join(v.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		v.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		v.Fatal(err)
	}
}

func (v *vault) remove(path string) {
	v.Helper()
	if err := os.Remove(filepath.Join(v.dir, filepath.FromSlash(path))); err != nil {
		v.Fatal(err)
	}
}

func (v *vault) open() *Repo {
	v.Helper()
	r, err := Open(v.dir, v.opts)
	if err != nil {
		v.Fatal(err)
	}
	v.Cleanup(func() { r.Close() })
	return r
}

// note writes a file and returns it for a commit.
func (v *vault) note(path, text string) File {
	v.Helper()
	v.write(path, text)
	return File{Path: path, Data: []byte(text)}
}

// change is a commit of files with the given subject, as mem makes them.
func changing(subject string, files ...File) Commit {
	return Commit{
		Message:   Message{Subject: subject, Body: "Because of a test.", Trailers: []Trailer{{"Mem-Op", "capture"}, {"Mem-Actor", "human:test"}}},
		Author:    Identity{"claude-code", "claude-code@localhost"},
		Committer: Identity{"Operator", "op@example.invalid"},
		When:      at,
		Files:     files,
	}
}

func (v *vault) commit(subject string, files ...File) string {
	v.Helper()
	h, err := v.open().Commit(context.Background(), changing(subject, files...))
	if err != nil {
		v.Fatalf("commit %s: %v", subject, err)
	}
	return h
}

// sound checks that git finds no fault with the repository.
func (v *vault) sound() {
	v.Helper()
	if out := v.git("fsck", "--strict", "--no-dangling"); out != "" {
		v.Errorf("git fsck --strict: %s", out)
	}
	for _, pattern := range []string{"*.lock", ".mem-tmp-*", "*/.mem-tmp-*", "refs/heads/.mem-tmp-*", "objects/pack/*.keep", "refs/heads/*.lock"} {
		if left, _ := filepath.Glob(filepath.Join(v.gitDir(), pattern)); len(left) > 0 {
			v.Errorf("left in the git directory: %v", left)
		}
	}
	if left, _ := filepath.Glob(v.opts.StateDir + "/*"); v.opts.StateDir != "" && len(left) > 0 {
		v.Errorf("left in the state folder: %v", left)
	}
}

func (v *vault) gitDir() string {
	v.Helper()
	return v.git("rev-parse", "--absolute-git-dir")
}

// clean checks that git sees nothing to commit, and is sound.
func (v *vault) clean() {
	v.Helper()
	if out := v.git("status", "--porcelain"); out != "" {
		v.Errorf("git status: %q, want it clean", out)
	}
	v.sound()
}

func (v *vault) same(what, got, want string) {
	v.Helper()
	if got != want {
		v.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}
