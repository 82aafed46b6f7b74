package dream

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// wordKey is equal for two texts that likeWording takes for one: it is made of their letters
// and digits alone, without the words that mean nothing. Equal keys prove nothing; they say
// whom to compare. Each note of the vault is read once for it, so it makes nothing.
func wordKey(text string) uint64 {
	text = oneForm(text)
	key := keyStart
	var word [longestShort]byte // a word's first letters, while it may be one that counts otherwise
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		if !inWord(c) {
			i += size
			continue
		}
		start, kept := i, 0
		for i < len(text) {
			c, size = utf8.DecodeRuneInString(text[i:])
			if c != '\'' && !inWord(c) {
				break
			}
			if c != '\'' {
				if c = unicode.ToLower(c); c < utf8.RuneSelf && kept < len(word) {
					word[kept] = byte(c)
				}
				kept++
			}
			i += size
		}
		if kept < len(word) {
			switch w := string(word[:kept]); {
			case meaningless(w) && (i == len(text) || unicode.IsSpace(c)):
				continue
			case shortened(w) != "":
				for _, b := range []byte(shortened(w)) {
					if b != ' ' {
						key = (key ^ uint64(b)) * keyPrime
					}
				}
				continue
			}
		}
		for _, c := range text[start:i] {
			if c != '\'' {
				key = (key ^ uint64(unicode.ToLower(c))) * keyPrime
			}
		}
	}
	return key
}

// The numbers of FNV-1a for 64 bits (Fowler, Noll, Vo).
const (
	keyStart uint64 = 14695981039346656037
	keyPrime uint64 = 1099511628211
)

// longestShort is more letters than any word has that wordKey knows.
const longestShort = 9

// inWord reports whether a letter is part of a word or a number.
func inWord(c rune) bool {
	if c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
	}
	return unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c)
}

// oneForm gives letters one form and width; a text of ASCII is that text.
func oneForm(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return halfWidth(norm.NFC.String(text))
		}
	}
	return text
}
