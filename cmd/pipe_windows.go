package cmd

import (
	"errors"
	"syscall"
)

// readerGone reports whether a write failed since nobody reads the pipe any more.
func readerGone(err error) bool {
	const noData = syscall.Errno(232) // ERROR_NO_DATA: the pipe is being closed
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, noData)
}
