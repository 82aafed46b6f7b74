package vault

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mem/internal/memory"
)

func TestResolve(t *testing.T) {
	v := newVault(t, "slug-double")
	for _, p := range []string{at("kettle"), at("Pan Handle"), "memory/2026/07/double.md", at("double"), "memory/by/hand/deep/one.md",
		at("cafe\u0301"), at("STEEL"), "memory/2026/07/steel-2.md", "memory/2026/07/Twice.md", at("TWICE")} {
		put(t, v, p, "Some words.\n")
	}
	rows := []struct{ name, ask, want string }{
		{"a slug", "kettle", at("kettle")},
		{"a slug with its ending", "kettle.md", at("kettle")},
		{"a path", "memory/2026/08/kettle.md", at("kettle")},
		{"an absolute path", filepath.Join(v.Root(), at("kettle")), at("kettle")},
		{"a name that mem would not give", "Pan Handle", at("Pan Handle")},
		{"another case", "pan handle", at("Pan Handle")},
		{"a note in a deep folder", "one", "memory/by/hand/deep/one.md"},
		{"another Unicode form", "café", at("cafe\u0301")},
		{"one of two by its path", at("double"), at("double")},
		{"the exact one of two that differ in case", "TWICE", at("TWICE")},
	}
	for _, r := range rows {
		if got, err := v.Resolve(r.ask); got != r.want || err != nil {
			t.Errorf("%s: got %q, %v; want %q", r.name, got, err, r.want)
		}
	}
	var many *Ambiguous
	if _, err := v.Resolve("double"); !errors.As(err, &many) || !errors.Is(err, ErrAmbiguous) ||
		!slices.Equal(many.Paths, []string{"memory/2026/07/double.md", at("double")}) {
		t.Errorf("a double: %v", err)
	}
	if _, err := v.Resolve("twice"); !errors.Is(err, ErrAmbiguous) {
		t.Errorf("two that differ in case only: %v", err)
	}
	for ask, want := range map[string]error{"": ErrBadSlug, "../x": ErrOutside, "/etc/passwd": ErrOutside, "desk/x.md": ErrNotNote,
		"memory/none.md": ErrNoNote, "memory/2026/08/.x.md": ErrNotNote, "none": ErrNoNote, "..": ErrNoNote} {
		if got, err := v.Resolve(ask); !errors.Is(err, want) || got != "" {
			t.Errorf("%q: got %q, %v; want %v", ask, got, err, want)
		}
	}
}

func TestResolveNamesWhatWasPerhapsMeant(t *testing.T) {
	v := newVault(t)
	for _, s := range []string{"kettle", "kettle-descaler", "cattle", "kennel-door", "unrelated"} {
		put(t, v, at(s), "Some words.\n")
	}
	rows := []struct {
		ask  string
		want []memory.Slug
	}{
		{"kettel", []memory.Slug{"kettle"}},
		{"kettl", []memory.Slug{"kettle", "kettle-descaler"}},
		{"descaler", []memory.Slug{"kettle-descaler"}},
		{"zz", nil},
	}
	for _, r := range rows {
		var no *NoNote
		if _, err := v.Resolve(r.ask); !errors.As(err, &no) || !slices.Equal(no.Near, r.want) {
			t.Errorf("%s: got %v, want %v", r.ask, no, r.want)
		}
	}
}

func TestFree(t *testing.T) {
	v := newVault(t)
	for _, p := range []string{at("kettle"), "memory/2025/01/Straße.md", "memory/deep/er/still/pan.md"} {
		put(t, v, p, "Some words.\n")
	}
	if err := os.Symlink("kettle.md", filepath.Join(v.Root(), at("linked"))); err != nil {
		t.Fatal(err)
	}
	taken := []memory.Slug{
		"kettle", "Kettle", "KETTLE", "strasse", "Straße", "pan", "Pan",
		"linked", // no note, but the name is not free
	}
	free := []memory.Slug{"free", "frei", "Free"}
	if got := v.Free(append(taken, free...)); !slices.Equal(got, free) {
		t.Errorf("free are %q, want %q", got, free)
	}
	if got := v.Free(nil); got != nil {
		t.Errorf("of no names %q are free", got)
	}
}
