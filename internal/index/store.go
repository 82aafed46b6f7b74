package index

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"path/filepath"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"
	bolt "go.etcd.io/bbolt/errors"
)

// store is an open generation. The main lock is held as long as it is open.
type store struct {
	gen    string
	engine *scorch.Scorch
	queue  *bleve.AnalysisQueue // nil when read-only

	batches int // written to it so far
}

// quiet keeps scorch from printing to stderr: it reports through the standard logger what
// it also returns, or mends by itself. Nothing else in mem uses that logger. The logger is
// the process's own, so it is set once and only when an index is opened.
var quiet = sync.OnceFunc(func() { log.SetOutput(io.Discard) })

// boltTimeout bounds the wait for bolt's own lock on root.bolt. Our lock is held already,
// so that only a program that knows nothing of it can be in the way.
const boltTimeout = time.Second

// openStore opens a generation. Errors are ErrDamaged, ErrOutdated, ErrBusy, or say why
// the system would not let it be read.
//
// Scorch goes back to an older state, or to none, where it cannot read the newest. That
// is told by the number of batches: it may not be less than when the store was closed.
func openStore(gen string, writable bool) (*store, error) {
	quiet()
	if err := checkMeta(gen); err != nil {
		return nil, err
	}
	batches, err := checkManifest(gen)
	if err != nil {
		return nil, err
	}
	s, err := openScorch(gen, writable)
	if err != nil {
		return nil, err
	}
	err = s.view(func(snap *scorch.IndexSnapshot) error {
		t, err := readTotals(snap)
		if err == nil && t.batches < batches {
			err = fmt.Errorf("%w: %d of %d batches can be read", ErrDamaged, t.batches, batches)
		}
		return err
	})
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// openScorch opens the store of a generation as it is.
func openScorch(gen string, writable bool) (*store, error) {
	s := &store{gen: gen}
	config := map[string]any{
		"path":         filepath.Join(gen, storeFolder),
		"read_only":    !writable,
		"bolt_timeout": boltTimeout.String(),
	}
	if writable {
		s.queue = bleve.NewAnalysisQueue(1) // the fields come analysed
	}
	err := guarded(func() error {
		engine, err := scorch.NewScorch(scorch.Name, config, s.queue)
		if err != nil {
			return err
		}
		s.engine = engine.(*scorch.Scorch)
		return s.engine.Open()
	})
	if err == nil {
		return s, nil
	}
	if s.queue != nil {
		s.queue.Close()
	}
	switch {
	case errors.Is(err, bolt.ErrTimeout):
		return nil, fmt.Errorf("%w (its database is locked)", ErrBusy)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("open index: %w", readOnly(err))
	case errors.Is(err, ErrDamaged):
		return nil, err
	}
	return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
}

// close closes the store; what a batch wrote is on disk already.
func (s *store) close() error {
	err := guarded(s.engine.Close)
	if s.queue != nil {
		s.queue.Close()
	}
	return err
}

// view gives f a consistent picture of what is indexed.
func (s *store) view(f func(*scorch.IndexSnapshot) error) error {
	return guarded(func() error {
		r, err := s.engine.Reader()
		if err != nil {
			return err
		}
		snap, ok := r.(*scorch.IndexSnapshot)
		if !ok || snap == nil {
			return fmt.Errorf("%w: nothing to read", ErrDamaged)
		}
		return errors.Join(f(snap), snap.Close())
	})
}

// batchLimit bounds a batch. A batch takes milliseconds; one whose background writer died
// of a panic, which scorch swallows, would wait for ever.
const batchLimit = 60 * time.Second

// batch writes all of b and returns when it is on disk.
func (s *store) batch(ctx context.Context, b *bleve.Batch) error {
	done := make(chan error, 1)
	go func() { done <- guarded(func() error { return s.engine.Batch(b) }) }() // ends with the engine at the latest
	limit := time.NewTimer(batchLimit)
	defer limit.Stop()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("write index: %w", readOnly(err))
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-limit.C:
		return fmt.Errorf("%w: it does not take anything in", ErrDamaged)
	}
}

// Segments pile up when each process writes one note: closing ends the merge that would
// have joined them. So whoever finds more than mostSegments waits for it, but no longer
// than mergeLimit.
const (
	mostSegments = 24
	mergeLimit   = time.Second
)

// settle waits for the merger where segments have piled up.
func (s *store) settle(ctx context.Context) error {
	n, err := s.segments()
	if err != nil || n <= mostSegments {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, mergeLimit)
	defer cancel()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for s.working() {
		select {
		case <-ctx.Done():
			return nil // next time
		case <-tick.C:
		}
	}
	return nil
}

// working reports whether the engine still merges, or has not yet written down a merge.
func (s *store) working() bool {
	active, known := s.engine.StatsMap()["index_bgthreads_active"].(bool)
	return !known || active
}

// segments counts the segments of the store.
func (s *store) segments() (n int, err error) {
	err = s.view(func(snap *scorch.IndexSnapshot) error {
		n = len(snap.Segments())
		return nil
	})
	return n, err
}
