package vault

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf16"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// Decode reads a note from the bytes of its file, leniently: what is absent or makes no
// sense has its default, and the body is always there. The slug is the file's name, never
// what the file says. modTime, the file's own, stands in for a capture date that is
// absent or not on the calendar. Broken says why mem must not edit the file.
func Decode(path string, data []byte, modTime time.Time) *memory.Note {
	return decode(path, data, modTime).note
}

// decoded is a note with what it was read from.
type decoded struct {
	note *memory.Note
	doc  frontmatter.Doc
	text []byte // as UTF-8
	wide bool   // it was UTF-16
}

func decode(path string, data []byte, modTime time.Time) decoded {
	text, wide := utf8Text(data)
	doc := frontmatter.Split(text)
	n := &memory.Note{
		Slug: memory.Stem(path), Path: path, Hash: memory.HashOf(data),
		HasBlock: doc.HasBlock(), Body: bodyOf(doc),
	}
	read(n, doc.Fields())
	if n.Captured.IsZero() {
		n.CapturedGuessed, n.Captured = true, modTime.UTC()
	}
	if n.Title == "" {
		n.Title, n.TitleGuessed = titleOf(n), memory.HeadingOf(n.Body) == ""
	}
	switch {
	case wide:
		n.Broken = "the file is UTF-16, which mem reads but does not edit: save it as UTF-8"
	case doc.Editable() != nil:
		n.Broken = doc.Editable().Error()
	case conflictAt(data) > 0:
		n.Broken = "the file has conflict markers: an unfinished merge"
	}
	return decoded{n, doc, text, wide}
}

// utf8Text decodes UTF-16 with a byte order mark; half a letter at its end is left out.
func utf8Text(data []byte) (text []byte, wide bool) {
	little := bytes.HasPrefix(data, []byte{0xff, 0xfe})
	if !little && !bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return data, false
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i+1 < len(data); i += 2 {
		low, high := data[i], data[i+1]
		if !little {
			low, high = high, low
		}
		units = append(units, uint16(high)<<8|uint16(low))
	}
	return []byte(string(utf16.Decode(units))), true
}

// bodyOf returns the text below the block, without the blank line that parts the two.
func bodyOf(doc frontmatter.Doc) string {
	body := doc.Body()
	if doc.HasBlock() {
		if rest, ok := bytes.CutPrefix(body, []byte("\r\n")); ok {
			body = rest
		} else {
			body = bytes.TrimPrefix(body, []byte("\n"))
		}
	}
	return string(body)
}

// read fills in what the block says.
func read(n *memory.Note, f frontmatter.Fields) {
	n.Type = memory.Type(word(f, "type"))
	if n.Type == "" {
		n.Type = memory.Type(word(f, "kind"))
	}
	n.Declared = strings.TrimSpace(f.String("status"))
	n.Status, _ = memory.ParseStatus(n.Declared)
	n.Captured, _ = f.Time("captured")
	n.Updated, _ = f.Time("updated")
	n.Title = strings.Join(strings.Fields(f.String("title")), " ")
	n.Tags = either(f, "tags", "tag")
	n.Aliases = either(f, "aliases", "alias")
	n.Scope = strings.TrimSpace(f.String("scope"))
	n.Importance = memory.DefaultImportance
	if i, ok := f.Int("importance"); ok {
		n.Importance = min(max(i, 1), 10)
	}
	n.Source = strings.TrimSpace(f.String("source"))
	n.DerivedFrom = slugs(f, "derived_from")
	n.Supersedes = slugs(f, "supersedes")
	n.DistinctFrom = slugs(f, "distinct_from")
	if by := slugs(f, "superseded_by"); len(by) > 0 {
		n.SupersededBy = by[0]
	}
	n.ValidFrom, _ = f.Time("valid_from")
	n.ValidUntil, _ = ParseUntil(f.String("valid_until"))
	n.LastUsed, _ = f.Time("last_used")
	if i, ok := f.Int("uses"); ok {
		n.Uses = max(i, 0)
	}
	n.Actor = memory.Actor(strings.TrimSpace(f.String("actor")))
	n.Session = strings.TrimSpace(f.String("session"))
	switch t := memory.Trust(word(f, "trust")); t {
	case memory.Candidate, memory.Verified:
		n.Trust = t
	}
	switch o := memory.Origin(word(f, "origin")); o {
	case memory.OriginOwner, memory.OriginAgent, memory.OriginExternal:
		n.Origin = o
	}
}

// ParseUntil reads the end of a window: an instant, or a day that is wholly inside, so
// that the window ends with the next midnight (UTC).
func ParseUntil(s string) (time.Time, bool) {
	t, day, ok := frontmatter.ParseTime(s)
	if ok && day {
		t = t.AddDate(0, 0, 1)
	}
	return t, ok
}

func word(f frontmatter.Fields, key string) string {
	return strings.ToLower(strings.TrimSpace(f.String(key)))
}

// either returns the list under the first key that has one.
func either(f frontmatter.Fields, keys ...string) []string {
	for _, key := range keys {
		var out []string
		for _, item := range f.List(key) {
			if item = strings.TrimSpace(item); item != "" {
				out = append(out, item)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// slugs reads a list of notes, written as slugs, paths or [[links]].
func slugs(f frontmatter.Fields, key string) []memory.Slug {
	var out []memory.Slug
	for _, item := range f.List(key) {
		item = strings.TrimSpace(item)
		if links := memory.Links(item); len(links) > 0 {
			out = append(out, links...)
		} else if item != "" {
			out = append(out, memory.Stem(item))
		}
	}
	return out
}

// titleOf is the title of a note that says none: what its body is about, else its name.
func titleOf(n *memory.Note) string {
	if t := strings.ToValidUTF8(memory.TitleOf(n.Body), "\uFFFD"); t != "" {
		return t
	}
	return strings.TrimSpace(strings.ReplaceAll(string(n.Slug), "-", " "))
}

// conflictAt returns the 1-based line where a conflict that git left in a file begins, 0
// without one: the three markers at column 0, in their order.
func conflictAt(data []byte) int {
	if !bytes.Contains(data, []byte("<<<<<<< ")) {
		return 0
	}
	began, parted, number := 0, false, 0
	for line := range bytes.Lines(data) {
		number++
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case bytes.HasPrefix(line, []byte("<<<<<<< ")):
			began, parted = number, false
		case began > 0 && bytes.Equal(line, []byte("=======")):
			parted = true
		case parted && bytes.HasPrefix(line, []byte(">>>>>>> ")):
			return began
		}
	}
	return 0
}
