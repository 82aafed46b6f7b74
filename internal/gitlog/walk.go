package gitlog

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/text/unicode/norm"

	"mem/internal/gitlog/gitfile"
)

// foundFile is a file or a link on disk; the path is from the top of the work tree.
type foundFile struct {
	path string
	diskFile
}

// walk lists the files below roots in byte order of path, and the folders that cannot be read, each with the reason.
// Folders that are links are not entered, nor are other repositories. Two folders are read at a time: more gain nothing.
func (r *Repo) walk(ctx context.Context, roots []string) (files []foundFile, shut map[string]error, err error) {
	w := &walker{repo: r, folders: map[string][]foundFile{}, shut: map[string]error{}}
	w.group, w.ctx = errgroup.WithContext(ctx)
	w.slots = make(chan struct{}, 2)
	w.composed = runtime.GOOS == "darwin" && r.cfg.boolean("core.precomposeunicode", false)
	for _, root := range roots {
		f, err := r.lstat(root)
		if root == "" {
			f.mode = gitfile.ModeFolder // even if the vault was named through a link
		}
		switch {
		case isGone(err):
		case err != nil:
			w.refused(root, err)
		case f.mode == gitfile.ModeFolder:
			w.enter(root)
			files = append(files, foundFile{root, f})
		case f.mode != 0:
			files = append(files, foundFile{root, f})
		}
	}
	if err := w.group.Wait(); err != nil {
		return nil, nil, err
	}
	return w.inOrder(nil, files), w.shut, nil
}

type walker struct {
	repo     *Repo
	ctx      context.Context
	group    *errgroup.Group
	slots    chan struct{}
	composed bool // names on disk may be decomposed where git's are not: core.precomposeUnicode on a Mac

	mu      sync.Mutex
	folders map[string][]foundFile // what is in each folder, in git's order
	shut    map[string]error       // folders that cannot be read
}

func (w *walker) enter(dir string) {
	w.group.Go(func() error {
		select {
		case w.slots <- struct{}{}:
			defer func() { <-w.slots }()
		case <-w.ctx.Done():
			return w.ctx.Err()
		}
		return w.read(dir)
	})
}

func (w *walker) read(dir string) error {
	prefix := dir + "/"
	if dir == "" {
		prefix = ""
	}
	var found []foundFile
	foreign := false
	err := eachFile(filepath.Join(w.repo.work, filepath.FromSlash(dir)), func(name string, f diskFile) {
		if w.composed {
			name = norm.NFC.String(name)
		}
		if name == ".git" {
			foreign = dir != ""
		} else if f.mode != 0 {
			found = append(found, foundFile{prefix + name, f})
		}
	})
	if isGone(err) || foreign {
		return nil
	} else if err != nil {
		w.refused(dir, err)
		return nil
	}
	slices.SortFunc(found, func(a, b foundFile) int { return strings.Compare(a.sortKey(), b.sortKey()) })
	w.mu.Lock()
	w.folders[dir] = found
	w.mu.Unlock()
	for _, f := range found {
		if f.mode == gitfile.ModeFolder {
			w.enter(f.path)
		}
	}
	return nil
}

func (w *walker) refused(dir string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shut[dir] = err
}

// sortKey makes a folder come where the files in it do.
func (f foundFile) sortKey() string {
	if f.mode == gitfile.ModeFolder {
		return f.path + "/"
	}
	return f.path
}

func (w *walker) inOrder(out, files []foundFile) []foundFile {
	for _, f := range files {
		if f.mode == gitfile.ModeFolder {
			out = w.inOrder(out, w.folders[f.path])
		} else {
			out = append(out, f)
		}
	}
	return out
}
