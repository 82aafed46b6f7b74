package gitlog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Init makes root, an existing folder, a repository with nothing in it yet, on the named branch, as `git init -b`
// would. A repository that is there already stays as it is. Several processes may do it at once.
func Init(root, branch string) error {
	if err := initialise(filepath.Join(root, ".git"), branch); err != nil {
		return fmt.Errorf("make a repository in %s: %w", root, err)
	}
	return nil
}

func initialise(git, branch string) error {
	if !validBranch(branch) {
		return fmt.Errorf("%q cannot be a branch", branch)
	}
	if _, err := os.Lstat(filepath.Join(git, "HEAD")); err == nil {
		return nil
	}
	for _, dir := range []string{"objects/info", "objects/pack", "refs/heads", "refs/tags", "info", "hooks"} {
		if err := os.MkdirAll(filepath.Join(git, filepath.FromSlash(dir)), 0o755); err != nil {
			return err
		}
	}
	// HEAD comes last: without it the folder is no repository to anyone.
	for _, f := range []struct{ name, text string }{
		{"description", "Unnamed repository; edit this file 'description' to name the repository.\n"},
		{"info/exclude", "# Patterns of files that are never to be committed from this clone, one a line.\n"},
		{"config", initialConfig(git)},
		{"HEAD", "ref: refs/heads/" + branch + "\n"},
	} {
		if err := temp("init").create(filepath.Join(git, filepath.FromSlash(f.name)), []byte(f.text)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

func initialConfig(git string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[core]\n\trepositoryformatversion = 0\n\tfilemode = %t\n\tbare = false\n\tlogallrefupdates = true\n", runtime.GOOS != "windows")
	if runtime.GOOS == "windows" {
		b.WriteString("\tsymlinks = false\n")
	}
	if _, err := os.Lstat(filepath.Join(git, "INFO")); err == nil {
		b.WriteString("\tignorecase = true\n")
	}
	if runtime.GOOS == "darwin" {
		b.WriteString("\tprecomposeunicode = true\n")
	}
	return b.String()
}

// validBranch holds to git's rules for the name of a branch.
func validBranch(name string) bool {
	if name == "" || name == "HEAD" || strings.HasPrefix(name, "-") || strings.HasPrefix(name, "/") || strings.HasSuffix(name, "/") ||
		strings.HasSuffix(name, ".") || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune("~^:?*[\\", r) }) {
		return false
	}
	for _, bad := range []string{"..", "@{", "//"} {
		if strings.Contains(name, bad) {
			return false
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return name != "@"
}
