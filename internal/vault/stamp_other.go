//go:build !linux && !darwin

package vault

import (
	"io/fs"
	"os"

	"mem/internal/memory"
)

// nonblock: there are no fifos among files here.
const nonblock = 0

func stampAt(root *os.Root, _ *os.File, dir, name string) (s memory.Stamp, ok bool) {
	fi, err := root.Lstat(dir + "/" + name)
	if err != nil || !fi.Mode().IsRegular() {
		return memory.Stamp{}, false
	}
	return stampOf(dir+"/"+name, fi), true
}

func stampOf(path string, fi fs.FileInfo) memory.Stamp {
	return memory.Stamp{Path: path, Size: fi.Size(), MTime: fi.ModTime().UnixNano()}
}

// syncDir: a folder cannot be synced here; a rename is as durable as the system makes it.
func syncDir(*os.Root, string) error { return nil }

// own: files take their owner from the folder here.
func own(*os.Root, string, fs.FileInfo) {}
