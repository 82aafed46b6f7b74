package vault

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// card is what is kept of a note to compare it with the others.
type card struct {
	path       string // "" when the note could not be read
	slug       memory.Slug
	aliases    []string
	supersedes []memory.Slug
	by         memory.Slug
	named      []named // all that it names
}

// named is one mention of another note.
type named struct {
	key  string // of the frontmatter; "" for a [[link]]
	slug memory.Slug
	line int
}

// inspection is the check of one note under way.
type inspection struct {
	decoded
	found []memory.Finding
}

// checkNote reads a note and checks it by itself. There is no note when it is gone or
// cannot be read.
func (v *Vault) checkNote(s memory.Stamp, known *memory.Settings) (*memory.Note, card, []memory.Finding) {
	data, fi, err := v.load(s.Path)
	switch {
	case errors.Is(err, ErrGone):
		return nil, card{}, nil
	case err != nil:
		return nil, card{}, []memory.Finding{finding("note-unreadable", s.Path, 0, fmt.Sprintf("The note cannot be read: %v.", err))}
	}
	i := inspection{decoded: decode(s.Path, data, fi.ModTime())}
	i.name()
	i.encoding(data, i.wide)
	i.block(i.wide)
	i.values(known)
	i.dates(s)
	i.content()
	return i.note, i.card(), i.found
}

func (i *inspection) add(code string, line int, detail string) {
	i.found = append(i.found, finding(code, i.note.Path, line, detail))
}

func (i *inspection) name() {
	slug := string(i.note.Slug)
	if says := strings.TrimSpace(i.doc.Fields().String("slug")); says != "" && says != slug {
		i.add("slug-mismatch", i.doc.Line("slug"), fmt.Sprintf("The slug says %q, the file is %s; the file's name counts.", says, path.Base(i.note.Path)))
	}
	if strings.EqualFold(slug, "index") || strings.EqualFold(slug, "log") {
		i.add("name-reserved", 0, "")
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(i.note.Path, ".md"), "/") {
		if why := unportable(part); why != "" {
			i.add("name-unportable", 0, fmt.Sprintf("%q %s, which not every system can have.", part, why))
		}
	}
}

// unportable says why a name cannot be checked out on Windows, "" when it can.
func unportable(name string) string {
	device, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch {
	case device != "index" && device != "log" && reserved(strings.TrimRight(device, " ")):
		return "is a device"
	case strings.ContainsAny(name, `<>:"|?*\`):
		return `has one of <>:"|?*\`
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " "):
		return "ends in a dot or a space"
	case len(name) > 250:
		return "is over 250 bytes"
	default:
		return ""
	}
}

func (i *inspection) encoding(data []byte, wide bool) {
	switch {
	case wide:
		i.add("encoding-utf16", 0, "")
	case bytes.IndexByte(data, 0) >= 0:
		i.add("encoding-nul", 1+bytes.Count(data[:bytes.IndexByte(data, 0)], []byte("\n")), "")
	case !utf8.Valid(data):
		i.add("encoding-not-utf8", firstNotUTF8(data), "")
	}
}

func firstNotUTF8(data []byte) int {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if !utf8.Valid(line) {
			return number
		}
	}
	return 0
}

// block reports what is wrong with the frontmatter as a whole, once.
func (i *inspection) block(wide bool) {
	err := i.doc.Editable()
	at := conflictAt(i.text)
	switch {
	case errors.Is(err, frontmatter.ErrConflict) || err == nil && at > 0:
		i.add("conflict-markers", max(at, lineOf(err)), "")
	case err == nil && !i.doc.HasBlock():
		i.add("frontmatter-missing", 0, "")
	case err == nil || wide || errors.Is(err, frontmatter.ErrNotText): // the encoding is reported
	case errors.Is(err, frontmatter.ErrUnclosed):
		i.add("frontmatter-unclosed", lineOf(err), "")
	case errors.Is(err, frontmatter.ErrDuplicateKey):
		i.add("key-double", lineOf(err), sentence(err))
	case errors.Is(err, frontmatter.ErrUnparsable):
		i.add("frontmatter-unparsable", lineOf(err), sentence(err))
	default:
		i.add("frontmatter-uneditable", lineOf(err), sentence(err))
	}
}

// lineOf reads the line that an error of frontmatter names, 0 when it names none.
func lineOf(err error) int {
	line, _ := splitLine(err)
	return line
}

// sentence is an error as a finding says it, which has the line by itself.
func sentence(err error) string {
	_, text := splitLine(err)
	r, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(string(r)) + text[size:] + "."
}

// splitLine takes the first "line 7: " out of an error's text.
func splitLine(err error) (line int, text string) {
	if err == nil {
		return 0, ""
	}
	text = err.Error()
	for at := range len(text) {
		if rest, ok := strings.CutPrefix(text[at:], "line "); ok {
			if n := digits(rest); n > 0 && strings.HasPrefix(rest[n:], ": ") {
				line, _ = strconv.Atoi(rest[:n]) // 0 if it is no number that a file can have
				return line, text[:at] + rest[n+2:]
			}
		}
	}
	return 0, text
}

// dates reports dates that mean nothing, and those that cannot be.
func (i *inspection) dates(s memory.Stamp) {
	n, f := i.note, i.doc.Fields()
	for _, key := range []string{"captured", "updated", "valid_from", "valid_until", "last_used"} {
		if text := f.String(key); strings.TrimSpace(text) != "" {
			if _, ok := f.Time(key); !ok {
				i.add("date-impossible", i.doc.Line(key), fmt.Sprintf("%s: %q is no date, so it counts as absent.", key, memory.Cut(text, 40)))
			}
		}
	}
	if !n.ValidFrom.IsZero() && !n.ValidUntil.IsZero() && n.ValidUntil.Before(n.ValidFrom) {
		i.add("window-reversed", i.doc.Line("valid_until"), "")
	}
	if n.CapturedGuessed {
		return
	}
	if changed := time.Unix(0, max(s.MTime, s.CTime)); n.Captured.Sub(changed) > 24*time.Hour {
		i.add("date-future", i.doc.Line("captured"), "")
	}
	if dir := folderOf(n.Path); monthFolder(dir) && dir != memory.Shard(n.Captured) {
		i.add("shard-mismatch", i.doc.Line("captured"), fmt.Sprintf("The note was captured in %s and lies in %s.", memory.Shard(n.Captured), dir))
	}
}

// monthFolder reports whether a folder is one of those that mem makes: memory/2026/08.
func monthFolder(dir string) bool {
	_, err := time.Parse(notesDir+"/2006/01", dir)
	return err == nil
}

func (i *inspection) content() {
	n := i.note
	if !memory.HasWords(n.Body) && strings.TrimSpace(i.doc.Fields().String("title")) == "" {
		i.add("note-blank", 0, "")
	}
	if memory.TooLong(n.Body) {
		i.add("note-long", 0, fmt.Sprintf("The note has %d bytes of text, more than 256 KiB; a memory is one concept.", len(n.Body)))
	}
}
