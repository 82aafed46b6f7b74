package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences cuts a text into its sentences, each with the white space behind it: joined they
// are the text. A heading, an item of a list and what comes before a blank line are sentences
// too, whatever they end in.
func Sentences(text string) []string {
	var out []string
	for text != "" {
		end := sentenceEnd(text)
		end += len(text[end:]) - len(strings.TrimLeftFunc(text[end:], unicode.IsSpace))
		out, text = append(out, text[:end]), text[end:]
	}
	return out
}

// sentenceEnd is where the first sentence of a text ends, its mark and closing quotes included.
func sentenceEnd(text string) int {
	first, letters := rune(0), false // what it begins with; whether it has a letter yet
	for i, r := range text {
		switch r {
		case '。', '！', '？':
			return closed(text, i+utf8.RuneLen(r))
		case '.', '!', '?':
			end := closed(text, i+1)
			next, _ := utf8.DecodeRuneInString(text[end:])
			if letters && (end == len(text) || unicode.IsSpace(next)) && !abbreviation(text[:i]) {
				return end
			}
		case '\n':
			if first != 0 && (first == '#' || beginsBlock(text[i+1:])) {
				return i
			}
		}
		letters = letters || unicode.IsLetter(r)
		if first == 0 && !unicode.IsSpace(r) {
			first = r
		}
	}
	return len(text)
}

// closed passes over the marks that close what a sentence stood in.
func closed(text string, at int) int {
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		if !strings.ContainsRune("\"')]}”’»」』*_`", r) {
			break
		}
		at += n
	}
	return at
}

// beginsBlock reports whether a text begins with a blank line, or one that begins an item of
// a list, a heading, a quotation, a row of a table or a fence.
func beginsBlock(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	line = strings.TrimSpace(line)
	if line == "" {
		return true
	}
	for _, mark := range []string{"- ", "* ", "+ ", "#", ">", "|", "```", "~~~"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	return digits > 0 && (strings.HasPrefix(line[digits:], ". ") || strings.HasPrefix(line[digits:], ") "))
}
