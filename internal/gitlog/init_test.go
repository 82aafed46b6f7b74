package gitlog

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestInitMakesWhatGitInitMakes(t *testing.T) {
	v := &vault{TB: t, dir: t.TempDir()}
	if err := Init(v.dir, "main"); err != nil {
		t.Fatal(err)
	}
	theirs := &vault{TB: t, dir: t.TempDir()}
	theirs.git("init", "-q", "-b", "main")
	v.same("configuration", v.git("config", "--local", "--list"), theirs.git("config", "--local", "--list"))
	v.same("branch", v.git("symbolic-ref", "HEAD"), "refs/heads/main")
	v.same("status", v.git("status", "--porcelain", "-b"), theirs.git("status", "--porcelain", "-b"))
	v.opts = Options{StateDir: filepath.Join(v.dir, ".git", "mem"), System: os.DevNull}
	v.commit("first", v.note("memory/a.md", "a\n"))
	v.clean()
}

func TestInitByManyAtOnceAndAgain(t *testing.T) {
	v := &vault{TB: t, dir: t.TempDir(), opts: Options{StateDir: t.TempDir()}}
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if err := Init(v.dir, "main"); err != nil {
				t.Error(err)
			}
			if _, err := Open(v.dir, Options{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	v.git("fsck", "--strict")
	v.git("checkout", "-q", "-b", "other")
	if err := Init(v.dir, "main"); err != nil {
		t.Fatal(err)
	}
	v.same("branch after a second init", v.git("symbolic-ref", "HEAD"), "refs/heads/other")
	v.commit("first", v.note("memory/a.md", "a\n"))
	v.clean()
}

func TestInitTakesTheBranchNamesThatGitTakes(t *testing.T) {
	v := emptyVault(t)
	for _, name := range []string{
		"main", "feature/x", "ä", "a.b", "", "-x", "a..b", "a b", "a~1", "a^", "a:b", "a?", "a*", "a[", "a\\b", "/a", "a/", "a//b", ".a", "a/.b",
		"a.lock", "a.lock/b", "a.", "a@{b", "HEAD", "a\tb", "a@b",
	} {
		_, err := v.tryGit("check-ref-format", "--branch", name)
		if got, want := validBranch(name), err == nil; got != want {
			t.Errorf("%q: got %v, git says %v", name, got, want)
		}
	}
	if err := Init(t.TempDir(), "a b"); err == nil {
		t.Error("a branch with a space was taken")
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		what  string
		setup func(v *vault)
		want  func(error) bool
	}{
		{"a folder without git", func(v *vault) { os.RemoveAll(v.dir + "/.git") }, is(ErrNoRepository)},
		{"an empty .git", func(v *vault) { os.RemoveAll(v.dir + "/.git"); os.Mkdir(v.dir+"/.git", 0o755) }, is(ErrNoRepository)},
		{"a .git file that names nothing", func(v *vault) { os.RemoveAll(v.dir + "/.git"); v.write(".git", "what\n") }, is(ErrNoRepository)},
		{"a .git file that leads nowhere", func(v *vault) { os.RemoveAll(v.dir + "/.git"); v.write(".git", "gitdir: /nowhere\n") }, is(ErrNoRepository)},
	} {
		v := newVault(t)
		c.setup(v)
		if _, err := Open(v.dir, v.opts); !c.want(err) {
			t.Errorf("%s: got %v", c.what, err)
		}
	}
}

func TestCommitNamesWhatItCannotWrite(t *testing.T) {
	for _, c := range []struct{ what, key, value, cause string }{
		{"a work tree elsewhere", "core.worktree", "/tmp", "work tree is elsewhere"},
		{"a bare repository", "core.bare", "true", "bare"},
		{"tables of refs", "extensions.refstorage", "reftable", "reftable"},
		{"a later format", "core.repositoryformatversion", "2", "version 2"},
	} {
		v := newVault(t)
		if strings.HasPrefix(c.key, "extensions.") {
			v.git("config", "core.repositoryformatversion", "1")
		}
		v.git("config", c.key, c.value)
		_, err := v.open().Commit(t.Context(), changing("capture: a", v.note("memory/a.md", "a\n")))
		var unsupported ErrUnsupported
		if !errors.As(err, &unsupported) || !strings.Contains(unsupported.Cause, c.cause) {
			t.Errorf("%s: got %v, want the cause %q", c.what, err, c.cause)
		}
	}
}

func TestSubmoduleIsARepositoryOfItsOwn(t *testing.T) {
	inner, outer := newVault(t), newVault(t)
	outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "notes")
	outer.git("commit", "-qm", "notes")
	v := *outer
	v.dir = filepath.Join(outer.dir, "notes")
	v.commit("capture: a", v.note("memory/a.md", "a\n"))
	v.clean()
	outer.same("outer", outer.git("status", "--porcelain"), " M notes")
}

func TestShallowAndBorrowedObjects(t *testing.T) {
	from := newVault(t)
	from.commit("capture: a", from.note("memory/a.md", "a\n"))
	from.git("gc", "-q")
	for _, how := range [][]string{{"--depth=1"}, {"--shared"}, {"--reference", from.dir}} {
		v := *from
		v.dir = filepath.Join(t.TempDir(), "clone")
		from.git(append(append([]string{"clone", "-q"}, how...), "file://"+from.dir, v.dir)...)
		v.commit("capture: b", v.note("memory/b.md", "b\n"))
		v.same("log", hashes(t, v.open().Log(t.Context(), Query{})), v.git("log", "--format=%H"))
		v.clean()
	}
}

func TestRelativeAlternatesAreReadThroughGit(t *testing.T) {
	from := newVault(t)
	from.commit("capture: a", from.note("memory/a.md", "a\n"))
	v := *from
	v.dir = filepath.Join(filepath.Dir(from.dir), "clone")
	from.git("clone", "-q", "--shared", from.dir, v.dir)
	v.write(".git/objects/info/alternates", "../../../vault/.git/objects\n")
	f := v.note("memory/b.md", "b\n")
	if _, err := v.open().Commit(t.Context(), changing("capture: b", f)); !errors.Is(err, ErrMissingObject) {
		t.Errorf("without git: got %v, want ErrMissingObject", err)
	}
	v.opts.GitPath = gitProgram(t)
	v.commit("capture: b", f)
	v.clean()
}

func TestPartialCloneIsNotFetchedFor(t *testing.T) {
	from := newVault(t)
	from.commit("capture: a", from.note("memory/2026/08/a.md", "a\n"))
	from.git("config", "uploadpack.allowFilter", "true")
	v := *from
	v.dir = filepath.Join(t.TempDir(), "clone")
	from.git("clone", "-q", "--filter=tree:0", "--no-checkout", "file://"+from.dir, v.dir)
	_, err := v.open().Commit(t.Context(), changing("capture: b", v.note("memory/2026/08/b.md", "b\n")))
	if !errors.Is(err, ErrMissingObject) {
		t.Errorf("got %v, want ErrMissingObject", err)
	}
}
