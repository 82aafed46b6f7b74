package gitlog

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"mem/internal/gitlog/gitfile"
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
	staged  index // what the operator had staged when the chain began
	pack    packed
	record  *chainRecord
	git     *gitChain // instead of all that, where only the git program can write
}

// Begin starts a chain at the branch's present tip. join is the commit that RecoverChain makes of the chain if the
// process dies before Join; it has no files.
func (r *Repo) Begin(ctx context.Context, join Commit) (*Chain, error) {
	if r.chainLeft() {
		return nil, fmt.Errorf("begin a chain of commits: %w", ErrUnfinishedChain)
	}
	c, err := r.begin(ctx, join)
	if err != nil {
		return nil, fmt.Errorf("begin a chain of commits: %w", err)
	}
	return c, nil
}

// ErrUnfinishedChain means that a killed process left a chain that RecoverChain has not seen to.
var ErrUnfinishedChain = errors.New("an earlier run was not finished")

func (r *Repo) begin(ctx context.Context, join Commit) (*Chain, error) {
	if err := join.check(); err != nil {
		return nil, err
	}
	if err := r.ready(); err != nil {
		return nil, err
	}
	if _, err := r.finishPending(ctx); err != nil {
		return nil, err
	}
	if r.cause != "" {
		return r.beginByGit(ctx, join)
	}
	tip, err := r.tip()
	if err != nil {
		return nil, err
	}
	c := &Chain{repo: r, base: tip, files: map[string]change{}}
	if !tip.unborn {
		base, err := r.commit(tip.hash)
		if err != nil {
			return nil, err
		}
		c.root, c.tree = base.tree, base.tree
	}
	mine := func(path string) bool { return strings.HasPrefix(path, r.prefix) }
	if c.staged, err = r.readIndexFor(mine); r.beyondUs(err) {
		return r.beginByGit(ctx, join)
	} else if err != nil {
		return nil, err
	}
	if c.pack, err = newPacked(r); err != nil {
		return nil, err
	}
	at := ""
	if !tip.unborn {
		at = hexOf(tip.hash)
	}
	if c.record, err = r.newChainRecord(at, join); err != nil {
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

// Join ties the chain to the branch and returns the commit that the branch is at: a merge of the branch's tip with the
// chain, whose tree is the tip's with the chain's files put in. A chain of one commit becomes that commit, without a
// merge; an empty one becomes nothing, and the hash is "". Files of join are part of the merge: the answer to ErrMoved,
// which names files that changed on the branch meanwhile otherwise than in the chain.
//
// After an error the chain is as it was; Join may be tried again. A hash together with an error: see Repo.Commit.
func (c *Chain) Join(ctx context.Context, join Commit) (string, error) {
	if c.commits == 0 {
		c.Abort()
		return "", nil
	}
	h, err := c.join(ctx, join)
	if h != "" {
		c.finish()
	}
	if err != nil {
		return h, fmt.Errorf("join %d commits: %w", c.commits, err)
	}
	return h, nil
}

func (c *Chain) join(ctx context.Context, join Commit) (string, error) {
	if err := join.check(); err != nil {
		return "", err
	}
	if err := c.repo.ready(); err != nil {
		return "", err
	}
	if _, err := c.repo.finishPending(ctx); err != nil {
		return "", err
	}
	if c.git != nil {
		return c.joinByGit(ctx, join)
	}
	if err := c.pack.seal(); err != nil {
		return "", err
	}
	if err := c.repo.at("pack closed"); err != nil {
		return "", err
	}
	resolved, err := c.repo.prepare(ctx, loose{c.repo}, join.Files)
	if err != nil {
		return "", err
	}
	p := publication{by: join.committer(), action: mergeAction(join)}
	p.build = func(tip head) (hash, []change, error) { return c.merge(tip, join, resolved) }
	if c.commits == 1 && len(resolved) == 0 {
		p.action = action(c.only)
		p.build = c.single
	}
	h, err := c.repo.publish(ctx, p)
	if h == (hash{}) {
		return "", err
	}
	return hexOf(h), err
}

// single puts a chain's only commit on the branch itself.
func (c *Chain) single(tip head) (hash, []change, error) {
	changes := slices.Collect(maps.Values(c.files))
	if tip == c.base {
		return c.tip, changes, nil
	}
	if _, err := c.unmoved(tip, nil); err != nil {
		return hash{}, nil, err
	}
	return c.repo.buildOn(loose{c.repo}, tip, c.only, changes)
}

// merge makes the commit that has the branch's tip and the chain as parents.
func (c *Chain) merge(tip head, join Commit, resolved []change) (hash, []change, error) {
	if tip.unborn {
		return c.tip, slices.Collect(maps.Values(c.files)), nil // nothing to merge with: the chain is the branch
	}
	tree, err := c.unmoved(tip, resolved)
	if err != nil {
		return hash{}, nil, err
	}
	files := maps.Clone(c.files)
	for _, change := range resolved {
		files[change.path] = change
	}
	all := slices.Collect(maps.Values(files))
	changes, err := c.repo.different(tree, all)
	if err != nil {
		return hash{}, nil, err
	}
	if tip == c.base && len(resolved) == 0 {
		tree = c.tree
	} else if tree, err = patchTree(loose{c.repo}, tree, "", changes); err != nil {
		return hash{}, nil, err
	}
	h, err := writeCommit(loose{c.repo}, tree, []hash{tip.hash, c.tip}, join)
	return h, changes, err
}

// unmoved returns the tip's tree after making sure that no file of the chain changed on the branch since the chain
// began, except to what the chain makes of it or what was resolved.
func (c *Chain) unmoved(tip head, resolved []change) (hash, error) {
	if tip == c.base || tip.unborn {
		return c.root, nil
	}
	now, err := c.repo.commit(tip.hash)
	if err != nil {
		return hash{}, err
	}
	settled := pathsOf(resolved)
	var moved []string
	for path, ours := range c.files {
		base, err := c.repo.entryAt(c.root, path)
		if err != nil {
			return hash{}, err
		}
		there, err := c.repo.entryAt(now.tree, path)
		if err != nil {
			return hash{}, err
		}
		if !same(there, base) && !same(there, ours.entry()) && !settled[path] {
			moved = append(moved, c.repo.inVault(path))
		}
	}
	if len(moved) > 0 {
		slices.SortFunc(moved, strings.Compare)
		return hash{}, ErrMoved{moved}
	}
	return now.tree, nil
}

// Len is the number of commits in the chain.
func (c *Chain) Len() int { return c.commits }

// Abort drops the chain. The files on disk are the caller's. After Join it does nothing, so that it can be deferred.
func (c *Chain) Abort() { c.finish() }

func (c *Chain) finish() {
	if c.record == nil {
		return
	}
	if c.git == nil {
		c.pack.Abort()
	}
	c.record.drop()
	c.record = nil
}

// packed keeps a chain's objects in a pack of its own.
type packed struct {
	*gitfile.PackWriter
	repo   *Repo
	newest map[string]hash // the last tree of each folder
	trees  map[hash][]byte // those trees
	sealed *bool
}

func newPacked(r *Repo) (packed, error) {
	w, err := gitfile.NewPack(filepath.Join(r.common, "objects", "pack"))
	return packed{w, r, map[string]hash{}, map[hash][]byte{}, new(bool)}, err
}

func (p packed) object(kind gitfile.Kind, h hash) ([]byte, error) {
	if data, ok := p.trees[h]; ok {
		return data, nil
	}
	if _, data, ok := p.Get(h); ok {
		return data, nil
	}
	return p.repo.object(kind, h)
}

func (p packed) store(kind gitfile.Kind, key string, data []byte) (hash, error) {
	switch kind {
	case gitfile.KindBlob:
		return p.Blob(data)
	case gitfile.KindCommit:
		return p.Commit(data)
	}
	h, err := p.Tree(key, data)
	delete(p.trees, p.newest[key])
	p.newest[key], p.trees[h] = h, data
	return h, err
}

// seal makes the pack visible, once.
func (p packed) seal() error {
	if *p.sealed {
		return nil
	}
	_, err := p.Close()
	*p.sealed = err == nil
	return err
}
