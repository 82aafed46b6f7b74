package foreign

import (
	"fmt"
	"io/fs"
	"iter"
	"path"
	"strconv"
	"strings"
	"time"

	"mem/internal/frontmatter"
)

// OpenClaw reads the workspace of OpenClaw as of November 2026: MEMORY.md (or memory.md),
// and memory/YYYY-MM-DD.md, one a day. A section of the second level is a memory. The
// trailers <!-- trigger: a, b --> and <!-- importance: N --> become aliases and importance.
// What it dreams (DREAMS.md, memory/.dreams) is made of the rest and left out.
func OpenClaw(p Place) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		for _, name := range openClawFiles(p) {
			if why := openClawLeft(name); why != nil {
				if !yield(left(name, why)) {
					return
				}
				continue
			}
			f, err := load(p.FS, name)
			if err != nil {
				if !yield(left(name, err)) {
					return
				}
				continue
			}
			for _, item := range openClawSections(f) {
				if !yield(item) {
					return
				}
			}
		}
	}
}

// openClawFiles lists the markdown files of the workspace and of its memory folder.
func openClawFiles(p Place) (out []string) {
	if p.File != "" {
		return []string{p.File}
	}
	for _, dir := range []string{".", "memory"} {
		list, err := fs.ReadDir(p.FS, dir)
		if err != nil {
			continue // a workspace may be without days
		}
		for _, d := range list {
			if name := path.Join(dir, d.Name()); d.IsDir() && name == "memory/.dreams" || !d.IsDir() && strings.HasSuffix(name, ".md") {
				out = append(out, name)
			}
		}
	}
	return out
}

// openClawLeft says why a file is no memory; nil when it is.
func openClawLeft(name string) error {
	base := path.Base(name)
	switch {
	case strings.EqualFold(base, "DREAMS.md"), base == ".dreams":
		return fmt.Errorf("what OpenClaw dreamt of its own notes: %w", ErrNotMemory)
	case strings.EqualFold(base, "MEMORY.md"):
		return nil
	}
	if _, ok := dayOf(base); ok {
		return nil
	}
	return fmt.Errorf("neither MEMORY.md nor a day's file: %w", ErrNotMemory)
}

// dayOf reads the day that a file's name begins with.
func dayOf(base string) (time.Time, bool) {
	if len(base) < len("2026-08-03.md") {
		return time.Time{}, false
	}
	t, day, ok := frontmatter.ParseTime(base[:10])
	return t, ok && day
}

func openClawSections(f file) (out []Item) {
	date, ok := dayOf(path.Base(f.path))
	if !ok {
		date = f.time
	}
	for _, s := range sections(f.text()) {
		place := f.path + ", " + s.id
		text, comments := uncomment(s.text)
		n := Note{Place: place, Source: "openclaw:" + f.path + "#" + s.id, Lasting: s.once, Title: s.title, Text: strings.TrimSpace(text), Captured: date}
		for _, c := range comments {
			key, value, _ := strings.Cut(strings.TrimSpace(c), ":")
			switch strings.TrimSpace(key) {
			case "trigger":
				for t := range strings.SplitSeq(value, ",") {
					if t = strings.TrimSpace(t); t != "" {
						n.Aliases = append(n.Aliases, t)
					}
				}
			case "importance":
				if i, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && i >= 1 && i <= 10 {
					n.Importance = max(n.Importance, i)
				}
			}
		}
		if onlyHeading(n.Text) {
			out = append(out, left(place, ErrNoText))
			continue
		}
		out = append(out, Item{Note: n})
	}
	return out
}
