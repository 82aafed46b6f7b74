package gitlog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCommitIsWhatGitWouldHaveMade(t *testing.T) {
	v := newVault(t)
	h := v.commit("capture: lock-timeout", v.note("memory/2026/08/lock-timeout.md", "---\ntype: fix\n---\nbusy retry\n"))
	v.same("HEAD", v.git("rev-parse", "HEAD"), h)
	v.same("log", v.git("log", "-1", "--format=%an <%ae>|%cn <%ce>|%s|%b|%at|%(trailers:key=Mem-Op,valueonly)"),
		"claude-code <claude-code@localhost>|Operator <op@example.invalid>|capture: lock-timeout|Because of a test.\n\nMem-Op: capture\nMem-Actor: human:test\n|1785766920|capture\n")
	v.same("files", v.git("show", "--format=", "--name-status", "HEAD"), "A\tmemory/2026/08/lock-timeout.md")
	v.same("reflog", v.git("reflog", "-1", "--format=%gs"), "commit: capture: lock-timeout")
	v.same("branch reflog", v.git("reflog", "show", "main", "-1", "--format=%gn %gs"), "Operator commit: capture: lock-timeout")
	v.clean()
	v.commit("set: lock-timeout", v.note("memory/2026/08/lock-timeout.md", "---\ntype: idea\n---\nbusy retry\n"))
	v.remove("memory/2026/08/lock-timeout.md")
	v.commit("forget", File{Path: "memory/2026/08/lock-timeout.md", Remove: true})
	v.same("tree", v.git("ls-tree", "-r", "--name-only", "HEAD"), "README.md")
	v.clean()
}

func TestCommitLeavesTheOperatorsStagingAlone(t *testing.T) {
	v := newVault(t)
	v.write("k.txt", "a\n")
	v.write("e.txt", "b\n")
	v.git("add", ".")
	v.git("commit", "-qm", "base")
	v.write("wip.txt", "wip\n")
	v.git("add", "wip.txt")
	v.git("rm", "-q", "--cached", "k.txt")
	v.write("ita.txt", "i\n")
	v.git("add", "-N", "ita.txt")
	v.write("e.txt", "edit\n")
	before := v.git("status", "--porcelain=v2")
	v.commit("capture: gantry", v.note("memory/2026/08/gantry.md", "The gantry is yellow\n"))
	v.same("status", v.git("status", "--porcelain=v2"), before)
	v.same("files", v.git("show", "--format=", "--name-only", "HEAD"), "memory/2026/08/gantry.md")
	v.sound()
}

