package gitlog

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Operation is something that the operator has begun and must finish before a commit can be made.
type Operation string

const (
	Merge      Operation = "merge"
	Rebase     Operation = "rebase"
	Apply      Operation = "am"
	CherryPick Operation = "cherry-pick"
	Revert     Operation = "revert"
	Unmerged   Operation = "unmerged entries"
	Bisect     Operation = "bisect" // reported by State; it keeps nobody from committing to a branch
)

// State is the repository as `mem status` shows it.
type State struct {
	Branch     string // "main"; "" while HEAD is detached
	Detached   bool
	Unborn     bool      // the branch has no commit yet
	InProgress Operation // "" for nothing
	Hooks      []string  // names of hooks that git would run and mem does not, sorted
	HooksPath  string    // core.hooksPath, if set
	Signing    bool      // commit.gpgSign is set: git would sign, mem does not
	Ignored    bool      // git's ignore rules exclude new notes, so that Commit says ErrIgnored of each
	Broken     string    // why the commit that the branch points to, or its tree, cannot be read; "" if they can
	Cause      string    // why mem cannot write here itself; "" if it can. With a git program it still can through that
	ByGit      bool      // commits go through the git program
	Identity   Identity  // zero if git knows none
	Shallow    bool
	Parent     bool      // the vault lies inside a repository that is not its own
	Locked     bool      // index.lock is there
	LockedAt   time.Time // since when
	LockIsOurs bool      // a killed mem left it; the next commit clears it
	Unfinished bool      // a killed commit waits for Recover
	Behind     int       // decisions of a killed run that wait for RecoverChain
}

// aNote stands for all notes where ignore rules are tried.
const aNote = "memory/2000/01/a-note.md"

// State looks at the repository and changes nothing.
func (r *Repo) State() (State, error) {
	s := State{
		Cause: r.cause, ByGit: r.cause != "" && r.opts.GitPath != "", Identity: r.Identity(), Parent: r.prefix != "",
		InProgress: r.operation(), Signing: r.cfg.boolean("commit.gpgsign", false),
		Shallow: exists(filepath.Join(r.common, "shallow")), Unfinished: exists(r.pendingPath()),
	}
	h, err := r.head()
	if err == nil && !h.unborn {
		err = r.broken(h)
	}
	if err != nil {
		s.Broken = "the last commit cannot be read: " + err.Error()
	}
	s.Branch, s.Detached, s.Unborn = strings.TrimPrefix(h.ref, "refs/heads/"), h.ref == "", h.unborn
	if s.InProgress == "" && r.store != nil {
		if _, err := r.readIndex(nil); errors.Is(err, errUnmerged) {
			s.InProgress = Unmerged
		} else if r.beyondUs(err) {
			s.Cause, s.ByGit = r.cause, r.opts.GitPath != ""
		}
	}
	if s.InProgress == "" && exists(filepath.Join(r.gitDir, "BISECT_LOG")) {
		s.InProgress = Bisect
	}
	s.HooksPath = r.setting("core.hookspath")
	s.Hooks = hooks(r.hooksDir())
	lock := filepath.Join(r.gitDir, "index.lock")
	if info, err := os.Lstat(lock); err == nil {
		s.Locked, s.LockedAt, s.LockIsOurs = true, info.ModTime(), r.isOurs(lockWords(lock))
	}
	s.Ignored = newIgnores(r).match(r.prefix + aNote)
	records, err := r.chainRecords()
	if len(records) > 0 {
		s.Behind = len(records) - 1
	}
	return s, err
}

// broken returns why the commit that HEAD leads to, or its tree, cannot be read. Without a git program it is not known
// of a repository that only git can read.
func (r *Repo) broken(h head) error {
	if r.store == nil {
		if r.opts.GitPath == "" {
			return nil
		}
		_, tip, err := r.tipByGit(context.Background())
		if err != nil {
			return err
		}
		return r.brokenByGit(context.Background(), tip)
	}
	c, err := r.commit(h.hash)
	if err == nil {
		_, err = r.tree(c.tree)
	}
	return err
}

// ready refuses to commit while the operator is in the middle of something. Unmerged entries are seen when the index
// is read.
func (r *Repo) ready() error {
	if op := r.operation(); op != "" {
		return ErrInProgress{op}
	}
	return nil
}

func (r *Repo) operation() Operation {
	for _, mark := range []struct {
		name string
		op   Operation
	}{
		{"MERGE_HEAD", Merge},
		{"rebase-merge", Rebase},
		{"rebase-apply/applying", Apply},
		{"rebase-apply", Rebase},
		{"CHERRY_PICK_HEAD", CherryPick},
		{"REVERT_HEAD", Revert},
		{"sequencer", CherryPick},
	} {
		if exists(filepath.Join(r.gitDir, filepath.FromSlash(mark.name))) {
			return mark.op
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func (r *Repo) hooksDir() string {
	dir, ok := r.cfg.get("core.hookspath")
	if !ok {
		return filepath.Join(r.common, "hooks")
	}
	if rest, ok := strings.CutPrefix(dir, "~/"); ok {
		dir = filepath.Join(r.env.home(), rest)
	}
	return absolute(r.work, dir)
}

// hooks lists the programs in a folder of hooks that a commit would run.
func hooks(dir string) (names []string) {
	for _, name := range []string{"commit-msg", "post-commit", "pre-commit", "prepare-commit-msg", "reference-transaction"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err == nil && info.Mode().IsRegular() && executable(info.Mode()) {
			names = append(names, name)
		}
	}
	return names
}

// executable reports whether git would run a file as a hook. Windows keeps no such bit.
func executable(mode fs.FileMode) bool { return mode&0o111 != 0 || os.PathSeparator == '\\' }
