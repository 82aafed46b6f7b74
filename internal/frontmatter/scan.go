package frontmatter

import (
	"strings"
	"unicode/utf8"
)

// scan reads a block of the simple shapes that nearly every note has: scalars on one line, flow lists on one line, block
// lists of such scalars, comments and blank lines. ok means that it understood every line and that a YAML reader sees
// exactly the same; on anything else it gives up. FuzzFields holds it to that.
func scan(block string) (entries []entry, ok bool) {
	if !scannable(block) {
		return nil, false
	}
	s := scanner{entries: make([]entry, 0, 16), indent: noList}
	for line := 1; block != ""; line++ {
		var text string
		text, block = cutLine(block)
		if !s.line(text, line) {
			return nil, false
		}
	}
	return s.entries, true
}

const (
	noList   = -2 // the last key has a value
	listNext = -1 // the last key has none yet: a block list may follow

	maxScanKeys = 64 // above that the search for a key's double would grow quadratic
)

type scanner struct {
	entries []entry
	items   []string // of all lists, one array
	first   int      // where in items the open list begins
	indent  int      // of the open block list, or noList or listNext
}

// line takes one line without its line end.
func (s *scanner) line(text string, number int) bool {
	text = strings.TrimRight(text, " ")
	rest := strings.TrimLeft(text, " ")
	switch {
	case rest == "" || rest[0] == '#':
		return true
	case rest[0] == '-':
		return s.item(rest, len(text)-len(rest))
	case len(rest) < len(text):
		return false
	}
	key, value, ok := cutKey(text)
	if !ok || len(s.entries) == maxScanKeys {
		return false
	}
	if _, double := find(s.entries, key); double {
		return false
	}
	e := entry{key: key, line: number}
	s.indent = noList
	switch {
	case value == "" || value[0] == '#':
		s.indent = listNext
	case value[0] == '[':
		s.first = len(s.items)
		if !s.flow(value) {
			return false
		}
		e.kind, e.items = kindList, s.list()
	default:
		if e.kind, e.text, ok = scalarLine(value); !ok {
			return false
		}
	}
	s.entries = append(s.entries, e)
	return true
}

// item takes a line of a block list; every item of a list has the same indent.
func (s *scanner) item(text string, indent int) bool {
	if len(text) < 3 || text[1] != ' ' || s.indent == noList || (s.indent >= 0 && s.indent != indent) {
		return false
	}
	if s.indent == listNext {
		s.indent, s.first = indent, len(s.items)
	}
	value := strings.TrimLeft(text[2:], " ")
	if value[0] == '#' { // an empty item
		return false
	}
	kind, text, ok := scalarLine(value)
	if !ok {
		return false
	}
	if kind != kindNull {
		s.items = append(s.items, text)
	}
	e := &s.entries[len(s.entries)-1]
	e.kind, e.items = kindList, s.list()
	return true
}

// list returns the items of the open list, nil if it has none.
func (s *scanner) list() []string {
	if s.first == len(s.items) {
		return nil
	}
	return s.items[s.first:len(s.items):len(s.items)]
}

// flow takes a flow list of plain and quoted items that ends on its line.
func (s *scanner) flow(text string) bool {
	text = strings.TrimLeft(text[1:], " ")
	for {
		if text == "" {
			return false
		}
		if text[0] == ']' {
			return onlyComment(text[1:])
		}
		kind, item, rest, ok := flowScalar(text)
		if !ok || rest == "" {
			return false
		}
		if kind != kindNull {
			s.items = append(s.items, item)
		}
		if rest[0] == ',' {
			rest = strings.TrimLeft(rest[1:], " ")
		} else if rest[0] != ']' {
			return false
		}
		text = rest
	}
}

// flowScalar takes an item of a flow list and the spaces after it.
func flowScalar(text string) (kind, string, string, bool) {
	if text[0] == '"' || text[0] == '\'' {
		value, rest, ok := cutQuoted(text)
		return kindQuoted, value, strings.TrimLeft(rest, " "), ok
	}
	end := strings.IndexAny(text, ",[]{}:#?")
	if end < 0 || !plainStart(text[0]) || (text[end] != ',' && text[end] != ']') {
		return 0, "", "", false
	}
	value := strings.TrimRight(text[:end], " ")
	if isNull(value) {
		return kindNull, "", text[end:], true
	}
	return kindPlain, value, text[end:], true
}

// scalarLine reads a scalar that is the rest of its line, a comment after it aside. The text is not empty and has no
// spaces at its ends.
func scalarLine(text string) (kind, string, bool) {
	if text[0] == '"' || text[0] == '\'' {
		value, rest, ok := cutQuoted(text)
		return kindQuoted, value, ok && onlyComment(rest)
	}
	if i := strings.Index(text, " #"); i >= 0 {
		text = strings.TrimRight(text[:i], " ")
	}
	if !plainStart(text[0]) || text[len(text)-1] == ':' || strings.Contains(text, ": ") {
		return 0, "", false
	}
	if isNull(text) {
		return kindNull, "", true
	}
	return kindPlain, text, true
}

// cutQuoted takes a quoted scalar without escapes off the front.
func cutQuoted(text string) (value, rest string, ok bool) {
	end := strings.IndexByte(text[1:], text[0]) + 1
	if end == 0 {
		return "", "", false
	}
	value, rest = text[1:end], text[end+1:]
	if text[0] == '"' {
		return value, rest, strings.IndexByte(value, '\\') < 0
	}
	return value, rest, rest == "" || rest[0] != '\''
}

func onlyComment(rest string) bool {
	trimmed := strings.TrimLeft(rest, " ")
	return trimmed == "" || (trimmed[0] == '#' && len(trimmed) < len(rest))
}

// cutKey takes an unquoted key and its colon off the front of a line; spaces around the value are dropped.
func cutKey(line string) (key, value string, ok bool) {
	end := 0
	for end < len(line) && keyByte(line[end]) {
		end++
	}
	if end == 0 || end > 128 || line[0] == '-' || line[0] == '.' || end == len(line) || line[end] != ':' {
		return "", "", false
	}
	key, value = line[:end], line[end+1:]
	if value != "" && value[0] != ' ' {
		return "", "", false
	}
	return key, strings.TrimLeft(value, " "), true
}

func keyByte(c byte) bool { return alphanumeric(c) || c == '_' || c == '-' || c == '.' }

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// plainStart reports whether a plain scalar can begin with c whatever follows.
func plainStart(c byte) bool {
	return alphanumeric(c) || c >= utf8.RuneSelf || strings.IndexByte("_/.($+~<", c) >= 0
}

func isNull(s string) bool {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

func cutLine(s string) (line, rest string) {
	line, rest, _ = strings.Cut(s, "\n")
	return strings.TrimSuffix(line, "\r"), rest
}

// scannable reports whether the block has only characters on which all readers agree: no tabs, no control characters,
// no line ends but LF and CRLF, no invalid UTF-8.
func scannable(block string) bool {
	for i := 0; i < len(block); {
		c := block[i]
		switch {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(block[i:])
			if r == utf8.RuneError && size == 1 || !printable(r) {
				return false
			}
			i += size
			continue
		case c == '\r':
			if i+1 == len(block) || block[i+1] != '\n' {
				return false
			}
		case c < ' ' && c != '\n', c == 0x7f:
			return false
		}
		i++
	}
	return true
}

// printable reports whether a character above ASCII may stand for itself in every YAML version.
func printable(r rune) bool {
	switch {
	case r < 0xA0, r == '\u2028', r == '\u2029', r == '\uFEFF', r == 0xFFFE, r == 0xFFFF:
		return false
	}
	return true
}
