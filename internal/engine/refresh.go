package engine

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"

	"mem/internal/index"
	"mem/internal/memory"
	"mem/internal/vault"
)

// view is the vault as one command sees it: what of the files the index does not know.
type view struct {
	glance  *glance         // set when not every file was looked at
	skip    map[string]bool // paths of which the index tells something outdated
	overlay []index.Doc     // what the files say instead
	noIndex error           // the index cannot be used at all: everything is in the overlay
	changed bool            // the index was changed just now
	same    bool            // all files were just as the index knows them
}

// changes is the difference between the files and the index.
type changes struct {
	put    []string // new or other than indexed
	remove []string // indexed and gone
}

func (c changes) empty() bool { return len(c.put)+len(c.remove) == 0 }

// without takes nothing for gone that lies in a folder which could not be read.
func (c changes) without(unread []string) changes {
	c.remove = slices.DeleteFunc(c.remove, func(p string) bool {
		return slices.ContainsFunc(unread, func(dir string) bool { return strings.HasPrefix(p, dir+"/") })
	})
	return c
}

// diff merges two sorted streams: the files as stamps, and the index's records of them.
func diff(files []memory.Stamp, records []memory.Stamp) changes {
	var c changes
	f, r := 0, 0
	for f < len(files) || r < len(records) {
		switch {
		case r == len(records) || f < len(files) && files[f].Path < records[r].Path:
			c.put = append(c.put, files[f].Path)
			f++
		case f == len(files) || files[f].Path > records[r].Path:
			c.remove = append(c.remove, records[r].Path)
			r++
		default:
			if files[f] != records[r] {
				c.put = append(c.put, files[f].Path)
			}
			f++
			r++
		}
	}
	return c
}

// refresh compares the files with the index and brings the index up to date. Where it
// cannot (locked, read-only), the difference is laid over it, so that the answer is the
// same; an index that is absent, damaged or of another version is built anew.
//
// In a vault of more than fullLook notes every file is looked at only so often: see glance.
func (e *Engine) refresh(ctx context.Context) (view, error) {
	if g := e.lastGlance(); g.serves(e.o.Clock, e.fullCheck()) {
		if v, ok := e.look(ctx, g); ok {
			return v, nil
		}
	}
	return e.refreshAll(ctx)
}

// refreshAll is refresh with a look at every file.
func (e *Engine) refreshAll(ctx context.Context) (view, error) {
	if v, ok := e.lookAtAll(ctx); ok {
		return v, nil
	}
	listing, err := e.vault.List(ctx)
	if err != nil {
		return view{}, err
	}
	seen := e.index.Generation()
	v, err := e.compare(ctx, listing)
	if rebuildable(err) || errors.Is(err, errBulk) {
		if err = e.renew(ctx, seen, err); err == nil {
			v, err = e.compare(ctx, listing) // with what others wrote while it was built
			v.changed = true
		}
	}
	if err != nil {
		return e.withoutIndex(ctx, err)
	}
	if v.skip == nil && v.noIndex == nil && len(listing.Notes) > e.fullLook {
		e.keepGlance(newGlance(e.o.Clock, listing.Folders))
	}
	return v, nil
}

// lookAtAll compares every file with what the index knows of it, and brings the index up to
// date. ok is false where that takes more: compare finds out what.
func (e *Engine) lookAtAll(ctx context.Context) (v view, ok bool) {
	if !vault.CanLook {
		return v, false
	}
	var records []index.Records
	var recordsErr error
	var reading sync.WaitGroup
	reading.Go(func() { records, recordsErr = e.index.Records(ctx) })
	before := e.lastRoll()
	found, ok := e.vault.Look(ctx, func() ([]vault.Known, error) {
		reading.Wait()
		return known(records), recordsErr
	}, before.Folders)
	reading.Wait()
	notes := 0
	for _, r := range records {
		notes += r.Len()
	}
	if !ok || len(found.Changed) > bulk {
		return v, false
	}
	e.keepRoll(before, found.Folders)
	c := e.withPending(changes{put: found.Changed, remove: found.Gone})
	v, err := e.reconcile(ctx, c)
	if err != nil {
		return v, false
	}
	v.same = c.empty()
	if v.skip == nil && notes > e.fullLook {
		times := make(map[string]int64, len(found.Folders))
		for dir, f := range found.Folders {
			times[dir] = f.MTime
		}
		e.keepGlance(newGlance(e.o.Clock, times))
	}
	return v, true
}

func known(records []index.Records) []vault.Known {
	out := make([]vault.Known, len(records))
	for i, r := range records {
		out[i] = r
	}
	return out
}

// compare reconciles the index with a listing of all files. An error means that the index
// cannot be used.
func (e *Engine) compare(ctx context.Context, listing vault.Listing) (view, error) {
	known, err := e.index.Stamps(ctx)
	if err != nil {
		return view{}, err
	}
	c := diff(listing.Notes, known).without(listing.Unread)
	if len(c.put) > bulk {
		return view{}, errBulk
	}
	return e.reconcile(ctx, e.withPending(c))
}

