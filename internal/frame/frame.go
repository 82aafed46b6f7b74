// Package frame makes texts that came from files harmless where they are shown: to a
// terminal, and to a model. It never changes what is stored.
//
// Begin with Clean, which a terminal needs, then Quote and Fence, which keep a text from
// passing for the words of whoever shows it.
package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes a text that came from a file, or names one, safe for a terminal: control
// characters, also those of the C1 set, and marks that turn the direction of writing
// are left out; bytes that are no letters are shown as U+FFFD. Tabs and line breaks stay.
func Clean(text string) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, Unsafe) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case !Unsafe(r):
			b.WriteRune(r)
		case r == '\r' && !strings.HasPrefix(text[i+n:], "\n"):
			b.WriteByte(' ') // it parted words
		}
		i += n
	}
	return b.String()
}

// Unsafe reports whether a character can do more to a terminal than show itself. None of
// them is beyond U+FFFF, so that four digits escape each.
func Unsafe(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case unicode.Is(unicode.Cc, r), r == 0x2028, r == 0x2029, r == 0xfeff:
		return true
	default:
		return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	}
}

// OneLine is Clean for a place where a line break would make a second line.
func OneLine(text string) string { return strings.Join(strings.Fields(Clean(text)), " ") }

// Quote frames a text as data: every line of it begins with a mark, so that none of its
// words can pass for another's or end the frame.
func Quote(text string) string {
	var b strings.Builder
	for line := range strings.Lines(Clean(text)) {
		b.WriteString("> ")
		b.WriteString(strings.TrimRight(line, "\n"))
		b.WriteByte('\n')
	}
	return b.String()
}
