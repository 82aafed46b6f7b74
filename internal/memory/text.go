package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// TitleOf returns what a text is about in one line: its first heading, else its first
// sentence, without markup; "" for a text without letters or digits.
func TitleOf(body string) string {
	title, first := outline(body)
	if title != "" {
		return title
	}
	for line := range strings.Lines(body) {
		if first == "" { // there is only code
			first = sentence(unmarked(strings.Trim(strings.TrimSpace(line), "`~")))
		}
	}
	return first
}

// HeadingOf returns the first heading of a text without markup, "" when it has none.
func HeadingOf(body string) string {
	title, _ := outline(body)
	return title
}

// outline returns the first heading of a text and, where there is none, its first sentence,
// code left out.
func outline(body string) (title, first string) {
	fenced := false
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced || line == "" {
			continue
		}
		if h := heading(line); h != "" {
			return h, first
		}
		if first == "" {
			first = sentence(unmarked(line))
		}
	}
	return "", first
}

// heading returns the text of an ATX heading, or "".
func heading(line string) string {
	hashes := len(line) - len(strings.TrimLeft(line, "#"))
	if hashes == 0 || hashes > 6 || hashes == len(line) || (line[hashes] != ' ' && line[hashes] != '\t') {
		return ""
	}
	return unmarked(strings.TrimRight(strings.TrimSpace(line[hashes:]), "# "))
}

// unmarked strips the marks that begin a list item, a quote or an emphasis.
func unmarked(line string) string {
	line = strings.TrimSpace(line)
	for {
		cut := line
		for _, mark := range []string{"- ", "* ", "+ ", "> ", "[ ] ", "[x] "} {
			cut = strings.TrimPrefix(cut, mark)
		}
		cut = strings.TrimSpace(cut)
		if cut == line {
			break
		}
		line = cut
	}
	line = strings.NewReplacer("**", "", "__", "", "`", "").Replace(line)
	if !strings.ContainsFunc(line, wordRune) {
		return ""
	}
	return line
}

// sentence returns the text up to the first end of a sentence, the mark left out.
func sentence(line string) string {
	runes := []rune(line)
	for i, r := range runes {
		switch r {
		case '。', '！', '？':
			return string(runes[:i])
		case '.', '!', '?':
			if i+1 == len(runes) || unicode.IsSpace(runes[i+1]) {
				if word := string(runes[:i]); strings.ContainsFunc(word, wordRune) && !abbreviation(word) {
					return word
				}
			}
		}
	}
	return line
}

// abbreviation reports whether a text ends in something like "e.g", "J" or "Dr", after which
// a full stop ends no sentence.
func abbreviation(text string) bool {
	last := text[strings.LastIndexAny(text, " \t")+1:]
	switch last {
	case "Dr", "Mr", "Mrs", "Ms", "Prof", "St", "vs":
		return true
	}
	return utf8.RuneCountInString(last) == 1 && last != "I" || strings.Contains(last, ".") && utf8.RuneCountInString(last) <= 4
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// HasWords reports whether a text has any letter or digit at all, or a pictograph: something that can be meant.
func HasWords(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return wordRune(r) || unicode.Is(unicode.So, r) })
}

// Cut shortens a text to at most n letters, between letters and where possible between
// words; what is cut off is marked by "…", which counts.
func Cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	runes := []rune(text)[:max(n-1, 0)]
	for i := len(runes) - 1; i > len(runes)*2/3; i-- {
		if unicode.IsSpace(runes[i]) {
			runes = runes[:i]
			break
		}
	}
	for len(runes) > 0 && unicode.Is(unicode.Mn, runes[len(runes)-1]) {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRightFunc(string(runes), unicode.IsSpace) + "…"
}

// Same reports whether two bodies say the same in the same words: white space at the
// ends and at line ends, and kinds of line end, do not count.
func Same(a, b string) bool { return Canonical(a) == Canonical(b) }

// Canonical is a body without what Same ignores.
func Canonical(body string) string {
	body = strings.ReplaceAll(strings.TrimPrefix(body, "\ufeff"), "\r\n", "\n")
	lines := strings.Split(body, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\r")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// Tokens estimates what a text costs a model: a token is four letters, or one and a half of
// a script without spaces.
func Tokens(text string) int {
	narrow, wide := 0, 0
	for _, r := range text {
		if r >= 0x2e80 {
			wide++
		} else {
			narrow++
		}
	}
	return (narrow+3)/4 + (2*wide+2)/3
}

func sameTag(a, b string) bool {
	trim := func(s string) string { return strings.TrimPrefix(strings.TrimSpace(s), "#") }
	return strings.EqualFold(trim(a), trim(b))
}
