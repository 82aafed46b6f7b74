package gitlog

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// publishByGit moves the branch from tip to made and then the index's entries. git cannot be told to hold the index
// lock around both; the record on disk closes the gap if we are killed in it.
func (r *Repo) publishByGit(ctx context.Context, p publication, ref, tip, made string, changes map[string]gitEntry) error {
	paths := slices.Sorted(maps.Keys(changes))
	old := map[string]gitEntry{}
	for chunk := range chunks(paths) {
		part, _, err := r.treeByGit(ctx, tip, chunk...)
		if err != nil {
			return err
		}
		maps.Copy(old, part)
	}
	record := pending{Ref: ref, Old: tip, New: made, Action: p.action,
		Name: p.by.Name, Email: p.by.Email, When: p.by.clamped()}
	if tip == "" {
		record.Action = initialAction(p.action)
	}
	for _, path := range paths {
		record.Paths = append(record.Paths, pendingPath{path, octal(old[path].mode), octal(changes[path].mode), old[path].hash, changes[path].hash})
	}
	if err := r.savePending(record); err != nil {
		return err
	}
	if err := r.at("pending recorded"); err != nil {
		return errors.Join(err, r.dropPending())
	}
	if err := r.moveRefByGit(ctx, record); err != nil {
		return errors.Join(err, r.dropPending())
	}
	if err := r.at("ref moved"); err != nil {
		return fmt.Errorf("%w: %w", errIndexBehind, err)
	}
	if err := r.finishByGit(ctx, record); err != nil {
		return fmt.Errorf("%w: %w", errIndexBehind, err)
	}
	if err := r.dropPending(); err != nil {
		return fmt.Errorf("%w: %w", errIndexBehind, err)
	}
	return nil
}

// moveRefByGit moves the ref if it is where the record says; errRefMoved if not.
func (r *Repo) moveRefByGit(ctx context.Context, p pending) error {
	old := p.Old
	if old == "" {
		old = r.noHash()
	}
	by := signature{Identity{p.Name, p.Email}, p.When}
	call := gitCall{env: []string{
		"GIT_COMMITTER_NAME=" + p.Name, "GIT_COMMITTER_EMAIL=" + p.Email, "GIT_COMMITTER_DATE=" + by.gitDate(),
	}}
	err := r.waitFor(ctx, func() error {
		_, err := r.git(ctx, call, "update-ref", "-m", p.Action, p.Ref, p.New, old)
		return err
	})
	if err == nil || errors.Is(err, ErrBusy) || ctx.Err() != nil {
		return r.lockedBy(err, r.refPath(p.Ref)+".lock", r.refPath("HEAD")+".lock")
	}
	if _, now, e := r.tipByGit(ctx); e == nil && now != p.Old {
		return errRefMoved
	}
	return err
}

// finishByGit brings the index up to a recorded commit: see followIndex.
func (r *Repo) finishByGit(ctx context.Context, p pending) error {
	_, tip, err := r.tipByGit(ctx)
	if err != nil {
		return err
	}
	paths := make([]string, len(p.Paths))
	for i, c := range p.Paths {
		paths[i] = c.Path
	}
	index, err := r.indexByGit(ctx, paths)
	if err != nil {
		return err
	}
	late := map[string]gitEntry{}
	for chunk := range chunks(paths) {
		inHead, _, err := r.treeByGit(ctx, tip, chunk...)
		if err != nil {
			return err
		}
		for _, c := range p.Paths {
			before, after := gitEntryOf(c.OldMode, c.OldHash), gitEntryOf(c.NewMode, c.NewHash)
			if slices.Contains(chunk, c.Path) && inHead[c.Path] == after && index[c.Path] == before {
				late[c.Path] = after
			}
		}
	}
	if len(late) == 0 {
		return nil
	}
	return r.waitFor(ctx, func() error {
		_, err := r.git(ctx, gitCall{stdin: r.indexInfo(late)}, "update-index", "-z", "--index-info")
		return err
	})
}

func gitEntryOf(mode uint32, hash string) gitEntry {
	if mode == 0 {
		return gitEntry{}
	}
	return gitEntry{fmt.Sprintf("%06o", mode), hash}
}

