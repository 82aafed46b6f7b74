//go:build !windows

package gitfile

import (
	"errors"
	"os"
	"syscall"
)

// syncDir makes the names in a folder survive a power cut, where the file system can do that for a folder.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, d.Close())
}
