package cmd

import (
	"errors"
	"fmt"
	"testing"

	"mem/internal/vault"
)

func TestAnErrorIsSaidInOneLineTheImportantFirst(t *testing.T) {
	disk := errors.New("no space left on device")
	busy := fmt.Errorf("write the note: %w", vault.ErrBusy)
	for _, row := range []struct {
		name string
		err  error
		want string
	}{
		{"one error", disk, "no space left on device"},
		{"two that came together", errors.Join(errors.New("a: gone"), disk), "a: gone; no space left on device"},
		{"what decides the exit code, first", errors.Join(disk, busy), busy.Error() + "; no space left on device"},
		{"the same twice", errors.Join(disk, disk), "no space left on device"},
		{"one without words, one with a separator of its own", errors.Join(errors.New(""), errors.New("a; "), disk), "a; no space left on device"},
		{"a heading with its lines, as from YAML", errors.New("yaml: errors:\n  line 1: no map\n  line 2: no list\n"), "yaml: errors: line 1: no map; line 2: no list"},
		{"some that were wrapped together", fmt.Errorf("dream: %w", errors.Join(errors.New("a"), disk)), "dream: a; no space left on device"},
		{"controls of a terminal", errors.New("open \x1b[31mred: gone"), "open [31mred: gone"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := said(row.err); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}
