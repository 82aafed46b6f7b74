package secret

import "strings"

// CutPrivate removes <private>…</private> and gives what is left and how many spans it removed. Tags are read in any case and
// with attributes, spans nest and go over lines, and one that is not closed goes to the end of the text. It asks nothing about
// the markup around: a span inside a code fence is cut as well, because losing an example is better than keeping a secret.
//
// A line that held nothing but private spans goes with them, and of the blank lines that then meet, one; all else that is kept
// is kept as it was.
func CutPrivate(text string) (kept string, cut int) {
	spans := privateSpans(text)
	if len(spans) == 0 {
		return text, 0
	}
	var out []byte
	at := 0
	for i := 0; i < len(spans); i++ {
		block := spans[i]
		for i+1 < len(spans) && strings.Trim(text[block.end:spans[i+1].start], " \t") == "" {
			i++
			block.end = spans[i].end
		}
		block, whole := wholeLines(text, at, block)
		out = append(out, text[at:block.start]...)
		at = block.end
		if next, blank := blankLine(text, at); whole && blank && endsBlank(out) {
			at = next
		}
	}
	return string(append(out, text[at:]...)), len(spans)
}

// privateSpans gives the outermost spans, tags included, in order.
func privateSpans(text string) []span {
	var spans []span
	lower := lowerASCII(text)
	depth, start := 0, 0
	for at := 0; ; {
		n := strings.IndexByte(lower[at:], '<')
		if n < 0 {
			break
		}
		at += n
		end, kind := privateTag(lower, at)
		switch kind {
		case opening:
			if depth++; depth == 1 {
				start = at
			}
		case closing:
			if depth > 0 {
				if depth--; depth == 0 {
					spans = append(spans, span{start, end})
				}
			}
		case empty:
			if depth == 0 {
				spans = append(spans, span{at, end})
			}
		case noTag:
		}
		at = end
	}
	if depth > 0 {
		spans = append(spans, span{start, len(text)})
	}
	return spans
}

type tag int

const (
	noTag   tag = iota
	opening     // <private>, <private why="…">
	closing     // </private>
	empty       // <private/>, which holds nothing
)

// privateTag reads the tag at offset at, and gives where to read on. A tag that never ends hides the rest of the text: it opens
// and is all there is. A ">" within an attribute's quotes ends the tag early, as a "<" does, which is harmless: what follows is cut as well.
func privateTag(lower string, at int) (end int, kind tag) {
	name, kind := "<private", opening
	if strings.HasPrefix(lower[at:], "</") {
		name, kind = "</private", closing
	}
	after := at + len(name)
	if !strings.HasPrefix(lower[at:], name) || after < len(lower) && strings.IndexByte(" \t\r\n/>", lower[after]) < 0 {
		return at + 1, noTag
	}
	n := strings.IndexAny(lower[after:], "<>")
	switch {
	case n < 0:
		return len(lower), kind
	case lower[after+n] == '<': // broken off; what follows may be the tag that hides
		return after + n, kind
	}
	end = after + n + 1
	if kind == opening && strings.TrimSpace(lower[after:end]) == "/>" {
		kind = empty
	}
	return end, kind
}

// wholeLines widens a cut to its lines if nothing else stands on them. The text before offset from is dealt with already.
func wholeLines(text string, from int, cut span) (span, bool) {
	start := from + 1 + strings.LastIndexByte(text[from:cut.start], '\n')
	end, blank := blankLine(text, cut.end)
	if !blank || start > 0 && text[start-1] != '\n' || strings.Trim(text[start:cut.start], " \t") != "" {
		return cut, false
	}
	return span{start, end}, true
}

// blankLine reports whether nothing but blanks stands between an offset and the end of its line, and where the next line begins.
func blankLine(text string, at int) (next int, blank bool) {
	for ; at < len(text); at++ {
		switch text[at] {
		case '\n':
			return at + 1, true
		case ' ', '\t', '\r':
		default:
			return 0, false
		}
	}
	return at, true
}

// endsBlank reports whether a text that ends with a line's end is empty or ends with a blank line.
func endsBlank(text []byte) bool {
	for i := len(text) - 2; i >= 0; i-- {
		switch text[i] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}
