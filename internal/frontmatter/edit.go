package frontmatter

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Op is what an edit does to its key.
type Op string

// The operations.
const (
	OpSet    Op = "set"    // replace the value, or insert the key in its place
	OpRemove Op = "remove" // remove the key's own lines
	OpAppend Op = "append" // add an item to the list, in the list's own style
)

// Edit is one change of one top-level key. An append takes its item from a Text.
type Edit struct {
	Key   string
	Op    Op
	Value Value
}

// Set replaces the value of a key; an absent key is inserted in its place in the order.
func Set(key string, v Value) Edit { return Edit{Key: key, Op: OpSet, Value: v} }

// Remove removes a key with its value; comments above it stay.
func Remove(key string) Edit { return Edit{Key: key, Op: OpRemove} }

// Append adds an item to a list that does not have it yet. A scalar becomes a list of itself and the item.
func Append(key, item string) Edit { return Edit{Key: key, Op: OpAppend, Value: Text(item)} }

// Apply makes the edits one after the other and returns the new file. Every byte outside the lines of the named keys is
// kept. An edit that changes nothing returns the bytes as they are; a file without a block gets one in front. If any
// edit is refused the result is nil and the error wraps one of the sentinels.
func Apply(data []byte, edits ...Edit) ([]byte, error) {
	for _, e := range edits {
		next, err := applyOne(data, e)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", e.Op, e.Key, err)
		}
		data = next
	}
	return data, nil
}

// Field is a key and its value in a new note.
type Field struct {
	Key   string
	Value Value
}

// Compose writes a new note: the fields in the given order, a blank line, the body as it is.
func Compose(fields []Field, body []byte) []byte {
	var b bytes.Buffer
	b.WriteString("---\n")
	for _, f := range fields {
		b.WriteString(keyLine(f.Key, f.Value) + "\n")
	}
	b.WriteString("---\n")
	if len(body) > 0 {
		b.WriteByte('\n')
		b.Write(body)
	}
	return b.Bytes()
}

func keyLine(key string, v Value) string {
	return writeText(key, styleFree, false) + ": " + v.yaml(styleFree)
}

func applyOne(data []byte, e Edit) ([]byte, error) {
	if !utf8.ValidString(e.Key) {
		return nil, fmt.Errorf("key: %w", ErrNotText)
	}
	l, err := lay(data)
	if err != nil {
		return nil, err
	}
	cuts, err := l.cuts(e)
	if err != nil || len(cuts) == 0 {
		return data, err
	}
	out, ok := splice(data, cuts)
	if !ok {
		return nil, fmt.Errorf("%w: changes overlap", ErrUnsafe)
	}
	if err := verify(l, out, e); err != nil {
		return nil, err
	}
	return out, nil
}

// cut replaces the bytes from one offset to another by a text.
type cut struct {
	from, to int
	text     string
}

// splice makes the cuts; ok is false when they overlap.
func splice(data []byte, cuts []cut) (out []byte, ok bool) {
	slices.SortStableFunc(cuts, func(a, b cut) int { return a.from - b.from })
	at := 0
	for _, c := range cuts {
		if c.from < at || c.to < c.from {
			return nil, false
		}
		out = append(append(out, data[at:c.from]...), c.text...)
		at = c.to
	}
	return append(out, data[at:]...), true
}

// cuts decides what an edit changes; none when the key already is as it should be.
func (l layout) cuts(e Edit) ([]cut, error) {
	p, found := l.find(e.Key)
	if found {
		if err := p.editable(); err != nil {
			return nil, err
		}
	}
	switch {
	case e.Op == OpRemove && !found:
		return nil, nil
	case e.Op == OpRemove:
		return []cut{l.lineCut(p.first, p.last)}, nil
	case e.Op == OpSet && !found:
		return l.insert(e.Key, e.Value), nil
	case e.Op == OpSet && e.Value.equals(p.entry):
		return nil, nil
	case e.Op == OpSet:
		return l.set(p, e.Value), nil
	case e.Op == OpAppend && !found:
		return l.insert(e.Key, List([]string{e.Value.text})), nil
	case e.Op == OpAppend:
		return l.appendItem(p, e.Value.text)
	}
	return nil, fmt.Errorf("unknown operation: %w", ErrUnsafe)
}

// insert adds a key in its place; a note without a block gets one.
func (l layout) insert(key string, v Value) []cut {
	if !l.has {
		eol := lineEnd(l.data[l.text:])
		return []cut{{l.text, l.text, "---" + eol + keyLine(key, v) + eol + "---" + eol}}
	}
	line := len(l.lines) - 1 // the closing fence
	if i, before := place(l.keys(), key); before {
		line = l.pairs[i].first
	} else if i >= 0 {
		line = l.pairs[i].last + 1
	}
	at := l.lines[line]
	eol := "\n"
	if bytes.HasSuffix(l.data[:at], []byte("\r\n")) {
		eol = "\r\n"
	}
	return []cut{{at, at, l.indent + keyLine(key, v) + eol}}
}

// lineEnd is the line end that a text begins with; LF for a text of one line.
func lineEnd(text []byte) string {
	if bytes.HasSuffix(text[:lineLen(text)], []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// set replaces the value of a key and nothing else on its lines.
func (l layout) set(p pair, v Value) []cut {
	if v.kind == valueList && len(v.items) > 0 && p.plainBlockList() {
		return l.setBlockList(p, v.items)
	}
	text := v.yaml(p.style())
	switch {
	case p.start == p.end:
		return []cut{l.afterColon(p, text)}
	case p.isBlockCollection():
		return []cut{l.afterColon(p, text), l.lineCut(p.first+1, p.last)}
	case p.isBlockScalar():
		header := p.start + headerLen(l.data[p.start:p.end])
		line := l.lineOf(p.start)
		return []cut{{p.start, header, text}, l.lineCut(line+1, p.last)}
	}
	return []cut{{p.start, p.end, text}}
}

// afterColon puts a text behind the colon of a key that has no value on its line; spaces are used up unless a comment
// follows them.
func (l layout) afterColon(p pair, text string) cut {
	end := l.contentEnd(p.first)
	rest := string(l.data[p.colon:end])
	if strings.Trim(rest, " \t") == "" {
		return cut{p.colon, end, " " + text}
	}
	return cut{p.colon, p.colon, " " + text}
}
