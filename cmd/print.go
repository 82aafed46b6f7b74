package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"mem/internal/frame"
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

// clean, oneLine and quote are those of package frame: texts from files are shown by no
// other way.
func clean(text string) string   { return frame.Clean(text) }
func oneLine(text string) string { return frame.OneLine(text) }
func quote(text string) string   { return frame.Quote(text) }

// unsafe reports whether a character can do more to a terminal than show itself.
func unsafe(r rune) bool { return frame.Unsafe(r) }

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