func TestCommitRefuses(t *testing.T) {
	note := func(v *vault) File { return v.note("memory/a.md", "new\n") }
	for _, c := range []struct {
		why   string
		setup func(v *vault)
		file  func(v *vault) File
		want  func(err error) bool
	}{
		{"a merge waits for the operator", func(v *vault) { v.conflict("merge") }, note, is(ErrInProgress{Merge})},
		{"a rebase waits for the operator", func(v *vault) { v.conflict("rebase") }, note, is(ErrInProgress{Rebase})},
		{"a cherry-pick waits for the operator", func(v *vault) { v.conflict("cherry-pick") }, note, is(ErrInProgress{CherryPick})},
		{"a revert waits for the operator", func(v *vault) {
			v.write("README.md", "one\n")
			v.git("commit", "-qam", "one")
			v.write("README.md", "two\n")
			v.git("commit", "-qam", "two")
			v.fails("revert", "--no-edit", "HEAD~1")
		}, note, is(ErrInProgress{Revert})},
		{"a patch waits for the operator", func(v *vault) {
			v.write("../p.mbox", "From 1234567890123456789012345678901234567890 Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: x\n\n---\ndiff --git a/README.md b/README.md\n--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-other\n+x\n")
			v.fails("am", "../p.mbox")
		}, note, is(ErrInProgress{Apply})},
		{"entries are unmerged after the merge was forgotten", func(v *vault) {
			v.conflict("merge")
			v.git("update-ref", "-d", "MERGE_HEAD")
			os.Remove(filepath.Join(v.gitDir(), "MERGE_HEAD"))
		}, note, is(ErrInProgress{Unmerged})},
		{"HEAD is on no branch", func(v *vault) { v.git("checkout", "-q", "--detach") }, note, is(ErrDetached)},
		{"the operator staged another text of the note", func(v *vault) {
			v.write("memory/a.md", "staged\n")
			v.git("add", "memory/a.md")
		}, note, as[ErrStaged]},
		{"the operator unstaged the note", func(v *vault) {
			v.write("memory/a.md", "old\n")
			v.git("add", ".")
			v.git("commit", "-qm", "a")
			v.git("rm", "-q", "--cached", "memory/a.md")
		}, note, as[ErrStaged]},
		{"the note has conflict markers", nil, func(v *vault) File {
			return v.note("memory/a.md", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> side\n")
		}, as[ErrConflictMarkers]},
		{"git ignores the new note", func(v *vault) { v.write(".gitignore", "memory/\n") }, note, as[ErrIgnored]},
		{"the commit would change nothing", func(v *vault) { v.commit("first", v.note("memory/a.md", "new\n")) }, note, is(ErrNothing)},
		{"the path is a folder in git", func(v *vault) { v.commit("first", v.note("memory/a.md/b.md", "b\n")) },
			func(v *vault) File { return File{Path: "memory/a.md", Data: []byte("x")} }, func(err error) bool { return err != nil }},
		{"the path leads into .git", nil, func(v *vault) File { return File{Path: ".git/hooks/pre-commit", Data: []byte("x")} },
			func(err error) bool { return err != nil }},
		{"the path leads out of the vault", nil, func(v *vault) File { return File{Path: "../x.md", Data: []byte("x")} },
			func(err error) bool { return err != nil }},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			v := newVault(t)
			if c.setup != nil {
				c.setup(v)
			}
			file := c.file(v)
			head, status := v.git("rev-parse", "HEAD"), v.git("status", "--porcelain=v2")
			h, err := v.open().Commit(context.Background(), changing("capture: a", file))
			if h != "" || !c.want(err) {
				t.Errorf("got %q, %v", h, err)
			}
			v.same("HEAD", v.git("rev-parse", "HEAD"), head)
			v.same("status", v.git("status", "--porcelain=v2"), status)
			v.sound()
		})
	}
}

func TestCommitTakesWhatIsStagedAsItIs(t *testing.T) {
	v := newVault(t)
	f := v.note("memory/a.md", "same\n")
	v.git("add", "memory/a.md")
	v.commit("capture: a", f)
	v.clean()
}

func TestCommitWhereGitIsUnusual(t *testing.T) {
	for _, c := range []struct {
		what  string
		setup func(v *vault)
		check func(v *vault)
	}{
		{"packed refs only", func(v *vault) { v.git("pack-refs", "--all"); v.git("gc", "-q") }, nil},
		{"a branch with slashes", func(v *vault) { v.git("checkout", "-qb", "feature/deep/x") }, func(v *vault) {
			v.same("subject", v.git("log", "-1", "--format=%s", "feature/deep/x"), "capture: a")
		}},
		{"index version 3", func(v *vault) {
			v.write("i", "i")
			v.git("add", "-N", "i")
			v.git("reset", "-q", "i")
			os.Remove(v.dir + "/i")
		}, nil},
		{"index version 4", func(v *vault) { v.git("update-index", "--index-version=4") }, func(v *vault) {
			data, _ := os.ReadFile(v.gitDir() + "/index")
			v.same("version", string(data[:8]), "DIRC\x00\x00\x00\x04")
		}},
		{"an untracked cache and a split-free fsmonitor", func(v *vault) { v.git("update-index", "--untracked-cache"); v.git("status") }, nil},
		{"worktreeConfig", func(v *vault) { v.git("config", "extensions.worktreeConfig", "true") }, nil},
		{"a sparse checkout of all", func(v *vault) {
			v.git("sparse-checkout", "init", "--no-cone")
			v.git("sparse-checkout", "set", "--no-cone", "/*")
		}, nil},
		{"no reflogs wanted", func(v *vault) { v.git("config", "core.logAllRefUpdates", "false"); os.RemoveAll(v.gitDir() + "/logs") }, func(v *vault) {
			v.same("reflog", v.git("reflog", "show", "main"), "")
		}},
		{"a hook that fails and a signer that cannot sign", func(v *vault) {
			v.git("config", "commit.gpgsign", "true")
			v.git("config", "gpg.program", "false")
			path := v.gitDir() + "/hooks/pre-commit"
			os.MkdirAll(filepath.Dir(path), 0o755)
			os.WriteFile(path, []byte("#!/bin/sh\nexit 1\n"), 0o755)
		}, nil},
		{"no file modes", func(v *vault) { v.git("config", "core.fileMode", "false") }, nil},
		{"an executable note", func(v *vault) {
			v.write("memory/a.md", "old\n")
			os.Chmod(v.dir+"/memory/a.md", 0o755)
			v.git("add", ".")
			v.git("commit", "-qm", "x")
		}, func(v *vault) { v.same("mode", v.git("ls-tree", "HEAD", "memory/a.md")[:6], "100755") }},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			v := newVault(t)
			c.setup(v)
			v.commit("capture: a", v.note("memory/a.md", "new\n"))
			v.clean()
			if c.check != nil {
				c.check(v)
			}
		})
	}
}

