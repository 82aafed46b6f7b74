package gitlog

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// Join ties the chain to the branch and returns the commit that the branch is at: a merge of the branch's tip with the
// chain, whose tree is the tip's with the chain's files put in. A chain of one commit becomes that commit, without a
// merge; an empty one becomes nothing, and the hash is "". Files of join are part of the merge: the answer to ErrMoved,
// which names files that changed on the branch meanwhile otherwise than in the chain.
//
// A chain that was begun aside becomes its branch: the merge of the commit that it began at with the chain.
//
// After an error the chain is as it was; Join may be tried again. A hash together with an error: see Repo.Commit.
func (c *Chain) Join(ctx context.Context, join Commit) (string, error) {
	if c.commits == 0 {
		c.Abort()
		return "", nil
	}
	h, err := c.join(ctx, join)
	if h != "" {
		c.finish(true)
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
	if c.aside != "" {
		return c.stage(ctx, join)
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
		slices.Sort(moved)
		return hash{}, ErrMoved{moved}
	}
	return now.tree, nil
}
