//go:build linux || darwin

package vault

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockExclusive locks an open file until it is closed; false when another has it.
func lockExclusive(f *os.File) (bool, error) {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch err {
		case nil:
			return true, nil
		case unix.EINTR:
		case unix.EWOULDBLOCK:
			return false, nil
		default:
			return false, err
		}
	}
}
