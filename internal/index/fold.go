package index

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normal returns a text as the scanner wants it: valid UTF-8 in normal form KC, so that
// full-width letters, ligatures and composed letters each have one spelling.
func normal(text string) string {
	if ascii(text) {
		return rejoined(text)
	}
	return rejoined(norm.NFKC.String(strings.ToValidUTF8(text, " ")))
}

// rejoined puts together contractions that a tokenizer, or a slip of the hand, took apart:
// "isn 't" and "is n't" are isn't, "Ada 's" is Ada's. A half of one says nothing, and counted
// as a word that no note has.
func rejoined(text string) string {
	out, from := "", 0
	for at := 0; ; {
		i := strings.IndexByte(text[at:], ' ')
		if i < 0 {
			break
		}
		at += i + 1
		if letterBefore(text, at-1) && halfContraction(text[at:]) {
			out, from = out+text[from:at-1], at
		}
	}
	return out + text[from:]
}

func letterBefore(text string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return unicode.IsLetter(r)
}

// halfContraction reports whether a text begins with 't, n't, 's and their like as a whole word.
func halfContraction(text string) bool {
	if !strings.HasPrefix(text, "'") && !strings.HasPrefix(text, "n't") && !strings.HasPrefix(text, "N'T") {
		return false
	}
	end := strings.IndexFunc(text, func(r rune) bool { return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(text)
	}
	switch strings.ToLower(text[:end]) {
	case "'t", "n't", "'s", "'re", "'ve", "'ll", "'d", "'m":
		return true
	}
	return false
}

// fold returns the form under which a word is indexed: lower case, without accents where
// they are only accents (Latin, Greek), without invisible characters.
func fold(word string) string {
	if ascii(word) {
		return strings.ToLower(word)
	}
	var b strings.Builder
	b.Grow(len(word))
	base := rune(0)
	for _, r := range norm.NFD.String(word) {
		switch {
		case unicode.Is(unicode.Mn, r):
			if keepsMark(base, r) {
				b.WriteRune(r)
			}
			continue
		case unicode.In(r, unicode.Cf, unicode.Me):
			continue
		}
		base = lower(r)
		if plain, ok := undecomposed(base); ok {
			b.WriteString(plain)
		} else {
			b.WriteRune(base)
		}
	}
	return norm.NFKC.String(b.String())
}

// keepsMark reports whether a mark is part of the letter rather than an accent: vowel
// signs of Indic scripts, the breve of й; never a variation selector.
func keepsMark(base, mark rune) bool {
	switch {
	case mark >= 0xfe00 && mark <= 0xfe0f:
		return false
	case base == 'и':
		return mark == 0x306
	default:
		return !unicode.In(base, unicode.Latin, unicode.Greek, unicode.Cyrillic) && base != 0
	}
}

// lower maps a letter to its lower case; the two sigmas and the two i of Turkish are one.
func lower(r rune) rune {
	switch r {
	case 'ς':
		return 'σ'
	case 'ı', 'İ':
		return 'i'
	case 'ſ':
		return 's'
	}
	return unicode.ToLower(r)
}

// undecomposed spells out the letters that people type without their strokes but that
// Unicode does not decompose.
func undecomposed(r rune) (string, bool) {
	switch r {
	case 'ß':
		return "ss", true
	case 'æ':
		return "ae", true
	case 'œ':
		return "oe", true
	case 'ø':
		return "o", true
	case 'ł':
		return "l", true
	case 'đ', 'ð':
		return "d", true
	case 'þ':
		return "th", true
	}
	return "", false
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
