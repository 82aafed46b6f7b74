package foreign

import (
	"fmt"
	"strings"
	"unicode"

	"mem/internal/memory"
)

// section is a part of a text that stands below one heading of the second level, or above
// the first of them.
type section struct {
	title string // the heading without its marks; "" above the first
	id    string // the heading's words, "top" above the first; alike ones get a number
	once  bool   // no other section has these words
	text  string // with the heading's line
}

// sections cuts a text at its headings of the second level, those inside of code left out.
// A text without such a heading is one section.
func sections(text string) []section {
	var out []section
	begin, fence, title := 0, "", ""
	cut := func(end int) {
		if part := strings.Trim(text[begin:end], "\n"); strings.TrimSpace(part) != "" {
			out = append(out, section{title: title, text: part})
		}
	}
	at := 0
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		case strings.HasPrefix(line, "## "):
			cut(at)
			begin, title = at, memory.HeadingOf(line)
		}
		at += len(line)
	}
	cut(len(text))
	number(out)
	return out
}

// number gives each section its id.
func number(list []section) {
	count := map[string]int{}
	for i := range list {
		s := &list[i]
		if s.id = words(s.title); s.id == "" {
			s.id = "top"
		}
		count[s.id]++
	}
	seen := map[string]int{}
	for i := range list {
		s := &list[i]
		id := s.id
		s.once = count[id] == 1
		if seen[id]++; seen[id] > 1 {
			s.id = fmt.Sprintf("%s-%d", id, seen[id])
		}
	}
}

// words are a text's letters and digits in lower case, joined by "-".
func words(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}), "-")
}

// onlyHeading reports whether a text has nothing but headings.
func onlyHeading(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// uncomment takes <!-- comments --> out of a text, but not out of its code, and gives them.
func uncomment(text string) (rest string, comments []string) {
	var b strings.Builder
	fence, open := "", false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case !open && fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
			b.WriteString(line)
			continue
		case !open && (strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~")):
			fence = trimmed[:3]
			b.WriteString(line)
			continue
		}
		kept, had := "", false
		for line != "" {
			if open {
				had = true
				comment, after, ended := strings.Cut(line, "-->")
				comments[len(comments)-1] += comment
				line, open = after, !ended
				continue
			}
			before, after, begins := strings.Cut(line, "<!--")
			kept, line = kept+before, after
			if begins {
				open, had, comments = true, true, append(comments, "")
			}
		}
		if !had || strings.TrimSpace(kept) != "" {
			b.WriteString(kept)
		}
	}
	return b.String(), comments
}
