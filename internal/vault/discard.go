package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"mem/internal/memory"
)

// Discard removes a file that is still as want says: something that mem made for a moment
// and nobody has touched. One that is gone already is no error; one that differs is Stale.
func (w *Writer) Discard(p string, want memory.Hash) error {
	data, err := w.v.ReadFile(p)
	switch {
	case errors.Is(err, ErrGone):
		return nil
	case err != nil:
		return fmt.Errorf("discard %s: %w", p, err)
	case memory.HashOf(data) != want:
		return fmt.Errorf("discard: %w", &Stale{Path: p})
	}
	if err := w.v.root.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("discard %s: %w", p, err)
	}
	return syncDir(w.v.root, path.Dir(p))
}
