package foreign

import (
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"
	"time"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// Markdown reads a folder of markdown files, each whole and with its frontmatter. Of one of
// mem's own vaults it reads memory/ alone.
func Markdown(p Place) iter.Seq[Item] {
	if p.File != "" || !ownVault(p.FS) {
		return wholeFiles(p, "markdown", nil, nil)
	}
	skip := func(name string, _ bool) error {
		if name == "memory" || strings.HasPrefix(name, "memory/") {
			return nil
		}
		return fmt.Errorf("it lies outside of the vault's memory: %w", ErrNotMemory)
	}
	own := func(n *Note, _ file, _ frontmatter.Doc) error { n.Own = true; return nil }
	return wholeFiles(p, "markdown", skip, own)
}

// ownVault reports whether a folder is a vault of mem: it has memory/ with a year in it.
func ownVault(fsys fs.FS) bool {
	years, _ := fs.Glob(fsys, "memory/[0-9][0-9][0-9][0-9]")
	return len(years) > 0
}

// wholeFiles yields a note for each file; more may add what a format knows besides, or say
// why the file is left out.
func wholeFiles(p Place, format string, skip func(string, bool) error, more func(*Note, file, frontmatter.Doc) error) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		for f, err := range files(p, skip) {
			item := left(f.path, err)
			if err == nil {
				item = wholeFile(f, format, more)
			}
			if !yield(item) {
				return
			}
		}
	}
}

func wholeFile(f file, format string, more func(*Note, file, frontmatter.Doc) error) Item {
	n := Note{Place: f.path, Source: format + ":" + f.path, Lasting: true, Name: f.stem(), File: f.data, Captured: f.time}
	doc := frontmatter.Split(f.data)
	body := string(doc.Body())
	switch {
	case strings.TrimSpace(strings.TrimPrefix(body, "\ufeff")) == "":
		return left(f.path, ErrNoText)
	case memory.TooLong(body):
		return left(f.path, fmt.Errorf("%w: %d bytes, at most %d can be one memory", memory.ErrTooLong, len(body), memory.MaxText))
	}
	fields := doc.Fields()
	var changed bool
	n.Updated, changed = firstTime(fields, "updated", "modified", "updated_at", "updatedAt", "date modified", "last_modified")
	if t, ok := firstTime(fields, "captured", "created", "created_at", "createdAt", "date", "date created", "timestamp"); ok {
		n.Captured = t
	} else if changed && n.Updated.Before(n.Captured) {
		n.Captured = n.Updated // the file may be a copy
	}
	if more != nil {
		if err := more(&n, f, doc); err != nil {
			return left(f.path, err)
		}
	}
	return Item{Note: n}
}

// firstTime reads the first of some keys that has a date.
func firstTime(f frontmatter.Fields, keys ...string) (time.Time, bool) {
	for _, key := range keys {
		if t, ok := f.Time(key); ok && t.Year() <= 9999 {
			return t, true
		}
	}
	return time.Time{}, false
}

// largestList is the most that is read of a file that has to be in memory at once.
const largestList = 512 << 20

// whole reads one file into memory.
func whole(p Place) ([]byte, error) {
	f, err := p.FS.Open(p.File)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrNotRead, plain(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, largestList+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %v", ErrNotRead, plain(err))
	case len(data) > largestList:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrNotRead, largestList)
	}
	return data, nil
}
