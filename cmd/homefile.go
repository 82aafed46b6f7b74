package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// mostOfAHost bounds a host's file, in bytes: what is larger is none that people keep.
const mostOfAHost = 8 << 20

// homeFile is a file of a host as it is on disk.
type homeFile struct {
	path string
	real string // where it lies, links followed
	text []byte // nil = there is none
	mode fs.FileMode
}

// readHome reads a file of a host. A link is followed, and stays a link.
func readHome(path string) (homeFile, error) {
	f := homeFile{path: path}
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, lerr := os.Lstat(path); lerr == nil {
			return f, &byHand{fmt.Errorf("%s is a link to nothing", path), "take the link away, or make what it names"}
		}
		f.real, err = realOfNew(path)
		return f, err
	}
	if err != nil {
		return f, err
	}
	f.real = real
	fi, err := os.Stat(real)
	switch {
	case err != nil:
		return f, err
	case !fi.Mode().IsRegular():
		return f, &byHand{fmt.Errorf("%s is no file", path), "take it away, or choose another --scope"}
	case fi.Size() > mostOfAHost:
		return f, &byHand{fmt.Errorf("%s has %d bytes: that is no file of settings", path, fi.Size()), "put mem's part in by hand: --print shows it"}
	}
	f.mode = fi.Mode().Perm()
	file, err := os.Open(real)
	if err != nil {
		return f, err
	}
	defer file.Close()
	f.text, err = io.ReadAll(file) // of an empty file too it is not nil
	return f, err
}

// realOfNew is where a file that is not there yet would lie.
func realOfNew(path string) (string, error) {
	dir, rest := filepath.Dir(path), filepath.Base(path)
	for {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
			return "", err
		}
		if _, err := os.Lstat(dir); err == nil {
			return "", &byHand{fmt.Errorf("%s is a link to nothing", dir), "take the link away, or make what it names"}
		}
		dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest)
	}
}

// missingFolders are the folders that have to be made for a file, the outermost first.
func missingFolders(path string) []string {
	var out []string
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			return out
		}
		out = append([]string{dir}, out...)
	}
}

// writeHome writes a file as a whole: whoever reads it sees the old or the new text.
func writeHome(path string, text []byte, mode, folders fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), folders); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".mem-install-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error says more
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// removeFolders removes those of some folders that are empty, the innermost first, and
// returns those that stay.
func removeFolders(list []string) []string {
	var stay []string
	for i := len(list) - 1; i >= 0; i-- { // outer folders were made, and noted, before inner ones
		if err := os.Remove(list[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			stay = append([]string{list[i]}, stay...)
		}
	}
	return stay
}

// home is the user's home folder, "" when the environment does not say.
func (a *app) home() string {
	if home := a.env.Getenv("HOME"); home != "" {
		return home
	}
	return a.env.Getenv("USERPROFILE")
}

// project is the folder of the project that the working directory is in: the nearest with
// a .git above it, else itself.
func (a *app) project() string {
	for dir := a.env.Dir; dir != ""; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			break
		}
	}
	return a.env.Dir
}

// program is the path of mem itself: the one on PATH if that is the same file, as it stays
// when a package manager puts a new version beside the old.
func (a *app) program() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the path of mem itself: %w", err)
	}
	if onPath := a.env.LookPath("mem"); filepath.IsAbs(onPath) && sameFile(onPath, self) {
		self = onPath
	} else if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	if strings.ContainsFunc(self, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "", usage("%q: a path with a control character is in no configuration", self)
	}
	return self, nil
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
