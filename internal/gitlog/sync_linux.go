package gitlog

import (
	"os"

	"golang.org/x/sys/unix"
)

// handOver gives a file's bytes to the disk. They are safe there after the next full sync of any file.
func handOver(f *os.File) error {
	const all = unix.SYNC_FILE_RANGE_WAIT_BEFORE | unix.SYNC_FILE_RANGE_WRITE | unix.SYNC_FILE_RANGE_WAIT_AFTER
	if unix.SyncFileRange(int(f.Fd()), 0, 0, all) == nil {
		return nil
	}
	return f.Sync() // a file system without it
}
