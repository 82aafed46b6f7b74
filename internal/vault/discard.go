package vault

import (
	"errors"

	"mem/internal/memory"
)

// Discard removes a file that is still as want says: something that mem made for a moment
// and nobody has touched. One that is gone already is no error; one that differs is Stale.
func (w *Writer) Discard(p string, want memory.Hash) error {
	s, err := w.v.compose(memory.Replace{Path: p, Want: want})
	if err != nil {
		if _, serr := w.v.Stat(p); errors.Is(serr, ErrGone) {
			return nil
		}
		return err
	}
	_, err = w.put([]*step{s}, w.stage([]*step{s}))
	return err
}
