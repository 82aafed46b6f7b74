package gitlog

import (
	"os"

	"golang.org/x/sys/unix"
)

// handOver has the disk begin to write a file's bytes, where the file system can do that; await waits for them.
func handOver(f *os.File) error {
	_ = unix.SyncFileRange(int(f.Fd()), 0, 0, unix.SYNC_FILE_RANGE_WRITE)
	return nil
}

// await waits until the disk has the bytes of a file. They are safe there after the next full sync of any file.
func await(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	const all = unix.SYNC_FILE_RANGE_WAIT_BEFORE | unix.SYNC_FILE_RANGE_WRITE | unix.SYNC_FILE_RANGE_WAIT_AFTER
	if unix.SyncFileRange(int(f.Fd()), 0, 0, all) == nil {
		return nil
	}
	return f.Sync() // a file system without it
}
