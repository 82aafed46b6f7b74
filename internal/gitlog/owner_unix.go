//go:build unix

package gitlog

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// ownerOf returns the number of the user whom a file or folder belongs to.
func ownerOf(path string) (id uint32, known bool, err error) {
	var st unix.Stat_t
	if err := retry(func() error { return unix.Stat(path, &st) }); err != nil {
		return 0, false, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	return st.Uid, true, nil
}
