package gitlog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"mem/internal/gitlog/gitfile"
)

// ChangeKind says how a file on disk differs from HEAD.
type ChangeKind string

const (
	Added    ChangeKind = "added"
	Modified ChangeKind = "modified"
	Deleted  ChangeKind = "deleted"
	// Unreadable is a file whose content cannot be told from HEAD's, or a folder in which nothing can be; see Change.Err.
	Unreadable ChangeKind = "unreadable"
)

// Change is a file of the vault that is not on disk as HEAD has it.
type Change struct {
	Path       string // below the vault
	Kind       ChangeKind
	Staged     bool  // the operator staged something that is neither HEAD's nor the disk's: Commit would refuse
	Conflicted bool  // the index holds the sides of an unfinished merge
	InChain    bool  // it is as a chain that is not joined yet has committed it
	Err        error // why it is unreadable; nil for the other kinds
}

// Changed returns what differs on disk from HEAD below the given files and folders of the vault, or in all of it
// without any, by path. Files that git ignores, other repositories inside, fifos and devices are left out. Unchanged
// files are not read where the index knows their times. What cannot be read is Unreadable and hides nothing else; of an
// unreadable folder nothing inside is reported. 100,000 files take some 200 ms.
func (r *Repo) Changed(ctx context.Context, folders ...string) ([]Change, error) {
	if r.cause != "" {
		return r.changedByGit(ctx, folders)
	}
	changes, err := r.changed(ctx, r.roots(folders))
	if r.beyondUs(err) {
		return r.changedByGit(ctx, folders)
	} else if err != nil {
		return nil, fmt.Errorf("compare the vault with HEAD: %w", err)
	}
	return changes, nil
}

