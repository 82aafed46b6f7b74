package gitlog

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"
)

// Entry is a commit as the history tells it.
type Entry struct {
	Hash, Short       string
	Parents           []string
	Author, Committer Identity
	When              time.Time // of the commit, in its own zone
	Message
	Merge bool // joins a chain, or whatever else had two sides

	repo *Repo
}

// Trailer returns the values of a trailer in their order.
func (e Entry) Trailer(key string) (values []string) {
	for _, t := range e.Trailers {
		if t.Key == key {
			values = append(values, t.Value)
		}
	}
	return values
}

// Files returns the vault's files that the commit changed against its first parent, by path.
func (e Entry) Files() ([]string, error) { return e.repo.filesOf(e.Hash) }

// Query says which commits Log yields. The zero value is all of them.
type Query struct {
	Rev         string    // where to begin; "" means HEAD
	FirstParent bool      // a run is its merge commit; otherwise the commits inside are yielded too
	Path        string    // only what touched this file of the vault, as `git log -- PATH` decides it
	Trailers    []Trailer // only commits with every one of these; an empty value stands for any
	Since       time.Time // only commits not older; zero for any
	Limit       int       // at most so many; 0 for all
}

// Log yields commits, newest first as git orders them. An error comes last. An unborn branch has none.
func (r *Repo) Log(ctx context.Context, q Query) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		n := 0
		for e, err := range r.commits(ctx, q) {
			if err != nil {
				yield(Entry{}, fmt.Errorf("log: %w", err))
				return
			}
			if !q.wants(e) {
				continue
			}
			if n++; !yield(e, nil) || n == q.Limit {
				return
			}
		}
	}
}

func (q Query) wants(e Entry) bool {
	if !q.Since.IsZero() && e.When.Before(q.Since) {
		return false
	}
	for _, t := range q.Trailers {
		values := e.Trailer(t.Key)
		if len(values) == 0 || t.Value != "" && !slices.Contains(values, t.Value) {
			return false
		}
	}
	return true
}

// commits yields all commits that q's walk meets, before its filters.
func (r *Repo) commits(ctx context.Context, q Query) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		if r.store == nil || q.Path != "" && r.opts.GitPath != "" { // for a path in 10,000 commits git takes 0.11 s, we 0.45
			entries, err := r.commitsByGit(ctx, q)
			if err == nil || r.store == nil {
				yieldAll(entries, err, yield)
				return
			}
		}
		start, err := r.start(q.Rev)
		if err != nil || start == (hash{}) {
			if err != nil {
				yield(Entry{}, err)
			}
			return
		}
		w := walk{repo: r, query: q, seen: map[hash]bool{}, cut: r.shallow()}
		if err := w.push(start); err != nil {
			yield(Entry{}, err)
			return
		}
		for len(w.queue) > 0 {
			c, shown, err := w.pop(ctx)
			if err != nil {
				yield(Entry{}, err)
				return
			}
			if shown && !yield(r.entry(c), nil) {
				return
			}
		}
	}
}

func yieldAll(entries []Entry, err error, yield func(Entry, error) bool) {
	for _, e := range entries {
		if !yield(e, nil) {
			return
		}
	}
	if err != nil {
		yield(Entry{}, err)
	}
}

func (r *Repo) start(rev string) (hash, error) {
	if rev != "" {
		c, err := r.resolve(rev)
		return c.hash, err
	}
	h, err := r.readHead()
	return h.hash, err
}

func (r *Repo) entry(c commitHeader) Entry {
	e := Entry{
		Hash: hexOf(c.hash), Short: hexOf(c.hash)[:7], Author: c.author.Identity, Committer: c.committer.Identity,
		When: c.committer.When, Message: parseMessage(c.message), Merge: len(c.parents) > 1, repo: r,
	}
	for _, p := range c.parents {
		e.Parents = append(e.Parents, hexOf(p))
	}
	return e
}
