package dream

import (
	"bytes"
	"strings"

	"mem/internal/memory"
)

// block is a part of a page that mem wrote. On the page it stands between two comments,
//
//	<!-- mem:NAME · SUM -->
//	…
//	<!-- /mem:NAME -->
//
// where SUM is of its text. A block whose text no longer fits its sum was edited by
// somebody, and is theirs from then on.
type block struct {
	name string
	text string // ends in a newline; no line of it is a block's comment
}

const (
	opening = "<!-- mem:"
	closing = "<!-- /mem:"
	divider = " · "
	ending  = " -->"
)

func (b block) sum() string { return sumOf([]byte(b.text)) }

func (b block) String() string {
	return opening + b.name + divider + b.sum() + ending + "\n" + b.text + closing + b.name + ending + "\n"
}

// sumOf is of a text's lines: an editor that changes the kind of line end edits nothing.
func sumOf(text []byte) string {
	return string(memory.HashOf(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))[:12]
}

// weave puts a block into a page: in the place of the one of that name, else before the
// block named before, else at the end. Bytes outside blocks of mem's own stay as they are.
func weave(page []byte, b block, before string) []byte {
	if start, end, ok := find(page, b.name); ok {
		if head, _, _ := bytes.Cut(page[start:end], []byte("\n")); bytes.Contains(head, []byte(divider+b.sum()+ending)) {
			return page
		}
		return concat(page[:start], b.String(), page[end:])
	}
	if bytes.Contains(page, []byte(opening+b.name+divider+b.sum()+ending)) {
		return page // somebody edited it, and there is nothing new to say
	}
	if start, _, ok := find(page, before); ok {
		return concat(page[:start], b.String()+"\n", page[start:])
	}
	gap := "\n"
	if len(page) == 0 {
		gap = ""
	} else if !bytes.HasSuffix(page, []byte("\n")) {
		gap = "\n\n"
	}
	return concat(page, gap+b.String(), nil)
}

func concat(head []byte, middle string, tail []byte) []byte {
	out := make([]byte, 0, len(head)+len(middle)+len(tail))
	return append(append(append(out, head...), middle...), tail...)
}

// find returns where the last untouched block of a name stands on a page.
func find(page []byte, name string) (start, end int, ok bool) {
	first, last := opening+name+divider, closing+name+ending
	for at := 0; at < len(page); {
		line, next := lineAt(page, at)
		if strings.HasPrefix(line, first) && strings.HasSuffix(line, ending) {
			sum := strings.TrimSuffix(strings.TrimPrefix(line, first), ending)
			if from, to, closed := closedBy(page, next, last); closed && sumOf(page[next:from]) == sum {
				start, end, ok = at, to, true
				next = to
			}
		}
		at = next
	}
	return start, end, ok
}

// closedBy finds the first line at or after an offset that is just what is wanted.
func closedBy(page []byte, at int, want string) (from, to int, ok bool) {
	for at < len(page) {
		line, next := lineAt(page, at)
		if line == want {
			return at, next, true
		}
		at = next
	}
	return 0, 0, false
}

// lineAt returns the line at an offset without its end, and where the next one begins.
func lineAt(page []byte, at int) (line string, next int) {
	length := bytes.IndexByte(page[at:], '\n')
	if length < 0 {
		return strings.TrimSuffix(string(page[at:]), "\r"), len(page)
	}
	return strings.TrimSuffix(string(page[at:at+length]), "\r"), at + length + 1
}

// hasRun reports whether a page tells of a run already.
func hasRun(page []byte) bool {
	for at := 0; at < len(page); {
		line, next := lineAt(page, at)
		if strings.HasPrefix(line, opening+"run ") {
			return true
		}
		at = next
	}
	return false
}
