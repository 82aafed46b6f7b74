package vault

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mem/internal/memory"
)

// newVault makes a vault that is checked when the test ends: a grave finding fails the
// test unless its code is among those that the test is about.
func newVault(t testing.TB, expected ...string) *Vault {
	t.Helper()
	v, _, err := Ensure(filepath.Join(t.TempDir(), "vault"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, f := range check(t, v) {
			if f.Grave && !slices.Contains(expected, f.Code) {
				t.Errorf("the test leaves the vault broken: %s %s:%d %s", f.Code, f.Path, f.Line, f.Detail)
			}
		}
		v.Close()
	})
	return v
}

func check(t testing.TB, v *Vault) []memory.Finding {
	t.Helper()
	list, err := v.List(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	found, err := v.Check(context.Background(), list)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// put writes a file into the vault as a person's editor would.
func put(t testing.TB, v *Vault, p, text string) {
	t.Helper()
	full := filepath.Join(v.Root(), filepath.FromSlash(p))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func text(t testing.TB, v *Vault, p string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(v.Root(), filepath.FromSlash(p)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func exists(v *Vault, p string) bool {
	_, err := os.Lstat(filepath.Join(v.Root(), filepath.FromSlash(p)))
	return err == nil
}

// apply carries out one change and returns what was written.
func apply(v *Vault, edits ...memory.FileEdit) ([]Written, error) {
	var out []Written
	err := v.Update(context.Background(), func(w *Writer) error {
		var err error
		out, err = w.Apply(memory.Change{Files: edits})
		return err
	})
	return out, err
}

// temps returns the unfinished files that lie in a folder.
func temps(t testing.TB, v *Vault, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(v.Root(), dir, tempPrefix+"*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func paths(list Listing) []string {
	out := []string{}
	for _, s := range list.Notes {
		out = append(out, s.Path)
	}
	return out
}

// codes returns the codes of the findings for one file, sorted.
func codes(found []memory.Finding, p string) []string {
	out := []string{}
	for _, f := range found {
		if f.Path == p {
			out = append(out, f.Code)
		}
	}
	slices.Sort(out)
	return out
}

var august = time.Date(2026, 8, 3, 14, 22, 0, 0, time.UTC)

// note returns the text of an ordinary note with further lines in its block.
func note(slug, more, body string) string {
	return "---\ntype: fix\nstatus: active\ncaptured: 2026-08-03T14:22:00Z\nupdated: 2026-08-03T14:22:00Z\nslug: " + slug + "\n" +
		more + "---\n\n" + body + "\n"
}

// at is the path of a note of August 2026.
func at(slug string) string { return path.Join("memory/2026/08", slug+".md") }
