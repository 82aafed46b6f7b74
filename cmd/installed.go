package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mem/internal/install"
)

// installed is the record of what mem put where, $XDG_STATE_HOME/mem/install.json: it is
// what an exact way back needs. It goes with the last target.
type installed struct {
	Version int         `json:"version"`
	Folders []string    `json:"folders"` // that were made, each before those in it
	Targets []placement `json:"targets"`

	path string
}

// placement is one target, for a user or for a project.
type placement struct {
	Target  string        `json:"target"`
	Project string        `json:"project"` // "" = for the user
	Program string        `json:"program"`
	Vault   string        `json:"vault"`
	By      string        `json:"by"` // the version of mem
	Files   []install.Put `json:"files"`
}

// recordVersion is the form of the record.
const recordVersion = 1

// installations reads the record; one that is not there is empty.
func (a *app) installations() (installed, error) {
	dir := a.env.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		home := a.home()
		if home == "" {
			return installed{}, usage("HOME is not set: --print says what belongs where")
		}
		dir = filepath.Join(home, ".local", "state")
	}
	r := installed{Version: recordVersion, path: filepath.Join(dir, "mem", "install.json")}
	data, err := os.ReadFile(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err == nil {
		if err = json.Unmarshal(data, &r); err == nil && r.Version != recordVersion {
			err = fmt.Errorf("it is of version %d", r.Version)
		}
	}
	if err != nil {
		return r, &byHand{fmt.Errorf("read what mem has installed, %s: %w", r.path, err), "move it away, and take out by hand what mem install TARGET --print shows"}
	}
	return r, nil
}

func (r *installed) find(target, project string) *placement {
	for i := range r.Targets {
		if r.Targets[i].Target == target && r.Targets[i].Project == project {
			return &r.Targets[i]
		}
	}
	return nil
}

// set notes a placement in the place of an earlier one; one without files is none.
func (r *installed) set(p placement) {
	r.Targets = slices.DeleteFunc(r.Targets, func(x placement) bool { return x.Target == p.Target && x.Project == p.Project })
	if len(p.Files) > 0 {
		r.Targets = append(r.Targets, p)
	}
}

// willMake notes folders that are about to be made for a file.
func (r *installed) willMake(path string) {
	for _, dir := range missingFolders(path) {
		if !slices.Contains(r.Folders, dir) {
			r.Folders = append(r.Folders, dir)
		}
	}
}

// save writes the record; with its last target it goes, and every folder that mem made and
// nobody else uses.
func (r *installed) save() error {
	if len(r.Targets) > 0 {
		r.willMake(r.path)
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		if err := enc.Encode(r); err != nil {
			return err
		}
		return writeHome(r.path, b.Bytes(), 0o600, 0o700)
	}
	if err := os.Remove(r.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	removeFolders(r.Folders)
	return nil
}
