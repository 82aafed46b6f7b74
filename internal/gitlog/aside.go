package gitlog

import (
	"context"

	"mem/internal/gitlog/gitfile"
)

// stage makes a chain a branch of its own.
func (c *Chain) stage(ctx context.Context, join Commit) (string, error) {
	if c.git != nil {
		return c.stageByGit(ctx, join)
	}
	if err := c.pack.seal(); err != nil {
		return "", err
	}
	if err := c.repo.at("pack closed"); err != nil {
		return "", err
	}
	h := c.tip
	if c.commits > 1 && !c.base.unborn {
		var err error
		if h, err = writeCommit(loose{c.repo}, c.tree, []hash{c.base.hash, c.tip}, join); err != nil {
			return "", err
		}
		if err := c.repo.awaitWritten(); err != nil {
			return "", err
		}
	}
	if err := c.repo.moveRef(ctx, heads+c.aside, hash{}, h); err != nil {
		return "", err
	}
	return hexOf(h), c.repo.at("staged")
}

func (c *Chain) stageByGit(ctx context.Context, join Commit) (string, error) {
	r, g := c.repo, c.git
	made := g.tip
	if c.commits > 1 && g.base != "" {
		tree, err := r.line(ctx, gitCall{}, "rev-parse", g.tip+"^{tree}")
		if err != nil {
			return "", err
		}
		if made, err = r.commitTreeByGit(ctx, tree, []string{g.base, g.tip}, join); err != nil {
			return "", err
		}
	}
	_, err := r.git(ctx, gitCall{}, "update-ref", heads+c.aside, made, r.noHash())
	return made, err
}

// FileAt returns a file of the vault as a commit has it, nil if it has none.
func (r *Repo) FileAt(ctx context.Context, rev, path string) ([]byte, error) {
	name, err := r.blobAt(ctx, rev, path)
	if err != nil || name == "" {
		return nil, err
	}
	if r.store == nil {
		text, err := r.git(ctx, gitCall{}, "cat-file", "blob", name)
		return []byte(text), err
	}
	h, err := parseHash(name)
	if err != nil {
		return nil, err
	}
	data, err := r.object(gitfile.KindBlob, h)
	if data == nil && err == nil {
		data = []byte{}
	}
	return data, err
}
