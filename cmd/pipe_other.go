//go:build !windows

package cmd

import (
	"errors"
	"syscall"
)

// readerGone reports whether a write failed since nobody reads the pipe any more.
func readerGone(err error) bool { return errors.Is(err, syscall.EPIPE) }
