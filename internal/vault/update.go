package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"mem/internal/memory"
)

// Writer is the right to write a vault. Only Update gives one, and it ends with it.
type Writer struct {
	v       *Vault
	now     time.Time // when the lock was taken, by the file system's clock; zero without .mem
	noState error     // why .mem cannot be written; nil when it can
	claimed map[memory.Slug]bool

	unsynced map[string]bool // folders that were written to
}

// Update takes the vault's lock, calls f with the right to write, and releases the lock.
// It waits up to LockWait, or as long as the context lasts: Busy then says who has
// the lock. f must be short: everybody else waits. An Update within f waits for itself.
func (v *Vault) Update(ctx context.Context, f func(*Writer) error) error {
	wait := v.LockWait
	if wait == 0 {
		wait = DefaultLockWait
	}
	held, err := v.queue(ctx, wait)
	if err != nil {
		return err
	}
	defer held.release()
	v.letGo()
	w := &Writer{v: v, noState: held.noState, claimed: map[memory.Slug]bool{}, unsynced: map[string]bool{}}
	if at, ok := held.since(); ok {
		w.now = at
		v.sweepHourly(w.now)
	}
	defer func() { w.v = nil }() // a Writer that is kept is of no use
	err = f(w)
	return errors.Join(err, w.syncFolders())
}

// NoState says why .mem cannot be written, nil when it can. The notes can be written all
// the same, by one process at a time; what mem remembers of it is lost.
func (w *Writer) NoState() error { return w.noState }

// Claim returns the first of base, base-2, base-3, … that no note of the vault has, also
// not by another case or Unicode form, and makes the folder, "memory/2026/08", that the
// note is to lie in. The name is kept until the Update ends; Apply then makes the file.
func (w *Writer) Claim(base memory.Slug, shard string) (memory.Slug, error) {
	if err := CheckSlug(string(base)); err != nil {
		return "", err
	}
	if !IsNotePath(shard + "/x.md") {
		return "", fmt.Errorf("claiming %s: %s is no folder of notes: %w", base, shard, ErrOutside)
	}
	if err := w.v.makeFolder(shard); err != nil {
		return "", fmt.Errorf("claiming %s: %w", base, err)
	}
	odd := w.v.oddNames(w.now, shard)
	for s, n := base, 2; ; n++ {
		if !w.claimed[s] && !odd[FoldKey(s)] && !w.v.stands(s) {
			w.claimed[s] = true
			return s, nil
		}
		s = numbered(base, n)
	}
}

// stands reports whether a note of just this name lies in memory, or in one of the folders
// in it and in those, where mem puts notes.
func (v *Vault) stands(s memory.Slug) bool {
	for dir, err := range v.shards() {
		if err != nil {
			continue // List reports it
		}
		root, name := v.near(dir + "/" + string(s) + ".md")
		if _, err := root.Lstat(name); err == nil {
			return true
		}
	}
	return false
}

// leftoverAge is when an unfinished file is nobody's any more: no write takes so long.
const leftoverAge = time.Hour

// sweepHourly removes unfinished files of writers that were killed, at most once an hour.
func (v *Vault) sweepHourly(now time.Time) {
	const mark = stateDir + "/swept"
	last, err := v.root.Stat(mark)
	if err == nil && now.Sub(last.ModTime()) < leftoverAge && !last.ModTime().After(now) {
		return
	}
	if err := v.WriteState("swept", nil); err != nil {
		return // the next writer tries
	}
	v.sweep(stateDir, now)
	for dir, err := range v.shards() {
		if err == nil {
			v.sweep(dir, now)
		}
	}
}

// sweep removes what is left over in one folder.
func (v *Vault) sweep(dir string, now time.Time) {
	d, err := v.root.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	entries, _ := readEntries(d) // what cannot be read is not swept
	for _, e := range entries {
		if strings.HasPrefix(e.name, tempPrefix) {
			v.leftover(path.Join(dir, e.name), now)
		}
	}
}

// leftover removes an unfinished file if it is old enough, and reports whether it did.
func (v *Vault) leftover(p string, now time.Time) bool {
	fi, err := v.root.Lstat(p)
	return err == nil && fi.Mode()&fs.ModeType == 0 && now.Sub(fi.ModTime()) > leftoverAge && v.root.Remove(p) == nil
}
