package gitlog

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"mem/internal/gitlog/gitfile"
)

// changedByGit is Changed by `git status`.
func (r *Repo) changedByGit(ctx context.Context, folders []string) ([]Change, error) {
	args := append([]string{"status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--"}, nonEmpty(r.roots(folders))...)
	out, err := r.git(ctx, gitCall{}, args...)
	if err != nil {
		return nil, fmt.Errorf("compare the vault with HEAD: %w", err)
	}
	found := map[string]Change{}
	for record := range strings.SplitSeq(out, "\x00") {
		c, ok := parseStatus(record)
		if !ok {
			continue
		}
		if old, twice := found[c.Path]; twice { // unstaged from the index, and still on disk
			c = Change{Path: c.Path, Kind: Modified, Staged: true, Conflicted: old.Conflicted}
		}
		found[c.Path] = c
	}
	var changes []Change
	for _, p := range slices.Sorted(maps.Keys(found)) {
		c := found[p]
		c.Path = r.inVault(p)
		if err := r.readable(p); err != nil {
			c = Change{Path: c.Path, Kind: Unreadable, Conflicted: c.Conflicted, Err: err}
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// readable returns why a file that is there cannot be read. git calls some of those changed and some deleted.
func (r *Repo) readable(path string) error {
	f, err := r.lstat(path)
	if err == nil && (f.mode == gitfile.ModeFile || f.mode == gitfile.ModeExecutable) {
		var file *os.File
		if file, err = os.Open(r.onDisk(path)); err == nil {
			return file.Close()
		}
	}
	if isGone(err) {
		return nil
	}
	return err
}

// stagedIn is Staged by `git diff --cached`.
func (r *Repo) stagedIn(ctx context.Context, folders []string) ([]string, error) {
	_, tip, err := r.tipByGit(ctx)
	if err == nil && tip == "" {
		tip, err = r.line(ctx, gitCall{}, "hash-object", "-t", "tree", "--stdin", "-w")
	}
	if err != nil {
		return nil, err
	}
	args := append([]string{"diff-index", "--cached", "--name-only", "-z", "--no-renames", tip, "--"}, nonEmpty(r.roots(folders))...)
	out, err := r.git(ctx, gitCall{}, args...)
	if err != nil {
		return nil, fmt.Errorf("compare the index with HEAD: %w", err)
	}
	var staged []string
	for path := range strings.SplitSeq(out, "\x00") {
		if path != "" {
			staged = append(staged, r.inVault(path))
		}
	}
	return slices.Compact(staged), nil
}

// parseStatus reads one record of `git status --porcelain=v2`.
func parseStatus(record string) (c Change, ok bool) {
	kind, rest, _ := strings.Cut(record, " ")
	switch kind {
	case "?":
		return Change{Path: rest, Kind: Added}, !strings.HasSuffix(rest, "/") // another repository
	case "1":
		f := strings.SplitN(rest, " ", 8) // XY sub mH mI mW hH hI path
		if len(f) != 8 || f[1][0] == 'S' {
			return c, false
		}
		c = Change{Path: f[7], Kind: kindOf(f[2], f[4]), Staged: f[0] == ".A" || f[0][0] != '.' && f[0][1] != '.'}
		return c, c.Kind != ""
	case "u":
		f := strings.SplitN(rest, " ", 10) // XY sub m1 m2 m3 mW h1 h2 h3 path
		if len(f) != 10 {
			return c, false
		}
		return Change{Path: f[9], Kind: Modified, Conflicted: true}, true
	}
	return c, false
}

func kindOf(head, disk string) ChangeKind {
	switch {
	case head == "000000" && disk == "000000":
		return ""
	case head == "000000":
		return Added
	case disk == "000000":
		return Deleted
	}
	return Modified
}
