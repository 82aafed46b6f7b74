package dream

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// What comes from a note or a file name must not be able to say anything in markdown:
// it is put into a link, into code, or its marks are escaped. It never begins a line.

// link is a note as Obsidian links it; a name that cannot be linked stands as code.
func link(s memory.Slug) string {
	if s == "" || strings.ContainsAny(string(s), "[]|#^:%\\`<>*") || strings.ContainsFunc(string(s), unicode.IsControl) {
		return code(string(s))
	}
	return "[[" + string(s) + "]]"
}

// longestCode is how many letters of a quoted text are shown.
const longestCode = 160

// code puts a text in one line between as many backticks as it needs.
func code(text string) string { return typed(memory.Cut(flat(text), longestCode)) }

// typed is a command between backticks: whole, since one that is cut does something else.
func typed(text string) string {
	text = flat(text)
	if text == "" {
		return "(nothing)"
	}
	ticks := "`"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

// prose puts a text in one line with the marks of markdown escaped.
func prose(text string) string {
	var b strings.Builder
	for _, r := range memory.Cut(flat(text), 2*longestCode) {
		if strings.ContainsRune("\\`*_[]<>#|~$%=^&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// quoted is somebody's text in one line, as they wrote it but for marks that could make more
// of it than text: a link, an element, a comment, a tag, an emphasis, a formula. What stands
// between single backticks stays; other backticks become apostrophes.
func quoted(text string) string {
	spans := strings.Split(flat(text), "`")
	if len(spans)%2 == 0 || strings.Contains(text, "``") { // a mark without its other would open something
		spans = []string{strings.Join(spans, "'")}
	}
	for i := range spans {
		if i%2 == 0 {
			spans[i] = escaped(spans[i])
		}
	}
	return strings.Join(spans, "`")
}

func escaped(text string) string {
	var b strings.Builder
	before := ' '
	for i, r := range text {
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		switch {
		case strings.ContainsRune("\\`*[]<>~$", r),
			r == '_' && (!alphanumeric(before) || !alphanumeric(next)),
			(r == '%' || r == '=') && (next == r || before == r),
			r == '#' && unicode.IsSpace(before), r == '&' && (alphanumeric(next) || next == '#'):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// sentence is prose that ends like one.
func sentence(text string) string {
	text = strings.TrimRight(prose(text), " .")
	if text == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:] + "."
}

// flat is a text in one line without anything that a terminal or a page could obey.
func flat(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d':
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Join(strings.Fields(text), " ")
}

// abbreviated is a commit's hash as people type it.
func abbreviated(hash string) string { return hash[:min(10, len(hash))] }

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