func TestCommitWithoutAnIndex(t *testing.T) {
	v := newVault(t)
	os.Remove(v.gitDir() + "/index")
	before := v.git("status", "--porcelain")
	v.commit("capture: a", v.note("memory/a.md", "new\n"))
	v.same("status", v.git("status", "--porcelain"), before)
	v.git("reset", "-q")
	v.clean()
}

func TestCommitOnAnUnbornBranch(t *testing.T) {
	v := emptyVault(t)
	v.git("symbolic-ref", "HEAD", "refs/heads/trunk")
	v.commit("capture: a", v.note("memory/a.md", "new\n"))
	v.same("log", v.git("log", "--format=%s %p", "trunk"), "capture: a ")
	v.same("reflog", v.git("reflog", "--format=%gs"), "commit (initial): capture: a")
	v.clean()
}

func TestCommitInALinkedWorktreeGoesToItsBranch(t *testing.T) {
	v := newVault(t)
	main := v.git("rev-parse", "main")
	linked := *v
	linked.dir = filepath.Join(t.TempDir(), "linked")
	v.git("worktree", "add", "-q", "-b", "side", linked.dir)
	linked.commit("capture: a", linked.note("memory/a.md", "new\n"))
	linked.clean()
	v.same("side", v.git("log", "-1", "--format=%s", "side"), "capture: a")
	v.same("main", v.git("rev-parse", "main"), main)
	v.clean()
}

func TestVaultInsideAProject(t *testing.T) {
	v := newVault(t)
	v.write("main.c", "code\n")
	v.git("add", ".")
	v.git("commit", "-qm", "base")
	v.write("main.c", "wip\n")
	v.write("scratch.c", "new\n")
	inner := *v
	inner.dir = filepath.Join(v.dir, "notes")
	inner.write("memory/a.md", "The gantry is yellow\n")
	if _, err := Open(inner.dir, inner.opts); !errors.Is(err, ErrNoRepository) {
		t.Errorf("without Parent: got %v, want ErrNoRepository", err)
	}
	inner.opts.Parent = true
	r := inner.open()
	changes, err := r.Changed(context.Background(), "memory")
	if err != nil || len(changes) != 1 || changes[0] != (Change{Path: "memory/a.md", Kind: Added}) {
		t.Errorf("changed: got %v, %v", changes, err)
	}
	inner.commit("capture: a", File{Path: "memory/a.md", Data: []byte("The gantry is yellow\n")})
	v.same("files", v.git("show", "--format=", "--name-only", "HEAD"), "notes/memory/a.md")
	v.same("status", v.git("status", "--porcelain"), " M main.c\n?? scratch.c")
	if data, ok, err := r.FileAtHead("memory/a.md"); !ok || err != nil || !strings.Contains(string(data), "gantry") {
		t.Errorf("read back: got %q, %v, %v", data, ok, err)
	}
	v.sound()
}

// conflict leaves a merge, rebase or cherry-pick of README.md half-way.
func (v *vault) conflict(how string) {
	v.Helper()
	v.git("checkout", "-qb", "side")
	v.write("README.md", "s\n")
	v.git("commit", "-qam", "s")
	v.git("checkout", "-q", "main")
	v.write("README.md", "o\n")
	v.git("commit", "-qam", "o")
	v.fails(how, "side")
}

func (v *vault) fails(args ...string) {
	v.Helper()
	if out, err := v.tryGit(args...); err == nil {
		v.Fatalf("git %s succeeded: %s", strings.Join(args, " "), out)
	}
}

func is(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }

func as[E error](err error) bool { var e E; return errors.As(err, &e) }
