package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// The names that mem knows in a vault.
const (
	notesDir     = "memory"
	stateDir     = ".mem"
	settingsFile = "mem.yaml"
)

// The modes of what mem makes: nobody else's business.
const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// DefaultLockWait is how long Update waits for another writer when nobody says.
const DefaultLockWait = 10 * time.Second

// Vault is an open vault. Its methods may be used from several goroutines.
type Vault struct {
	LockWait time.Duration // longest wait for the vault's lock; 0 means DefaultLockWait

	dir     string
	root    *os.Root
	folders folders
	fault   func(step string) error // fails a step of Apply; set by tests alone
}

// Open opens a vault that is there. A directory with neither memory nor mem.yaml is
// ErrNotVault unless it is empty; so is a path where no directory is.
func Open(root string) (*Vault, error) {
	v, err := open(root)
	if err != nil {
		return nil, err
	}
	if err := v.sound(); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// newMark lies in a vault that is being made, until Founded is called. A process that is
// killed meanwhile leaves it to the next.
const newMark = stateDir + "/new"

// Ensure opens a vault and makes what is missing of it: the directory, memory, and .mem,
// which ignores itself in git. It never makes a repository. Any number of processes may
// call it at once. fresh is true when the directory was absent or empty, in every process
// that comes before Founded has been called: what is to be done once to a new vault must
// be harmless when done twice. A folder that had something in it is never fresh.
func Ensure(root string) (v *Vault, fresh bool, err error) {
	if err := os.MkdirAll(root, dirMode); err != nil {
		return nil, false, fmt.Errorf("making the vault %s: %w", root, readOnly(err))
	}
	v, err = open(root)
	if err != nil {
		return nil, false, err
	}
	if fresh, err = v.make(); err != nil {
		v.Close()
		return nil, false, fmt.Errorf("making the vault %s: %w", root, err)
	}
	return v, fresh, nil
}

func (v *Vault) make() (fresh bool, err error) {
	_, err = v.root.Lstat(notesDir)
	made := errors.Is(err, fs.ErrNotExist)
	if made {
		entries, err := fs.ReadDir(v.root.FS(), ".")
		if err != nil {
			return false, err
		}
		if len(entries) == 0 || len(entries) == 1 && entries[0].Name() == stateDir { // another may be making it just now
			if err := v.WriteState(path.Base(newMark), nil); err != nil {
				return false, err
			}
		}
		if err := v.root.Mkdir(notesDir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
			return false, readOnly(err)
		}
		if err := v.syncSelf(); err != nil {
			return false, err
		}
	}
	if err := v.sound(); err != nil {
		return false, err
	}
	if err := v.EnsureState(); err != nil && made { // else the notes can be written all the same: see Writer.NoState
		return false, err
	}
	_, err = v.root.Lstat(newMark)
	return err == nil, nil
}

// syncSelf makes the vault's directory durable, and its place in the one above.
func (v *Vault) syncSelf() error {
	if err := syncDir(v.root, "."); err != nil {
		return err
	}
	above, err := os.OpenRoot(filepath.Dir(v.dir))
	if err != nil {
		return nil // it is not ours to read
	}
	defer above.Close()
	return syncDir(above, ".")
}

// Founded says that everything has been done that is to be done once to a new vault.
func (v *Vault) Founded() error { return v.RemoveState(path.Base(newMark)) }

func open(dir string) (*Vault, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the vault %s: %w", dir, err)
	}
	fi, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: %w: there is no such folder", abs, ErrNotVault)
	case err == nil && !fi.IsDir():
		return nil, fmt.Errorf("%s: %w: it is a file", abs, ErrNotVault)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("opening the vault %s: %w", abs, err)
	}
	return &Vault{dir: abs, root: root}, nil
}

// sound refuses a directory that is no vault, or whose memory is not a folder of its own.
func (v *Vault) sound() error {
	fi, err := v.root.Lstat(notesDir)
	switch {
	case err == nil && fi.IsDir():
		return nil
	case err == nil && fi.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s: memory: %w", v.dir, ErrOutside)
	case err == nil:
		return fmt.Errorf("%s: %w: memory is not a folder", v.dir, ErrNotVault)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("opening the vault %s: %w", v.dir, err)
	}
	if fi, err := v.root.Stat(settingsFile); err == nil && fi.Mode().IsRegular() {
		return nil
	}
	entries, err := fs.ReadDir(v.root.FS(), ".")
	if err != nil {
		return fmt.Errorf("opening the vault %s: %w", v.dir, err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			return fmt.Errorf("%s: %w: it has neither memory/ nor mem.yaml", v.dir, ErrNotVault)
		}
	}
	return nil
}

// Root returns the vault's directory as an absolute path.
func (v *Vault) Root() string { return v.dir }

// Close lets go of the vault's directory. What was begun must have ended.
func (v *Vault) Close() error {
	v.letGo()
	return v.root.Close()
}

// readOnly marks the errors of a place that cannot be written.
func readOnly(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}