// bulk is the number of new notes above which building the index anew is faster than
// bringing it up to date, and is done by one process for all: a folder dropped in, a vault
// restored from a backup or moved to another disk.
const bulk = 2000

// errBulk says that so much has changed.
var errBulk = errors.New("many files have changed")

// withPending adds what waits to be indexed, whatever the stamps say of it.
func (e *Engine) withPending(c changes) changes {
	waiting, err := e.index.Pending()
	if err != nil {
		return c // the stamps tell most of it
	}
	for _, p := range waiting {
		if !slices.Contains(c.put, p) && !slices.Contains(c.remove, p) {
			c.put = append(c.put, p)
		}
	}
	return c
}

// reconcile brings the index up to what the files say. What it does not take just now is
// laid over it. An error means that the index cannot be used.
func (e *Engine) reconcile(ctx context.Context, c changes) (view, error) {
	if c.empty() {
		return view{}, nil
	}
	put, remove := e.read(ctx, c.put)
	remove = append(remove, c.remove...)
	e.retire(remove)
	err := e.index.Update(ctx, put, remove)
	if err == nil {
		return view{changed: true}, nil
	}
	if rebuildable(err) || ctx.Err() != nil {
		return view{}, err
	}
	v := view{overlay: put, skip: map[string]bool{}}
	for _, p := range append(c.put, remove...) {
		v.skip[p] = true
	}
	return v, nil
}

// rebuildable reports whether the cure for an error of the index is to build it anew.
func rebuildable(err error) bool {
	return errors.Is(err, index.ErrAbsent) || errors.Is(err, index.ErrDamaged) || errors.Is(err, index.ErrOutdated)
}

// renew builds the index anew from the files and says so, with the cause; unless another
// process has done so since the index was seen.
func (e *Engine) renew(ctx context.Context, seen string, cause error) error {
	if !errors.Is(cause, index.ErrAbsent) && !errors.Is(cause, errBulk) {
		e.notice("the index is built anew: %v", cause)
	}
	_, err := e.index.Renew(ctx, seen, e.allDocs(ctx), func(n int) { e.step(n, 0) })
	return err
}

// smallVault is the number of notes up to which a capture builds a missing index itself:
// about a second of work at 5,000 notes a second.
const smallVault = 2000

// buildSmall builds a missing index where that is a matter of a moment.
func (e *Engine) buildSmall(ctx context.Context) bool {
	listing, err := e.vault.List(ctx)
	if err != nil || len(listing.Notes) > smallVault {
		return false
	}
	return e.renew(ctx, e.index.Generation(), index.ErrAbsent) == nil
}

// withoutIndex makes a view that answers from the files alone.
func (e *Engine) withoutIndex(ctx context.Context, cause error) (view, error) {
	if ctx.Err() != nil {
		return view{}, ctx.Err()
	}
	e.notice("answered from the files, since the index cannot be used: %v", cause)
	v := view{noIndex: cause}
	for doc, err := range e.allDocs(ctx) {
		if err != nil {
			return v, err
		}
		v.overlay = append(v.overlay, doc)
	}
	return v, nil
}

// allDocs reads every note, one after another. The files are listed when the first is asked
// for. What cannot be read is left out: it is among the listing's oddities.
func (e *Engine) allDocs(ctx context.Context) iter.Seq2[index.Doc, error] {
	return func(yield func(index.Doc, error) bool) {
		listing, err := e.vault.List(ctx)
		if err != nil {
			yield(index.Doc{}, err)
			return
		}
		for _, s := range listing.Notes {
			if ctx.Err() != nil {
				yield(index.Doc{}, ctx.Err())
				return
			}
			n, _, err := e.vault.Read(s.Path)
			if err != nil {
				continue
			}
			if !yield(index.Doc{Stamp: s, Note: n}, nil) {
				return
			}
		}
	}
}

// read reads the notes at paths with two workers. The paths that are gone meanwhile come
// back as removed; one that cannot be read is left to the listing's oddities.
func (e *Engine) read(ctx context.Context, paths []string) (docs []index.Doc, removed []string) {
	type result struct {
		doc index.Doc
		err error
	}
	var unread []error
	results := make([]result, len(paths))
	e.each(len(paths), func(i int) {
		if ctx.Err() != nil {
			results[i].err = ctx.Err()
			return
		}
		results[i].doc, results[i].err = e.doc(paths[i])
	})
	for i, r := range results {
		switch {
		case r.err == nil:
			docs = append(docs, r.doc)
		case gone(r.err):
			removed = append(removed, paths[i])
		case ctx.Err() == nil:
			unread = append(unread, r.err)
		}
	}
	if len(unread) > 0 {
		e.notice("%d notes cannot be read, the first: %v", len(unread), unread[0])
	}
	return docs, removed
}

// each calls f for 0 to n−1, from two goroutines when there is enough to do.
func (e *Engine) each(n int, f func(int)) {
	if n < 16 {
		for i := range n {
			f(i)
		}
		return
	}
	var wg sync.WaitGroup
	for half := range 2 {
		wg.Go(func() {
			for i := half; i < n; i += 2 {
				f(i)
			}
		})
	}
	wg.Wait()
}
