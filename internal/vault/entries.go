package vault

import (
	"io/fs"
	"os"
)

// entry is a name in a folder with its type: 0 for a regular file, fs.ModeDir,
// fs.ModeSymlink, or something else.
type entry struct {
	name string
	mode fs.FileMode
}

// portableEntries reads a folder where there is no faster way. What was read before an
// error is returned with it.
func portableEntries(f *os.File) ([]entry, error) {
	list, err := f.ReadDir(-1)
	out := make([]entry, len(list))
	for i, e := range list {
		out[i] = entry{e.Name(), e.Type()}
	}
	return out, err
}
