package gitfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// CreateTemp makes a new file in dir that will be one of git's objects or packs: read-only, to whom the umask says. Its
// name begins with the prefix, by which git clears away what a killed process leaves: tmp_obj_, tmp_pack_, tmp_idx_.
func CreateTemp(dir, prefix string) (*os.File, error) {
	for {
		path := filepath.Join(dir, fmt.Sprintf("%s%08x", prefix, rand.Uint32()))
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o444)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// seal ends a temporary file: synced and closed; or gone, if there was an error, which it returns.
func seal(f *os.File, err error) error {
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, remove(f.Name()))
	}
	return nil
}

// place gives a sealed file its name. One that is there already has the same content, for its name says so, and stays.
func place(temp, target string) (placed bool, err error) {
	if isStored(target) {
		return false, remove(temp)
	}
	if err := os.Rename(temp, target); err != nil {
		return false, errors.Join(err, remove(temp))
	}
	return true, nil
}

func isStored(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// remove deletes a temporary file of ours, gone already or read-only.
func remove(path string) error {
	err := os.Remove(path)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	// Windows does not delete a read-only file.
	if os.Chmod(path, 0o600) == nil {
		err = os.Remove(path)
	}
	return err
}
