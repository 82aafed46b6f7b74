package vault

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"
)

// The locks, in .mem. Each is a file that is locked by the system, so that it is free as
// soon as its holder has ended, however it ended.
//
// .mem may be deleted by anybody at any time, or not be ours to write, and two processes
// that hold two files of one name would both think they are alone. So there is a folder
// behind each lock that cannot go away, and that is locked as well: the vault itself, and
// memory for the night. A system that locks no folders (Windows, some network mounts) has
// the files alone.
const (
	lockFile  = "lock"
	dreamFile = "dream.lock"
	gateFile  = "gate" // held by the one who is next for lockFile

	vectorsFile = "vectors.lock"
)

// turn is the vault's lock, held.
type turn struct {
	file    *os.File // .mem/lock; nil when .mem cannot be written
	folder  *os.File // the vault itself; nil where folders cannot be locked. One of the two is there.
	noState error    // why there is no file
}

func (t turn) release() {
	for _, f := range []*os.File{t.folder, t.file} {
		if f != nil {
			f.Close()
		}
	}
}

// since returns when the lock was taken, by the clock of the file system: the file was
// written to.
func (t turn) since() (at time.Time, ok bool) {
	if t.file == nil {
		return at, false
	}
	fi, err := t.file.Stat()
	if err != nil {
		return at, false
	}
	return fi.ModTime(), true
}

// queue takes the vault's lock.
func (v *Vault) queue(ctx context.Context, wait time.Duration) (t turn, err error) {
	begun := time.Now() // waits, not dates
	t.file, t.noState = v.inTurn(ctx, wait)
	if t.noState != nil && (errors.Is(t.noState, ErrBusy) || ctx.Err() != nil) {
		return turn{}, t.noState
	}
	t.folder, err = v.lockFolder(ctx, ".", max(wait-time.Since(begun), time.Millisecond))
	if err == nil && t.folder == nil && t.file == nil {
		err = t.noState
	}
	if err != nil {
		t.release()
		return turn{}, err
	}
	return t, nil
}

// inTurn takes the file of the vault's lock: whoever waits for it stands at the gate, so
// that a night, which takes the lock again and again, does not pass those who came before.
func (v *Vault) inTurn(ctx context.Context, wait time.Duration) (held *os.File, err error) {
	begun := time.Now() // waits, not dates
	gate, err := v.lock(ctx, gateFile, wait)
	var busy *Busy
	switch {
	case errors.As(err, &busy): // who holds the lock is what the caller wants to know
		return nil, &Busy{Lock: stateDir + "/" + lockFile, PID: v.holder(lockFile)}
	case err != nil:
		return nil, err
	}
	defer gate.Close()
	return v.lock(ctx, lockFile, max(wait-time.Since(begun), time.Millisecond))
}

// lock takes a lock and returns what releases it. wait is the longest to wait; 0 means
// not at all. The holder's number is in the file for those who wait.
func (v *Vault) lock(ctx context.Context, name string, wait time.Duration) (held *os.File, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	path := stateDir + "/" + name
	for {
		f, err := v.openLock(path)
		if err != nil {
			return nil, fmt.Errorf("opening the lock %s: %w", path, err)
		}
		got, err := obtain(waiting, f, wait > 0)
		switch {
		case err != nil:
			return nil, fmt.Errorf("locking %s: %w", path, err)
		case got && v.stillThere(f, path):
			_, _ = f.WriteAt(fmt.Appendf(nil, "%-11d\n", os.Getpid()), 0) // only told to those who wait
			return f, nil
		case got: // somebody removed it: a lock on a file that others will not see
			f.Close()
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("waiting for %s: %w", path, err)
		}
		return nil, &Busy{Lock: path, PID: v.holder(name)}
	}
}

// lockFolder locks a folder of the vault, and returns nil where there is none or the system
// locks no folders. Who holds it cannot be told: the file that says so is gone.
func (v *Vault) lockFolder(ctx context.Context, dir string, wait time.Duration) (held *os.File, err error) {
	f, err := v.root.OpenFile(dir, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, nil // what cannot be read is told by whoever reads it
	}
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	got, err := obtain(waiting, f, wait > 0)
	switch {
	case err != nil:
		return nil, nil // not here
	case got:
		return f, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("waiting for the lock of %s: %w", v.dir, err)
	}
	return nil, &Busy{Lock: "the lock of " + v.dir}
}

// openLock opens the file of a lock, and makes it where there is none.
func (v *Vault) openLock(path string) (*os.File, error) {
	for try := 0; ; try++ {
		f, err := v.root.OpenFile(path, os.O_RDWR|os.O_CREATE|nonblock, fileMode)
		if !errors.Is(err, fs.ErrNotExist) || try == 4 { // .mem was removed a moment ago, or never made
			return f, readOnly(err)
		}
		if err := v.EnsureState(); err != nil {
			return nil, err
		}
	}
}

// obtain locks an open file, or says that another has it: at once, or when it has waited as
// long as the context lasts. Whoever waits stands in the system's queue, is woken in turn and
// takes nothing meanwhile, where one who asks again every few milliseconds keeps the holder
// from its work and may never be lucky. A file that is not locked is closed, one whose wait
// was given up as soon as its turn comes.
func obtain(ctx context.Context, f *os.File, wait bool) (got bool, err error) {
	got, err = lockExclusive(f)
	if err == nil && !got && wait {
		done := make(chan error, 1)
		go func() { done <- lockInTurn(f) }()
		select {
		case err = <-done:
			got = err == nil
		case <-ctx.Done():
			go func() { <-done; f.Close() }() // ends when the holder lets go, or with the process
			return false, nil
		}
	}
	if !got {
		f.Close()
	}
	return got, err
}

func (v *Vault) stillThere(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := v.root.Stat(path)
	return err == nil && os.SameFile(mine, there)
}

// holder reads the number of the process that has a lock, 0 when it does not say.
func (v *Vault) holder(name string) int {
	f, err := v.root.OpenFile(stateDir+"/"+name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return 0
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 32))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

// DreamLock takes the lock that only one nightly run at a time may have. It does not wait:
// Busy when another run is under way.
func (v *Vault) DreamLock(ctx context.Context) (release func(), err error) {
	f, err := v.lock(ctx, dreamFile, 0)
	if err != nil && !errors.Is(err, ErrBusy) {
		return nil, fmt.Errorf("a night notes what it does in %s: %w", stateDir, err)
	}
	if err != nil {
		return nil, err
	}
	folder, err := v.lockFolder(ctx, notesDir, 0)
	if err != nil {
		f.Close()
		return nil, err
	}
	return turn{file: f, folder: folder}.release, nil
}

// VectorsLock takes the lock of whoever adds vectors. It does not wait: Busy when another
// does. They can be made again, so no folder stands behind it.
func (v *Vault) VectorsLock(ctx context.Context) (release func(), err error) {
	f, err := v.lock(ctx, vectorsFile, 0)
	if err != nil {
		return nil, err
	}
	return func() { f.Close() }, nil
}

// Holders says which locks are held just now, and by which process, a sentence each.
func (v *Vault) Holders() []string {
	var out []string
	for _, name := range []string{lockFile, dreamFile, vectorsFile} {
		f, err := v.root.OpenFile(stateDir+"/"+name, os.O_RDWR|nonblock, 0)
		if err != nil {
			continue // never taken, or not for this process to take
		}
		if got, err := lockExclusive(f); err == nil && !got {
			out = append(out, (&Busy{Lock: stateDir + "/" + name, PID: v.holder(name)}).held())
		}
		f.Close()
	}
	return out
}
