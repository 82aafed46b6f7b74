package frontmatter

import (
	"bytes"
	"fmt"
	"sort"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// layout says which bytes of a file belong to which key. Lines are 0-based within the block.
type layout struct {
	Doc
	lines  []int // where each line of the block begins, and last the closing fence
	pairs  []pair
	indent string // in front of every key
}

// pair is a top-level key with its value and its own lines: from the key to the last line of the value, without the
// comments and blank lines that follow.
type pair struct {
	entry
	keyNode, value *yaml.Node
	first, last    int
	colon          int // offset after the colon
	start, end     int // the value's bytes; both are colon when there is no value
}

// lay splits a file that may be edited and locates every key in it.
func lay(data []byte) (layout, error) {
	l := layout{Doc: Split(data)}
	if l.problem != nil || !l.has {
		return l, l.problem
	}
	root, err := l.agreed()
	if err != nil {
		return l, err
	}
	for at := l.block; at < l.close; at += lineLen(data[at:]) {
		l.lines = append(l.lines, at)
	}
	l.lines = append(l.lines, l.close)
	if root == nil {
		return l, nil
	}
	l.indent = string(bytes.Repeat([]byte(" "), root.Column-1))
	for i := 0; i+1 < len(root.Content); i += 2 {
		limit := len(l.lines) - 1
		if i+2 < len(root.Content) {
			limit = root.Content[i+2].Line - 1
		}
		p, ok := l.locate(root.Content[i], root.Content[i+1], limit)
		if !ok {
			return l, fmt.Errorf("line %d: a key in a form that cannot be edited by line: %w", root.Content[i].Line+1, ErrUnsafe)
		}
		l.pairs = append(l.pairs, p)
	}
	return l, nil
}

// agreed has adrg/frontmatter decode the file, and compares what it takes for the body. It knows neither a byte order
// mark nor a close by dots, so it is given the file without the one and with fences for the other.
func (l layout) agreed() (*yaml.Node, error) {
	view := l.data[l.text:]
	if l.dots {
		view = fenced(l.Block(), l.Body())
	}
	root, _, body, err := readFile(view)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrUnparsable, err)
	}
	if !bytes.Equal(body, l.Body()) {
		return nil, fmt.Errorf("where the body begins: %w", ErrDisagree)
	}
	if root == nil {
		return nil, nil
	}
	return root, problemOf(root, l.Block())
}

// locate finds the bytes of one pair; the value ends before the line limit.
func (l layout) locate(key, value *yaml.Node, limit int) (pair, bool) {
	p := pair{keyNode: key, value: value, entry: entryOf(key, value), first: key.Line - 1}
	at := l.offset(key)
	if key.Kind != yaml.ScalarNode || string(l.data[l.lines[p.first]:at]) != l.indent {
		return p, false // an explicit key, or one behind a tag
	}
	var ok bool
	if p.colon, ok = l.afterKey(key, at); !ok || l.lineOf(p.colon-1) != p.first {
		return p, false
	}
	p.start, p.end, p.last = p.colon, p.colon, p.first
	if value.Kind != yaml.ScalarNode || value.Value != "" || value.Style != 0 {
		p.start = l.offset(value)
		if p.end, ok = l.endOf(value, limit); !ok || p.end <= p.start || p.start < p.colon {
			return p, false
		}
		p.last = l.lineOf(p.end - 1)
	}
	return p, p.last < limit && l.idle(p.last+1, limit)
}

// afterKey returns the offset behind the colon of a key.
func (l layout) afterKey(key *yaml.Node, at int) (int, bool) {
	switch l.data[at] {
	case '"', '\'':
		end, ok := quotedEnd(l.data[:l.close], at)
		if !ok {
			return 0, false
		}
		at = end
	default:
		if !bytes.HasPrefix(l.data[at:l.close], []byte(key.Value)) {
			return 0, false
		}
		at += len(key.Value)
	}
	for at < l.close && (l.data[at] == ' ' || l.data[at] == '\t') {
		at++
	}
	return at + 1, at < l.close && l.data[at] == ':'
}

// endOf returns the offset behind the last byte of a value; only a block scalar's line end belongs to it.
func (l layout) endOf(n *yaml.Node, limit int) (int, bool) {
	at := l.afterProperties(n)
	switch {
	case n.Kind != yaml.ScalarNode && n.Style&yaml.FlowStyle != 0:
		f, ok := scanFlow(l.data[:l.close], at)
		return f.end, ok
	case n.Kind == yaml.SequenceNode, n.Kind == yaml.MappingNode:
		if len(n.Content) == 0 {
			return 0, false
		}
		end, ok := l.endOf(n.Content[len(n.Content)-1], limit)
		return max(end, at+1), ok
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		return quotedEnd(l.data[:l.close], at)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return l.blockScalarEnd(at, limit)
	case n.Kind == yaml.ScalarNode && n.Value == "":
		return at, true
	}
	return l.plainEnd(at, limit)
}

