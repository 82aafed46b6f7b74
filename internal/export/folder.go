package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// manifest is the file by which a folder knows what was written into it.
const manifest = ".mem-export.json"

// ErrTaken says that a file stands there that no export wrote, or that was changed since.
var ErrTaken = errors.New("a file stands there that this export did not write")

// Folder is where an export is written. Close keeps what it wrote in mind.
type Folder struct {
	root    *os.Root
	force   bool
	ours    map[string]string // hashes of what an export wrote, by path
	now     map[string]bool   // of this one
	Written int
	Same    int // stood there already, byte for byte
}

// OpenFolder opens a folder, and makes it where there is none. With force what stands there is
// written over.
func OpenFolder(dir string, force bool) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{root: root, force: force, ours: map[string]string{}, now: map[string]bool{}}
	data, err := root.ReadFile(manifest)
	if err == nil {
		err = json.Unmarshal(data, &f.ours)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		root.Close()
		return nil, fmt.Errorf("read %s of %s: %w", manifest, dir, err)
	}
	if f.ours == nil {
		f.ours = map[string]string{}
	}
	return f, nil
}

// Write writes a file whole. It wraps ErrTaken.
func (f *Folder) Write(name string, data []byte) error {
	was, err := f.root.ReadFile(name)
	switch {
	case err == nil && bytes.Equal(was, data):
		f.Same++
		f.keep(name, data)
		return nil
	case err == nil && !f.force && f.ours[name] != hashOf(was):
		return fmt.Errorf("%s: %w", name, ErrTaken)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := f.put(name, data); err != nil {
		return err
	}
	f.Written++
	f.keep(name, data)
	return nil
}

func (f *Folder) keep(name string, data []byte) { f.ours[name], f.now[name] = hashOf(data), true }

func (f *Folder) put(name string, data []byte) error {
	if err := f.root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return err
	}
	temp := path.Join(path.Dir(name), ".tmp-"+path.Base(name))
	if err := f.root.WriteFile(temp, data, 0o600); err != nil {
		return err
	}
	if err := f.root.Rename(temp, name); err != nil {
		_ = f.root.Remove(temp)
		return err
	}
	return nil
}

// Stale is how many files an earlier export wrote that this one did not.
func (f *Folder) Stale() int {
	n := 0
	for name := range f.ours {
		if _, err := f.root.Lstat(name); err == nil && !f.now[name] {
			n++
		}
	}
	return n
}

// Close writes down what is the export's own.
func (f *Folder) Close() error {
	defer f.root.Close()
	if len(f.now) == 0 {
		return nil
	}
	data, err := json.MarshalIndent(f.ours, "", " ")
	if err != nil {
		return err
	}
	return f.put(manifest, append(data, '\n'))
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
