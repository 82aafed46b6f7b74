package dream

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// settingsFile is what a proposal is a change to.
const settingsFile = "mem.yaml"

// withSetting returns the text of mem.yaml with one setting changed: "types" or "dream.skip" gain
// an item, any other is set to a value. It is an edit of one line, and ok is false where that
// line cannot be told with certainty: then the owner is told the setting alone.
func withSetting(text, name, value string, item bool) (changed string, ok bool) {
	if strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) }) {
		return "", false
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	section, key, nested := strings.Cut(name, ".")
	if !nested {
		section, key = "", name
	}
	from, to, indent := 0, len(lines), ""
	if nested {
		at, found := keyAt(lines, 0, len(lines), "", section)
		switch {
		case !found:
			return yamlOf(append(lines, section+":", "  "+key+": "+whole(value, item))), true
		case rest(lines[at]) != "":
			return inFlow(lines, at, key, value, item)
		}
		from, to, indent = at+1, at+1, "  "
		for to < len(lines) && (strings.TrimSpace(lines[to]) == "" || strings.HasPrefix(lines[to], " ")) {
			to++
		}
		if from < to && strings.TrimSpace(lines[from]) != "" {
			indent = lines[from][:len(lines[from])-len(strings.TrimLeft(lines[from], " "))]
		}
	}
	at, found := keyAt(lines, from, to, indent, key)
	if !found {
		if nested {
			return yamlOf(slices.Insert(lines, from, indent+key+": "+whole(value, item))), true
		}
		return yamlOf(append(lines, key+": "+whole(value, item))), true
	}
	if !item {
		if was := rest(lines[at]); was == "" || strings.ContainsAny(was, "{[|>&*#'\"") {
			return "", false
		}
		lines[at] = indent + key + ": " + value
		return yamlOf(lines), true
	}
	if was := rest(lines[at]); was != "" { // types: [a, b]
		open, list, closed := strings.Cut(was, "[")
		if !closed || open != "" || !strings.HasSuffix(list, "]") || strings.Count(was, "]") != 1 {
			return "", false
		}
		if list = strings.TrimSpace(strings.TrimSuffix(list, "]")); list != "" {
			list += ", "
		}
		lines[at] = indent + key + ": [" + list + value + "]"
		return yamlOf(lines), true
	}
	last := at // types:, then "- a" lines
	for i := at + 1; i < len(lines) && strings.HasPrefix(strings.TrimLeft(lines[i], " "), "- "); i++ {
		last = i
	}
	if last == at {
		return "", false
	}
	mark := lines[last][:strings.Index(lines[last], "- ")] + "- "
	var more []string
	for _, one := range strings.Split(value, ", ") {
		more = append(more, mark+one)
	}
	return yamlOf(slices.Insert(lines, last+1, more...)), true
}

// whole is a value where there was none.
func whole(value string, item bool) string {
	if item {
		return "[" + value + "]"
	}
	return value
}

// keyAt finds the one line of a key at an indent.
func keyAt(lines []string, from, to int, indent, key string) (at int, found bool) {
	for i := from; i < to; i++ {
		if lines[i] == indent+key+":" || strings.HasPrefix(lines[i], indent+key+": ") {
			return i, true
		}
	}
	return 0, false
}

func rest(line string) string {
	_, value, _ := strings.Cut(line, ":")
	return strings.TrimSpace(value)
}

// inFlow changes a section that is one line: dream: {max_changes: 100}.
func inFlow(lines []string, at int, key, value string, item bool) (string, bool) {
	head, body, open := strings.Cut(lines[at], "{")
	body, closed := strings.CutSuffix(strings.TrimRight(body, " "), "}")
	if !open || !closed || strings.ContainsAny(body, "{}#'\"") || strings.Contains(body, key) {
		return "", false
	}
	if body = strings.TrimSpace(body); body != "" {
		body += ", "
	}
	lines[at] = head + "{" + body + key + ": " + whole(value, item) + "}"
	return yamlOf(lines), true
}

func yamlOf(lines []string) string { return strings.Join(lines, "\n") + "\n" }

// context is how many lines a change is shown with.
const contextLines = 3

// unified is a change of a file as git apply reads it.
func unified(path, before, after string) string {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	a, b = slices.DeleteFunc(a, empty), slices.DeleteFunc(b, empty)
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	from, tail := max(0, start-contextLines), min(contextLines, end)
	oldN, newN := len(a)-end+tail-from, len(b)-end+tail-from
	var w strings.Builder
	if before == "" {
		fmt.Fprintf(&w, "--- /dev/null\n+++ b/%s\n", path)
	} else {
		fmt.Fprintf(&w, "--- a/%s\n+++ b/%s\n", path, path)
	}
	fmt.Fprintf(&w, "@@ -%d,%d +%d,%d @@\n", min(from+1, oldN+from), oldN, from+1, newN)
	put := func(mark string, lines []string) {
		for _, l := range lines {
			w.WriteString(mark + l)
			if !strings.HasSuffix(l, "\n") {
				w.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	put(" ", a[from:start])
	put("-", a[start:len(a)-end])
	put("+", b[start:len(b)-end])
	put(" ", a[len(a)-end:len(a)-end+tail])
	return w.String()
}

func empty(s string) bool { return s == "" }

// withoutType returns the text of mem.yaml with one of its types taken out.
func withoutType(text, t string) (changed string, ok bool) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	at, found := keyAt(lines, 0, len(lines), "", "types")
	if !found || strings.ContainsRune(text, '\r') {
		return "", false
	}
	if was := rest(lines[at]); was != "" {
		inner, open := strings.CutPrefix(was, "[")
		inner, closed := strings.CutSuffix(inner, "]")
		items := strings.Split(inner, ",")
		left := slices.DeleteFunc(items, func(i string) bool { return strings.TrimSpace(i) == t })
		if !open || !closed || strings.ContainsAny(inner, "[]#'\"") || len(left) == len(strings.Split(inner, ",")) {
			return "", false
		}
		lines[at] = "types: [" + strings.TrimSpace(strings.Join(left, ",")) + "]"
		return yamlOf(lines), true
	}
	for i := at + 1; i < len(lines) && strings.HasPrefix(strings.TrimLeft(lines[i], " "), "- "); i++ {
		if strings.TrimSpace(strings.TrimLeft(lines[i], " ")[2:]) == t && i+1 < len(lines) && (i > at+1 || strings.HasPrefix(strings.TrimLeft(lines[i+1], " "), "- ")) {
			return yamlOf(slices.Delete(lines, i, i+1)), true
		}
	}
	return "", false
}
