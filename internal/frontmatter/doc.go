// Package frontmatter splits, reads and edits the YAML block at the head of a markdown note, byte for byte.
//
// It never serialises a block that somebody wrote: an edit replaces, inserts or removes the lines of the named
// top-level keys and nothing else, and what cannot be edited with certainty is refused. It touches no files and
// knows nothing of what the keys mean, except the order in which mem writes them.
//
// Begin with Split, which says where block and body are and what the block holds; then Apply, which edits, and
// Compose, which writes a new note.
package frontmatter

import (
	"bytes"
	"errors"
	"fmt"
)

// Why a block is not trusted with an edit. Doc.Problem and Apply wrap one of these with the line and the cause.
var (
	ErrUnclosed     = errors.New("frontmatter is never closed")
	ErrUnparsable   = errors.New("frontmatter is not readable as YAML")
	ErrDuplicateKey = errors.New("frontmatter has a key twice")
	ErrConflict     = errors.New("frontmatter has conflict markers")
	ErrForeign      = errors.New("frontmatter is not a YAML block")
	ErrDisagree     = errors.New("readers disagree on the frontmatter")
	ErrNotText      = errors.New("file is not UTF-8 text")
	ErrTooLarge     = errors.New("frontmatter is over 64 KiB")
	ErrUnsafe       = errors.New("frontmatter cannot be edited safely")
)

// maxBlock bounds what is given to the YAML reader; a larger block is read by salvage and never edited.
const maxBlock = 64 << 10

const byteOrderMark = "\uFEFF"

// Doc is a note's bytes, split. It keeps offsets into the bytes given to Split, which must not change while it is used.
type Doc struct {
	data    []byte
	text    int  // where the text begins: after a byte order mark
	block   int  // the block's bytes are data[block:close]
	close   int  // the closing fence line begins here
	body    int  // after the closing fence line; text when there is no block
	has     bool // a block was found
	dots    bool // closed by "..." and not by "---"
	strict  bool // the scanner left the block to the YAML reader
	entries []entry
	problem error
}

// Split finds the block, reads it leniently and notes what is wrong with it. It never fails: without a block the
// whole text is the body.
func Split(data []byte) Doc {
	d := Doc{data: data}
	if bytes.HasPrefix(data, []byte(byteOrderMark)) {
		d.text = len(byteOrderMark)
	}
	d.body = d.text
	if d.problem = notText(data); d.problem != nil {
		return d
	}
	first := lineLen(data[d.text:])
	if !isFence(data[d.text:d.text+first], "---") {
		d.problem = foreign(data[d.text:])
		return d
	}
	if !d.findClose(d.text + first) {
		d.problem = fmt.Errorf("line 1: %w", ErrUnclosed)
		return d
	}
	d.read()
	if !d.has && d.problem == nil { // prose between two rules
		d.problem = secondOpinion(data[d.text:])
	}
	if !d.has {
		d.body = d.text
	}
	return d
}

// HasBlock reports whether the note has a block: a fence on line 1, a closing fence, and between them a mapping, nothing
// but blanks and comments, or something broken that was clearly meant as keys (then Problem says what is wrong).
func (d Doc) HasBlock() bool { return d.has }

// Block returns the bytes between the fences, nil without a block.
func (d Doc) Block() []byte {
	if !d.has {
		return nil
	}
	return d.data[d.block:d.close:d.close]
}

// Body returns the bytes after the closing fence line; the whole text without its byte order mark when there is no block.
func (d Doc) Body() []byte { return d.data[d.body:len(d.data):len(d.data)] }

// Line returns the 1-based line of a top-level key in the file, 0 if the key is absent.
func (d Doc) Line(key string) int {
	if e, ok := find(d.entries, key); ok {
		return e.line + 1 // the fence is line 1
	}
	return 0
}

// Problem returns nil when the block was read, else one of the sentinels above, wrapped with the line and cause.
func (d Doc) Problem() error { return d.problem }

// Editable returns Problem, or ErrUnsafe for a block that can be read and not edited by line: one with an explicit
// "? key", say. Nil does not promise that every edit of every key is possible.
func (d Doc) Editable() error {
	if d.problem != nil || !d.strict {
		return d.problem
	}
	_, err := lay(d.data)
	return err
}

