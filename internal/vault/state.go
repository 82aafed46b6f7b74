package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
)

// ignoreAll is the .gitignore of .mem: all of it is this machine's alone.
const (
	stateIgnore = stateDir + "/.gitignore"
	ignoreAll   = "*\n"
)

// StateDir returns the absolute path of .mem, for what keeps its own files there.
func (v *Vault) StateDir() string { return filepath.Join(v.dir, stateDir) }

// AppendState adds one line to a file of .mem, whole even when several processes add at
// once. The line has no line break in it. A line that a crash cut off stays by itself.
func (v *Vault) AppendState(name string, line []byte) error {
	p, err := v.statePath(name)
	if err != nil {
		return err
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	if bytes.IndexByte(line, '\n') >= 0 {
		return fmt.Errorf("adding to %s: the line has a line break in it", p)
	}
	f, err := v.root.OpenFile(p, os.O_RDWR|os.O_CREATE|os.O_APPEND|nonblock, fileMode)
	if err != nil {
		return fmt.Errorf("adding to %s: %w", p, readOnly(err))
	}
	defer f.Close()
	whole := append(bytes.Clone(line), '\n')
	if cutOff(f) {
		whole = append([]byte("\n"), whole...)
	}
	if _, err := f.Write(whole); err != nil {
		return fmt.Errorf("adding to %s: %w", p, err)
	}
	return nil
}

// cutOff reports whether a file's last line has no end.
func cutOff(f *os.File) bool {
	fi, err := f.Stat()
	if err != nil || fi.Size() == 0 {
		return false
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], fi.Size()-1)
	return err == nil && last[0] != '\n'
}

// ReadState returns a file of .mem; ErrGone, which is also fs.ErrNotExist, when there is none.
func (v *Vault) ReadState(name string) ([]byte, error) {
	return v.TailState(name, math.MaxInt64)
}

// HasState reports whether there is a file of .mem of this name.
func (v *Vault) HasState(name string) bool {
	if !filepath.IsLocal(name) {
		return false
	}
	_, err := v.root.Lstat(path.Join(stateDir, filepath.ToSlash(name)))
	return err == nil
}

// TailState returns the last lines of a file of .mem, whole ones, at most the given number
// of bytes; all of a file that is no longer. ErrGone when there is none.
func (v *Vault) TailState(name string, most int64) ([]byte, error) {
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("%s: %w", name, ErrOutside)
	}
	f, fi, err := v.openRegular(path.Join(stateDir, filepath.ToSlash(name)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	from := max(fi.Size()-most-1, -1) // the byte before says whether a line begins there
	data, err := io.ReadAll(io.NewSectionReader(f, max(from, 0), math.MaxInt64))
	if err != nil {
		return nil, fmt.Errorf("reading %s/%s: %w", stateDir, name, err)
	}
	if from >= 0 {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	return data, nil
}

// WriteState writes a file of .mem as a whole: a reader sees the old or the new text.
func (v *Vault) WriteState(name string, data []byte) error {
	return v.replaceState(name, data, v.writeTemp)
}

// WriteCache is WriteState for what can be made again and is not worth the wait for the
// disk: after a power cut the file may be empty, or torn.
func (v *Vault) WriteCache(name string, data []byte) error {
	return v.replaceState(name, data, v.writeUnsynced)
}

func (v *Vault) replaceState(name string, data []byte, write func(dir string, data []byte, mode fs.FileMode) (string, error)) error {
	p, err := v.statePath(name)
	if err != nil {
		return err
	}
	temp, err := write(path.Dir(p), data, fileMode)
	if err != nil {
		return fmt.Errorf("writing %s: %w", p, err)
	}
	if err := v.root.Rename(temp, p); err != nil {
		_ = v.root.Remove(temp)
		return fmt.Errorf("writing %s: %w", p, err)
	}
	return nil
}

// TryState says why files of .mem cannot be made or taken away, nil when they can.
func (v *Vault) TryState() error {
	if err := v.EnsureState(); err != nil {
		return err
	}
	temp, err := v.writeTemp(stateDir, nil, fileMode)
	if err != nil {
		return fmt.Errorf("writing %s: %w", stateDir, err)
	}
	return v.root.Remove(temp)
}

// RemoveState removes a file of .mem, or a folder with all in it; it need not be there.
func (v *Vault) RemoveState(name string) error {
	if !filepath.IsLocal(name) || name == "." {
		return fmt.Errorf("%s: %w", name, ErrOutside)
	}
	if err := v.root.RemoveAll(stateDir + "/" + name); err != nil {
		return fmt.Errorf("removing %s/%s: %w", stateDir, name, readOnly(err))
	}
	return nil
}

// RenameState gives a file of .mem another name, in the place of one that has it. ErrGone when
// there is none.
func (v *Vault) RenameState(from, to string) error {
	for _, name := range []string{from, to} {
		if !filepath.IsLocal(name) {
			return fmt.Errorf("%s: %w", name, ErrOutside)
		}
	}
	err := v.root.Rename(path.Join(stateDir, filepath.ToSlash(from)), path.Join(stateDir, filepath.ToSlash(to)))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s/%s: %w", stateDir, from, ErrGone)
	}
	return err
}

// statePath returns where a file of .mem lies, with the folders on the way made.
func (v *Vault) statePath(name string) (string, error) {
	if !filepath.IsLocal(name) || name == "." {
		return "", fmt.Errorf("%s: %w", name, ErrOutside)
	}
	if err := v.EnsureState(); err != nil {
		return "", err
	}
	p := path.Join(stateDir, filepath.ToSlash(name))
	if err := v.root.MkdirAll(path.Dir(p), dirMode); err != nil {
		return "", fmt.Errorf("making %s: %w", path.Dir(p), readOnly(err))
	}
	return p, nil
}

// EnsureState makes .mem and the file by which git ignores it, unless they are there. One
// who deletes .mem just now makes it try again.
func (v *Vault) EnsureState() error {
	var err error
	for range 4 {
		if err = v.ensureState(); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return err
}

func (v *Vault) ensureState() error {
	if _, err := v.root.Lstat(stateIgnore); err == nil {
		return nil
	}
	err := v.root.Mkdir(stateDir, dirMode)
	if errors.Is(err, fs.ErrExist) {
		err = nil
		if fi, lerr := v.root.Lstat(stateDir); lerr == nil && !fi.IsDir() {
			return fmt.Errorf("%s is not a folder: %w", stateDir, ErrOutside)
		}
	}
	if err != nil {
		return fmt.Errorf("making %s: %w", stateDir, readOnly(err))
	}
	temp, err := v.writeTemp(stateDir, []byte(ignoreAll), fileMode)
	if err == nil {
		err = v.root.Rename(temp, stateIgnore)
	}
	if err != nil {
		return fmt.Errorf("making %s: %w", stateIgnore, readOnly(err))
	}
	return nil
}
