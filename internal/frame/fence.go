package frame

import "strings"

// FenceName is the tag that stands around what mem puts before a model.
const FenceName = "mem-recall"

// Fence puts a text between tags that nothing within can close: the nonce of the call
// stands in both, and tags that would mean anything are taken out of the text.
func Fence(nonce, text string) string {
	tag := FenceName + ` nonce="` + nonce + `">` + "\n"
	return "<" + tag + strings.TrimRight(Defuse(text), "\n") + "\n</" + tag
}

// meant are the tags by which hosts and memories mark what they put before a model.
func meant() []string {
	return []string{FenceName, "memory-context", "system-reminder", "system", "assistant", "user", "tool_result"}
}

// Defuse takes the edge off tags that a host, or mem, would understand: a text that holds
// them shows them, and they do nothing.
func Defuse(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 {
			return b.String() + text
		}
		b.WriteString(text[:i])
		text = text[i:]
		if tagLength(text, meant()...) > 0 {
			b.WriteString("‹")
		} else {
			b.WriteByte('<')
		}
		text = text[1:]
	}
}

// CutFences takes whole fences out of a text, by the nonce that stands in both tags, and says
// how many there were. A tag alone is somebody's words about mem, and stays.
func CutFences(text string) (string, int) {
	const begin = "<" + FenceName + ` nonce="`
	cut := 0
	for at := 0; ; {
		i := strings.Index(text[at:], begin)
		if i < 0 {
			return text, cut
		}
		i += at
		nonce, rest, closed := strings.Cut(text[i+len(begin):], `">`)
		end := "</" + FenceName + ` nonce="` + nonce + `">`
		j := strings.Index(rest, end)
		if !closed || strings.ContainsAny(nonce, "\"\n<") || j < 0 {
			at = i + len(begin)
			continue
		}
		text, cut, at = text[:i]+strings.TrimPrefix(rest[j+len(end):], "\n"), cut+1, i
	}
}

// Unfenced is for what is mined, not for what somebody gives: it returns a text without what mem had put into it, and whether there was any: what
// was recalled is not to be captured again as if it were new. Of a fence whose beginning or
// end was cut away, all before or behind the other goes.
func Unfenced(text string) (string, bool) {
	var b strings.Builder
	rest, inside, found := text, false, false
	for {
		i := strings.IndexByte(rest, '<')
		if i < 0 {
			break
		}
		n := tagLength(rest[i:], FenceName)
		if n == 0 {
			i++
		}
		if !inside {
			b.WriteString(rest[:i])
		}
		if n > 0 {
			opens := !strings.HasPrefix(rest[i:], "</")
			if !opens && !inside { // the beginning is missing
				b.Reset()
			}
			inside, found = opens, true
			if !opens { // the line ends with the fence
				n += len(rest[i+n:]) - len(strings.TrimLeft(rest[i+n:], " \t"))
				if strings.HasPrefix(rest[i+n:], "\n") {
					n++
				}
			}
		}
		rest = rest[i+n:]
	}
	if !found {
		return text, false
	}
	if !inside {
		b.WriteString(rest)
	}
	return b.String(), true
}

// tagLength is how long the tag at the beginning of a text is, if it is one of those named,
// opening or closing, in any case; else 0. One that is never closed ends with its name.
func tagLength(text string, names ...string) int {
	at := strings.TrimPrefix(text[1:], "/")
	for _, name := range names {
		if len(at) < len(name) || !strings.EqualFold(at[:len(name)], name) {
			continue
		}
		rest := at[len(name):]
		if rest != "" && (rest[0] == '-' || rest[0] == '_' || rest[0] >= '0' && rest[0] <= '9' || rest[0] >= 'A' && rest[0] <= 'Z' || rest[0] >= 'a' && rest[0] <= 'z') {
			continue // a longer name
		}
		end := len(text) - len(rest)
		if i := strings.IndexAny(rest, ">\n"); i >= 0 && rest[i] == '>' {
			end += i + 1
		}
		return end
	}
	return 0
}
