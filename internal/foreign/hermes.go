package foreign

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"

	"mem/internal/memory"
)

// Hermes reads the memory of Hermes Agent as of November 2026: MEMORY.md and USER.md in its
// memories folder, entries of one or more lines with a line "§" between them, without
// frontmatter, ids or dates. The date of a note is that of the file.
func Hermes(p Place) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		names := []string{"MEMORY.md", "USER.md", "memories/MEMORY.md", "memories/USER.md"}
		if p.File != "" {
			names = []string{p.File}
		}
		found := false
		for _, name := range names {
			f, err := load(p.FS, name)
			if err != nil && p.File == "" && !exists(p.FS, name) {
				continue
			}
			found = true
			if err != nil {
				if !yield(left(name, err)) {
					return
				}
				continue
			}
			for _, item := range entries(f) {
				if !yield(item) {
					return
				}
			}
		}
		if !found {
			yield(left(".", fmt.Errorf("%w: there is no MEMORY.md and no USER.md", ErrShape)))
		}
	}
}

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return err == nil || !errors.Is(err, fs.ErrNotExist)
}

// blocked begins an entry that Hermes itself holds back.
const blocked = "[BLOCKED:"

func entries(f file) (out []Item) {
	base := f.stem() + ".md"
	for i, entry := range strings.Split(f.text(), "\n§\n") {
		place := fmt.Sprintf("%s, entry %d", base, i+1)
		entry = strings.TrimSpace(entry)
		switch {
		case entry == "" || entry == "§":
			continue
		case strings.HasPrefix(entry, blocked):
			out = append(out, left(place, fmt.Errorf("Hermes holds it back: %w", ErrNotMemory)))
			continue
		}
		n := Note{Place: place, Source: fmt.Sprintf("hermes:%s#%d", base, i+1), Text: entry, Captured: f.time}
		if strings.EqualFold(f.stem(), "USER") {
			n.Type = memory.Preference
		}
		out = append(out, Item{Note: n})
	}
	return out
}
