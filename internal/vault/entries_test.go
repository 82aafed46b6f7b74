package vault

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestReadEntriesIsWhatThePortableWaySays(t *testing.T) {
	dir := t.TempDir()
	makeSpecial(t, dir)
	for _, name := range []string{"a.md", strings.Repeat("x", 255), "m\xfchle.md", "a\nb", "ü.md"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3000 { // more than one call of the system returns
		if err := os.WriteFile(filepath.Join(dir, strings.Repeat("n", 1+i%200)+"-"+string(rune('a'+i/200))), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.md", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	read := func(how func(*os.File) ([]entry, error)) []entry {
		f, err := os.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		out, err := how(f)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range out {
			if e.mode != 0 && e.mode != os.ModeDir && e.mode != os.ModeSymlink {
				out[i].mode = os.ModeIrregular
			}
		}
		slices.SortFunc(out, func(a, b entry) int { return strings.Compare(a.name, b.name) })
		return out
	}
	got, want := read(readEntries), read(portableEntries)
	if !slices.Equal(got, want) || len(want) < 3000 {
		t.Errorf("%d entries, want %d", len(got), len(want))
	}
	f, err := os.Open(filepath.Join(dir, "a.md"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := readEntries(f); err == nil {
		t.Error("a file was read as a folder")
	}
}
