package gitlog

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestState(t *testing.T) {
	for _, c := range []struct {
		what  string
		setup func(v *vault)
		want  func(s State) bool
	}{
		{"an ordinary repository", func(v *vault) {}, func(s State) bool {
			return s.Branch == "main" && !s.Detached && !s.Unborn && s.InProgress == "" && len(s.Hooks) == 0 && !s.Signing && s.Cause == "" &&
				!s.Locked && s.Identity == Identity{"Operator", "op@example.invalid"} && !s.Parent && !s.Shallow && !s.Unfinished && s.Behind == 0 && !s.Ignored && s.Broken == ""
		}},
		{"an unborn branch", func(v *vault) { v.git("checkout", "-q", "--orphan", "trunk") }, func(s State) bool { return s.Branch == "trunk" && s.Unborn }},
		{"a detached HEAD", func(v *vault) { v.git("checkout", "-q", "--detach") }, func(s State) bool { return s.Detached && s.Branch == "" }},
		{"a merge", func(v *vault) { v.conflict("merge") }, func(s State) bool { return s.InProgress == Merge }},
		{"a bisection", func(v *vault) { v.git("bisect", "start") }, func(s State) bool { return s.InProgress == Bisect }},
		{"hooks that would run", func(v *vault) {
			v.hook("pre-commit", 0o755)
			v.hook("commit-msg", 0o755)
			v.hook("post-commit", 0o644)
			v.hook("pre-commit.sample", 0o755)
		}, func(s State) bool { return slices.Equal(s.Hooks, []string{"commit-msg", "pre-commit"}) }},
		{"hooks elsewhere", func(v *vault) {
			v.write("hooks/pre-commit", "#!/bin/sh\n")
			os.Chmod(filepath.Join(v.dir, "hooks/pre-commit"), 0o755)
			v.git("config", "core.hooksPath", "hooks")
		}, func(s State) bool { return s.HooksPath == "hooks" && slices.Equal(s.Hooks, []string{"pre-commit"}) }},
		{"signing", func(v *vault) { v.git("config", "commit.gpgSign", "true") }, func(s State) bool { return s.Signing }},
		{"a lock of git's", func(v *vault) { v.write(".git/index.lock", "") }, func(s State) bool { return s.Locked && !s.LockIsOurs && !s.LockedAt.IsZero() }},
		{"notes ignored by their folder", func(v *vault) { v.write(".gitignore", "memory/\n") }, func(s State) bool { return s.Ignored }},
		{"notes ignored by their ending", func(v *vault) { v.write(".git/info/exclude", "*.md\n") }, func(s State) bool { return s.Ignored }},
		{"notes taken out of what is ignored", func(v *vault) { v.write(".gitignore", "*.md\n!memory/**/*.md\n") },
			func(s State) bool { return !s.Ignored }},
		{"a branch that is no hash", func(v *vault) { v.write(".git/refs/heads/main", "") },
			func(s State) bool { return strings.Contains(s.Broken, "refs/heads/main") }},
		{"a killed commit", func(v *vault) { v.dyingAt("commit", "ref moved") }, func(s State) bool { return s.Locked && s.LockIsOurs && s.Unfinished }},
		{"a split index", func(v *vault) { v.git("update-index", "--split-index") }, func(s State) bool { return s.Cause != "" && !s.ByGit }},
		{"a split index, with git", func(v *vault) {
			v.git("update-index", "--split-index")
			v.opts.GitPath = gitProgram(v)
		}, func(s State) bool { return s.Cause != "" && s.ByGit }},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			v := newVault(t)
			c.setup(v)
			if s, err := v.open().State(); err != nil || !c.want(s) {
				t.Errorf("got %+v, %v", s, err)
			}
		})
	}
}

func (v *vault) hook(name string, mode os.FileMode) {
	v.Helper()
	v.write(".git/hooks/"+name, "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(v.dir, ".git/hooks", name), mode); err != nil {
		v.Fatal(err)
	}
}
