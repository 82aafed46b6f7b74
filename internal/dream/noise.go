package dream

import (
	"strconv"
	"strings"
	"unicode"
)

// ProbePrefix begins the text of the note that mem writes to try itself: the prefix, then
// a nonce of at least eight hex digits, and nothing else.
const ProbePrefix = "mem-probe-"

// isProbe reports whether a text is a probe's and nothing more: a sentence about a probe is none.
func isProbe(body string) bool {
	nonce, ok := strings.CutPrefix(strings.TrimFunc(body, invisible), ProbePrefix)
	return ok && len(nonce) >= 8 && strings.Trim(nonce, "0123456789abcdef") == ""
}

// isBlank reports whether a text shows nothing at all.
func isBlank(body string) bool { return strings.TrimFunc(body, invisible) == "" }

// invisible are the runes that leave no mark: white space, controls, joiners, the BOM.
func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)
}

// wordless reports whether a text has nothing that can be meant: no letter, number or
// sign besides the marks of markdown and HTML. In doubt it says no.
func wordless(body string) bool {
	lines := strings.Split(withoutComments(body), "\n")
	items := 0
	for i := 0; i < len(lines); i++ {
		line := strings.TrimFunc(lines[i], invisible)
		if end := emptyFence(lines, i); end > i {
			i = end
			continue
		}
		if line == strconv.Itoa(items+1)+"." || line == strconv.Itoa(items+1)+")" {
			items++ // an ordered list without texts
			continue
		}
		line = withoutBox(line)
		if strings.ContainsFunc(line, meant) && strings.ContainsFunc(withoutTags(line), meant) {
			return false
		}
	}
	return true
}

// meant reports whether a rune can carry a meaning: all but white space, punctuation and
// the ASCII signs that markup is made of.
func meant(r rune) bool {
	return !invisible(r) && !unicode.IsPunct(r) && !strings.ContainsRune("$+<=>^`|~", r)
}

// withoutComments takes out HTML comments; one that is never closed is text.
func withoutComments(text string) string {
	if !strings.Contains(text, "<!--") {
		return text
	}
	var b strings.Builder
	for {
		open := strings.Index(text, "<!--")
		if open < 0 {
			break
		}
		length := strings.Index(text[open+4:], "-->")
		if length < 0 {
			break
		}
		b.WriteString(text[:open])
		text = text[open+4+length+3:]
	}
	b.WriteString(text)
	return b.String()
}

// emptyFence returns the line that closes the code fence opened at line i, if nothing
// stands between; else i. The fence's language is no content then.
func emptyFence(lines []string, i int) int {
	mark, info := fence(lines[i])
	if mark == "" || strings.ContainsFunc(info, unicode.IsSpace) || strings.Contains(info, "`") {
		return i
	}
	for j := i + 1; j < len(lines); j++ {
		if isBlank(lines[j]) {
			continue
		}
		if closing, rest := fence(lines[j]); rest == "" && strings.HasPrefix(closing, mark) {
			return j
		}
		return i
	}
	return i
}

// fence splits a fence's line into its marks and what follows them.
func fence(line string) (mark, info string) {
	line = strings.TrimFunc(line, invisible)
	for _, m := range []string{"`", "~"} {
		info := strings.TrimLeft(line, m)
		if n := len(line) - len(info); n >= 3 {
			return line[:n], strings.TrimFunc(info, invisible)
		}
	}
	return "", ""
}

// withoutBox takes the letter out of the mark of a task that is done.
func withoutBox(line string) string {
	for _, bullet := range []string{"- ", "* ", "+ "} {
		for _, box := range []string{"[x]", "[X]"} {
			if rest, ok := strings.CutPrefix(line, bullet+box); ok {
				return rest
			}
		}
	}
	return line
}

// withoutTags takes out the HTML that only lays out and says nothing: <br>, </p>, &nbsp;.
func withoutTags(line string) string {
	var b strings.Builder
	for line != "" {
		n := layoutTag(line)
		if n == 0 && strings.HasPrefix(line, "&nbsp;") {
			n = len("&nbsp;")
		}
		if n == 0 {
			n = 1
			b.WriteByte(line[0])
		}
		line = line[n:]
	}
	return b.String()
}

// layoutTag returns the length of the layout tag without attributes that a text, which is
// not empty, begins with; or 0.
func layoutTag(text string) int {
	if text[0] != '<' {
		return 0
	}
	end := strings.IndexByte(text, '>')
	if end < 0 {
		return 0
	}
	name := strings.ToLower(strings.Trim(text[1:end], "/ "))
	switch name {
	case "br", "hr", "p", "div", "span", "b", "i", "em", "strong", "ul", "ol", "li", "pre", "code",
		"table", "tr", "td", "th", "thead", "tbody", "details", "summary", "blockquote", "center":
		return end + 1
	default:
		return 0
	}
}
