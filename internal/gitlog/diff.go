package gitlog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mem/internal/gitlog/gitfile"
)

// FileDiff is what a commit did to one file.
type FileDiff struct {
	Path          string // below the vault
	Before, After []byte // as stored in git; nil where the file was absent
}

// Diff returns what a commit changed in the vault against its first parent, by path. Links and submodules are left out.
func (r *Repo) Diff(rev string) ([]FileDiff, error) {
	if r.store == nil {
		return r.diffByGit(rev)
	}
	c, err := r.resolve(rev)
	if err != nil {
		return nil, err
	}
	before, err := r.firstParentTree(c)
	if err != nil {
		return nil, err
	}
	var diffs []FileDiff
	err = r.compare(before, c.tree, func(d treeDiff) error {
		f := FileDiff{Path: d.path}
		if f.Before, err = r.fileOf(d.before); err != nil {
			return err
		}
		if f.After, err = r.fileOf(d.after); err != nil {
			return err
		}
		if f.Before != nil || f.After != nil {
			diffs = append(diffs, f)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("diff of %s: %w", rev, err)
	}
	return diffs, nil
}

func (r *Repo) firstParentTree(c commitHeader) (hash, error) {
	if len(c.parents) == 0 || r.shallow()[c.hash] {
		return hash{}, nil
	}
	parent, err := r.commit(c.parents[0])
	return parent.tree, err
}

// fileOf returns a file's content, nil if the entry is none.
func (r *Repo) fileOf(e treeEntry) ([]byte, error) {
	if e.Mode != gitfile.ModeFile && e.Mode != gitfile.ModeExecutable {
		return nil, nil
	}
	return r.object(gitfile.KindBlob, e.Hash)
}

// treeDiff is a path below the vault whose entries differ between two trees; a zero entry is absence.
type treeDiff struct {
	path          string
	before, after treeEntry
}

// compare visits every file of the vault that differs between two topmost trees, in order of path. Folders that are
// equal are not read.
func (r *Repo) compare(before, after hash, visit func(treeDiff) error) error {
	a, err := r.vaultTree(before)
	if err != nil {
		return err
	}
	b, err := r.vaultTree(after)
	if err != nil {
		return err
	}
	var all []treeDiff
	if err := r.compareTrees("", a, b, &all); err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b treeDiff) int { return cmp.Compare(a.path, b.path) })
	for _, d := range all {
		if err := visit(d); err != nil {
			return err
		}
	}
	return nil
}

// vaultTree descends from the topmost tree to the vault's; zero if the vault is not in it.
func (r *Repo) vaultTree(top hash) (hash, error) {
	if r.prefix == "" || top == (hash{}) {
		return top, nil
	}
	e, err := r.entryAt(top, strings.TrimSuffix(r.prefix, "/"))
	if e.Mode != gitfile.ModeFolder {
		return hash{}, err
	}
	return e.Hash, err
}

func (r *Repo) compareTrees(dir string, before, after hash, out *[]treeDiff) error {
	if before == after {
		return nil
	}
	a, err := r.tree(before)
	if err != nil {
		return err
	}
	b, err := r.tree(after)
	if err != nil {
		return err
	}
	old := make(map[string]treeEntry, len(a))
	for _, e := range a {
		old[e.Name] = e
	}
	for _, e := range b {
		if err := r.compareEntries(dir+e.Name, old[e.Name], e, out); err != nil {
			return err
		}
		delete(old, e.Name)
	}
	for _, e := range old {
		if err := r.compareEntries(dir+e.Name, e, treeEntry{}, out); err != nil {
			return err
		}
	}
	return nil
}

func (r *Repo) compareEntries(path string, before, after treeEntry, out *[]treeDiff) error {
	if same(before, after) {
		return nil
	}
	folders := [2]hash{}
	for i, e := range []*treeEntry{&before, &after} {
		if e.Mode == gitfile.ModeFolder {
			folders[i] = e.Hash
			*e = treeEntry{}
		}
	}
	if before.Mode != 0 || after.Mode != 0 {
		*out = append(*out, treeDiff{path, before, after})
	}
	return r.compareTrees(path+"/", folders[0], folders[1], out)
}
