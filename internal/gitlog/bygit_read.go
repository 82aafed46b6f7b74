package gitlog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// logFields are the parts of a commit in the order in which git is asked for them, NUL between them.
const logFields = "%H%x00%P%x00%an%x00%ae%x00%cn%x00%ce%x00%cI%x00%B"

// commitsByGit returns what git log lists for a query's revision and path.
func (r *Repo) commitsByGit(ctx context.Context, q Query) ([]Entry, error) {
	rev, err := r.startByGit(ctx, q.Rev)
	if err != nil || rev == "" {
		return nil, err
	}
	args := []string{"log", "-z", "--no-color", "--no-decorate", "--no-mailmap", "--encoding=UTF-8", "--format=" + logFields}
	if q.FirstParent {
		args = append(args, "--first-parent")
	}
	args = append(args, rev, "--")
	if q.Path != "" {
		args = append(args, r.prefix+q.Path)
	}
	out, err := r.git(ctx, gitCall{}, args...)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	fields := strings.Split(out, "\x00")
	for ; len(fields) >= 8; fields = fields[8:] {
		entries = append(entries, r.entryFromGit(fields[:8]))
	}
	return entries, nil
}

func (r *Repo) startByGit(ctx context.Context, rev string) (string, error) {
	if rev == "" {
		_, tip, err := r.tipByGit(ctx)
		return tip, err
	}
	return r.resolveByGit(rev)
}

func (r *Repo) entryFromGit(f []string) Entry {
	e := Entry{
		Hash: f[0], Short: f[0][:min(7, len(f[0]))], Parents: strings.Fields(f[1]),
		Author: Identity{f[2], f[3]}, Committer: Identity{f[4], f[5]}, Message: parseMessage(f[7]), repo: r,
	}
	e.Merge = len(e.Parents) > 1
	if t, err := time.Parse(time.RFC3339, f[6]); err == nil {
		_, offset := t.Zone()
		e.When = t.In(zone(offset))
	}
	return e
}

func (r *Repo) resolveByGit(rev string) (string, error) {
	if rev == "" || strings.HasPrefix(rev, "-") || strings.ContainsAny(rev, " ~^:?*[\\\x00") || strings.Contains(rev, "..") {
		return "", fmt.Errorf("%q: %w", rev, ErrUnknownRevision)
	}
	h, err := r.line(context.Background(), gitCall{}, "rev-parse", "-q", "--verify", rev+"^{commit}")
	if err == nil && h == "" {
		err = ErrUnknownRevision
	}
	if err != nil {
		return "", fmt.Errorf("%q: %w", rev, err)
	}
	return h, nil
}

func (r *Repo) readByGit(rev, path string) ([]byte, error) {
	ctx := context.Background()
	if rev == "HEAD" {
		if _, tip, err := r.tipByGit(ctx); err != nil || tip == "" {
			return nil, errors.Join(err, errUnborn)
		}
	}
	h, err := r.resolveByGit(rev)
	if err != nil {
		return nil, err
	}
	entries, _, err := r.treeByGit(ctx, h, r.prefix+path)
	if err != nil {
		return nil, err
	}
	e := entries[r.prefix+path]
	if e.mode == "" || e.mode == "160000" {
		return nil, errNoFile
	}
	out, err := r.git(ctx, gitCall{}, "cat-file", "blob", e.hash)
	return []byte(out), err
}

func (r *Repo) headEntriesByGit(folders []string) ([]HeadFile, error) {
	ctx := context.Background()
	_, tip, err := r.tipByGit(ctx)
	if err != nil {
		return nil, fmt.Errorf("files of HEAD: %w", err)
	}
	entries, order, err := r.treeByGit(ctx, tip, r.roots(folders)...)
	if err != nil {
		return nil, fmt.Errorf("files of HEAD: %w", err)
	}
	files := make([]HeadFile, len(order))
	for i, p := range order {
		files[i] = HeadFile{r.inVault(p), entries[p].hash, octal(entries[p].mode)}
	}
	return files, nil
}

// gitDiff is a path that differs between a commit and its first parent.
type gitDiff struct {
	path          string
	before, after gitEntry
}

func (r *Repo) diffsByGit(ctx context.Context, rev string) ([]gitDiff, error) {
	h, err := r.resolveByGit(rev)
	if err != nil {
		return nil, err
	}
	parent, err := r.line(ctx, gitCall{}, "rev-parse", "-q", "--verify", h+"^1")
	if err == nil && parent == "" {
		parent, err = r.line(ctx, gitCall{}, "hash-object", "-t", "tree", "--stdin", "-w")
	}
	if err != nil {
		return nil, err
	}
	args := append([]string{"diff-tree", "-r", "-z", "--no-renames", parent, h, "--"}, nonEmpty(r.roots(nil))...)
	out, err := r.git(ctx, gitCall{}, args...)
	if err != nil {
		return nil, err
	}
	fields := strings.Split(out, "\x00")
	var diffs []gitDiff
	for ; len(fields) >= 2; fields = fields[2:] {
		f := strings.Fields(strings.TrimPrefix(fields[0], ":"))
		if len(f) < 4 {
			break
		}
		diffs = append(diffs, gitDiff{r.inVault(fields[1]), present(f[0], f[2]), present(f[1], f[3])})
	}
	return diffs, nil
}

func present(mode, hash string) gitEntry {
	if mode == "000000" {
		return gitEntry{}
	}
	return gitEntry{mode, hash}
}

func (r *Repo) diffByGit(rev string) ([]FileDiff, error) {
	ctx := context.Background()
	diffs, err := r.diffsByGit(ctx, rev)
	if err != nil {
		return nil, fmt.Errorf("diff of %s: %w", rev, err)
	}
	var out []FileDiff
	for _, d := range diffs {
		f := FileDiff{Path: d.path}
		for side, e := range map[*[]byte]gitEntry{&f.Before: d.before, &f.After: d.after} {
			if e.mode == "100644" || e.mode == "100755" {
				text, err := r.git(ctx, gitCall{}, "cat-file", "blob", e.hash)
				if err != nil {
					return nil, fmt.Errorf("diff of %s: %w", rev, err)
				}
				*side = []byte(text)
			}
		}
		if f.Before != nil || f.After != nil {
			out = append(out, f)
		}
	}
	return out, nil
}

func (r *Repo) eachDiffByGit(rev string, visit func(treeDiff)) error {
	diffs, err := r.diffsByGit(context.Background(), rev)
	for _, d := range diffs {
		visit(treeDiff{d.path, treeEntry{Mode: octal(d.before.mode)}, treeEntry{Mode: octal(d.after.mode)}})
	}
	return err
}

func zone(offset int) *time.Location {
	if offset == 0 {
		return time.UTC
	}
	return time.FixedZone("", offset)
}

// head is readHead, through git where refs are not plain files.
func (r *Repo) head() (head, error) {
	if r.store != nil {
		return r.readHead()
	}
	if r.opts.GitPath == "" { // then only the name can be told, and not where refs are kept in tables
		ref, _, err := r.readRef("HEAD")
		return head{ref: strings.TrimSuffix(ref, ".invalid")}, err
	}
	ref, tip, err := r.tipByGit(context.Background())
	h, _ := parseHash(tip) // a longer name does not fit, and is not needed
	return head{ref: ref, hash: h, unborn: tip == ""}, err
}
