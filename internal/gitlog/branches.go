package gitlog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

const heads = "refs/heads/"

// Branch is a branch and the commit that it is at.
type Branch struct{ Name, Hash string }

// BrokenBranch is a branch that names no commit, and why: its file is empty, or damaged.
type BrokenBranch struct {
	Name  string
	Cause error
}

// Branches lists the branches whose names begin so, by name, and apart from them those that name no commit. As with
// git, locks and hidden files are no branches, nor is one that names another which is not there. Of a repository that
// only the git program can read the broken ones are not known.
func (r *Repo) Branches(ctx context.Context, prefix string) (out []Branch, broken []BrokenBranch, err error) {
	if r.store == nil {
		text, err := r.git(ctx, gitCall{}, "for-each-ref", "--format=%(objectname) %(refname)", heads+prefix)
		for line := range strings.Lines(text) {
			if hash, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
				out = append(out, Branch{strings.TrimPrefix(name, heads), hash})
			}
		}
		return out, nil, err
	}
	see := func(name string, h hash, err error) {
		if err == nil && !validBranch(name) {
			err = errors.New("no branch can have this name")
		}
		if err != nil {
			broken = append(broken, BrokenBranch{name, err})
			return
		}
		out = append(out, Branch{name, hexOf(h)})
	}
	loose := map[string]bool{}
	// go-git's own listing takes locks for branches, and ends at the first file that is empty.
	err = r.eachLoose(prefix, func(name string) {
		h, err := r.resolveRef(heads + name)
		if !errors.Is(err, fs.ErrNotExist) {
			loose[name] = true
			see(name, h, err)
		}
	})
	if err == nil { // after the files, since what is packed meanwhile is here first
		err = r.eachPacked(func(ref, text string) bool {
			if name, ok := strings.CutPrefix(ref, heads); ok && strings.HasPrefix(name, prefix) && !loose[name] {
				h, err := parseHash(text)
				see(name, h, err)
			}
			return true
		})
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("list branches: %w", err)
	}
	slices.SortFunc(out, func(a, b Branch) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(broken, func(a, b BrokenBranch) int { return strings.Compare(a.Name, b.Name) })
	return out, broken, nil
}

// eachLoose calls see with each branch whose name begins so and that has a file of its own.
func (r *Repo) eachLoose(prefix string, see func(name string)) error {
	top := r.refPath(heads)
	folder := filepath.Join(top, filepath.FromSlash(prefix[:strings.LastIndexByte(prefix, '/')+1]))
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted meanwhile
			return nil
		case err != nil:
			return err
		case strings.HasPrefix(d.Name(), ".") && path != folder:
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir(), strings.HasSuffix(d.Name(), ".lock"):
			return nil
		}
		name, err := filepath.Rel(top, path)
		if name = filepath.ToSlash(name); err == nil && strings.HasPrefix(name, prefix) {
			see(name)
		}
		return err
	})
}

// resolveRef follows a ref to the commit that it names; fs.ErrNotExist if there is no such ref.
func (r *Repo) resolveRef(name string) (hash, error) {
	for range 6 {
		target, h, err := r.readRef(name)
		if err != nil || target == "" {
			return h, err
		}
		name = target
	}
	return hash{}, errors.New("refs that name each other")
}

// DropBranch removes a branch that is where it is said to be, unless HEAD names it. ErrBusy if a lock of it, which the
// error names, is there for longer than Options.Wait.
func (r *Repo) DropBranch(ctx context.Context, b Branch) error {
	ref := heads + b.Name
	if h, err := r.readHead(); err != nil || h.ref == ref {
		return err
	}
	err := r.waitFor(ctx, func() error {
		if r.opts.GitPath != "" {
			_, err := r.git(ctx, gitCall{}, "update-ref", "-d", ref, b.Hash)
			return err
		}
		if exists(r.refPath(ref)+".lock") || exists(filepath.Join(r.common, "packed-refs.lock")) {
			return fs.ErrExist
		}
		return r.store.RemoveReference(plumbing.ReferenceName(ref))
	})
	if err == nil {
		return nil
	}
	if _, _, e := r.readRef(ref); r.store != nil && errors.Is(e, fs.ErrNotExist) {
		return nil // a git that a killed mem had begun has done it
	}
	return fmt.Errorf("delete the branch %s: %w", b.Name, r.lockedBy(err, r.refPath(ref)+".lock", filepath.Join(r.common, "packed-refs.lock")))
}

// lockedBy names in an ErrBusy the first of some locks that is there.
func (r *Repo) lockedBy(err error, locks ...string) error {
	for _, lock := range locks {
		if errors.Is(err, ErrBusy) && exists(lock) {
			return fmt.Errorf("%w (%s; remove it if no git runs)", err, lock)
		}
	}
	return err
}
