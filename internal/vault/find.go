package vault

import (
	"fmt"
	"os"
	"path/filepath"
)

// Place is everything that may say which vault is meant; empty fields say nothing.
type Place struct {
	Flag   string // --vault
	Env    string // $MEM_VAULT
	Dir    string // the working directory, absolute
	Config string // vault: of the user's config
}

// Locate returns the directory that is meant: the flag's, the variable's, the nearest
// ancestor of the working directory that is a vault or holds a .memory that is one, the
// config's; or ErrNoVault. named says that flag or variable decided: such a directory may
// be made by the first capture when it does not exist or is no vault yet. Whether the
// directory is one is not looked at here unless it was searched for: Open does that.
func Locate(p Place) (root string, named bool, err error) {
	for _, said := range []string{p.Flag, p.Env} {
		if said != "" {
			return p.absolute(said), true, nil
		}
	}
	for dir := p.Dir; dir != ""; dir = parent(dir) {
		for _, candidate := range []string{dir, filepath.Join(dir, ".memory")} {
			if IsVault(candidate) {
				return candidate, false, nil
			}
		}
	}
	if p.Config != "" {
		return p.absolute(p.Config), false, nil
	}
	return "", false, fmt.Errorf("looking from %s upwards: %w", p.Dir, ErrNoVault)
}

func (p Place) absolute(dir string) string {
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(p.Dir, dir)
}

// parent returns the directory above, "" above the top.
func parent(dir string) string {
	if up := filepath.Dir(dir); up != dir {
		return up
	}
	return ""
}

// IsVault reports whether a directory is a vault: it has a folder memory, or a mem.yaml.
func IsVault(dir string) bool {
	if fi, err := os.Stat(filepath.Join(dir, "memory")); err == nil && fi.IsDir() {
		return true
	}
	fi, err := os.Stat(filepath.Join(dir, "mem.yaml"))
	return err == nil && fi.Mode().IsRegular()
}
