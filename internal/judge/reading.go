package judge

import (
	"slices"
	"strings"
	"unicode"

	"mem/internal/memory"
)

// A text is read as far as its kind shows: a long one has every word somewhere.
const (
	reach = 700 // letters that are read at all
	short = 300 // up to here a text is one statement, and all of it its head
)

// reading is a text prepared for the cues.
type reading struct {
	words string   // " lower case words between single spaces ", apostrophes left out, full stops as " . "
	lines []string // trimmed, in lower case, code left out
}

// read prepares a title and a text: the head, which says what it is about, and as much
// of the whole as is read. Code says what a program does, not what a note is.
func read(title, text string) (head, whole reading) {
	if memory.TitleOf(text) != title {
		text = title + ".\n" + text
	}
	var lines []string
	left, fenced := reach, false
	for line := range strings.Lines(text) {
		line = strings.ToLower(strings.TrimSpace(line))
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced || line == "" {
			continue
		}
		lines = append(lines, line)
		if left -= len(line); left <= 0 {
			break
		}
	}
	whole = newReading(lines)
	if reach-left <= short {
		return whole, whole
	}
	return newReading(opening(lines)), whole
}

// opening is the headings that a text begins with and the first sentences below them.
func opening(lines []string) []string {
	for i, line := range lines {
		if !strings.HasPrefix(line, "#") && i > 0 {
			return append(slices.Clone(lines[:i]), memory.Cut(line, short/2))
		}
	}
	return lines[:min(1, len(lines))]
}

func newReading(lines []string) reading {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(" . ")
		b.WriteString(spoken(line))
	}
	return reading{words: " " + strings.Join(strings.Fields(b.String()), " ") + " ", lines: lines}
}

// spoken keeps a line's words and the ends of its sentences.
func spoken(line string) string {
	line = strings.NewReplacer("'", "", "’", "", "`", " ").Replace(line)
	var b strings.Builder
	runes := []rune(line)
	for i, r := range runes {
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			b.WriteRune(r)
		case (r == '.' || r == ':') && i+1 < len(runes) && !unicode.IsSpace(runes[i+1]):
			b.WriteRune(r) // 1.22, 10:30, example.org
		case r == '.' || r == '!' || r == '?' || r == ';':
			b.WriteString(" . ")
		case r == ':':
			b.WriteString(" : ")
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// says reports whether any of the phrases stands in the text, as whole words.
func (r reading) says(phrases ...string) bool {
	for _, p := range phrases {
		if strings.Contains(r.words, " "+p+" ") {
			return true
		}
	}
	return false
}

// begins reports whether a sentence of the text begins with any of the phrases.
func (r reading) begins(phrases ...string) bool {
	for _, p := range phrases {
		if strings.Contains(r.words, " . "+p+" ") || strings.Contains(r.words, " : "+p+" ") {
			return true
		}
	}
	return false
}

// opens reports whether the text itself begins with any of the phrases.
func (r reading) opens(phrases ...string) bool {
	for _, p := range phrases {
		if strings.HasPrefix(r.words, " . "+p+" ") {
			return true
		}
	}
	return false
}

// steps counts the numbered lines of the text.
func (r reading) steps() int {
	count := 0
	for _, line := range r.lines {
		line = strings.TrimPrefix(strings.TrimLeft(line, "#*- "), "step ")
		digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
		if digits > 0 && digits < 3 && len(line) > digits+1 && strings.ContainsRune(".):", rune(line[digits])) && line[digits+1] == ' ' {
			count++
		}
	}
	return count
}

// bullets counts the list items of the text.
func (r reading) bullets() int {
	count := 0
	for _, line := range r.lines {
		if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "+ ") {
			count++
		}
	}
	return count
}

// top is the first line of the text.
func (r reading) top() reading { return newReading(r.lines[:min(1, len(r.lines))]) }

// address reports whether the text has an address to follow.
func (r reading) address() bool {
	return slices.ContainsFunc(r.lines, func(line string) bool {
		return strings.Contains(line, "http://") || strings.Contains(line, "https://") || strings.Contains(line, "ssh://")
	})
}

// figures reports whether a word of the text has a digit.
func (r reading) figures() bool { return strings.ContainsAny(r.words, "0123456789") }

// asks reports whether the text has a question.
func (r reading) asks() bool {
	return slices.ContainsFunc(r.lines, func(line string) bool {
		return strings.HasSuffix(line, "?") || strings.Contains(line, "? ") || strings.Contains(line, "？")
	})
}

// sentences are the words of each sentence of the text.
func (r reading) sentences() [][]string {
	var out [][]string
	for s := range strings.SplitSeq(r.words, " . ") {
		if words := strings.Fields(s); len(words) > 0 {
			out = append(out, words)
		}
	}
	return out
}
