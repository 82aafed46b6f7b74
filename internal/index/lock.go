package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/gofrs/flock"
)

// The locks of an index folder, each a file that is locked and never read.
const (
	lockMain    = "lock"    // shared: reading a generation; exclusive: changing it, or which is current
	lockGate    = "gate"    // taken before lockMain, so that readers cannot starve a writer
	lockRebuild = "rebuild" // held while a new generation is built
	lockPending = "queue"   // around the list of what could not be indexed
	lockLook    = "look"    // held while all files are compared with the index
)

// mode is how a lock is taken.
type mode bool

const (
	shared    mode = false
	exclusive mode = true
)

// lock takes the main lock and returns what releases it. Whoever waits for it stands at
// the gate, which a waiting writer holds: readers that come later wait behind the writer.
func (x *Index) lock(ctx context.Context, m mode) (release func(), err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, x.wait, ErrBusy)
	defer cancel()
	gate, err := x.take(ctx, lockGate, m)
	if err != nil {
		return nil, err
	}
	defer gate()
	return x.take(ctx, lockMain, m)
}

// take takes one lock, waiting as long as ctx lets it: in the system's queue, where whoever
// waits is woken at once and takes nothing from those who hold it.
func (x *Index) take(ctx context.Context, name string, m mode) (release func(), err error) {
	f := flock.New(filepath.Join(x.dir, name), flock.SetPermissions(0o600))
	try, wait := f.TryRLock, f.RLock
	if m == exclusive {
		try, wait = f.TryLock, f.Lock
	}
	free := func() { _ = f.Close() } // closing releases; the file stays for the next
	ok, err := try()
	if err == nil && !ok {
		if ctx.Err() != nil {
			free()
			return nil, context.Cause(ctx)
		}
		done := make(chan error, 1)
		go func() {
			err := wait()
			for errors.Is(err, syscall.EINTR) {
				err = wait()
			}
			done <- err
		}()
		select {
		case err = <-done:
		case <-ctx.Done():
			go func() { <-done; free() }() // ends when its turn comes, or with the process
			return nil, context.Cause(ctx)
		}
	}
	if err != nil {
		free()
		return nil, x.unlockable(err)
	}
	return free, nil
}

// held reports whether some process holds a lock right now.
func (x *Index) held(name string) bool {
	f := flock.New(filepath.Join(x.dir, name), flock.SetPermissions(0o600))
	ok, err := f.TryRLock()
	_ = f.Close()
	return err == nil && !ok
}

// unlockable says why a lock file could not be opened.
func (x *Index) unlockable(err error) error {
	if _, statErr := os.Stat(x.dir); errors.Is(statErr, fs.ErrNotExist) {
		return ErrAbsent
	}
	return fmt.Errorf("lock %s: %w", x.dir, readOnly(err))
}

// readOnly marks an error that means that nothing can be written here.
func readOnly(err error) error {
	if errors.Is(err, fs.ErrPermission) || readOnlyFileSystem(err) {
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}
