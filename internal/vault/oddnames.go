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

// worthNames is the number of names from which on it is worth a write to remember a folder.
const worthNames = 256

// oddNames returns the keys of the names that stands does not meet. Of the folder that is
// about to change, "" for none, nothing is remembered.
func (v *Vault) oddNames(now time.Time, changing string) map[string]bool {
	known := map[string]oddFolderNames{}
	if data, err := v.ReadState(namesState); err == nil {
		_ = json.Unmarshal(data, &known) // what cannot be read is read from the folders
	}
	fresh := map[string]oddFolderNames{}
	odd := map[string]bool{}
	learnt := 0
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
			var names int
			f, names = v.readOdd(dir)
			f.Time = at.UnixNano()
			if now.Sub(at) >= settled && dir != changing {
				learnt += names
			}
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
	if learnt >= worthNames {
		if data, err := json.Marshal(fresh); err == nil {
			_ = v.WriteCache(namesState, data) // without it the folders are read again
		}
	}
	return odd
}

// readOdd reads one folder, and says how many names lie in it.
func (v *Vault) readOdd(dir string) (f oddFolderNames, names int) {
	d, err := v.root.Open(dir)
	if err != nil {
		return f, 0
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
	return f, len(entries)
}