func (r *Repo) changed(ctx context.Context, roots []string) ([]Change, error) {
	r.attributes = nil // as they are now
	var s survey
	g, walking := errgroup.WithContext(ctx)
	g.Go(func() (err error) { s.disk, s.shut, err = r.walk(walking, roots); return err })
	g.Go(func() (err error) { s.index, s.written, err = r.indexBelow(roots); return err })
	var err error
	if s.head, err = r.headFilesBelow(roots); err != nil {
		return nil, errors.Join(err, g.Wait())
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	if s.chain, err = r.chainFiles(); err != nil {
		return nil, err
	}
	ignored := newIgnores(r)
	var out []Change
	for s.next() {
		c, ok, err := r.judge(ctx, &s)
		if err != nil {
			return nil, err
		}
		if ok && (s.cur.head != nil || s.cur.index != nil || !ignored.match(s.cur.path)) {
			c.Path = r.inVault(s.cur.path)
			out = append(out, c)
		}
	}
	for dir, err := range s.shut {
		if !ignored.match(dir + "/") {
			out = append(out, Change{Path: r.inVault(dir), Kind: Unreadable, Err: err})
		}
	}
	if len(s.shut) > 0 {
		slices.SortFunc(out, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	}
	return out, nil
}

// Staged returns the files below the given files and folders of the vault, or in all of it without any, that the
// operator has staged otherwise than HEAD has them, or that are unmerged. They are not for mem to change.
func (r *Repo) Staged(ctx context.Context, folders ...string) ([]string, error) {
	if r.cause != "" {
		return r.stagedIn(ctx, folders)
	}
	var s survey
	var err error
	roots := r.roots(folders)
	if s.index, s.written, err = r.indexBelow(roots); r.beyondUs(err) {
		return r.stagedIn(ctx, folders)
	}
	if err == nil && s.written != 0 {
		s.head, err = r.headFilesBelow(roots)
	}
	if err != nil {
		return nil, fmt.Errorf("compare the index with HEAD: %w", err)
	}
	var staged []string
	for s.next() {
		head, index := s.entries()
		if s.cur.conflicted || !same(head, index) {
			staged = append(staged, r.inVault(s.cur.path))
		}
	}
	return staged, nil
}

// survey merges HEAD, index and disk, each in byte order of path.
type survey struct {
	head    []trackedFile
	index   []gitfile.Entry
	disk    []foundFile
	shut    map[string]error // folders that cannot be read, and why
	written uint32           // when the index file was written, in seconds
	chain   map[string]hash

	cur struct {
		path       string
		head       *trackedFile
		index      *gitfile.Entry // of stage 0, or the first of the conflict's
		conflicted bool
		disk       *foundFile
	}
}

func (s *survey) next() bool {
	path, ok := "", false
	least := func(p string) {
		if !ok || p < path {
			path, ok = p, true
		}
	}
	if len(s.head) > 0 {
		least(s.head[0].path)
	}
	if len(s.index) > 0 {
		least(s.index[0].Path)
	}
	if len(s.disk) > 0 {
		least(s.disk[0].path)
	}
	s.cur.path, s.cur.head, s.cur.index, s.cur.conflicted, s.cur.disk = path, nil, nil, false, nil
	if len(s.head) > 0 && s.head[0].path == path {
		s.cur.head, s.head = &s.head[0], s.head[1:]
	}
	for len(s.index) > 0 && s.index[0].Path == path {
		s.cur.index, s.index = &s.index[0], s.index[1:]
		s.cur.conflicted = s.cur.conflicted || s.cur.index.Stage != 0
	}
	if len(s.disk) > 0 && s.disk[0].path == path {
		s.cur.disk, s.disk = &s.disk[0], s.disk[1:]
	}
	return ok
}

// entries returns what HEAD and the index have of the current path.
func (s *survey) entries() (head, staged treeEntry) {
	if h := s.cur.head; h != nil {
		head = treeEntry{Mode: h.mode, Hash: h.hash}
	}
	if e := s.cur.index; e != nil {
		staged = treeEntry{Mode: e.Mode, Hash: e.Hash}
	}
	return head, staged
}

// inShut reports whether the current path, or a folder above it, is one that cannot be read.
func (s *survey) inShut() bool {
	if len(s.shut) == 0 {
		return false
	}
	for i, c := range s.cur.path {
		if c == '/' && s.shut[s.cur.path[:i]] != nil {
			return true
		}
	}
	return s.shut[s.cur.path] != nil || s.shut[""] != nil
}

// judge compares the current path. ok is false if the disk is as HEAD has it.
func (r *Repo) judge(ctx context.Context, s *survey) (c Change, ok bool, err error) {
	var disk treeEntry
	head, staged := s.entries()
	if e := s.cur.index; e != nil && (s.cur.disk == nil && e.SkipWorktree || e.AssumeValid) {
		return c, false, nil
	}
	if head.Mode == gitfile.ModeSubmodule || staged.Mode == gitfile.ModeSubmodule {
		return c, false, nil
	}
	if s.cur.disk == nil && s.inShut() {
		return c, false, nil
	}
	if s.cur.disk != nil {
		disk, err = r.diskEntry(ctx, s)
		var denied *fs.PathError
		switch {
		case isGone(err):
			disk = treeEntry{}
		case errors.As(err, &denied):
			return Change{Kind: Unreadable, Conflicted: s.cur.conflicted, Err: err}, true, nil
		case err != nil:
			return c, false, err
		}
	}
	switch {
	case same(head, disk):
		return c, false, nil
	case head.Mode == 0:
		c.Kind = Added
	case disk.Mode == 0:
		c.Kind = Deleted
	default:
		c.Kind = Modified
	}
	c.Conflicted = s.cur.conflicted
	c.Staged = !c.Conflicted && s.written != 0 && !same(staged, head) && !same(staged, disk)
	h, inChain := s.chain[s.cur.path]
	c.InChain = inChain && h == disk.Hash
	return c, true, nil
}

// diskEntry is what `git add` would record of the current file. The file is read only if the index cannot vouch for it.
func (r *Repo) diskEntry(ctx context.Context, s *survey) (treeEntry, error) {
	var e gitfile.Entry
	if s.cur.index != nil && !s.cur.conflicted {
		e = *s.cur.index
		if !e.IntentToAdd && e.Stat.MTimeSec < s.written && r.statMatches(e, s.cur.disk.diskFile) {
			return treeEntry{Mode: e.Mode, Hash: e.Hash}, nil
		}
	}
	h, mode, err := r.hashOnDisk(ctx, s.cur.path, s.cur.disk.diskFile, e)
	return treeEntry{Mode: mode, Hash: h}, err
}

// indexBelow returns the index's entries below roots, and when the index was written; zero without an index.
func (r *Repo) indexBelow(roots []string) (entries []gitfile.Entry, written uint32, err error) {
	x, err := r.loadIndex()
	if err != nil || x.data == nil {
		return nil, 0, err
	}
	for e, err := range gitfile.Entries(x.data, nil) {
		if err != nil {
			return nil, 0, fmt.Errorf("read the index: %w", err)
		}
		if anyRoot(roots, e.Path) {
			entries = append(entries, e)
		}
	}
	return entries, max(x.written, 1), nil
}

// anyRoot reports whether a path is one of the roots or below one.
func anyRoot(roots []string, path string) bool {
	for _, root := range roots {
		if root == "" || strings.HasPrefix(path, root) && (len(path) == len(root) || path[len(root)] == '/') {
			return true
		}
	}
	return false
}

// outermost sorts paths so that what is below them comes in byte order, and drops those inside another.
func outermost(paths []string) []string {
	slices.SortFunc(paths, func(a, b string) int { return strings.Compare(a+"/", b+"/") })
	var out []string
	for _, p := range paths {
		if len(out) == 0 || !anyRoot(out, p) {
			out = append(out, p)
		}
	}
	return out
}
