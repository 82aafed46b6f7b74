package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printJSON prints one JSON document. A terminal may show it: what clean leaves out is
// escaped, as the encoder does with the C0 controls, which loses nothing.
func (a *app) printJSON(v any) error {
	a.answered = true
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	out := b.Bytes()
	if bytes.ContainsFunc(out, unsafe) {
		var safe bytes.Buffer
		for _, r := range string(out) {
			if unsafe(r) {
				fmt.Fprintf(&safe, "\\u%04x", r)
			} else {
				safe.WriteRune(r)
			}
		}
		out = safe.Bytes()
	}
	_, err := a.env.Stdout.Write(out)
	return err
}

func (a *app) printf(format string, args ...any) {
	fmt.Fprintf(a.env.Stdout, format, args...)
}

// clean makes a text that came from a file, or names one, safe for a terminal: control
// characters, also those of the C1 set, and marks that turn the direction of writing
// are left out; bytes that are no letters are shown as U+FFFD. Tabs and line breaks stay.
func clean(text string) string {
	if !needsCleaning(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case !unsafe(r):
			b.WriteRune(r)
		case r == '\r' && !strings.HasPrefix(text[i+n:], "\n"):
			b.WriteByte(' ') // it parted words
		}
		i += n
	}
	return b.String()
}

func needsCleaning(text string) bool {
	return !utf8.ValidString(text) || strings.ContainsFunc(text, unsafe)
}

// unsafe reports whether a character can do more to a terminal than show itself. None of
// them is beyond U+FFFF, so that four digits escape each.
func unsafe(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case unicode.Is(unicode.Cc, r), r == 0x2028, r == 0x2029, r == 0xfeff:
		return true
	default:
		return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	}
}

// oneLine is clean for a place where a line break would make a second line.
func oneLine(text string) string {
	return strings.Join(strings.Fields(clean(text)), " ")
}

// quote frames a text as data: every line of it begins with a mark, so that none of its
// words can pass for mem's own or end the frame.
func quote(text string) string {
	var b strings.Builder
	for line := range strings.Lines(clean(text)) {
		b.WriteString("> ")
		b.WriteString(strings.TrimRight(line, "\n"))
		b.WriteByte('\n')
	}
	return b.String()
}

// bold marks a text on a terminal that shows colours.
func (a *app) bold(text string) string {
	if !a.env.StdoutTerminal || a.noColor || a.env.Getenv("NO_COLOR") != "" || a.env.Getenv("TERM") == "dumb" {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}

// facts joins what is known of a note for one line, leaving out what is not.
func facts(parts ...string) string {
	var have []string
	for _, p := range parts {
		if p = oneLine(p); p != "" {
			have = append(have, p)
		}
	}
	return strings.Join(have, " · ")
}

// day is the date of an instant as JSON has it.
func day(instant string) string {
	if len(instant) < 10 {
		return instant
	}
	return instant[:10]
}

// count is a number with the verb or noun that fits it.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