// Fields returns what could be understood of the block, also of one that Problem complains about.
func (d Doc) Fields() Fields { return Fields{d.entries} }

// findClose looks for the first closing fence at or after offset at, and sets the offsets.
func (d *Doc) findClose(at int) bool {
	d.block = at
	for at < len(d.data) {
		n := lineLen(d.data[at:])
		if line := d.data[at : at+n]; line[0] == '-' || line[0] == '.' {
			d.dots = isFence(line, "...")
			if d.dots || isFence(line, "---") {
				d.close, d.body = at, at+n
				return true
			}
		}
		at += n
	}
	return false
}

// read decides whether the bytes between the fences are metadata, and what they hold. The scanner is asked first, as it
// is twenty times faster; what it does not fully understand goes to the YAML reader, and what that refuses is salvaged.
func (d *Doc) read() {
	block := d.data[d.block:d.close]
	if len(block) > maxBlock {
		d.salvage(block[:maxBlock], ErrTooLarge)
		return
	}
	if entries, ok := scan(string(block)); ok {
		d.has, d.entries = true, entries
		return
	}
	if line := conflictLine(block); line > 0 {
		d.has, d.entries = true, salvage(block)
		d.problem = fmt.Errorf("line %d: %w", line+1, ErrConflict)
		return
	}
	t, err := readStrict(block)
	switch {
	case err != nil:
		d.salvage(block, err)
	case t.isProse():
	default:
		d.has, d.entries, d.problem, d.strict = true, t.entries, t.problem, true
	}
}

func (d *Doc) salvage(block []byte, why error) {
	if looksLikeKeys(block) {
		d.has, d.entries, d.problem = true, salvage(block), why
	}
}

// lineLen is the length of the first line with its line end; lines end with LF alone or after CR.
func lineLen(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return i + 1
	}
	return len(b)
}

// isFence reports whether line is the mark at column 0 and nothing else but trailing spaces and tabs.
func isFence(line []byte, mark string) bool {
	if len(line) < len(mark) || string(line[:len(mark)]) != mark {
		return false
	}
	rest := bytes.TrimSuffix(line[len(mark):], []byte("\n"))
	rest = bytes.TrimSuffix(rest, []byte("\r"))
	return len(bytes.Trim(rest, " \t")) == 0
}

func notText(data []byte) error {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return fmt.Errorf("line 1: UTF-16: %w", ErrNotText)
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return fmt.Errorf("line %d: NUL byte: %w", 1+bytes.Count(data[:i], []byte("\n")), ErrNotText)
	}
	return nil
}

// foreign looks at a text that has no YAML fence on line 1 for what must not get a block in front all the same: another
// tool's metadata, a conflict that runs over the fence, or a fence that other readers find and we do not.
func foreign(text []byte) error {
	first := bytes.TrimRight(text[:lineLen(text)], " \t\r\n")
	switch string(first) {
	case "+++", ";;;", "---toml", "---json", "---yaml":
		return fmt.Errorf("line 1: %q: %w", first, ErrForeign)
	}
	if isConflict(text[:lineLen(text)]) {
		return fmt.Errorf("line 1: %w", ErrConflict)
	}
	if bytes.HasPrefix(first, []byte("---\r")) {
		return fmt.Errorf("line 1: lone carriage return: %w", ErrDisagree)
	}
	return secondOpinion(text)
}

// conflictLine returns the 1-based line of the first git conflict marker, 0 without one.
func conflictLine(block []byte) int {
	for line := 1; len(block) > 0; line++ {
		n := lineLen(block)
		if isConflict(block[:n]) {
			return line
		}
		block = block[n:]
	}
	return 0
}

func isConflict(line []byte) bool {
	line = bytes.TrimRight(line, "\r\n")
	if len(line) < 7 || bytes.IndexByte([]byte("<|=>"), line[0]) < 0 {
		return false
	}
	if bytes.Count(line[:7], line[:1]) != 7 {
		return false
	}
	return len(line) == 7 || line[7] == ' '
}
