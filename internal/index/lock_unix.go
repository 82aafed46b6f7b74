//go:build !windows

package index

import (
	"errors"

	"golang.org/x/sys/unix"
)

func readOnlyFileSystem(err error) bool { return errors.Is(err, unix.EROFS) }
