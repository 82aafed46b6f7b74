package vault

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockExclusive locks an open file until it is closed; false when another has it. The
// byte that is locked lies far behind the text, which others must be able to read.
func lockExclusive(f *os.File) (bool, error) {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}
