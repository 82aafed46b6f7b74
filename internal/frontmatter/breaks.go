package frontmatter

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// oddBreak returns the 1-based line and a name of the first character that some YAML readers take for a line end and
// others do not; 0 without one.
func oddBreak(block []byte) (int, string) {
	line := 1
	for i := 0; i < len(block); {
		r, size := utf8.DecodeRune(block[i:])
		switch {
		case r == '\n':
			line++
		case isOddBreak(r, block[i+size:]):
			if r == '\r' {
				return line, "lone carriage return"
			}
			return line, fmt.Sprintf("line separator %U", r)
		}
		i += size
	}
	return 0, ""
}

func isOddBreak(r rune, rest []byte) bool {
	switch r {
	case '\r':
		return !bytes.HasPrefix(rest, []byte("\n"))
	case '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// renumber turns the reader's lines, which also end at odd breaks, into lines of the file.
func renumber(entries []entry, block []byte) {
	ours := []int{0, 1} // by the reader's line
	line := 1
	for i := 0; i < len(block); {
		r, size := utf8.DecodeRune(block[i:])
		i += size
		if r == '\n' {
			line++
		}
		if r == '\n' || isOddBreak(r, block[i:]) {
			ours = append(ours, line)
		}
	}
	for i := range entries {
		entries[i].line = ours[min(entries[i].line, len(ours)-1)]
	}
}
