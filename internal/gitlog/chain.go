package gitlog

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Chain is a run's commits, made one after another beside the branch until Join ties them to it. Nobody sees them
// before; the branch may get other commits meanwhile. Its objects go into one pack.
//
// Each commit is recorded in Options.StateDir, so that RecoverChain can make the chain anew if the process is killed.
type Chain struct {
	repo    *Repo
	base    head
	root    hash // base's tree
	tip     hash // the last commit; zero before the first
	tree    hash // its tree
	commits int
	only    Commit // the first commit, for a chain that stays at one
	files   map[string]change
	staged  index   // what the operator had staged when the chain began
	pack    *packed // nil with git
	record  *chainRecord
	aside   string    // the branch that Join makes of it; "" for the one that HEAD names
	git     *gitChain // instead of all that, where only the git program can write
}

// Begin starts a chain at the branch's present tip. join is the commit that RecoverChain makes of the chain if the
// process dies before Join; it has no files.
func (r *Repo) Begin(ctx context.Context, join Commit) (*Chain, error) {
	return r.beginAs(ctx, chainEntry{Commit: join})
}

// BeginWhole is Begin for a chain of which the branch has to get all or nothing: RecoverChain drops what a killed
// process left of it.
func (r *Repo) BeginWhole(ctx context.Context, join Commit) (*Chain, error) {
	return r.beginAs(ctx, chainEntry{Whole: true, Commit: join})
}

// BeginAside is Begin for a chain that Join makes a branch of its own of, which must not be there yet: HEAD, its
// branch, the index and the files stay as they are. RecoverChain drops what a killed process left of it.
func (r *Repo) BeginAside(ctx context.Context, join Commit, branch string) (*Chain, error) {
	return r.beginAs(ctx, chainEntry{Aside: branch, Commit: join})
}

func (r *Repo) beginAs(ctx context.Context, first chainEntry) (*Chain, error) {
	if r.chainLeft() {
		return nil, fmt.Errorf("begin a chain of commits: %w", ErrUnfinishedChain)
	}
	r.sweepKeeps()
	c, err := r.begin(ctx, first)
	if err != nil {
		return nil, fmt.Errorf("begin a chain of commits: %w", err)
	}
	return c, nil
}

// ErrUnfinishedChain means that a killed process left a chain that RecoverChain has not seen to.
var ErrUnfinishedChain = errors.New("an earlier run was not finished")

func (r *Repo) begin(ctx context.Context, first chainEntry) (*Chain, error) {
	if err := first.check(); err != nil {
		return nil, err
	}
	if err := r.ready(); err != nil {
		return nil, err
	}
	if _, err := r.finishPending(ctx); err != nil {
		return nil, err
	}
	if r.cause != "" {
		return r.beginByGit(ctx, first)
	}
	tip, err := r.tip()
	if err != nil {
		return nil, err
	}
	c := &Chain{repo: r, base: tip, files: map[string]change{}, aside: first.Aside}
	if !tip.unborn {
		base, err := r.commit(tip.hash)
		if err != nil {
			return nil, err
		}
		if _, err := r.tree(base.tree); err != nil {
			return nil, err
		}
		c.root, c.tree = base.tree, base.tree
	}
	mine := func(path []byte) bool { return strings.HasPrefix(string(path), r.prefix) }
	if c.staged, err = r.readIndexFor(mine); r.beyondUs(err) {
		return r.beginByGit(ctx, first)
	} else if err != nil {
		return nil, err
	}
	if c.pack, err = newPacked(r); err != nil {
		return nil, err
	}
	if !tip.unborn {
		first.Base = hexOf(tip.hash)
	}
	if c.record, err = r.newChainRecord(first); err != nil {
		c.pack.Abort()
		return nil, err
	}
	return c, nil
}

// Add appends a commit to the chain. Errors are those of Repo.Commit; after ErrNothing, ErrStaged, ErrIgnored and
// ErrConflictMarkers the chain is as before and goes on.
func (c *Chain) Add(ctx context.Context, next Commit) (string, error) {
	h, err := c.add(ctx, next)
	if err != nil {
		return "", fmt.Errorf("commit %s: %w", next.subject(), err)
	}
	return h, nil
}

func (c *Chain) add(ctx context.Context, next Commit) (string, error) {
	if err := next.check(); err != nil {
		return "", err
	}
	if c.git != nil {
		return c.addByGit(ctx, next)
	}
	all, err := c.repo.prepare(ctx, c.pack, next.Files)
	if err != nil {
		return "", err
	}
	changes, err := c.different(all)
	if err != nil {
		return "", err
	}
	if len(changes) == 0 {
		return "", ErrNothing
	}
	tree, err := patchTree(c.pack, c.tree, "", changes)
	if err != nil {
		return "", err
	}
	h, err := writeCommit(c.pack, tree, c.parents(), next)
	if err != nil {
		return "", err
	}
	if err := c.record.add(next); err != nil {
		return "", err
	}
	if c.commits++; c.commits == 1 {
		c.only = next
	}
	c.tip, c.tree = h, tree
	for _, change := range changes {
		c.files[change.path] = change
	}
	return hexOf(h), nil
}

func (c *Chain) parents() []hash {
	switch {
	case c.tip != (hash{}):
		return []hash{c.tip}
	case c.base.unborn:
		return nil
	}
	return []hash{c.base.hash}
}

// different returns the changes that alter the chain's tree, and refuses those that the operator has staged.
func (c *Chain) different(all []change) (out []change, err error) {
	var staged []string
	for _, next := range all {
		base, err := c.repo.entryAt(c.root, next.path)
		if err != nil {
			return nil, err
		}
		if e := c.staged.entry(next.path); c.staged.data != nil && !same(e, base) && !same(e, next.entry()) {
			staged = append(staged, c.repo.inVault(next.path))
		}
		now := base
		if earlier, ok := c.files[next.path]; ok {
			now = earlier.entry()
		}
		if !same(now, next.entry()) {
			out = append(out, next)
		}
	}
	if len(staged) > 0 {
		return nil, ErrStaged{staged}
	}
	return out, nil
}

// Len is the number of commits in the chain.
func (c *Chain) Len() int { return c.commits }

// Abort drops the chain. The files on disk are the caller's. After Join it does nothing, so that it can be deferred.
func (c *Chain) Abort() { c.finish(false) }

// finish ends the chain. A keep file that cannot be removed now is swept later.
func (c *Chain) finish(joined bool) {
	if c.record == nil {
		return
	}
	if c.pack != nil {
		_ = c.pack.finish(joined)
	}
	c.record.drop()
	c.record = nil
}
