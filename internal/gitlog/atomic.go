package gitlog

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// temp names the half-written files of one vault, so that what a killed process leaves is told from what another
// vault in the same repository is writing at this moment.
type temp string

// tempPrefix begins with a dot because such files come into folders of refs too, where git takes any other for a ref.
const tempPrefix = ".mem-tmp-"

// create makes path with its content in one step and safe on disk, or fails with fs.ErrExist: nobody ever sees it
// half-written.
// Where the file system has no hard links the file appears first and is filled at once.
func (t temp) create(path string, data []byte) error {
	tmp, err := t.write(filepath.Dir(path), true, data)
	if err != nil {
		return err
	}
	defer os.Remove(tmp)
	err = os.Link(tmp, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return writeNew(path, true, data)
}

// replace puts data in path's place in one step. It is not synced.
func (t temp) replace(path string, data []byte) error {
	tmp, err := t.write(filepath.Dir(path), false, data)
	if err != nil {
		return err
	}
	if err = os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
	}
	return err
}

// write makes a file of some parts, one after the other, in dir.
func (t temp) write(dir string, sync bool, parts ...[]byte) (string, error) {
	for {
		path := filepath.Join(dir, fmt.Sprintf("%s%s-%08x", tempPrefix, t, rand.Uint32()))
		if err := writeNew(path, sync, parts...); !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
}

func writeNew(path string, sync bool, parts ...[]byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	for i := 0; i < len(parts) && err == nil; i++ {
		_, err = f.Write(parts[i])
	}
	if err == nil && sync {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
	}
	return err
}

// sweep removes what a killed process of this vault left half-written in dir.
func (t temp) sweep(dir string) (swept int) {
	names, err := os.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, e := range names {
		if strings.HasPrefix(e.Name(), tempPrefix+string(t)+"-") && os.Remove(filepath.Join(dir, e.Name())) == nil {
			swept++
		}
	}
	return swept
}
