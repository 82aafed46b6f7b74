package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// errShape says that something else stands where an object or a list is expected.
var errShape = errors.New("something else stands there")

// container is an object or a list within a JSON text, or the value that a path ends at.
type container struct {
	value *hujson.Value
	outer *container // nil for the top
	index int        // of value among those of outer
	unit  string     // one step of indentation, as the file has it
}

// descend follows the names of a part as far as there is something: to the last container
// on the way, or to the value itself.
func descend(text []byte, p *Part) (in *container, depth int, err error) {
	top, err := hujson.Parse(text)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: it is no JSON: %s", ErrUnreadable, firstLine(err.Error()))
	}
	in = &container{value: &top, unit: "  "}
	if o, ok := top.Value.(*hujson.Object); ok && len(o.Members) > 0 {
		if first := indentation(text, o.Members[0].Name.StartOffset); first != "" {
			in.unit = first
		}
	}
	for depth < len(p.At) {
		o, ok := in.value.Value.(*hujson.Object)
		if !ok {
			return nil, 0, fmt.Errorf("%w: %s: %w", ErrUnreadable, p.name(), errShape)
		}
		at := -1
		for i := range o.Members {
			if name, ok := o.Members[i].Name.Value.(hujson.Literal); ok && name.String() == p.At[depth] {
				if at >= 0 {
					return nil, 0, fmt.Errorf("%w: %s is there twice", ErrUnreadable, p.At[depth])
				}
				at = i
			}
		}
		if at < 0 {
			return in, depth, nil
		}
		in = &container{value: &o.Members[at].Value, outer: in, index: at, unit: in.unit}
		depth++
	}
	if _, ok := in.value.Value.(*hujson.Array); p.Item && !ok {
		return nil, 0, fmt.Errorf("%w: %s: %w", ErrUnreadable, p.name(), errShape)
	}
	return in, depth, nil
}

// items are the values of a list.
func (c *container) items() []*hujson.Value {
	a, ok := c.value.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	out := make([]*hujson.Value, len(a.Elements))
	for i := range a.Elements {
		out[i] = &a.Elements[i]
	}
	return out
}

// entry is where one member or item begins and ends, without comma and comments.
func (c *container) entry(i int) (from, to, comma int) {
	switch v := c.value.Value.(type) {
	case *hujson.Object:
		m := &v.Members[i]
		return m.Name.StartOffset, m.Value.EndOffset, m.Value.EndOffset + len(m.Value.AfterExtra)
	case *hujson.Array:
		e := &v.Elements[i]
		return e.StartOffset, e.EndOffset, e.EndOffset + len(e.AfterExtra)
	}
	return 0, 0, 0 // unreachable: only containers have entries
}

func (c *container) len() int {
	switch v := c.value.Value.(type) {
	case *hujson.Object:
		return len(v.Members)
	case *hujson.Array:
		return len(v.Elements)
	}
	return -1
}

// commented reports whether an empty container holds a comment.
func (c *container) commented() bool {
	switch v := c.value.Value.(type) {
	case *hujson.Object:
		return len(bytes.TrimSpace(v.AfterExtra)) > 0
	case *hujson.Array:
		return len(bytes.TrimSpace(v.AfterExtra)) > 0
	}
	return false
}

// insertion puts an entry first in a container: so no comma of anybody's has to change, and
// no comment gets another neighbour. A container on one line stays on it.
func (c *container) insertion(text []byte, depth int, name string, value json.RawMessage) (at int, inserted string, err error) {
	n := c.len()
	if n < 0 {
		return 0, "", fmt.Errorf("%w: %w", ErrUnreadable, errShape)
	}
	from, to := c.value.StartOffset, c.value.EndOffset
	inside := text[from+1 : to-1]
	lines := bytes.IndexByte(inside, '\n') >= 0
	entry := ""
	if name != "" {
		entry = string(document(name)) + ": "
	}
	if !lines && (n > 0 || c.outer != nil || c.commented()) {
		entry += string(value)
		if n > 0 {
			entry += ", "
		}
		return from + 1, entry, nil
	}
	eol := lineEnd(text)
	outer := strings.Repeat(c.unit, depth)
	if c.outer != nil {
		outer = indentation(text, lineOf(text, from))
	}
	inner := outer + c.unit
	if n > 0 && lines {
		if first, _, _ := c.entry(0); indentation(text, first) != "" {
			inner = indentation(text, first)
		}
	}
	entry = eol + inner + entry + strings.ReplaceAll(indented(value, inner, c.unit), "\n", eol)
	if n > 0 {
		entry += ","
	} else if !lines {
		entry += eol + outer
	}
	return from + 1 + comment(inside), entry, nil
}

// comment is how long a comment is that ends the line of an opening bracket: what is
// inserted goes behind it.
func comment(inside []byte) int {
	line, _, ok := bytes.Cut(inside, []byte("\n"))
	if !ok {
		return 0
	}
	line = bytes.TrimSuffix(line, []byte("\r"))
	text := bytes.TrimLeft(line, " \t")
	if bytes.HasPrefix(text, []byte("//")) || bytes.HasPrefix(text, []byte("/*")) && bytes.Index(text, []byte("*/")) == len(text)-2 && len(text) >= 4 {
		return len(line)
	}
	return 0
}

// cuts are the spans that an entry leaves with: its line, and one comma.
func (c *container) cuts(text []byte, i int) []Span {
	from, to, comma := c.entry(i)
	begin := from - len(indentation(text, from))
	if begin > 0 && text[begin-1] == '\n' {
		begin--
		if begin > 0 && text[begin-1] == '\r' {
			begin--
		}
	} else {
		begin = from
	}
	switch {
	case comma < len(text) && text[comma] == ',': // what stands between value and comma stays
		if comma == to {
			to++
			if begin == from && to < len(text) && text[to] == ' ' {
				to++
			}
			return []Span{{begin, to}}
		}
		return []Span{{begin, to}, {comma, comma + 1}}
	case i > 0:
		_, _, before := c.entry(i - 1)
		return []Span{{before, before + 1}, {max(begin, before+1), to}}
	}
	return []Span{{begin, to}}
}

// indentation is the white space between the beginning of a line and a place in it, "" when
// something else stands there.
func indentation(text []byte, at int) string {
	start := lineOf(text, at)
	space := text[start:at]
	if at == start { // the place is the line's beginning: its white space follows
		space = text[start : start+len(text[start:])-len(bytes.TrimLeft(text[start:], " \t"))]
	}
	if len(bytes.Trim(space, " \t")) > 0 {
		return ""
	}
	return string(space)
}

func lineOf(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

// indented is JSON over several lines, all but the first of which begin with prefix.
func indented(value json.RawMessage, prefix, unit string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, value, prefix, unit); err != nil {
		return string(value) // unreachable: the value is JSON
	}
	return b.String()
}
