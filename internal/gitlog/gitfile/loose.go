package gitfile

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteLoose stores one object in objectsDir (.git/objects of the repository, or of the main one of a worktree) as a
// file of its own, synced, and gives its name. An object that is there already as a loose one is left alone,
// unless it is empty, as a file may be after a power cut. A process killed here leaves at most a file named tmp_obj_*, which `git gc` clears away.
func WriteLoose(objectsDir string, kind Kind, data []byte) (Hash, error) {
	h := HashOf(kind, data)
	name := hex.EncodeToString(h[:])
	folder := filepath.Join(objectsDir, name[:2])
	target := filepath.Join(folder, name[2:])
	if isStored(target) {
		return h, nil
	}
	packed, err := deflateLoose(kind, data)
	if err != nil {
		return Hash{}, fmt.Errorf("deflate %s %s: %w", kind, name, err)
	}
	made := os.Mkdir(folder, 0o777)
	if made != nil && !errors.Is(made, fs.ErrExist) {
		return Hash{}, fmt.Errorf("store %s %s: %w", kind, name, made)
	}
	f, err := os.CreateTemp(folder, "tmp_obj_*")
	if err != nil {
		return Hash{}, fmt.Errorf("store %s %s: %w", kind, name, err)
	}
	_, err = f.Write(packed)
	if err = seal(f, err); err == nil {
		_, err = place(f.Name(), target)
	}
	if err != nil {
		return Hash{}, fmt.Errorf("store %s %s: %w", kind, name, err)
	}
	err = syncDir(folder)
	if err == nil && made == nil {
		err = syncDir(objectsDir)
	}
	if err != nil {
		return Hash{}, fmt.Errorf("sync %s %s: %w", kind, name, err)
	}
	return h, nil
}

func deflateLoose(kind Kind, data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, zlib.BestSpeed) // git's own choice for loose objects
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(objectHeader(kind, len(data))); err != nil {
		return nil, err
	}
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// seal ends a temporary file: synced, closed, read-only; or gone, if there was an error, which it returns.
func seal(f *os.File, err error) error {
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Chmod(f.Name(), 0o444)
	}
	if err != nil {
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
