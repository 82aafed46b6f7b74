package vault

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
)

// folders keeps the months open in which notes are read: opening a path of four parts by
// way of the root costs eight system calls, and a night reads every note. What is kept is
// let go whenever the folders are listed or the vault is about to be written, so that one
// which was moved away is not read for long.
type folders struct {
	mu   sync.RWMutex
	open map[string]*os.Root
}

// mostFolders bounds how many are kept: some thirty years of months.
const mostFolders = 400

// near returns the folder to look a path up in, and the rest of the path. For a note of a
// month that is the month's folder, for everything else the root itself.
func (v *Vault) near(p string) (root *os.Root, name string) {
	dir := path.Dir(p)
	if !strings.HasPrefix(dir, notesDir+"/") || !fs.ValidPath(p) || v.fault != nil {
		return v.root, p
	}
	v.folders.mu.RLock()
	root = v.folders.open[dir]
	v.folders.mu.RUnlock()
	if root != nil {
		return root, path.Base(p)
	}
	if v.noLinks(dir) != nil {
		return v.root, p // which says what is wrong
	}
	root, err := v.root.OpenRoot(dir)
	if err != nil {
		return v.root, p
	}
	v.folders.mu.Lock()
	defer v.folders.mu.Unlock()
	if other := v.folders.open[dir]; other != nil || len(v.folders.open) >= mostFolders {
		root.Close()
		if other == nil {
			return v.root, p
		}
		return other, path.Base(p)
	}
	if v.folders.open == nil {
		v.folders.open = map[string]*os.Root{}
	}
	v.folders.open[dir] = root
	return root, path.Base(p)
}

// letGo forgets the folders that are kept open. Nobody may be reading meanwhile.
func (v *Vault) letGo() {
	v.folders.mu.Lock()
	defer v.folders.mu.Unlock()
	for _, root := range v.folders.open {
		root.Close()
	}
	v.folders.open = nil
}
