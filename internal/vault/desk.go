package vault

import (
	"io/fs"
	"path"
)

// HasProject reports whether the desk has a folder for a project of this name.
func (v *Vault) HasProject(name string) bool {
	p := path.Join("desk/projects", name)
	if !fs.ValidPath(p) || path.Dir(p) != "desk/projects" {
		return false
	}
	fi, err := v.root.Lstat(p)
	return err == nil && fi.IsDir()
}
