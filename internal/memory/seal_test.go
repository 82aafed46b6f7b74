package memory

import (
	"strings"
	"testing"
)

func TestASealTellsWhatAPersonEdited(t *testing.T) {
	sealed := Seal("Ada rents the kiln. [[kiln]]\n")
	for _, row := range []struct {
		what, body, text, below string
		ok                      bool
	}{
		{"as it was written", sealed, "Ada rents the kiln. [[kiln]]\n", "", true},
		{"with words below", sealed + "\nMine.\n", "Ada rents the kiln. [[kiln]]\n", "\nMine.\n", true},
		{"with another kind of line end", strings.ReplaceAll(sealed, "\n", "\r\n"), "Ada rents the kiln. [[kiln]]\n", "", true},
		{"without the last line end", strings.TrimSuffix(sealed, "\n"), "Ada rents the kiln. [[kiln]]\n", "", true},
		{"edited", strings.Replace(sealed, "rents", "owns", 1), "", "", false},
		{"with words above", "Mine.\n" + sealed, "", "", false},
		{"without its line", "Ada rents the kiln.\n", "", "", false},
		{"empty", "", "", "", false},
	} {
		text, below, ok := Unseal(row.body)
		if text != row.text || below != row.below || ok != row.ok {
			t.Errorf("%s: got %q, %q, %v", row.what, text, below, ok)
		}
		n := Note{Type: Entity, Body: row.body}
		want := row.body
		if row.ok {
			want = row.below
		}
		if got := n.Words(); got != want {
			t.Errorf("%s: it is found by %q, want %q", row.what, got, want)
		}
		if n.Type = Fix; n.Words() != row.body {
			t.Errorf("%s: a note of another type is found by %q", row.what, n.Words())
		}
	}
}
