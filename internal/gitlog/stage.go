package gitlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"mem/internal/gitlog/gitfile"
)

// index is the index file as it was read, with the entries that were asked for.
type index struct {
	data    []byte // nil if there is no file
	written uint32 // the file's time, in seconds
	entries map[string]gitfile.Entry
	checked bool             // check has been done
	marks   []gitfile.Change // what it found
}

// entry returns what the index holds for a path, as a tree would.
func (x index) entry(path string) treeEntry {
	e, ok := x.entries[path]
	if !ok {
		return treeEntry{}
	}
	return treeEntry{Mode: e.Mode, Hash: e.Hash}
}

// errUnmerged stops a commit while the index has conflict stages, whatever else is going on.
var errUnmerged = ErrInProgress{Unmerged}

// readIndex reads the index and looks up paths in it. Unmerged entries anywhere are an error.
func (r *Repo) readIndex(paths map[string]bool) (index, error) {
	return r.readIndexFor(oneOf(paths))
}

func (r *Repo) readIndexFor(wanted func(path []byte) bool) (index, error) {
	x, err := r.loadIndex()
	if err == nil {
		err = x.lookUp(wanted)
	}
	return x, err
}

// oneOf asks for some paths. It is asked of each of the index's: a few are compared faster than looked up.
func oneOf(paths map[string]bool) func(path []byte) bool {
	if len(paths) > 8 {
		return func(path []byte) bool { return paths[string(path)] }
	}
	list := slices.Collect(maps.Keys(paths))
	return func(path []byte) bool {
		for _, p := range list {
			if string(path) == p {
				return true
			}
		}
		return false
	}
}

// loadIndex reads the index file, if there is one and nobody has done so ahead.
func (r *Repo) loadIndex() (index, error) {
	path := r.indexPath()
	if x, ok := r.aheadOf(path); ok {
		return x, nil
	}
	x, _, err := readIndexFile(path)
	return x, err
}

func readIndexFile(path string) (index, os.FileInfo, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return index{}, nil, nil
	} else if err != nil {
		return index{}, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return index{}, nil, err
	}
	b := bytes.NewBuffer(room(int(info.Size()) + bytes.MinRead))
	if _, err := b.ReadFrom(f); err != nil {
		return index{}, nil, err
	}
	return index{data: b.Bytes(), written: uint32(info.ModTime().Unix())}, info, nil
}

// lookUp takes the wanted entries out of the data.
func (x *index) lookUp(wanted func(path []byte) bool) error {
	x.entries = map[string]gitfile.Entry{}
	for e, err := range gitfile.Entries(x.data, func(path []byte, stage int) bool { return stage != 0 || wanted(path) }) {
		switch {
		case err != nil:
			return fmt.Errorf("read the index: %w", err)
		case e.Stage != 0:
			return errUnmerged
		}
		x.entries[e.Path] = e
	}
	return nil
}

// nextIndex writes the index that goes with the changes beside the present one. tip is where the branch still is: an
// entry that differs from it is the operator's staging.
func (r *Repo) nextIndex(ctx context.Context, tip head, changes []change, strict bool) (newIndex, error) {
	x, err := r.readIndex(pathsOf(changes))
	if err != nil {
		return newIndex{}, err
	}
	if x.data != nil {
		if changes, err = r.unstaged(x, tip, changes, strict); err != nil {
			return newIndex{}, err
		}
	}
	patches := make([]gitfile.Change, len(changes))
	for i, c := range changes {
		patches[i] = gitfile.Change{Path: c.path, Remove: c.remove, Mode: c.mode, Hash: c.hash, Stat: c.stat}
	}
	return r.patchIndex(ctx, x, patches)
}

// unstaged returns the changes whose entries are the operator's no longer than HEAD's. Where the operator has staged
// what the change brings, there is nothing to overwrite either.
func (r *Repo) unstaged(x index, tip head, changes []change, strict bool) (free []change, err error) {
	base := commitHeader{}
	if !tip.unborn {
		if base, err = r.commit(tip.hash); err != nil {
			return nil, err
		}
	}
	var staged []string
	for _, c := range changes {
		inHead, err := r.entryAt(base.tree, c.path)
		if err != nil {
			return nil, err
		}
		if e := x.entry(c.path); same(e, inHead) || same(e, c.entry()) {
			free = append(free, c)
		} else {
			staged = append(staged, r.inVault(c.path))
		}
	}
	if strict && len(staged) > 0 {
		return nil, ErrStaged{staged}
	}
	return free, nil
}

// patchIndex writes the index x with the patches beside the present one.
func (r *Repo) patchIndex(ctx context.Context, x index, patches []gitfile.Change) (newIndex, error) {
	if err := x.check(); err != nil {
		return newIndex{}, fmt.Errorf("change the index: %w", err)
	}
	racy, err := r.racy(ctx, x, patches)
	if err != nil {
		return newIndex{}, err
	}
	parts, err := gitfile.PatchVerified(x.data, slices.Concat(racy, patches))
	if errors.Is(err, gitfile.ErrUnmerged) {
		return newIndex{}, errUnmerged
	} else if err != nil {
		return newIndex{}, fmt.Errorf("change the index: %w", err)
	}
	// Not synced, as git itself does not: an index that a power cut damages is made again from HEAD.
	tmp, err := r.temp().write(r.gitDir, false, parts...)
	if err != nil {
		return newIndex{}, err
	}
	next := newIndex{tmp, r.indexPath()}
	if err := r.takeMode(tmp, next.path); err != nil {
		next.discard()
		return newIndex{}, err
	}
	return next, nil
}

// maxProved is how many racy files are read to spare git reading them; beyond, git does.
const maxProved = 256

// racy returns the entries that the new index must mark, because their files may have changed within the second in
// which the old one was written, and only its time tells. A file that still is what its entry says needs no mark:
// whatever happens to it from now on changes its time, or is in the same second as the new index.
func (r *Repo) racy(ctx context.Context, x index, patches []gitfile.Change) ([]gitfile.Change, error) {
	if len(x.marks) == 0 {
		return nil, nil
	}
	ours := make(map[string]bool, len(patches))
	for _, p := range patches {
		ours[p.Path] = true
	}
	marks := slices.DeleteFunc(slices.Clone(x.marks), func(m gitfile.Change) bool { return ours[m.Path] })
	if len(marks) == 0 || len(marks) > maxProved {
		return marks, nil
	}
	wanted := make(map[string]bool, len(marks))
	for _, m := range marks {
		wanted[m.Path] = true
	}
	if err := x.lookUp(oneOf(wanted)); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(marks, func(m gitfile.Change) bool { return r.unchangedOnDisk(ctx, x.entries[m.Path]) }), nil
}

// unchangedOnDisk reports whether the file of an index entry has the time and the content that the entry says.
func (r *Repo) unchangedOnDisk(ctx context.Context, e gitfile.Entry) bool {
	f, err := r.lstat(e.Path)
	if err != nil || !r.statMatches(e, f) {
		return false
	}
	h, _, err := r.hashOnDisk(ctx, e.Path, f, e)
	return err == nil && h == e.Hash
}

func pathsOf(changes []change) map[string]bool {
	paths := make(map[string]bool, len(changes))
	for _, c := range changes {
		paths[c.path] = true
	}
	return paths
}

// inVault returns a path from the top of the work tree as the caller knows it.
func (r *Repo) inVault(path string) string { return path[min(len(r.prefix), len(path)):] }
