package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"mem/internal/memory"
)

// Stat returns the stamp of a note, or of any other file of the vault, without opening
// it. ErrGone when there is none, ErrNotNote when it is no regular file.
func (v *Vault) Stat(path string) (memory.Stamp, error) {
	fi, err := v.regular(path)
	if err != nil {
		return memory.Stamp{}, err
	}
	return stampOf(path, fi), nil
}

// regular returns what is known of a regular file; links are not followed.
func (v *Vault) regular(path string) (fs.FileInfo, error) {
	if !fs.ValidPath(path) {
		return nil, fmt.Errorf("%s: %w", path, ErrOutside)
	}
	root, name := v.near(path)
	fi, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
		return nil, fmt.Errorf("%s: %w", path, ErrGone)
	case err != nil:
		if lerr := v.noLinks(folderOf(path)); lerr != nil { // that is why, said better
			err = lerr
		}
		return nil, fmt.Errorf("looking at %s: %w", path, err)
	case fi.Mode()&fs.ModeSymlink != 0:
		return nil, fmt.Errorf("%s: a link: %w", path, ErrNotNote)
	case !fi.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file: %w", path, ErrNotNote)
	}
	return fi, nil
}
