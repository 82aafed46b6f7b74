package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
)

// shards yields memory, the folders in it, and the folders in those: where mem puts notes,
// and where nearly all are. No file is looked at. A missing memory yields nothing.
func (v *Vault) shards() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		years, err := v.subfolders(notesDir)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil || !yield(notesDir, nil) {
			if err != nil {
				yield("", err)
			}
			return
		}
		for _, year := range years {
			months, err := v.subfolders(year)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if !yield(year, nil) {
				return
			}
			if err != nil {
				continue // it cannot be read: List reports it
			}
			for _, month := range months {
				if !yield(month, nil) {
					return
				}
			}
		}
	}
}

// subfolders returns the folders in a folder that notes may lie in.
func (v *Vault) subfolders(dir string) ([]string, error) {
	f, err := v.root.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", dir, err)
	}
	defer f.Close()
	entries, err := readEntries(f)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", dir, err)
	}
	var out []string
	for _, e := range entries {
		if e.mode == fs.ModeDir && oddFolder(e.name) == "" {
			out = append(out, dir+"/"+e.name)
		}
	}
	return out, nil
}
