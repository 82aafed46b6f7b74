package vault

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"mem/internal/memory"
)

// remembered is stamps as a part that somebody knows.
type remembered []memory.Stamp

func (r remembered) Each(f func(path []byte, s memory.Stamp) bool) bool {
	for _, s := range r {
		path := []byte(s.Path)
		s.Path = ""
		if !f(path, s) {
			return false
		}
	}
	return true
}

func telling(parts ...Known) func() ([]Known, error) {
	return func() ([]Known, error) { return parts, nil }
}

func TestALookSeesWhatAListingWouldShow(t *testing.T) {
	note := func(dir, path, text string) {
		t.Helper()
		full := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at := func(dir, path string) string { return filepath.Join(dir, filepath.FromSlash(path)) }
	for _, c := range []struct {
		what   string
		change func(dir string) error
		same   bool
	}{
		{"nothing", func(string) error { return nil }, true},
		{"a note edited in place to another size", func(dir string) error {
			return os.WriteFile(at(dir, "memory/2026/07/a.md"), []byte("other text\n"), 0o600)
		}, false},
		{"a note edited in place to the same size with its time set back", func(dir string) error {
			path := at(dir, "memory/2026/07/a.md")
			fi, err := os.Stat(path)
			if err != nil {
				return err
			}
			for now := fi; now.Sys() != nil && changedAt(now) == changedAt(fi); { // the clock of the file system ticks
				if err := os.WriteFile(path, []byte("B\n"), 0o600); err != nil {
					return err
				}
				if err := os.Chtimes(path, fi.ModTime(), fi.ModTime()); err != nil {
					return err
				}
				if now, err = os.Stat(path); err != nil {
					return err
				}
			}
			return nil
		}, false},
		{"a new note", func(dir string) error { return os.WriteFile(at(dir, "memory/2026/08/new.md"), nil, 0o600) }, false},
		{"a new note deep in a folder of somebody's own", func(dir string) error {
			if err := os.MkdirAll(at(dir, "memory/2026/08/mine/more"), 0o700); err != nil {
				return err
			}
			return os.WriteFile(at(dir, "memory/2026/08/mine/more/new.md"), nil, 0o600)
		}, false},
		{"a new note directly in memory", func(dir string) error { return os.WriteFile(at(dir, "memory/new.md"), nil, 0o600) }, false},
		{"a note deleted", func(dir string) error { return os.Remove(at(dir, "memory/2026/07/b.md")) }, false},
		{"a month deleted", func(dir string) error { return os.RemoveAll(at(dir, "memory/2026/07")) }, false},
		{"everything deleted", func(dir string) error { return os.RemoveAll(at(dir, "memory")) }, false},
		{"a note renamed", func(dir string) error {
			return os.Rename(at(dir, "memory/2026/07/b.md"), at(dir, "memory/2026/07/c.md"))
		}, false},
		{"a note moved to another month", func(dir string) error {
			return os.Rename(at(dir, "memory/2026/07/b.md"), at(dir, "memory/2026/08/b.md"))
		}, false},
		{"two notes that changed places", func(dir string) error {
			a, b, c := at(dir, "memory/2026/07/a.md"), at(dir, "memory/2026/07/b.md"), at(dir, "memory/2026/07/c.md")
			if err := os.Rename(a, c); err != nil {
				return err
			}
			if err := os.Rename(b, a); err != nil {
				return err
			}
			return os.Rename(c, b)
		}, false},
		{"a note replaced by a folder of its name", func(dir string) error {
			if err := os.Remove(at(dir, "memory/2026/07/b.md")); err != nil {
				return err
			}
			return os.Mkdir(at(dir, "memory/2026/07/b.md"), 0o700)
		}, false},
		{"what is no note, come since", func(dir string) error {
			for _, name := range []string{"x.txt", ".hidden.md", "a.sync-conflict-20260801-101010-ABCDEFG.md"} {
				if err := os.WriteFile(at(dir, "memory/2026/07/"+name), []byte("x"), 0o600); err != nil {
					return err
				}
			}
			return os.Mkdir(at(dir, "memory/.trash"), 0o700)
		}, true},
	} {
		check := func(t *testing.T, again bool) {
			dir := t.TempDir()
			for _, p := range []string{"memory/2026/07/a.md", "memory/2026/07/b.md", "memory/2026/08/d.md", "memory/2026/07/deep/e.md", "memory/top.md"} {
				note(dir, p, "A\n")
			}
			v, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer v.Close()
			listing, err := v.List(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			known := []Known{remembered(listing.Notes[:2]), remembered(listing.Notes[2:])}
			var folders map[string]Folder
			if again {
				first, _ := v.Look(t.Context(), telling(known...), nil)
				folders = first.Folders
				awaitTick(t, filepath.Join(dir, "memory", "2026", "08"))
			}
			if err := c.change(dir); err != nil {
				t.Fatal(err)
			}
			found, ok := v.Look(t.Context(), telling(known...), folders)
			now, err := v.List(t.Context())
			if err != nil || ok != (runtime.GOOS == "linux") {
				t.Fatalf("an answer: %v (%v)", ok, err)
			}
			if !ok {
				return
			}
			changed, gone := differences(listing.Notes, now.Notes)
			if !slices.Equal(found.Changed, changed) || !slices.Equal(found.Gone, gone) || !maps.Equal(timesOf(found.Folders), now.Folders) {
				t.Errorf("got %+v, want changed %q, gone %q, folders %v", found, changed, gone, now.Folders)
			}
			if same := len(changed)+len(gone) == 0; same != c.same {
				t.Errorf("a listing shows changed %q, gone %q, want nothing: %v", changed, gone, c.same)
			}
		}
		t.Run(c.what, func(t *testing.T) {
			t.Run("first look", func(t *testing.T) { check(t, false) })
			t.Run("after another", func(t *testing.T) { check(t, true) })
		})
	}
}

// awaitTick waits until a change would give a folder another time than it has.
func awaitTick(t *testing.T, folder string) {
	t.Helper()
	was, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	probe := filepath.Join(t.TempDir(), "probe")
	for {
		if err := os.WriteFile(probe, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if fi, err := os.Stat(probe); err != nil || fi.ModTime().After(was.ModTime()) {
			return
		}
	}
}

func timesOf(folders map[string]Folder) map[string]int64 {
	times := map[string]int64{}
	for dir, f := range folders {
		times[dir] = f.MTime
	}
	return times
}

func TestALookReadsNoNamesOfAFolderThatIsAsItWas(t *testing.T) {
	v := newVault(t)
	put(t, v, "memory/2026/07/a.md", note("a", "", "A"))
	put(t, v, "memory/2026/07/mine/b.md", note("b", "", "B"))
	known := []Known{remembered(nil)}
	first, ok := v.Look(t.Context(), telling(known...), nil)
	if runtime.GOOS != "linux" {
		return
	}
	if !ok || len(first.Changed) != 2 {
		t.Fatalf("the first look: %+v (%v)", first, ok)
	}
	// A roll that counts fewer than there are is believed: that shows where names are read.
	for dir, f := range first.Folders {
		f.Notes = 0
		first.Folders[dir] = f
	}
	if found, ok := v.Look(t.Context(), telling(known...), first.Folders); !ok || len(found.Changed) != 0 {
		t.Errorf("with nothing changed: %+v (%v), want no names read", found, ok)
	}
	awaitTick(t, filepath.Join(v.Root(), "memory", "2026", "07", "mine"))
	put(t, v, "memory/2026/07/mine/c.md", note("c", "", "C"))
	if found, ok := v.Look(t.Context(), telling(known...), first.Folders); !ok || !slices.Equal(found.Changed, []string{"memory/2026/07/mine/b.md", "memory/2026/07/mine/c.md"}) {
		t.Errorf("with a note put into a folder of a month: %+v (%v), want the names of that folder read", found, ok)
	}
}

// differences compares two listings.
func differences(before, after []memory.Stamp) (changed, gone []string) {
	was := map[string]memory.Stamp{}
	for _, s := range before {
		was[s.Path] = s
	}
	for _, s := range after {
		if was[s.Path] != s {
			changed = append(changed, s.Path)
		}
		delete(was, s.Path)
	}
	return changed, slices.Sorted(maps.Keys(was))
}

func changedAt(fi os.FileInfo) int64 { return stampOf("", fi).CTime }

func TestALookDoesNotSpeakForAFolderThatCannotBeRead(t *testing.T) {
	v := newVault(t)
	put(t, v, "memory/2026/07/a.md", note("a", "", "A"))
	month := filepath.Join(v.Root(), "memory", "2026", "07")
	if err := os.Chmod(month, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(month, 0o700)
	found, ok := v.Look(t.Context(), telling(), nil)
	if _, err := os.ReadDir(month); err == nil { // root may read it
		ok = !ok && len(found.Changed) == 1
	}
	if ok {
		t.Errorf("got %+v of a folder that cannot be read", found)
	}
}

func TestALookInSomeFoldersPassesOverTheOthers(t *testing.T) {
	v := newVault(t)
	for _, p := range []string{"memory/2026/06/o.md", "memory/2026/07/a.md", "memory/2026/07/b.md", "memory/2026/07/mine/c.md", "memory/2026/08/d.md"} {
		put(t, v, p, note(string(memory.Stem(p)), "", "A"))
	}
	before, err := v.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"memory/2026/06/o.md", "memory/2026/07/b.md", "memory/2026/08/d.md"} {
		if err := os.Remove(filepath.Join(v.Root(), filepath.FromSlash(p))); err != nil {
			t.Fatal(err)
		}
	}
	put(t, v, "memory/2026/07/new.md", note("new", "", "A"))
	put(t, v, "memory/2026/06/unseen.md", note("unseen", "", "A"))
	if err := os.Remove(filepath.Join(v.Root(), "memory", "2026", "08")); err != nil {
		t.Fatal(err)
	}
	found, ok := v.LookIn(t.Context(), []string{"memory/2026/07", "memory/2026/08"}, []Known{remembered(before.Notes)}, nil)
	if runtime.GOOS != "linux" {
		return
	}
	if !ok || !slices.Equal(found.Changed, []string{"memory/2026/07/new.md"}) || !slices.Equal(found.Gone, []string{"memory/2026/07/b.md", "memory/2026/08/d.md"}) {
		t.Errorf("got %+v (%v)", found, ok)
	}
	if at, seen := found.Folders["memory/2026/07/mine"]; !seen || at.MTime != 0 || found.Folders["memory/2026/07"].MTime == 0 || len(found.Folders) != 2 {
		t.Errorf("folders: %v", found.Folders)
	}
}
