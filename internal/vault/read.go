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
	f, fi, err := v.openRegular(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if fi.Size() > MaxFile {
		return nil, nil, fmt.Errorf("%s: %d bytes, more than the %d that are read: %w", path, fi.Size(), MaxFile, ErrNotNote)
	}
	data := make([]byte, fi.Size()+1) // one more shows the end without another call
	n, err := io.ReadFull(f, data)
	if err == nil { // it has grown
		more, err := io.ReadAll(io.LimitReader(f, MaxFile-fi.Size()))
		return append(data, more...), fi, err
	}
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return data[:n:n], fi, nil
}

// openRegular opens a regular file for reading, and nothing else: a fifo would wait, and
// opening a device may do things.
func (v *Vault) openRegular(path string) (*os.File, fs.FileInfo, error) {
	if _, err := v.regular(path); err != nil {
		return nil, nil, err
	}
	root, name := v.near(path)
	f, err := root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = ErrGone
		}
		return nil, nil, fmt.Errorf("reading %s: %w", path, err)
	}
	fi, err := f.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = ErrNotNote
	}
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return f, fi, nil
}

// folderOf returns the folder that a file of the vault lies in.
func folderOf(p string) string { return path.Dir(p) }
