package secret

import "strings"

const digits = "0123456789"

// A subject is a text and its copy in ASCII lower case, byte for byte as long, so that an offset means the same in both.
type subject struct {
	text, lower string
}

// lowerASCII lowers A to Z and leaves every other byte, so that offsets stay true. strings.ToLower does not promise that.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// each calls do with every offset of word in s.
func each(s, word string, do func(at int)) {
	for from := 0; ; {
		n := strings.Index(s[from:], word)
		if n < 0 {
			return
		}
		do(from + n)
		from += n + len(word)
	}
}

func skipSome(text string, at, most int, is func(byte) bool) int {
	end := min(len(text), at+most)
	for at < end && is(text[at]) {
		at++
	}
	return at
}

func startsWord(text string, at int) bool {
	return at == 0 || !isWord(text[at-1])
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

func containsEach(s string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(s, w) {
			return false
		}
	}
	return true
}

func hasPrefix(s string, leads []string) bool {
	for _, lead := range leads {
		if strings.HasPrefix(s, lead) {
			return true
		}
	}
	return false
}

func hasSuffix(s string, ends []string) bool {
	for _, end := range ends {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

func isWord(c byte) bool {
	return c == '_' || isLetter(c) || isDigit(c)
}

func isLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z'
}

func isDigit(c byte) bool {
	return '0' <= c && c <= '9'
}
