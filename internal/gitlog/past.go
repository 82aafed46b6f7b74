package gitlog

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Before returns the last commit at or before a time, by its committer's clock, on the way from HEAD along first
// parents: a night counts as a whole. ok is false where the history begins later; the commit is then the first one, zero
// on an unborn branch. A shallow clone that does not reach back so far is ErrMissingObject.
func (r *Repo) Before(ctx context.Context, t time.Time) (e Entry, ok bool, err error) {
	for e, err = range r.Log(ctx, Query{FirstParent: true}) {
		if err != nil {
			return Entry{}, false, fmt.Errorf("the last commit before %s: %w", t.UTC().Format(time.RFC3339), err)
		}
		if !e.When.After(t) {
			return e, true, nil
		}
	}
	if h, err := parseHash(e.Hash); err == nil && r.shallow()[h] {
		return e, false, fmt.Errorf("the history is shallow and begins with %s: %w", e.Short, ErrMissingObject)
	}
	return e, false, nil
}

// Past returns files of the vault as a commit has them: those that HEAD has otherwise or not at all, and those of also;
// what HEAD has and the commit lacks is there with nil. Only wanted paths are looked at. Links and submodules are no files.
func (r *Repo) Past(ctx context.Context, rev string, also []string, wanted func(path string) bool) (map[string][]byte, error) {
	past := r.past
	if r.store == nil {
		past = r.pastByGit
	}
	out, err := past(ctx, rev, also, wanted)
	if err != nil {
		return nil, fmt.Errorf("files of %s: %w", rev, err)
	}
	return out, nil
}

func (r *Repo) past(ctx context.Context, rev string, also []string, wanted func(path string) bool) (map[string][]byte, error) {
	then, err := r.resolve(rev)
	if err != nil {
		return nil, err
	}
	now, err := r.resolve("HEAD")
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	err = r.compare(then.tree, now.tree, func(d treeDiff) (err error) {
		if wanted(d.path) && ctx.Err() == nil {
			out[d.path], err = r.fileOf(d.before)
		}
		return err
	})
	for _, p := range also {
		if _, have := out[p]; have || err != nil || !wanted(p) {
			continue
		}
		var e treeEntry
		if e, err = r.entryAt(then.tree, r.prefix+p); err == nil {
			out[p], err = r.fileOf(e)
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	return out, err
}

func (r *Repo) pastByGit(ctx context.Context, rev string, also []string, wanted func(path string) bool) (map[string][]byte, error) {
	h, err := r.resolveByGit(rev)
	if err != nil {
		return nil, err
	}
	args := append([]string{"diff-tree", "-r", "-z", "--name-only", "--no-renames", h, "HEAD", "--"}, nonEmpty(r.roots(nil))...)
	names, err := r.git(ctx, gitCall{}, args...)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for name := range strings.SplitSeq(strings.TrimSuffix(names, "\x00"), "\x00") {
		if p := r.inVault(name); name != "" && wanted(p) {
			out[p] = nil
		}
	}
	for _, p := range also {
		if wanted(p) {
			out[p] = nil
		}
	}
	return out, r.fillByGit(ctx, h, out)
}

// fillByGit reads those files of a commit that a map names, in two runs of git.
func (r *Repo) fillByGit(ctx context.Context, commit string, files map[string][]byte) error {
	entries, _, err := r.treeByGit(ctx, commit, r.roots(nil)...)
	if err != nil {
		return err
	}
	var ask strings.Builder
	var order []string
	for p := range files {
		if e := entries[r.prefix+p]; e.mode == "100644" || e.mode == "100755" {
			order = append(order, p)
			ask.WriteString(e.hash + "\n")
		}
	}
	answer, err := r.git(ctx, gitCall{stdin: []byte(ask.String())}, "cat-file", "--batch")
	if err != nil {
		return err
	}
	for _, p := range order {
		head, rest, _ := strings.Cut(answer, "\n")
		f := strings.Fields(head)
		size := -1
		if len(f) == 3 {
			size, err = strconv.Atoi(f[2])
		}
		if err != nil || size < 0 || size >= len(rest) {
			return fmt.Errorf("git cat-file answers %q for %s: %w", cut(head, 80), p, ErrMissingObject)
		}
		files[p], answer = []byte(rest[:size]), rest[size+1:]
	}
	return nil
}
