package vault

import (
	"os"
	"path/filepath"
	"runtime"
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

func TestSameSeesEveryChangeThatAListingWouldShow(t *testing.T) {
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
				if err := os.Chtimes(path, fi.ModTime(), fi.ModTime()); err != nil || runtime.GOOS == "windows" {
					return err
				}
				if now, err = os.Stat(path); err != nil {
					return err
				}
			}
			return nil
		}, runtime.GOOS == "windows"}, // which has no time of change
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
		t.Run(c.what, func(t *testing.T) {
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
			if err := c.change(dir); err != nil {
				t.Fatal(err)
			}
			folders, same := v.Same(t.Context(), known)
			if same != c.same {
				t.Errorf("after %s: got %v, want %v", c.what, same, c.same)
			}
			if now, err := v.List(t.Context()); err != nil || same && len(folders) != len(now.Folders) {
				t.Errorf("folders: got %v, want those of the listing, %v (%v)", folders, now.Folders, err)
			}
		})
	}
}

func changedAt(fi os.FileInfo) int64 { return stampOf("", fi).CTime }

func TestSameDoesNotSpeakForAFolderThatCannotBeRead(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Log("root may read every folder: what is shown is that nothing is missed")
	}
	dir := t.TempDir()
	month := filepath.Join(dir, "memory", "2026", "07")
	if err := os.MkdirAll(month, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(month, "a.md"), []byte("A\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := os.Chmod(month, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(month, 0o700)
	if _, same := v.Same(t.Context(), nil); same {
		t.Error("a folder with a note that nobody knows is the same")
	}
}
