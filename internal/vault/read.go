package vault

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"mem/internal/memory"
)

// MaxFile is the most that is read of a file, in bytes. A capture is at most memory.MaxText;
// a hand-dropped file may be longer, but what is larger than this is no text that a person wrote.
const MaxFile = 8 << 20

// Read returns a note and the bytes of its file. ErrGone when it is not there, ErrNotNote
// when its name, its kind or its size make it none.
func (v *Vault) Read(path string) (*memory.Note, []byte, error) {
	if !IsNotePath(path) {
		return nil, nil, fmt.Errorf("%s: %w", path, ErrNotNote)
	}
	data, fi, err := v.load(path)
	if err != nil {
		return nil, nil, err
	}
	return Decode(path, data, fi.ModTime()), data, nil
}

// ReadFile returns the bytes of any regular file of the vault, under the same conditions.
func (v *Vault) ReadFile(path string) ([]byte, error) {
	data, _, err := v.load(path)
	return data, err
}

func (v *Vault) load(path string) ([]byte, fs.FileInfo, error) {
	if _, err := v.regular(path); err != nil { // before it is opened: opening a device may do things
		return nil, nil, err
	}
	f, err := v.root.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = ErrGone
		}
		return nil, nil, fmt.Errorf("reading %s: %w", path, err)
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return nil, nil, fmt.Errorf("reading %s: %w", path, err)
	}
	if !fi.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s: not a regular file: %w", path, ErrNotNote)
	}
	if fi.Size() > MaxFile {
		return nil, nil, fmt.Errorf("%s: %d bytes, more than the %d that are read: %w", path, fi.Size(), MaxFile, ErrNotNote)
	}
	data, err := readAll(f, fi.Size())
	if err != nil {
		return nil, nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return data, fi, nil
}

// readAll reads a file that is expected to have size bytes and may have grown.
func readAll(f *os.File, size int64) ([]byte, error) {
	data := make([]byte, size)
	n, err := io.ReadFull(f, data)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return data[:n], nil
	}
	if err != nil {
		return nil, err
	}
	more, err := io.ReadAll(io.LimitReader(f, MaxFile-size))
	return append(data, more...), err
}

// folderOf returns the folder that a file of the vault lies in.
func folderOf(p string) string { return path.Dir(p) }
