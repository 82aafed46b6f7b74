package vault

import (
	"errors"
	"testing"

	"mem/internal/memory"
)

func TestBuildWritesANoteWholeAndLaterOnlyWhatIsItsOwn(t *testing.T) {
	v := newVault(t)
	n := memory.Note{Slug: "ada", Path: at("ada"), Type: memory.Entity, Status: memory.Active, Captured: august, Updated: august,
		Title: "Ada", DerivedFrom: []memory.Slug{"one", "two"}, Actor: memory.Dreamer, Body: "Ada rents the kiln.\n"}
	if _, err := apply(v, memory.Build{Note: n}); err != nil {
		t.Fatal(err)
	}
	if got := text(t, v, n.Path); got != string(Encode(&n)) {
		t.Errorf("got %q, want it as Encode writes it", got)
	}
	n.Aliases, n.DerivedFrom, n.Updated = []string{"@ada"}, []memory.Slug{"one", "two", "three"}, august.AddDate(0, 0, 1)
	n.Body = "Ada owns the kiln.\n"
	fresh := string(Encode(&n))
	if _, err := apply(v, memory.Build{Want: hashAt(t, v, n.Path), Note: n}); err != nil {
		t.Fatal(err)
	}
	if got := text(t, v, n.Path); got != fresh {
		t.Errorf("an update came to\n%s\nwant what a new note would be\n%s", got, fresh)
	}
	put(t, v, n.Path, "---\ntype: entity # mine\nstatus: active\nmood: good\ntags: [a]\n---\nold")
	n.Aliases = nil
	if _, err := apply(v, memory.Build{Want: hashAt(t, v, n.Path), Note: n}); err != nil {
		t.Fatal(err)
	}
	want := "---\ntype: entity # mine\nstatus: active\nupdated: 2026-08-04T14:22:00Z\ntitle: Ada\nmood: good\ntags: [a]\nderived_from: [one, two, three]\n---\n" + n.Body
	if got := text(t, v, n.Path); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBuildIsStaleWhereTheNameOrTheFileIsAnothers(t *testing.T) {
	v := newVault(t)
	put(t, v, "memory/2025/01/ada.md", note("ada", "", "Hers."))
	n := memory.Note{Slug: "ada", Path: at("ada"), Type: memory.Entity, Status: memory.Active, Body: "Mine.\n"}
	if _, err := apply(v, memory.Build{Note: n}); !errors.Is(err, ErrStale) {
		t.Errorf("a name that another shard has: got %v, want Stale", err)
	}
	n.Slug, n.Path = "ben", at("ben")
	put(t, v, n.Path, note("ben", "", "His."))
	for _, want := range []memory.Hash{"", memory.HashOf([]byte("other"))} {
		if _, err := apply(v, memory.Build{Want: want, Note: n}); !errors.Is(err, ErrStale) {
			t.Errorf("a file that is not as expected (%q): got %v, want Stale", want, err)
		}
	}
}

func hashAt(t *testing.T, v *Vault, p string) memory.Hash {
	t.Helper()
	return memory.HashOf([]byte(text(t, v, p)))
}
