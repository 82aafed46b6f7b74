package frontmatter

import "bytes"

// flow is a list or mapping in brackets, taken apart at its outer commas.
type flow struct {
	end   int    // behind the closing bracket
	items []span // each without the spaces and comments around it
	comma int    // offset of a comma behind the last item, -1 without one
}

type span struct{ from, to int }

// scanFlow reads the collection whose opening bracket is at offset at. Quotes count only where a scalar can begin, and
// a # only after a space, as in YAML.
func scanFlow(data []byte, at int) (flow, bool) {
	f := flow{comma: -1}
	if at >= len(data) || (data[at] != '[' && data[at] != '{') {
		return f, false
	}
	depth, starts, adjacent := 0, true, false // a scalar starts here; a colon right here ends a key
	item := span{-1, -1}
	for i := at; i < len(data); {
		c, next := data[i], i+1
		switch {
		case blankByte(c):
			i, adjacent = next, false
			continue
		case c == '#' && blankByte(data[i-1]):
			i += lineLen(data[i:])
			continue
		case c == '[' || c == '{':
			depth++
			starts, adjacent = true, false
			if depth == 1 {
				i = next
				continue
			}
		case c == ']' || c == '}':
			depth--
			starts, adjacent = false, true
			if depth == 0 {
				if item.from >= 0 {
					f.items, f.comma = append(f.items, item), -1
				}
				f.end = next
				return f, true
			}
		case c == ',':
			starts, adjacent = true, false
			if depth == 1 {
				f.items, f.comma = append(f.items, item), i
				item, i = span{-1, -1}, next
				continue
			}
		case starts && (c == '"' || c == '\''):
			end, ok := quotedEnd(data, i)
			if !ok {
				return f, false
			}
			next, starts, adjacent = end, false, true
		case starts && (c == '!' || c == '&'):
			for next < len(data) && !blankByte(data[next]) && bytes.IndexByte([]byte(",[]{}"), data[next]) < 0 {
				next++
			}
		case c == ':' || c == '?':
			ends := next < len(data) && (blankByte(data[next]) || bytes.IndexByte([]byte(",[]{}"), data[next]) >= 0)
			starts, adjacent = ends || (c == ':' && adjacent), false
		default:
			starts, adjacent = false, false
		}
		if item.from < 0 {
			item.from = i
		}
		item.to, i = next, next
	}
	return f, false
}

// quotedEnd returns the offset behind the closing quote of the scalar whose opening quote is at offset at.
func quotedEnd(data []byte, at int) (int, bool) {
	if at >= len(data) || (data[at] != '"' && data[at] != '\'') {
		return 0, false
	}
	mark := data[at]
	for i := at + 1; i < len(data); i++ {
		switch {
		case mark == '"' && data[i] == '\\':
			i++
		case data[i] != mark:
		case mark == '\'' && i+1 < len(data) && data[i+1] == mark:
			i++
		default:
			return i + 1, true
		}
	}
	return 0, false
}

func blankByte(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
