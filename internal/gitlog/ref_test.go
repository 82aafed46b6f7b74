package gitlog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestCommitMovesTheRefThatHeadEndsAt(t *testing.T) {
	for _, c := range []struct {
		what   string
		setup  func(v *vault)
		branch string // the one that has the commit
	}{
		{"a branch that is another name for main", func(v *vault) {
			v.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
			v.git("symbolic-ref", "HEAD", "refs/heads/alias")
		}, "main"},
		{"an unborn branch where an empty folder is in the way", func(v *vault) {
			v.git("symbolic-ref", "HEAD", "refs/heads/deep")
			os.MkdirAll(v.gitDir()+"/refs/heads/deep/er", 0o755)
			os.Remove(v.gitDir() + "/refs/heads/deep/er")
			v.git("read-tree", "--empty")
			v.remove("README.md")
		}, "deep"},
		{"a branch packed beside many others, with peeled tags", func(v *vault) {
			for _, name := range []string{"a", "main2", "x/main", "z"} {
				v.git("branch", name)
			}
			v.git("tag", "-a", "-m", "x", "main")
			v.git("pack-refs", "--all", "--prune")
		}, "refs/heads/main"},
	} {
		v := newVault(t)
		c.setup(v)
		h := v.commit("capture: a", v.note("memory/a.md", "a\n"))
		v.same(c.what, v.git("rev-parse", c.branch), h)
		v.clean()
	}
}

func TestDamagedRefIsNotAnUnbornBranch(t *testing.T) {
	for _, text := range []string{"", "\n", "garbage", strings.Repeat("z", 40) + "\n", "ref: refs/heads/main\n", strings.Repeat("a", 50)} {
		v := newVault(t)
		path := v.gitDir() + "/refs/heads/main"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		h, err := v.open().Commit(context.Background(), changing("capture: a", v.note("memory/a.md", "a\n")))
		if h != "" || err == nil {
			t.Errorf("%q: committed %q", text, h)
		}
		if now, err := os.ReadFile(path); string(now) != text {
			t.Errorf("%q became %q, %v", text, now, err)
		}
	}
}

// Where links cannot be made the index lock is a file with the same words.
func TestLockInTheFormOfAFileIsKnownToo(t *testing.T) {
	v := newVault(t)
	path := v.gitDir() + "/index.lock"
	for words, ours := range map[string]bool{
		"mem " + v.open().vaultID() + " 1234 00ff": true,
		"mem 0123456789ab 1234 00ff":               false, // another vault of the repository
		"":                                         false,
		"DIRC":                                     false,
	} {
		if err := os.WriteFile(path, []byte(words), 0o644); err != nil {
			t.Fatal(err)
		}
		v.opts.Wait = time.Millisecond
		_, err := v.open().Commit(context.Background(), changing("capture: a", v.note("memory/a.md", words)))
		if ours != (err == nil) || !ours && !errors.Is(err, ErrBusy) {
			t.Errorf("%q: got %v, want a commit: %v", words, err, ours)
		}
		if !ours {
			v.remove(".git/index.lock")
		}
	}
	lock := indexLock{path, "mem x"}
	if err := lock.take(); err != nil {
		t.Fatal(err)
	}
	if err := lock.take(); !errors.Is(err, os.ErrExist) {
		t.Errorf("taken twice: %v", err)
	}
	v.fails("add", "README.md") // git respects it
	(&indexLock{path, "mem y"}).release()
	if !exists(path) {
		t.Error("a lock with other words was released")
	}
	lock.release()
	v.sound()
}

func TestRecoverSweepsWhatOnlyThisVaultLeft(t *testing.T) {
	v := newVault(t)
	r := v.open()
	ours := []string{".mem-tmp-" + r.vaultID() + "-1", "refs/heads/.mem-tmp-" + r.vaultID() + "-2"}
	theirs := []string{".mem-tmp-0123456789ab-1", "tmp_obj_1"}
	for _, name := range append(ours, theirs...) {
		v.write(".git/"+name, "x")
	}
	done, err := r.Recover(context.Background())
	if err != nil || len(done) != 1 || done[0] != "removed 2 unfinished files" {
		t.Errorf("got %q, %v", done, err)
	}
	for _, name := range ours {
		if exists(filepath.Join(v.gitDir(), name)) {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range theirs {
		v.remove(".git/" + name)
	}
	if done, err := r.Recover(context.Background()); err != nil || len(done) != 0 {
		t.Errorf("again: got %q, %v", done, err)
	}
	v.clean()
}

func TestRecoverWaitsForTheOperator(t *testing.T) {
	for _, c := range []struct {
		what  string
		setup func(v *vault)
	}{
		{"a merge", func(v *vault) { v.conflict("merge") }},
		{"a detached HEAD", func(v *vault) { v.git("checkout", "-q", "--detach") }},
	} {
		v := newVaultWithNotes(t)
		v.git("commit", "-qam", "operator's")
		v.dyingAt("commit", "ref moved")
		v.remove(".git/index.lock") // as an operator would
		v.git("reset", "-q")
		v.git("checkout", "-q", ".")
		c.setup(v)
		status := v.git("status", "--porcelain")
		if done, err := v.open().Recover(context.Background()); err != nil || len(done) != 0 {
			t.Errorf("during %s: got %q, %v", c.what, done, err)
		}
		v.same("status during "+c.what, v.git("status", "--porcelain"), status)
	}
}

// A power cut may leave an object's file empty, though its name says what it should hold.
func TestEmptyObjectIsWrittenAnew(t *testing.T) {
	v := newVault(t)
	f := v.note("memory/a.md", "a\n")
	blob := v.git("hash-object", "-w", "memory/a.md")
	path := filepath.Join(v.gitDir(), "objects", blob[:2], blob[2:])
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	v.commit("capture: a", f)
	v.clean()
}

func TestTimesThatGitCannotHoldAreTheFirstItCan(t *testing.T) {
	v := newVault(t)
	c := changing("capture: a", v.note("memory/a.md", "a\n"))
	c.When = time.Time{}
	if _, err := v.open().Commit(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	v.same("time", v.git("log", "-1", "--format=%at %ct"), "0 0")
	v.clean()
}

func TestOptionsWithoutAStateFolderUseTheGitDirectory(t *testing.T) {
	v := newVaultWithNotes(t)
	v.opts.StateDir = ""
	c := v.begin(v.open())
	v.add(c, "file: a", v.note("memory/2026/08/a.md", "a filed\n"))
	if left, _ := filepath.Glob(v.gitDir() + "/chain-*.pending"); len(left) != 1 {
		t.Errorf("records: %v", left)
	}
	v.join(c)
	if left, _ := filepath.Glob(v.gitDir() + "/*.pending"); len(left) != 0 {
		t.Errorf("records left: %v", left)
	}
	v.sound()
}