func octal(mode string) uint32 {
	n, err := strconv.ParseUint(mode, 8, 32)
	if err != nil {
		return 0
	}
	return uint32(n)
}

// gitChain is a chain whose commits the git program makes.
type gitChain struct {
	ref, base, tip string
	files          map[string]gitEntry
}

func (r *Repo) beginByGit(ctx context.Context, first chainEntry) (*Chain, error) {
	ref, tip, err := r.readyByGit(ctx)
	if err != nil {
		return nil, err
	}
	c := &Chain{repo: r, aside: first.Aside, git: &gitChain{ref: ref, base: tip, tip: tip, files: map[string]gitEntry{}}}
	first.Base = tip
	if c.record, err = r.newChainRecord(first); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Chain) addByGit(ctx context.Context, next Commit) (string, error) {
	r, g := c.repo, c.git
	changes, err := r.prepareByGit(ctx, g.tip, next.Files)
	if err != nil {
		return "", err
	}
	if err := r.refuseStaged(ctx, g.base, changes); err != nil {
		return "", err
	}
	made, err := r.commitOnByGit(ctx, g.tip, parentsOf(g.tip), changes, next)
	if err != nil {
		return "", err
	}
	if err := c.record.add(next); err != nil {
		return "", err
	}
	if c.commits++; c.commits == 1 {
		c.only = next
	}
	g.tip = made
	maps.Copy(g.files, changes)
	return made, nil
}

func (c *Chain) joinByGit(ctx context.Context, join Commit) (string, error) {
	r := c.repo
	for range 5 {
		ref, tip, err := r.readyByGit(ctx)
		if err != nil {
			return "", err
		}
		p := publication{by: join.committer(), action: mergeAction(join)}
		made, changes, err := c.mergeByGit(ctx, tip, join)
		if c.commits == 1 && len(join.Files) == 0 {
			p.action = action(c.only)
		}
		if err != nil {
			return "", err
		}
		if err = r.publishByGit(ctx, p, ref, tip, made, changes); !errors.Is(err, errRefMoved) {
			return published(made, err)
		}
	}
	return "", ErrBusy
}

// mergeByGit makes the commit that joins the chain to a tip: see Chain.merge and Chain.single.
func (c *Chain) mergeByGit(ctx context.Context, tip string, join Commit) (string, map[string]gitEntry, error) {
	r, g := c.repo, c.git
	files := maps.Clone(g.files)
	single := c.commits == 1 && len(join.Files) == 0
	if tip == "" || single && tip == g.base {
		return g.tip, files, nil
	}
	resolved := map[string]gitEntry{}
	if len(join.Files) > 0 {
		var err error
		if resolved, err = r.prepareByGit(ctx, tip, join.Files); err != nil && !errors.Is(err, ErrNothing) {
			return "", nil, err
		}
	}
	if err := c.unmovedByGit(ctx, tip, join.Files); err != nil {
		return "", nil, err
	}
	for _, f := range join.Files {
		delete(files, r.prefix+f.Path) // as the tip has it, unless it was resolved otherwise
	}
	maps.Copy(files, resolved)
	if single {
		made, err := r.commitOnByGit(ctx, tip, []string{tip}, files, c.only)
		return made, files, err
	}
	made, err := r.commitOnByGit(ctx, tip, []string{tip, g.tip}, files, join)
	return made, files, err
}

func (c *Chain) unmovedByGit(ctx context.Context, tip string, resolved []File) error {
	r, g := c.repo, c.git
	if tip == g.base {
		return nil
	}
	var moved []string
	for chunk := range chunks(slices.Sorted(maps.Keys(g.files))) {
		before, _, err := r.treeByGit(ctx, g.base, chunk...)
		if err != nil {
			return err
		}
		now, _, err := r.treeByGit(ctx, tip, chunk...)
		if err != nil {
			return err
		}
		for _, p := range chunk {
			settled := slices.ContainsFunc(resolved, func(f File) bool { return r.prefix+f.Path == p })
			if now[p] != before[p] && now[p] != g.files[p] && !settled {
				moved = append(moved, r.inVault(p))
			}
		}
	}
	if len(moved) > 0 {
		return ErrMoved{moved}
	}
	return nil
}
