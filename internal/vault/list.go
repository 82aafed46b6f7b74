package vault

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"mem/internal/memory"
)

// Listing is what lies below memory, without a file being opened.
type Listing struct {
	Notes   []memory.Stamp   // sorted by path
	Odd     []memory.Finding // what is no note, sorted by path
	Folders map[string]int64 // every folder, with its time in nanoseconds from before it was read
	Unread  []string         // folders that could not be read: what they hold is unknown, not gone
}

// List returns every note of the vault. Nothing that may lie about in a folder stops it;
// what is no note is in Odd. A file that vanishes meanwhile is left out.
func (v *Vault) List(ctx context.Context) (Listing, error) {
	return v.list(ctx, notesDir, true)
}

// ListShard returns the notes that lie directly in one folder, "memory/2026/08". Its
// subfolders are in Folders with the time 0: seen, not read. A folder that is gone has an
// empty listing without Folders.
func (v *Vault) ListShard(ctx context.Context, dir string) (Listing, error) {
	if dir != notesDir && !IsNotePath(dir+"/x.md") {
		return Listing{}, fmt.Errorf("listing %s: not a folder of notes: %w", dir, ErrOutside)
	}
	return v.list(ctx, dir, false)
}

// ShardTimes returns the time of last change, in nanoseconds, of memory, of the folders in
// it and in those, and of the further folders named; folders that are gone are left out.
// A folder's time changes when a file in it is made, removed or renamed, not when one is
// edited in place.
func (v *Vault) ShardTimes(further ...string) (map[string]int64, error) {
	out := map[string]int64{}
	for dir, err := range v.shards() {
		if err != nil {
			return nil, err
		}
		further = append(further, dir)
	}
	for _, dir := range further {
		fi, err := v.root.Lstat(dir)
		switch {
		case err == nil && fi.IsDir():
			out[dir] = fi.ModTime().UnixNano()
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("looking at %s: %w", dir, err)
		}
	}
	return out, nil
}

func (v *Vault) list(ctx context.Context, dir string, deep bool) (Listing, error) {
	v.letGo()
	fi, err := v.root.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Listing{}, nil
	case err != nil:
		return Listing{}, fmt.Errorf("listing %s: %w", dir, err)
	case !fi.IsDir():
		return Listing{}, fmt.Errorf("listing %s: not a folder: %w", dir, ErrOutside)
	}
	w := walk{root: v.root, deep: deep, folders: map[string]int64{}}
	w.helper.SetLimit(1) // this goroutine is the second worker
	err = w.folder(ctx, dir)
	_ = w.helper.Wait() // its functions return no error
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return Listing{}, fmt.Errorf("listing %s: %w", dir, err)
	}
	return w.listing(), nil
}

// walk is one listing under way, by two workers: whoever finds more to do than the other
// is busy with does it himself.
type walk struct {
	root   *os.Root
	deep   bool
	helper errgroup.Group

	mu      sync.Mutex
	read    []shard
	odd     []memory.Finding
	folders map[string]int64
	unread  []string
}

// shard is the notes of one folder, sorted.
type shard struct {
	dir   string
	notes []memory.Stamp
}

// chunk is how many files a worker looks at before the other may help: few enough that
// both end together, many enough that handing over costs nothing.
const chunk = 512

func (w *walk) share(task func()) {
	if !w.helper.TryGo(func() error { task(); return nil }) {
		task()
	}
}

// folder lists one folder and, if the walk is deep, those in it. Only the error of the
// first folder is for the caller; that of another is kept as a finding.
func (w *walk) folder(ctx context.Context, dir string) error {
	if ctx.Err() != nil {
		return nil
	}
	f, err := w.root.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return err
	}
	entries, err := readEntries(f)
	if err != nil {
		return err
	}
	names, folders := w.sift(dir, entries, fi.ModTime().UnixNano())
	w.stat(ctx, f, dir, names)
	for _, sub := range folders {
		w.share(func() {
			if err := w.folder(ctx, sub); err != nil {
				w.unreadable(sub, err)
			}
		})
	}
	return nil
}

// sift splits a folder's entries into names that may be notes and folders to look into,
// and records what is neither.
func (w *walk) sift(dir string, entries []entry, mtime int64) (names, folders []string) {
	var odd []memory.Finding
	for _, e := range entries {
		name, code := e.name, ""
		switch e.mode {
		case 0:
			if code = oddName(name); code == "" {
				names = append(names, name)
			}
		case fs.ModeDir:
			if code = oddFolder(name); code == "" {
				folders = append(folders, dir+"/"+name)
			}
		case fs.ModeSymlink:
			code = "link"
		default:
			code = "not-a-file"
		}
		if code != "" {
			odd = append(odd, finding(code, dir+"/"+name, 0, ""))
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.odd = append(w.odd, odd...)
	w.folders[dir] = mtime
	if !w.deep {
		for _, sub := range folders {
			w.folders[sub] = 0
		}
		folders = nil
	}
	return names, folders
}

// stat looks at each named file of an open folder.
func (w *walk) stat(ctx context.Context, f *os.File, dir string, names []string) {
	slices.Sort(names)
	notes := make([]memory.Stamp, len(names))
	var wg sync.WaitGroup
	for from := 0; from < len(names) && ctx.Err() == nil; from += chunk {
		wg.Add(1)
		w.share(func() {
			defer wg.Done()
			for i := from; i < min(from+chunk, len(names)); i++ {
				notes[i], _ = stampAt(w.root, f, dir, names[i]) // gone, or no file by now: no path
			}
		})
	}
	wg.Wait()
	notes = slices.DeleteFunc(notes, func(s memory.Stamp) bool { return s.Path == "" })
	w.mu.Lock()
	w.read = append(w.read, shard{dir, notes})
	w.mu.Unlock()
}

func (w *walk) unreadable(dir string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unread = append(w.unread, dir)
	w.odd = append(w.odd, finding("folder-unreadable", dir, 0, fmt.Sprintf("The folder cannot be read: %v.", err)))
}

// listing joins what the workers found. Folder by folder is already the order of paths,
// except where one folder's name begins another's ("08" and "08-old").
func (w *walk) listing() Listing {
	slices.SortFunc(w.read, func(a, b shard) int { return strings.Compare(a.dir, b.dir) })
	total := 0
	for _, s := range w.read {
		total += len(s.notes)
	}
	notes := make([]memory.Stamp, 0, total)
	for _, s := range w.read {
		notes = append(notes, s.notes...)
	}
	byPath := func(a, b memory.Stamp) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(notes, byPath) {
		slices.SortFunc(notes, byPath)
	}
	slices.SortFunc(w.odd, func(a, b memory.Finding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Code, b.Code))
	})
	slices.Sort(w.unread)
	return Listing{Notes: notes, Odd: w.odd, Folders: maps.Clone(w.folders), Unread: w.unread}
}
