package memory

import "strings"

// MapProse returns a body with f applied to every part that is no code: neither a fenced
// block nor a `span`. A part never goes over the end of a line.
func MapProse(body string, f func(part string) string) string {
	var b strings.Builder
	eachLine(body, func(line string, code bool) {
		if code {
			b.WriteString(line)
		} else {
			mapLine(&b, line, f)
		}
	})
	return b.String()
}

// eachLine calls f for every line of a body, and says whether it is of a fenced block, its
// marks included.
func eachLine(body string, f func(line string, code bool)) {
	fence := ""
	for line := range strings.Lines(body) {
		trimmed, mark := strings.TrimLeft(line, " "), ""
		for _, m := range []string{"```", "~~~"} {
			if strings.HasPrefix(trimmed, m) {
				mark = m
			}
		}
		code := fence != "" || mark != ""
		switch {
		case fence == "":
			fence = mark
		case mark == fence:
			fence = ""
		}
		f(line, code)
	}
}

// mapLine is MapProse for a line without fences; an unpaired run of marks is plain text.
func mapLine(b *strings.Builder, line string, f func(string) string) {
	for line != "" {
		open := strings.IndexByte(line, '`')
		if open < 0 {
			break
		}
		run := len(line[open:]) - len(strings.TrimLeft(line[open:], "`"))
		end := strings.Index(line[open+run:], line[open:open+run])
		if end < 0 {
			break
		}
		end += open + 2*run
		if open > 0 {
			b.WriteString(f(line[:open]))
		}
		b.WriteString(line[open:end])
		line = line[end:]
	}
	if line != "" {
		b.WriteString(f(line))
	}
}