// plainEnd returns the end of a plain scalar: on the last line before limit that is neither blank nor a comment, as a
// comment ends a plain scalar for good. It is false where the scalar does not begin before limit, since an anchor in
// front of it has a form that only the parser knows ("&a:b").
func (l layout) plainEnd(at, limit int) (int, bool) {
	first, last := l.lineOf(at), limit-1
	if first > last {
		return 0, false
	}
	for last > first && l.idle(last, last+1) {
		last--
	}
	from := max(at, l.lines[last])
	text := l.data[from:l.contentEnd(last)]
	for i := 1; i < len(text); i++ {
		if text[i] == '#' && (text[i-1] == ' ' || text[i-1] == '\t') {
			text = text[:i]
			break
		}
	}
	return from + len(bytes.TrimRight(text, " \t")), true
}

// blockScalarEnd returns the end of a literal or folded scalar whose header is at offset at: the last line with its
// indentation, and with a + in the header also the blank lines below.
func (l layout) blockScalarEnd(at, limit int) (int, bool) {
	line := l.lineOf(at)
	header := l.data[at : at+headerLen(l.data[at:l.close])]
	indent, last := 0, line
	for i := line + 1; i < limit; i++ {
		text := l.data[l.lines[i]:l.contentEnd(i)]
		spaces := len(text) - len(bytes.TrimLeft(text, " "))
		blank := spaces == len(text)
		if indent == 0 && !blank && spaces > len(l.indent) {
			indent = spaces
			if i := bytes.IndexAny(header, "123456789"); i >= 0 { // the first line may be indented deeper than the text
				indent = len(l.indent) + int(header[i]-'0')
			}
		}
		if !blank && (indent == 0 || spaces < indent) {
			break
		}
		if !blank || bytes.IndexByte(header, '+') >= 0 {
			last = i
		}
	}
	if last == line {
		return at + len(header), true
	}
	return l.lines[last+1], true
}

// headerLen is the length of a block scalar's indicators.
func headerLen(text []byte) int {
	n := 0
	for n < len(text) && bytes.IndexByte([]byte("|>+-0123456789"), text[n]) >= 0 {
		n++
	}
	return n
}

// afterProperties skips the tag and the anchor in front of a node.
func (l layout) afterProperties(n *yaml.Node) int {
	at := l.offset(n)
	if n.Kind == yaml.AliasNode || (n.Anchor == "" && n.Style&yaml.TaggedStyle == 0) {
		return at
	}
	for at < l.close && (l.data[at] == '&' || l.data[at] == '!') {
		for at < l.close && bytes.IndexByte([]byte(" \t\r\n"), l.data[at]) < 0 {
			at++
		}
		for at < l.close && bytes.IndexByte([]byte(" \t\r\n"), l.data[at]) >= 0 {
			at++
		}
	}
	return at
}

// offset turns a node's position, counted in characters, into an offset in the file.
func (l layout) offset(n *yaml.Node) int {
	at := l.lines[min(n.Line, len(l.lines))-1]
	for range n.Column - 1 {
		_, size := utf8.DecodeRune(l.data[at:l.close])
		at += size
	}
	return at
}

// lineOf returns the block line of an offset.
func (l layout) lineOf(at int) int {
	return sort.Search(len(l.lines), func(i int) bool { return l.lines[i] > at }) - 1
}

// contentEnd returns the offset of a line's end, before CR and LF.
func (l layout) contentEnd(line int) int {
	from, to := l.lines[line], l.lines[line+1]
	return from + len(bytes.TrimRight(l.data[from:to], "\r\n"))
}

// idle reports whether the lines from one to before another are blank or comments.
func (l layout) idle(from, to int) bool {
	for i := from; i < to; i++ {
		text := bytes.TrimLeft(l.data[l.lines[i]:l.contentEnd(i)], " \t")
		if len(text) > 0 && text[0] != '#' {
			return false
		}
	}
	return true
}

func (l layout) find(key string) (pair, bool) {
	for _, p := range l.pairs {
		if p.key == key {
			return p, true
		}
	}
	return pair{}, false
}

func (l layout) keys() []string {
	keys := make([]string, len(l.pairs))
	for i, p := range l.pairs {
		keys[i] = p.key
	}
	return keys
}

// lineCut removes whole lines, the last one included.
func (l layout) lineCut(first, last int) cut { return cut{from: l.lines[first], to: l.lines[last+1]} }
