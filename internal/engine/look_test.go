package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"mem/internal/memory"
)

// Many who recall at once share looks at the files. Each of them has just edited a note in
// place, and must find what it wrote.
func TestRecallsThatShareALookMissNoEdit(t *testing.T) {
	v := newVault(t)
	const workers, rounds = 8, 6
	for w := range workers {
		v.write(fmt.Sprintf("note-of-worker-%d", w), active, "It says nothing yet.")
	}
	v.recall("nothing")
	options := v.options()
	options.Notice = nil
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			path := filepath.Join(v.root, "memory", "2026", "08", fmt.Sprintf("note-of-worker-%d.md", w))
			for round := range rounds {
				word := fmt.Sprintf("zw%dr%d", w, round)
				text := fmt.Sprintf("---\ntype: fix\nstatus: active\ncaptured: 2026-08-01T10:00:00Z\n---\nIt says %s now.\n", word)
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Error(err)
					return
				}
				e, err := Open(v.root, options)
				if err != nil {
					t.Error(err)
					return
				}
				got, err := e.Recall(context.Background(), Asked{Query: memory.Query{Text: word}, NoCount: true})
				e.Close()
				if err != nil || len(got.Results) != 1 {
					t.Errorf("%s: got %d notes (%s, %v), want the one that was edited before", word, len(got.Results), got.Note, err)
				}
			}
		})
	}
	wg.Wait()
}
