package vault

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"time"

	"mem/internal/memory"
)

// namesState remembers, for each folder of notes, the names that a look for just one slug
// would not meet: those that some system takes for another by case or Unicode form, and
// all that lie deeper than mem's own folders. There are none of them in most vaults, and
// reading every folder for each capture would be most of its work. It is a cache: a folder
// whose time has changed is read again.
const namesState = "names.json"

type oddFolderNames struct {
	Time int64    `json:"time"`
	Odd  []string `json:"odd,omitempty"`  // FoldKeys
	Subs []string `json:"subs,omitempty"` // folders in it
}

// settled is how old a folder's time must be for the folder to be remembered: within the
// grain of the clock a second change may leave it as it is.
const settled = 2 * time.Second

// oddNames returns the keys of the names that stands does not meet.
func (v *Vault) oddNames(now time.Time) map[string]bool {
	known := map[string]oddFolderNames{}
	if data, err := v.ReadState(namesState); err == nil {
		_ = json.Unmarshal(data, &known) // what cannot be read is read from the folders
	}
	fresh := map[string]oddFolderNames{}
	odd := map[string]bool{}
	learnt := false
	for folders := []string{notesDir}; len(folders) > 0; {
		dir := folders[len(folders)-1]
		folders = folders[:len(folders)-1]
		fi, err := v.root.Lstat(dir)
		if err != nil || !fi.IsDir() {
			continue
		}
		at := fi.ModTime()
		f, ok := known[dir]
		if !ok || f.Time != at.UnixNano() {
			f = v.readOdd(dir)
			f.Time = at.UnixNano()
			learnt = learnt || now.Sub(at) >= settled
		}
		if now.Sub(at) >= settled {
			fresh[dir] = f
		}
		for _, key := range f.Odd {
			odd[key] = true
		}
		for _, sub := range f.Subs {
			folders = append(folders, dir+"/"+sub)
		}
	}
	if learnt || len(fresh) != len(known) {
		if data, err := json.Marshal(fresh); err == nil {
			_ = v.WriteState(namesState, data) // without it the folders are read again
		}
	}
	return odd
}

// readOdd reads one folder.
func (v *Vault) readOdd(dir string) (f oddFolderNames) {
	d, err := v.root.Open(dir)
	if err != nil {
		return f
	}
	defer d.Close()
	entries, _ := readEntries(d) // what cannot be read is not met by a new name either
	plain := strings.Count(dir, "/") <= 2
	for _, e := range entries {
		switch {
		case e.mode == fs.ModeDir && oddFolder(e.name) == "":
			f.Subs = append(f.Subs, e.name)
		case e.mode == 0 && oddName(e.name) == "":
			stem := memory.Stem(path.Base(e.name))
			if key := FoldKey(stem); !plain || key != string(stem) {
				f.Odd = append(f.Odd, key)
			}
		}
	}
	return f
}
