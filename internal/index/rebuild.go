package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"mem/internal/memory"
)

// While an index is built, notes are handed on in batches of notesAtATime, and what is
// known of them is written as a segment when it takes more memory than segmentMemory, some
// 60,000 notes.
const (
	notesAtATime  = 128
	segmentMemory = 96 << 20
)

// What is kept for a segment is most of the memory. As soon as it is muchMemory, the
// collector is told that it may let garbage be less than that.
const (
	muchMemory = segmentMemory / 4
	gcPercent  = 70
)

// Rebuild builds the index anew from docs, reading each note once, and returns how many it has. Others go on using the index that there was
// until the new one is whole; what they write to it meanwhile is Pending afterwards, so
// docs should begin to list files only when it is first asked. progress, which may be
// nil, is told how many notes are done.
//
// When it fails, the index is what it was. Errors are ErrBusy (another process rebuilds,
// or the lock was not free in time), ErrReadOnly, the context's, those of docs, or say
// what could not be written.
func (x *Index) Rebuild(ctx context.Context, docs Docs, progress func(n int)) (int, error) {
	return x.rebuild(ctx, docs, progress, func() bool { return true })
}

// Renew is Rebuild unless the index is another Generation than seen by the time it is this
// process's turn: then another process has done it, and nothing is built.
func (x *Index) Renew(ctx context.Context, seen string, docs Docs, progress func(n int)) (int, error) {
	return x.rebuild(ctx, docs, progress, func() bool { return x.Generation() == seen })
}

func (x *Index) rebuild(ctx context.Context, docs Docs, progress func(n int), due func() bool) (int, error) {
	if err := os.MkdirAll(x.dir, 0o700); err != nil {
		return 0, fmt.Errorf("build index: %w", readOnly(err))
	}
	waiting, cancel := context.WithTimeoutCause(ctx, x.wait, ErrBusy)
	defer cancel()
	release, err := x.take(waiting, lockRebuild, exclusive)
	if err != nil {
		return 0, fmt.Errorf("build index: %w", err)
	}
	defer release()
	if !due() {
		return 0, nil
	}
	covered := int64(0) // what already waits will be in the new generation
	if info, err := os.Stat(x.pendingPath()); err == nil {
		covered = info.Size()
	}
	gen, err := x.newGeneration()
	if err != nil {
		return 0, fmt.Errorf("build index: %w", err)
	}
	n, err := build(ctx, gen, docs, progress)
	if err == nil {
		err = x.adopt(ctx, gen, covered)
	}
	if err != nil {
		return 0, fmt.Errorf("build index: %w", errors.Join(err, os.RemoveAll(gen)))
	}
	return n, nil
}

// adopt makes a whole generation the one in use.
func (x *Index) adopt(ctx context.Context, gen string, covered int64) error {
	release, err := x.lock(ctx, exclusive)
	if err != nil {
		return err
	}
	defer release()
	if err := x.flip(gen); err != nil {
		return err
	}
	_ = x.doneFirst(covered) // what stays on the list is indexed once more
	return nil
}

// build fills an empty generation. One goroutine reads notes, two analyse them, one turns
// them round and writes. Of notes with the same path the first counts.
func build(ctx context.Context, gen string, docs Docs, progress func(n int)) (n int, err error) {
	var records []memory.Stamp
	s := newStore{folder: filepath.Join(gen, storeFolder)}
	group, inner := errgroup.WithContext(ctx)
	batches := make(chan handful)
	group.Go(func() error {
		defer close(batches)
		return deal(inner, docs, batches)
	})
	ready := analyseAll(inner, group, batches)
	group.Go(func() (err error) {
		records, err = s.fill(inner, ready, progress)
		return err
	})
	if err := group.Wait(); err != nil {
		return 0, err
	}
	if err := s.finish(); err != nil {
		return 0, err
	}
	if err := writeManifest(gen, s.sum.batches); err != nil {
		return 0, err
	}
	return len(records), stampAll(gen, records)
}

