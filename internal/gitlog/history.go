package gitlog

import (
	"container/heap"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// History returns the commits that changed a file of the vault, newest first, those inside runs too: what
// `git log -- path` lists, in its order.
func (r *Repo) History(ctx context.Context, path string) ([]Entry, error) {
	var out []Entry
	for e, err := range r.Log(ctx, Query{Path: path}) {
		if err != nil {
			return nil, fmt.Errorf("history of %s: %w", path, err)
		}
		out = append(out, e)
	}
	return out, nil
}

// FirstCommitTimes returns, for those of the files that are in the history, the time of the first commit that has
// each. It reads the history once for all of them.
func (r *Repo) FirstCommitTimes(ctx context.Context, paths []string) (map[string]time.Time, error) {
	wanted := make(map[string]bool, len(paths))
	for _, p := range paths {
		wanted[p] = true
	}
	times := make(map[string]time.Time, len(paths))
	for e, err := range r.Log(ctx, Query{}) {
		if err != nil {
			return nil, err
		}
		files, err := e.added()
		if err != nil {
			return nil, fmt.Errorf("first commits of %d files: %w", len(paths), err)
		}
		for _, f := range files {
			if old, ok := times[f]; wanted[f] && (!ok || e.When.Before(old)) {
				times[f] = e.When
			}
		}
	}
	return times, nil
}

// FirstCommitTime returns when the first commit that has a file was made; false if none has it.
func (r *Repo) FirstCommitTime(ctx context.Context, path string) (time.Time, bool, error) {
	history, err := r.History(ctx, path)
	if err != nil || len(history) == 0 {
		return time.Time{}, false, err
	}
	return history[len(history)-1].When, true, nil
}

// walk visits commits as git log does: of those whose child was seen the youngest by its committer's clock; of equal
// ones the one met first.
type walk struct {
	repo  *Repo
	query Query
	queue byDate
	seen  map[hash]bool
	met   int
	cut   map[hash]bool // commits whose parents a shallow clone lacks
	old   int           // commits older than query.Since in a row
}

// clockSlop is how many commits in a row must be too old before the walk believes that only older ones follow: clocks
// go wrong, and replays set them.
const clockSlop = 50

type waiting struct {
	commitHeader
	met int
}

type byDate []waiting

func (q byDate) Len() int      { return len(q) }
func (q byDate) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q byDate) Less(i, j int) bool {
	a, b := q[i].committer.When.Unix(), q[j].committer.When.Unix()
	return a > b || a == b && q[i].met < q[j].met
}
func (q *byDate) Push(x any) { *q = append(*q, x.(waiting)) }
func (q *byDate) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

func (w *walk) push(h hash) error {
	if w.seen[h] {
		return nil
	}
	w.seen[h] = true
	c, err := w.repo.commit(h)
	if err != nil {
		return err
	}
	if w.cut[h] {
		c.parents = nil
	}
	if w.query.FirstParent && len(c.parents) > 1 {
		c.sides, c.parents = c.parents, c.parents[:1]
	}
	w.met++
	heap.Push(&w.queue, waiting{c, w.met})
	return nil
}

// pop takes the next commit and queues its parents. shown is false for a commit that did not touch the path.
func (w *walk) pop(ctx context.Context) (c commitHeader, shown bool, err error) {
	if err := ctx.Err(); err != nil {
		return c, false, err
	}
	c = heap.Pop(&w.queue).(waiting).commitHeader
	if w.old++; !c.committer.When.Before(w.query.Since) {
		w.old = 0
	}
	if w.old >= clockSlop {
		w.queue = nil
		return c, false, nil
	}
	parents, shown := c.parents, true
	if w.query.Path != "" {
		if parents, shown, err = w.touched(c); err != nil {
			return c, false, err
		}
	}
	for _, p := range parents {
		if err := w.push(p); err != nil {
			return c, false, err
		}
	}
	if c.sides != nil {
		c.parents = c.sides
	}
	return c, shown, nil
}

// touched compares the query's path in a commit and its parents. Where a parent has the same, the commit changed
// nothing there, and the path's history goes on with that parent alone: so it leads into a run, or past it.
func (w *walk) touched(c commitHeader) (parents []hash, shown bool, err error) {
	path := w.repo.prefix + w.query.Path
	here, err := w.repo.entryAt(c.tree, path)
	if err != nil {
		return nil, false, err
	}
	for _, p := range c.parents {
		parent, err := w.repo.commit(p)
		if err != nil {
			return nil, false, err
		}
		there, err := w.repo.entryAt(parent.tree, path)
		if err != nil {
			return nil, false, err
		}
		if same(here, there) {
			return []hash{p}, false, nil
		}
	}
	return c.parents, len(c.parents) > 0 || here.Mode != 0, nil
}

func (r *Repo) shallow() map[hash]bool {
	data, err := os.ReadFile(filepath.Join(r.common, "shallow"))
	if err != nil {
		return nil
	}
	cut := map[hash]bool{}
	for line := range strings.Lines(string(data)) {
		if h, err := parseHash(strings.TrimSpace(line)); err == nil {
			cut[h] = true
		}
	}
	return cut
}

// filesOf lists what a commit changed in the vault against its first parent.
func (r *Repo) filesOf(rev string) (paths []string, err error) {
	err = r.eachDiff(rev, func(d treeDiff) { paths = append(paths, d.path) })
	return paths, err
}

// added lists the files that a commit has and its first parent has not.
func (e Entry) added() (paths []string, err error) {
	err = e.repo.eachDiff(e.Hash, func(d treeDiff) {
		if d.before.Mode == 0 {
			paths = append(paths, d.path)
		}
	})
	return paths, err
}

func (r *Repo) eachDiff(rev string, visit func(treeDiff)) error {
	if r.store == nil {
		return r.eachDiffByGit(rev, visit)
	}
	c, err := r.resolve(rev)
	if err != nil {
		return err
	}
	before, err := r.firstParentTree(c)
	if err != nil {
		return err
	}
	return r.compare(before, c.tree, func(d treeDiff) error { visit(d); return nil })
}
