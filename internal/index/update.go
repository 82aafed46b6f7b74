package index

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"

	"mem/internal/memory"
)

// batchNotes is how many notes are written for one hold of the lock, and breather the
// pause after it when more are to come: a recall then waits for tens of milliseconds at
// most while a night rewrites thousands of notes.
//
// Up to atOnce notes are one batch all the same: opening and closing costs as much as some
// hundred notes do.
const (
	batchNotes = 32
	atOnce     = 256
	breather   = 3 * time.Millisecond
)

// Update brings notes into the index and takes paths out of it. It is idempotent. With
// more than 256 notes an error may leave some of them indexed.
//
// Errors are as for Search, and ErrReadOnly; after ErrBusy see Postpone.
func (x *Index) Update(ctx context.Context, put []Doc, remove []string) error {
	var a analyzer
	size := batchNotes
	if all := len(put) + len(remove); all <= atOnce {
		size = all
	}
	for i := 0; len(put)+len(remove) > 0; i++ {
		if i > 0 {
			if err := pause(ctx, breather); err != nil {
				return err
			}
		}
		n := min(len(put), size)
		m := min(len(remove), size-n)
		docs := make([]analysed, n)
		for j, d := range put[:n] {
			docs[j] = analysed{a.analyse(d), d.Stamp}
		}
		if err := x.updateSome(ctx, docs, remove[:m]); err != nil {
			return fmt.Errorf("index %d notes: %w", n+m, err)
		}
		put, remove = put[n:], remove[m:]
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// analysed is a note ready to be written.
type analysed struct {
	*analysis
	record memory.Stamp
}

// updateSome writes one batch under the lock: store, then manifest, then stamps.
func (x *Index) updateSome(ctx context.Context, put []analysed, remove []string) error {
	release, err := x.lock(ctx, exclusive)
	if err != nil {
		return err
	}
	defer release()
	gen, err := x.generation()
	if err != nil {
		return err
	}
	if put, remove = x.outdated(put, remove); len(put)+len(remove) == 0 {
		return nil
	}
	s, err := openStore(gen, true)
	if err != nil {
		return err
	}
	err = s.write(ctx, put, remove)
	if err == nil {
		err = s.settle(ctx)
	}
	batches := s.batches
	if closing := s.close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	if err := writeManifest(gen, batches); err != nil {
		return err
	}
	records, paths := make([]memory.Stamp, len(put)), slices.Clone(remove)
	for i, d := range put {
		records[i] = d.record
		paths = append(paths, d.path)
	}
	if err := restamp(gen, records, remove); err != nil {
		return err
	}
	if x.held(lockRebuild) {
		return x.Postpone(paths) // the generation that is being built may not have seen them
	}
	return x.done(paths)
}

// outdated leaves out what is not so any more: a note that was changed since it was read,
// one that is back. Whoever changed it tells the index, or the next comparison does.
func (x *Index) outdated(put []analysed, remove []string) ([]analysed, []string) {
	if x.current == nil {
		return put, remove
	}
	put = slices.DeleteFunc(slices.Clone(put), func(d analysed) bool {
		now, there := x.current(d.path)
		return !there || now != d.record
	})
	remove = slices.DeleteFunc(slices.Clone(remove), func(p string) bool {
		_, there := x.current(p)
		return there
	})
	return put, remove
}

// write puts and removes documents, and changes the totals in the same transaction.
func (s *store) write(ctx context.Context, put []analysed, remove []string) error {
	b := bleve.NewBatch()
	var sum totals
	err := s.view(func(snap *scorch.IndexSnapshot) (err error) {
		if sum, err = readTotals(snap); err != nil {
			return err
		}
		return sum.without(snap, put, remove)
	})
	if err != nil {
		return err
	}
	for _, p := range remove {
		b.Delete(p)
	}
	last := map[string]*analysis{}
	for _, d := range put {
		last[d.path] = d.analysis
	}
	for _, a := range last {
		b.Update(newDocument(a))
		sum.add(a.sizes, a.in)
	}
	sum.batches++
	b.SetInternal(totalsKey, sum.encode())
	s.batches = sum.batches
	return s.batch(ctx, b)
}

// without takes out of the totals what the snapshot has of notes that will be replaced or removed.
func (t *totals) without(snap *scorch.IndexSnapshot, put []analysed, remove []string) error {
	paths := slices.Clone(remove)
	for _, d := range put {
		paths = append(paths, d.path)
	}
	slices.Sort(paths)
	var old []number
	for _, p := range slices.Compact(paths) {
		n, ok, err := find(snap, p)
		if err != nil {
			return err
		}
		if ok {
			old = append(old, n)
		}
	}
	slices.Sort(old)
	lengths, err := measure(snap, old)
	for _, l := range lengths {
		t.remove(l)
	}
	return err
}

// Info describes the index. Errors are as for Search.
func (x *Index) Info(ctx context.Context) (Info, error) {
	out := Info{Version: version}
	err := x.read(ctx, func(snap *scorch.IndexSnapshot) error {
		t, err := readTotals(snap)
		out.Notes, out.Segments = t.docs, len(snap.Segments())
		return err
	})
	if err != nil {
		return Info{}, err
	}
	gen, err := x.generation()
	if err != nil {
		return Info{}, err
	}
	out.Generation, out.Bytes = generationName(gen), folderSize(gen)
	return out, nil
}
