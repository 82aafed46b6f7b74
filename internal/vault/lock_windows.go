package vault

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockExclusive locks an open file until it is closed; false when another has it. The
// byte that is locked lies far behind the text, which others must be able to read.
func lockExclusive(f *os.File) (bool, error) {
	err := lockRange(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// lockInTurn is lockExclusive for whoever waits as long as it takes.
func lockInTurn(f *os.File) error { return lockRange(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

func lockRange(f *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
}
