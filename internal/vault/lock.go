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
const (
	lockFile  = "lock"
	dreamFile = "dream.lock"
	gateFile  = "gate" // held by the one who is next for lockFile
)

// queue takes the vault's lock in turn: whoever waits for it stands at the gate, so that a
// night, which takes the lock again and again, does not pass those who came before.
func (v *Vault) queue(ctx context.Context, wait time.Duration) (held *os.File, err error) {
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
		got, err := lockExclusive(f)
		if err == nil && !got && wait > 0 {
			got, err = await(waiting, f)
		}
		switch {
		case err != nil:
			f.Close()
			return nil, fmt.Errorf("locking %s: %w", path, err)
		case got && v.stillThere(f, path):
			_, _ = f.WriteAt(fmt.Appendf(nil, "%-11d\n", os.Getpid()), 0) // only told to those who wait
			return f, nil
		case got: // somebody removed it: a lock on a file that others will not see
			f.Close()
			continue
		case wait == 0: // else await lets go of it
			f.Close()
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("waiting for %s: %w", path, err)
		}
		return nil, &Busy{Lock: path, PID: v.holder(name)}
	}
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

// await waits in the system's queue until the lock on an open file is had: whoever waits
// there is woken at once and takes nothing meanwhile, where one who asks again every few
// milliseconds keeps the holder from its work and may never be lucky. When the context is
// done first, the file is closed as soon as its turn comes.
func await(ctx context.Context, f *os.File) (got bool, err error) {
	done := make(chan error, 1)
	go func() { done <- lockInTurn(f) }()
	select {
	case err := <-done:
		return err == nil, err
	case <-ctx.Done():
		go func() { <-done; f.Close() }() // ends when the holder lets go, or with the process
		return false, nil
	}
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
	if err != nil {
		return nil, err
	}
	return func() { f.Close() }, nil
}

// Holders says which locks are held just now, and by which process, a sentence each.
func (v *Vault) Holders() []string {
	var out []string
	for _, name := range []string{lockFile, dreamFile} {
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
