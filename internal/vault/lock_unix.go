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

// lockInTurn is lockExclusive for whoever waits as long as it takes.
func lockInTurn(f *os.File) error {
	for {
		if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != unix.EINTR {
			return err
		}
	}
}
