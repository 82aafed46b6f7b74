package vault

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
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
	if err := v.EnsureState(); err != nil {
		return nil, err
	}
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for {
		f, err := v.tryLock(name)
		if f != nil || err != nil {
			return f, err
		}
		if wait == 0 || !pause(waiting) {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("waiting for %s/%s: %w", stateDir, name, err)
			}
			return nil, &Busy{Lock: stateDir + "/" + name, PID: v.holder(name)}
		}
	}
}

// pause waits until the lock is worth another try: 1 to 4 ms, by chance, so that of many
// who wait none is always behind the same other. A write holds the lock for about as long.
func pause(ctx context.Context) bool {
	t := time.NewTimer(time.Millisecond + rand.N(3*time.Millisecond))
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// tryLock returns the locked file, or nil when another has it.
func (v *Vault) tryLock(name string) (*os.File, error) {
	path := stateDir + "/" + name
	f, err := v.root.OpenFile(path, os.O_RDWR|os.O_CREATE|nonblock, fileMode)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) { // .mem was removed a moment ago
			return nil, v.EnsureState()
		}
		return nil, fmt.Errorf("opening the lock %s: %w", path, readOnly(err))
	}
	got, err := lockExclusive(f)
	if err != nil || !got {
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		return nil, nil
	}
	if !v.stillThere(f, path) { // somebody removed it: a lock on a file that others will not see
		f.Close()
		return nil, nil
	}
	if err := f.Truncate(0); err == nil {
		_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0) // only told to those who wait
	}
	return f, nil
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
