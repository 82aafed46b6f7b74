package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path"
)

// tempPrefix begins the name of every file that is not finished. It is a dot file, so no
// reader takes it for a note.
const tempPrefix = ".tmp-"

// writeTemp writes a new file in a folder and syncs it. Its name is returned; what cannot
// be written is removed again.
func (v *Vault) writeTemp(dir string, data []byte, mode fs.FileMode) (string, error) {
	return v.writeNew(dir, data, mode, (*os.File).Sync)
}

// writeUnsynced is writeTemp without the wait for the disk.
func (v *Vault) writeUnsynced(dir string, data []byte, mode fs.FileMode) (string, error) {
	return v.writeNew(dir, data, mode, func(*os.File) error { return nil })
}

func (v *Vault) writeNew(dir string, data []byte, mode fs.FileMode, sync func(*os.File) error) (string, error) {
	for {
		p := fmt.Sprintf("%s/%s%d-%08x", dir, tempPrefix, os.Getpid(), rand.Uint32())
		f, err := v.root.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", readOnly(err)
		}
		_, err = f.Write(data)
		if err == nil && mode != fileMode {
			err = f.Chmod(mode)
		}
		if err == nil {
			err = sync(f)
		}
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			_ = v.root.Remove(p) // a leftover is swept later
			return "", err
		}
		return p, nil
	}
}

// noLinks refuses a folder that is reached through a link: what is written there would be
// somewhere else, and is not listed.
func (v *Vault) noLinks(dir string) error {
	for at := range above(dir) {
		fi, err := v.root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return fmt.Errorf("looking at the folder %s: %w", at, err)
		case fi.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("the folder %s is a link: %w", at, ErrOutside)
		case !fi.IsDir():
			return fmt.Errorf("%s is a file where a folder has to be: %w", at, ErrTaken)
		}
	}
	return nil
}

// makeFolder makes the folder that a file is to lie in, durably.
func (v *Vault) makeFolder(dir string) error {
	if err := v.noLinks(dir); err != nil {
		return err
	}
	for at := range above(dir) {
		err := v.root.Mkdir(at, dirMode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			err = syncDir(v.root, path.Dir(at))
		}
		if err != nil {
			return fmt.Errorf("making the folder %s: %w", at, readOnly(err))
		}
	}
	return nil
}

// above yields the folders on the way to dir, itself the last: memory, memory/2026, ….
func above(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, c := range dir + "/" {
			if c == '/' && dir != "." && !yield(dir[:i]) {
				return
			}
		}
	}
}

// placeNew gives a finished temporary file its name, unless a file has it: ErrTaken. Where
// the file system has no hard links the name is claimed by an empty file first.
func (v *Vault) placeNew(temp, path string) error {
	err := v.root.Link(temp, path)
	if err == nil {
		_ = v.root.Remove(temp) // a leftover is swept later
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %w", path, ErrTaken)
	}
	return v.placeUnlinked(temp, path)
}

func (v *Vault) placeUnlinked(temp, path string) error {
	f, err := v.root.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %w", path, ErrTaken)
	}
	if err != nil {
		return readOnly(err)
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := v.root.Rename(temp, path); err != nil {
		_ = v.root.Remove(path) // it is the empty file made above
		return err
	}
	return nil
}
