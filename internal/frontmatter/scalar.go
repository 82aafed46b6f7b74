package frontmatter

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// style says how a scalar is quoted. As a wish it is followed where the text allows it.
type style uint8

const (
	styleFree   style = iota // plain where that is safe, else quoted
	styleSingle              // 'text'
	styleDouble              // "text"
)

// writeText writes a string so that YAML 1.1 and 1.2 readers see that string and nothing else, on one line.
func writeText(text string, wish style, inFlow bool) string {
	if wish == styleFree && plainShape(text, inFlow) && !otherType(text) {
		return text
	}
	return quote(text, wish)
}

// quote puts a text in quotes: double ones, unless it has quotes or backslashes and nothing that must be escaped.
func quote(text string, wish style) string {
	if !needsEscape(text) && (wish == styleSingle || (wish == styleFree && strings.ContainsAny(text, `"\`))) {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case !escaped(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// escaped reports whether a character must not stand for itself: control characters, whatever a reader takes for a
// line end, byte order marks, noncharacters, and the marks that turn the direction of the text around them, as these
// make a diff show something else than what is there.
func escaped(r rune) bool {
	switch {
	case r < ' ', r == 0x7f, r >= utf8.RuneSelf && !printable(r), r&0xFFFE == 0xFFFE:
		return true
	case r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069':
		return true
	}
	return false
}

func needsEscape(text string) bool { return strings.ContainsFunc(text, escaped) }

// plainShape reports whether the text can stand without quotes as one scalar of the same characters, whatever its type.
func plainShape(text string, inFlow bool) bool {
	if text == "" || needsEscape(text) || strings.ContainsRune("-?:,[]{}#&*!|>'\"%@`", rune(text[0])) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	if unicode.IsSpace(first) || unicode.IsSpace(last) || last == ':' {
		return false
	}
	if inFlow && strings.ContainsAny(text, ",[]{}:?#\"'") { // older readers stop at any colon in a flow list
		return false
	}
	return !strings.Contains(text, ": ") && !strings.Contains(text, " #") && !strings.HasPrefix(text, "...")
}

// otherType reports whether some YAML reader takes the plain text for a null, a bool, a number, a date, or a merge key:
// the types of yaml.org/type (YAML 1.1) and the core schema of YAML 1.2, read generously.
func otherType(text string) bool {
	switch strings.ToLower(text) {
	case "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<", ".inf", ".nan":
		return true
	}
	if text[0] == '~' {
		return true
	}
	number := strings.TrimLeft(text, "+-")
	switch {
	case strings.EqualFold(number, ".inf"), number == "":
		return true
	case len(number) > 2 && number[0] == '0' && strings.IndexByte("xXoObB", number[1]) >= 0:
		return only(number[2:], "0123456789abcdefABCDEF_.")
	case number[0] == 'e' || number[0] == 'E': // one reader of YAML 1.1 takes e2 for a float without digits
		return len(number) > 1 && only(number[1:], "0123456789_+-")
	case number[0] == '.' || digit(number[0]): // also 1_000, 1,000, 1e3, 12:30:00 and every date
		return only(number, "0123456789_.,:eE+-") || timestamp(number)
	}
	return false
}

// timestamp reports whether the text begins like a date and has nothing but what a date-time is made of.
func timestamp(text string) bool {
	return len(text) >= 8 && text[4] == '-' && only(text[:4], "0123456789") && only(text, "0123456789-+:.,TtZz ")
}

func only(text, set string) bool { return strings.Trim(text, set) == "" }

func digit(c byte) bool { return c >= '0' && c <= '9' }
