// Package gitlog is a vault's history: every change a commit in plain git, and what was committed read back.
//
// It writes commits from blobs and trees along the path alone, on the branch that HEAD names, and keeps the index in
// step under git's own locks. It never touches what the operator staged, edits that are not mem's, HEAD, or an
// unfinished merge or rebase; it runs no hooks, signs nothing, and knows nothing of notes.
//
// Begin at Open and Commit; Begin starts a run's chain of commits, Join ties it to the branch. Log, History, Diff and
// Changed read. Recover finishes what a killed process began.
//
// The caller holds the vault's own lock, one per vault, around Commit, Join, Recover and the chain's methods.
package gitlog

import (
	"compress/zlib"
	"time"

	"github.com/go-git/go-git/v5/storage/filesystem"

	"mem/internal/gitlog/gitfile"
)

// Repo is an open repository, seen from one vault. Opening costs less than a tenth of a millisecond, and reads the
// configuration: open one for each thing to be done. It is not safe for use by several goroutines at once.
type Repo struct {
	work   string // top of the work tree, absolute
	prefix string // the vault's folder below work: slash-separated, ending in a slash; "" when the vault is the top
	gitDir string // this work tree's own git directory: HEAD, index, unfinished merges
	common string // what all work trees share: objects, refs, packed-refs, config

	opts  Options
	env   environment
	cfg   *config
	store *filesystem.Storage // nil when cause is set
	cause string              // why mem's own reading and writing cannot be used here; "" when it can

	latest     commitHeader                  // the last one read: a commit asks for its parent several times
	trees      map[hash][]treeEntry          // parsed trees, for walks that meet the same one often
	treeSize   int                           // entries of them, all together
	treeData   map[hash][]byte               // the last of them as they are stored, for the commit that follows a look at HEAD
	deflate    *zlib.Writer                  // for loose objects; nil until one is written
	ahead      chan ahead                    // git's index being read for the next commit, nil for none
	written    []string                      // loose objects that the disk may not have yet
	attributes map[string]gitfile.Attributes // the rules that hold in a folder
	step       func(name string) error       // called between the steps of a write, by tests only
}

// Options say how a repository is opened. The zero value is a vault with a repository of its own and no git program.
type Options struct {
	Parent   bool          // the vault's files are committed to the repository it lies in
	GitPath  string        // a git program for the repositories and files that mem cannot do itself; "" for none
	StateDir string        // the vault's folder for this machine's state; "" means the git directory itself
	Environ  []string      // the process's environment as KEY=value; the GIT_DIR kind in it is ignored
	Wait     time.Duration // how long a lock of another git is waited for; 0 means 2 s
	System   string        // the machine-wide git configuration; "" means /etc/gitconfig
	euid     func() int    // the user who runs this; nil means os.Geteuid
}

// Close frees the files that reading holds open.
func (r *Repo) Close() error {
	if r.store == nil {
		return nil
	}
	return r.store.Close()
}

// at gives the tests' hook its say between two steps.
func (r *Repo) at(step string) error {
	if r.step == nil {
		return nil
	}
	return r.step(step)
}
