package gitfile

import "strings"

// match says whether a name or path matches a pattern as git's wildmatch does: ? and * for other than a slash,
// [a-z], [!a-z], [[:alpha:]], \ before a letter that stands for itself, and ** between slashes for any folders.
// Without path, * matches slashes too; there are none in a name. With fold, letters of ASCII match in either case.
func match(pattern, text string, path, fold bool) bool {
	if fold {
		text = lowerASCII(text)
	}
	w := wild{whole: pattern, path: path, fold: fold}
	return w.match(pattern, text) == matched
}

// The answers of a comparison: two of them tell the stars before to try no further.
type outcome int

const (
	matched        outcome = iota
	differs                // here; a star before may take more and try again
	stopAtSlash            // no star before that stops at slashes can help
	stopAltogether         // the text ended too early: no star can help
)

type wild struct {
	whole      string
	path, fold bool
}

func (w wild) match(p, text string) outcome {
	for len(p) > 0 {
		c := p[0]
		if text == "" && c != '*' {
			return stopAltogether
		}
		switch c {
		case '*':
			return w.star(p, text)
		case '?':
			if w.path && text[0] == '/' {
				return differs
			}
			p = p[1:]
		case '[':
			in, rest, ok := w.class(p[1:], text[0])
			if !ok {
				return stopAltogether
			}
			if !in || w.path && text[0] == '/' {
				return differs
			}
			p = rest
		default:
			if w.fold {
				c = lower(c)
			}
			if c == '\\' {
				if p = p[1:]; p == "" {
					return differs // a backslash at the end stands for nothing
				}
				c = p[0]
			}
			if c != text[0] {
				return differs
			}
			p = p[1:]
		}
		text = text[1:]
	}
	if text != "" {
		return differs
	}
	return matched
}

// star tries all that the star or stars at the beginning of p can stand for.
func (w wild) star(p, text string) outcome {
	rest := strings.TrimLeft(p, "*")
	slashes := !w.path
	if w.path && len(p)-len(rest) > 1 {
		before := len(w.whole) - len(p)
		opens := before == 0 || w.whole[before-1] == '/'
		closes := rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`)
		slashes = opens && closes
		if slashes && strings.HasPrefix(rest, "/") && w.match(rest[1:], text) == matched {
			return matched // **/ stands for no folder at all
		}
	}
	if rest == "" {
		if !slashes && strings.Contains(text, "/") {
			return stopAtSlash
		}
		return matched
	}
	for ; ; text = text[1:] {
		if text == "" {
			return stopAltogether
		}
		switch result := w.match(rest, text); {
		case result == differs:
			if !slashes && text[0] == '/' {
				return stopAtSlash
			}
		case !slashes || result != stopAtSlash:
			return result
		}
	}
}

// class reads a class after its opening bracket and says whether c is in it; not ok if it has no end.
func (w wild) class(p string, c byte) (in bool, rest string, ok bool) {
	negated := strings.HasPrefix(p, "!") || strings.HasPrefix(p, "^")
	if negated {
		p = p[1:]
	}
	last := -1 // the letter a range could begin with
	for first := true; first || !strings.HasPrefix(p, "]"); first = false {
		switch {
		case p == "":
			return false, "", false
		case strings.HasPrefix(p, "[:"):
			name, after, found := strings.Cut(p[2:], ":]")
			if !found || strings.Contains(name, "]") {
				// Not the name of a class: the bracket stands for itself.
				in, last, p = in || c == '[', '[', p[1:]
				continue
			}
			member, known := w.named(name, c)
			if !known {
				return false, "", false
			}
			in, last, p = in || member, -1, after
			continue
		case p[0] == '-' && last >= 0 && len(p) > 1 && p[1] != ']':
			end := p[1]
			p = p[2:]
			if end == '\\' {
				if p == "" {
					return false, "", false
				}
				end, p = p[0], p[1:]
			}
			in = in || int(c) >= last && c <= end || w.fold && isLower(c) && int(c-32) >= last && c-32 <= end
			last = -1
		default:
			if p[0] == '\\' {
				if p = p[1:]; p == "" {
					return false, "", false
				}
			}
			in, last, p = in || c == p[0], int(p[0]), p[1:]
		}
	}
	return in != negated, p[1:], true
}

// named says whether c is in a POSIX class of the C locale.
func (w wild) named(name string, c byte) (in, known bool) {
	upper, lower, digit := c >= 'A' && c <= 'Z', isLower(c), c >= '0' && c <= '9'
	graph := c > ' ' && c < 0x7f
	switch name {
	case "alnum":
		return upper || lower || digit, true
	case "alpha":
		return upper || lower, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < ' ' || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return graph || c == ' ', true
	case "punct":
		return graph && !upper && !lower && !digit, true
	case "space":
		return c == ' ' || c >= '\t' && c <= '\r', true
	case "upper":
		return upper || w.fold && lower, true
	case "xdigit":
		return digit || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F', true
	}
	return false, false
}

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = lower(c)
	}
	return string(b)
}
