package main

import (
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// canCool reports whether cool works on this system.
const canCool = true

// cool makes the system forget the files at or below paths, as after a night without mem.
// Only what is on the disk can be forgotten, so each is synced first.
func cool(paths ...string) error {
	for _, p := range paths {
		err := filepath.WalkDir(p, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			if err := f.Sync(); err != nil {
				return err
			}
			return unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
