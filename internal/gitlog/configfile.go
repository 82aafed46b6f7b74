package gitlog

import "strings"

// parseConfig reads git's configuration syntax and yields every key with its value in order. A key without a value
// is "true". Lines that git would refuse are passed over: mem reads what others wrote and judges nothing.
func parseConfig(text string, yield func(key, value string)) {
	text = strings.TrimPrefix(text, "\ufeff")
	section := ""
	for text != "" {
		text = strings.TrimLeft(text, " \t\r\n")
		switch {
		case text == "":
		case text[0] == '#' || text[0] == ';':
			_, text, _ = strings.Cut(text, "\n")
		case text[0] == '[':
			section, text = parseSection(text[1:])
		default:
			var key, value string
			key, value, text = parseSetting(text)
			if section != "" && key != "" {
				yield(section+"."+strings.ToLower(key), value)
			}
		}
	}
}

// parseSection reads `name]`, `name "sub"]` or the old `name.sub]`. The rest may go on behind the bracket.
func parseSection(text string) (section, rest string) {
	end := strings.IndexAny(text, "]\"\n")
	if end < 0 {
		return "", ""
	}
	name := strings.ToLower(strings.TrimSpace(text[:end]))
	if text[end] != '"' {
		return name, text[end+1:]
	}
	var sub strings.Builder
	i := end + 1
	for ; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		sub.WriteByte(text[i])
	}
	_, rest, _ = strings.Cut(text[i:], "]")
	return name + "." + sub.String(), rest
}

func parseSetting(text string) (key, value, rest string) {
	i := 0
	for i < len(text) && (isAlnum(text[i]) || text[i] == '-') {
		i++
	}
	key, text = text[:i], strings.TrimLeft(text[i:], " \t")
	if key == "" || text != "" && text[0] != '=' && !strings.ContainsRune("\r\n#;", rune(text[0])) {
		_, rest, _ = strings.Cut(text, "\n")
		return "", "", rest
	}
	if text == "" || text[0] != '=' {
		_, rest, _ = strings.Cut(text, "\n")
		return key, "true", rest
	}
	value, rest = parseValue(strings.TrimLeft(text[1:], " \t"))
	return key, value, rest
}

// parseValue reads up to the end of the line: quotes, escapes, continued lines, comments; space outside quotes is
// trimmed at the end.
func parseValue(text string) (value, rest string) {
	var b strings.Builder
	quoted, keep := false, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\n':
			return b.String()[:keep], text[i+1:]
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case !quoted && (c == '#' || c == ';'):
			_, rest, _ = strings.Cut(text[i:], "\n")
			return b.String()[:keep], rest
		case c == '"':
			quoted = !quoted
			keep = b.Len()
		case c == '\\' && i+1 < len(text):
			i++
			if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			if text[i] != '\n' {
				b.WriteByte(unescaped(text[i]))
				keep = b.Len()
			}
		default:
			b.WriteByte(c)
			if quoted || c != ' ' && c != '\t' {
				keep = b.Len()
			}
		}
	}
	return b.String()[:keep], ""
}

func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'b':
		return '\b'
	}
	return c
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
