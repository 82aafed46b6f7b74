package frontmatter

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// appendItem adds an item to the list of a key, in the style of the list.
func (l layout) appendItem(p pair, item string) ([]cut, error) {
	switch {
	case slices.Contains(p.list(), item):
		return nil, nil
	case p.value.Kind == yaml.MappingNode:
		return nil, fmt.Errorf("line %d: a mapping, not a list: %w", p.line+1, ErrUnsafe)
	case p.value.Kind == yaml.ScalarNode:
		return l.set(p, List(append(p.list(), item))), nil
	case p.isFlow():
		return l.appendFlow(p, item)
	}
	last := p.value.Content[len(p.value.Content)-1]
	text := l.blockItem(p, writeText(item, styleOf(last), false))
	at := l.lines[p.last+1]
	return []cut{{at, at, text}}, nil
}

// blockItem writes a line of a block list with the indentation, the gap and the line end of the list's last item.
func (l layout) blockItem(p pair, text string) string {
	dash := l.dashLine(p, p.value.Content[len(p.value.Content)-1])
	row := l.data[l.lines[dash]:l.contentEnd(dash)]
	lead := p.value.Column // up to and with the dash
	gap := len(row[lead:]) - len(bytes.TrimLeft(row[lead:], " "))
	if gap == 0 || lead+gap == len(row) {
		gap = 1
	}
	return string(row[:lead]) + strings.Repeat(" ", gap) + text + string(l.data[l.contentEnd(dash):l.lines[dash+1]])
}

// dashOn reports whether an item of the key's block list begins on the line.
func (l layout) dashOn(p pair, line int) bool {
	row := l.data[l.lines[line]:l.contentEnd(line)]
	n := p.value.Column
	return len(row) >= n && row[n-1] == '-' && len(bytes.Trim(row[:n-1], " ")) == 0
}

// appendFlow adds an item behind the last one: on a line of its own if the last one has one.
func (l layout) appendFlow(p pair, item string) ([]cut, error) {
	f, ok := scanFlow(l.data[:l.close], p.start)
	if !ok || len(f.items) != len(p.value.Content) {
		return nil, fmt.Errorf("line %d: a list that cannot be taken apart: %w", p.line+1, ErrUnsafe)
	}
	if len(f.items) == 0 {
		return []cut{{p.start + 1, p.start + 1, writeText(item, styleFree, true)}}, nil
	}
	n := len(f.items)
	last := f.items[n-1]
	text := writeText(item, styleOf(p.value.Content[n-1]), true)
	line := l.lineOf(last.from)
	lead := string(l.data[l.lines[line]:last.from])
	ownLine := line > l.lineOf(p.start) && strings.Trim(lead, " \t") == "" && l.lineOf(last.to-1) == line
	closesBelow := l.lineOf(f.end-1) > line
	eol := string(l.data[l.contentEnd(line):l.lines[line+1]])
	switch {
	case ownLine && closesBelow && f.comma >= 0 && l.lineOf(f.comma) == line:
		at := l.lines[line+1]
		return []cut{{at, at, lead + text + "," + eol}}, nil
	case ownLine && closesBelow && f.comma < 0:
		at := l.lines[line+1]
		return []cut{{last.to, last.to, ","}, {at, at, lead + text + eol}}, nil
	case ownLine && f.comma < 0:
		return []cut{{last.to, last.to, "," + eol + lead + text}}, nil
	case f.comma >= 0:
		return []cut{{f.comma + 1, f.comma + 1, " " + text}}, nil
	}
	gap := " "
	if n > 1 && l.data[last.from-1] == ',' {
		gap = ""
	}
	return []cut{{last.to, last.to, "," + gap + text}}, nil
}

// setBlockList turns a block list into the wanted one: items that stay keep their lines, the comments between them stay,
// and what is new is added below.
func (l layout) setBlockList(p pair, want []string) []cut {
	var cuts []cut
	items := p.value.Content
	for i, item := range items {
		if len(want) > 0 && item.Value == want[0] {
			want = want[1:]
			continue
		}
		first, last := l.itemLines(p, i)
		cuts = append(cuts, l.lineCut(first, last))
	}
	var added strings.Builder
	for _, text := range want {
		added.WriteString(l.blockItem(p, writeText(text, styleOf(items[len(items)-1]), false)))
	}
	at := l.lines[p.last+1]
	return append(cuts, cut{at, at, added.String()})
}

// itemLines returns the lines of an item: from its dash to its last line.
func (l layout) itemLines(p pair, i int) (first, last int) {
	items := p.value.Content
	limit := p.last + 1
	if i+1 < len(items) {
		limit = l.dashLine(p, items[i+1])
	}
	first = l.dashLine(p, items[i])
	last = first
	if end, ok := l.endOf(items[i], limit); ok {
		last = max(first, l.lineOf(end-1))
	}
	return first, last
}

// dashLine returns the line of an item's dash, which may stand above the item.
func (l layout) dashLine(p pair, item *yaml.Node) int {
	line := l.lineOf(l.offset(item))
	for line > p.first && !l.dashOn(p, line) {
		line--
	}
	return line
}