// handful is some notes on their way into an index.
type handful struct {
	number int // from 0, in the order of the stream
	docs   []Doc
	done   []analysed
}

// inOrder gives handfuls by their number, as they come from several goroutines.
func inOrder(ready <-chan handful) iter.Seq[[]analysed] {
	return func(yield func([]analysed) bool) {
		early := map[int][]analysed{}
		next := 0
		for batch := range ready {
			early[batch.number] = batch.done
			for done, ok := early[next]; ok; done, ok = early[next] {
				delete(early, next)
				next++
				if !yield(done) {
					return
				}
			}
		}
	}
}

// fill writes analysed notes as segments and returns what it wrote.
func (s *newStore) fill(ctx context.Context, ready <-chan handful, progress func(n int)) (records []memory.Stamp, err error) {
	v, seen, much := &inversion{}, map[string]bool{}, false
	for batch := range inOrder(ready) {
		for _, d := range batch {
			if !seen[d.path] {
				seen[d.path] = true
				v.add(d.analysis)
				records = append(records, d.record)
			}
		}
		if progress != nil {
			progress(len(records))
		}
		if !much && v.bytes() > muchMemory {
			much = true
			defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
		}
		if v.bytes() > segmentMemory {
			if err := s.add(v); err != nil {
				return nil, err
			}
			v.empty()
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return records, s.add(v)
}

// analyseAll analyses batches in two goroutines of a group. What comes out ends when the
// batches do, or the context.
func analyseAll(ctx context.Context, group *errgroup.Group, batches <-chan handful) <-chan handful {
	out := make(chan handful, 2)
	var working sync.WaitGroup
	for range 2 {
		working.Add(1)
		group.Go(func() error {
			defer working.Done()
			var a analyzer
			for batch := range batches {
				batch.done = make([]analysed, len(batch.docs))
				for i, d := range batch.docs {
					batch.done[i] = analysed{a.analyse(d), d.Stamp}
				}
				batch.docs = nil
				select {
				case out <- batch:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}
	go func() {
		working.Wait()
		close(out)
	}()
	return out
}

// deal sends the stream on in batches.
func deal(ctx context.Context, docs Docs, batches chan<- handful) error {
	var batch handful
	send := func() error {
		if len(batch.docs) == 0 {
			return nil
		}
		select {
		case batches <- batch:
			batch = handful{number: batch.number + 1}
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for d, err := range docs {
		if err != nil {
			return err
		}
		batch.docs = append(batch.docs, d)
		if len(batch.docs) == notesAtATime {
			if err := send(); err != nil {
				return err
			}
		}
	}
	return send()
}

// analyse analyses a batch with two goroutines.
func analyse(batch []Doc, analyzers *[2]analyzer) []analysed {
	out := make([]analysed, len(batch))
	var group errgroup.Group
	for half := range analyzers {
		group.Go(func() error {
			for i := half; i < len(batch); i += len(analyzers) {
				out[i] = analysed{analyzers[half].analyse(batch[i]), batch[i].Stamp}
			}
			return nil
		})
	}
	_ = group.Wait() // none of them returns an error
	return out
}

// stampAll writes the stamps of a new generation.
func stampAll(gen string, records []memory.Stamp) error {
	slices.SortStableFunc(records, func(a, b memory.Stamp) int {
		return cmp.Or(cmp.Compare(shardOf(a.Path), shardOf(b.Path)), cmp.Compare(a.Path, b.Path))
	})
	for len(records) > 0 {
		shard := shardOf(records[0].Path)
		n := slices.IndexFunc(records, func(r memory.Stamp) bool { return shardOf(r.Path) != shard })
		if n < 0 {
			n = len(records)
		}
		if err := writeStamps(gen, shard, records[:n]); err != nil {
			return err
		}
		records = records[n:]
	}
	return nil
}
