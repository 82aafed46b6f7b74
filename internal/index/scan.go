package index

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind says what a token is made of.
type kind uint8

const (
	word   kind = iota // letters and digits, maybe joined: don't, getUserById, src/a.go, v2.6.3
	wide               // a run of a script without spaces
	symbol             // a pictograph
)

// token is a piece of a normal text that means something.
type token struct {
	text string
	kind kind
}

// longestToken bounds a joined word, in bytes: what goes on longer is cut at the bound.
const longestToken = 256

// scan gives the tokens of a normal text one after another until yield returns false.
func scan(text string, yield func(token) bool) {
	for i := 0; i < len(text); {
		r, size := decode(text[i:])
		switch c := classOf(r); {
		case c == letter || r == '.' && dotted(text, i):
			end := wordEnd(text, i)
			if !yield(token{text[i:end], word}) {
				return
			}
			i = end
		case c > letter:
			end := i + size
			for end < len(text) {
				r, size := decode(text[end:])
				if classOf(r) != c && !clings(r) || end-i > longestToken {
					break
				}
				end += size
			}
			if !yield(token{text[i:end], wide}) {
				return
			}
			i = end
		case c == pictograph:
			if !yield(token{text[i : i+size], symbol}) {
				return
			}
			i += size
		default:
			i += size
		}
	}
}

// The classes of runes; those above letter are letter plus the group of a wide script.
const (
	nothing    = -2
	pictograph = -1
	letter     = 0
)

func classOf(r rune) int {
	if r < utf8.RuneSelf {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return letter
		}
		return nothing
	}
	if g := wideGroup(r); g > 0 {
		return letter + g
	}
	switch {
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return letter
	case unicode.Is(unicode.So, r) && !ornament(r):
		return pictograph
	}
	return nothing
}

// ornament reports whether a symbol only draws, as boxes, bars, bullets, spinners, or says of
// whom a name is; so does the mark that stands for unreadable bytes.
func ornament(r rune) bool {
	return r == '©' || r == '®' || r >= 0x2500 && r <= 0x25ff || r >= 0x2800 && r <= 0x28ff || r == utf8.RuneError
}

// clings reports whether a rune belongs to the letter before it: marks and what is not
// seen, except the space of no width.
func clings(r rune) bool {
	return r >= utf8.RuneSelf && r != '\u200b' && (unicode.IsMark(r) || unicode.Is(unicode.Cf, r))
}

// wordEnd returns where the word that begins at i ends. Letters of wide scripts end it.
func wordEnd(text string, i int) int {
	end := i
	if text[i] == '.' {
		end++
	}
	for end < len(text) && end-i < longestToken {
		r, size := decode(text[end:])
		switch {
		case classOf(r) == letter || clings(r):
			end += size
		case plus(text, i, end) > 0:
			return end + plus(text, i, end)
		default:
			n := joint(text, end)
			if n == 0 {
				return end
			}
			end += n
		}
	}
	return end
}

// joint returns the length of the joint at end, if one binds the letter before it to the
// letter after it: one of . _ - / \ : @ ' and ::, or the comma of 1,000.
func joint(text string, end int) int {
	n := 1
	switch {
	case strings.HasPrefix(text[end:], "::"):
		n = 2
	case strings.HasPrefix(text[end:], "’"):
		n = len("’")
	case text[end] == ',':
		if !thousands(text, end) {
			return 0
		}
	case strings.IndexByte(`._-/\:@'`, text[end]) < 0:
		return 0
	}
	if end+n >= len(text) {
		return 0
	}
	if r, _ := decode(text[end+n:]); classOf(r) != letter {
		return 0
	}
	return n
}

// thousands reports whether the comma at i stands between a digit and just three digits.
func thousands(text string, i int) bool {
	if i == 0 || !digit(text[i-1]) || i+3 >= len(text) {
		return false
	}
	for _, c := range []byte(text[i+1 : i+4]) {
		if !digit(c) {
			return false
		}
	}
	if i+4 < len(text) {
		r, _ := decode(text[i+4:])
		return classOf(r) != letter
	}
	return true
}

// plus returns the length of the ++ or # at end that belongs to the name before it: C++,
// g++, C#. The # of a#b or issue #12 does not.
func plus(text string, begin, end int) int {
	if end == begin || !alpha(text[end-1]) {
		return 0
	}
	switch {
	case strings.HasPrefix(text[end:], "++"):
		return 2
	case text[end] == '#':
		if end+1 < len(text) {
			if r, _ := decode(text[end+1:]); classOf(r) == letter {
				return 0
			}
		}
		return 1
	}
	return 0
}

// dotted reports whether a name such as .NET or .gitignore begins at i.
func dotted(text string, i int) bool {
	if i+1 >= len(text) || i > 0 && (text[i-1] == '.' || text[i-1] == ')' || text[i-1] == ']') {
		return false
	}
	r, _ := decode(text[i+1:])
	return classOf(r) == letter && !unicode.IsNumber(r)
}

func decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	return utf8.DecodeRuneInString(s)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
func alpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
