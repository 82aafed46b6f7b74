package gitlog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// takeMode gives tmp, which is to take path's place, the mode of the file there; if there is none, that of a new file.
func (r *Repo) takeMode(tmp, path string) error {
	old, err := os.Stat(path)
	if isGone(err) {
		return r.share(tmp)
	} else if err != nil {
		return err
	}
	return os.Chmod(tmp, old.Mode().Perm())
}

// share opens a new file or folder of the repository to those whom core.sharedRepository names. Without it the umask
// has decided already.
func (r *Repo) share(path string) error {
	bits, exact := sharing(r.setting("core.sharedrepository"))
	if bits == 0 {
		return nil
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	return os.Chmod(path, shared(info.Mode(), bits, exact))
}

// makeFolder makes a folder of the repository and those above it, unless they are there.
func (r *Repo) makeFolder(path string) error {
	err := os.Mkdir(path, 0o777)
	if isGone(err) {
		if err = r.makeFolder(filepath.Dir(path)); err == nil {
			err = os.Mkdir(path, 0o777)
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	} else if err != nil {
		return err
	}
	if err = r.share(path); isGone(err) {
		return nil // git removed it, being empty: whoever needs it sees that
	}
	return err
}

// sharing reads core.sharedRepository: the bits that it adds, or that it sets; 0 for neither. See git-config(1).
func sharing(value string) (bits fs.FileMode, exact bool) {
	switch strings.ToLower(value) {
	case "group", "true", "yes", "on", "1":
		return 0o660, false
	case "all", "world", "everybody", "2":
		return 0o664, false
	}
	n, err := strconv.ParseUint(value, 8, 32)
	if err != nil || n&0o600 != 0o600 {
		return 0, false
	}
	return fs.FileMode(n & 0o666), true
}

// shared is the mode that sharing makes of one. What nobody may write stays so, folders can be entered by those who
// can read them, and what is made in one belongs to its group if that may do anything.
func shared(mode, bits fs.FileMode, exact bool) fs.FileMode {
	if mode&0o200 == 0 {
		bits &^= 0o222
	}
	if mode.IsDir() || mode&0o100 != 0 {
		bits |= bits & 0o444 >> 2
	}
	keep := mode & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
	if exact {
		keep &^= fs.ModePerm
	}
	if mode.IsDir() && (keep|bits)&0o060 != 0 {
		keep |= fs.ModeSetgid
	}
	return keep | bits
}
