package gitlog

import (
	"errors"
	"fmt"
	"strings"

	"mem/internal/gitlog/gitfile"
)

// HeadFile is a file as HEAD has it.
type HeadFile struct {
	Path string // below the vault
	Hash string // of its blob
	Mode uint32 // 0100644, 0100755, 0120000 for a link, 0160000 for a submodule
}

// HeadEntries returns every file in HEAD below the given folders of the vault, or below all of it without any, in byte
// order of path. On an unborn branch there is none.
func (r *Repo) HeadEntries(folders ...string) ([]HeadFile, error) {
	if r.store == nil {
		return r.headEntriesByGit(folders)
	}
	files, err := r.headFilesBelow(r.roots(folders))
	if err != nil {
		return nil, fmt.Errorf("files of HEAD: %w", err)
	}
	out := make([]HeadFile, len(files))
	for i, f := range files {
		out[i] = HeadFile{r.inVault(f.path), hexOf(f.hash), f.mode}
	}
	return out, nil
}

// FileAtHead returns a file's content as stored in HEAD's commit; ok is false if HEAD has no such file.
func (r *Repo) FileAtHead(path string) (data []byte, ok bool, err error) {
	data, err = r.Read("HEAD", path)
	if errors.Is(err, errNoFile) || errors.Is(err, errUnborn) {
		return nil, false, nil
	}
	return data, err == nil, err
}

var (
	errNoFile = errors.New("no such file in the commit")
	errUnborn = fmt.Errorf("the branch has no commit: %w", ErrUnknownRevision)
)

// Read returns a file of the vault as stored in a commit.
func (r *Repo) Read(rev, path string) ([]byte, error) {
	data, err := r.read(rev, path)
	if err != nil {
		return nil, fmt.Errorf("read %s at %s: %w", path, rev, err)
	}
	return data, nil
}

func (r *Repo) read(rev, path string) ([]byte, error) {
	if r.store == nil {
		return r.readByGit(rev, path)
	}
	c, err := r.resolve(rev)
	if err != nil {
		return nil, err
	}
	e, err := r.entryAt(c.tree, r.prefix+path)
	if err != nil {
		return nil, err
	}
	if e.Mode == 0 || e.Mode == gitfile.ModeFolder || e.Mode == gitfile.ModeSubmodule {
		return nil, errNoFile
	}
	return r.object(gitfile.KindBlob, e.Hash)
}

// trackedFile is an entry of a flattened tree; the path is from the top of the work tree.
type trackedFile struct {
	path string
	mode uint32
	hash hash
}

// headFilesBelow flattens HEAD's tree below roots, in byte order of path, which is the index's.
func (r *Repo) headFilesBelow(roots []string) ([]trackedFile, error) {
	h, err := r.readHead()
	if err != nil || h.unborn {
		return nil, err
	}
	c, err := r.commit(h.hash)
	if err != nil {
		return nil, err
	}
	var out []trackedFile
	for _, root := range roots {
		e, err := r.entryAt(c.tree, root)
		if root == "" {
			e, err = treeEntry{Mode: gitfile.ModeFolder, Hash: c.tree}, nil
		}
		if err == nil {
			out, err = r.flatten(out, root, e)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *Repo) flatten(out []trackedFile, path string, e treeEntry) ([]trackedFile, error) {
	if e.Mode == 0 {
		return out, nil
	} else if e.Mode != gitfile.ModeFolder {
		return append(out, trackedFile{path, e.Mode, e.Hash}), nil
	}
	data, err := r.object(gitfile.KindTree, e.Hash)
	if err != nil {
		return nil, err
	}
	entries, err := gitfile.ParseTree(data)
	if err != nil {
		return nil, err
	}
	if path != "" {
		path += "/"
	}
	for _, e := range entries {
		if out, err = r.flatten(out, path+e.Name, e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// roots returns the folders of the vault as paths from the top of the work tree, in byte order, none inside another;
// "" is the whole work tree.
func (r *Repo) roots(folders []string) []string {
	if len(folders) == 0 {
		return []string{strings.TrimSuffix(r.prefix, "/")}
	}
	var all []string
	for _, f := range folders {
		all = append(all, r.prefix+strings.Trim(f, "/"))
	}
	return outermost(all)
}
