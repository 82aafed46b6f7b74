package index

import "unicode"

// wideGroup returns a number above 0 for a letter of a script that is written without
// spaces between words, the same for scripts that are mixed within one word.
func wideGroup(r rune) int {
	switch {
	case r < 0x0e00:
		return 0
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo) || r == 'ー':
		return 1
	case unicode.Is(unicode.Hangul, r):
		return 2
	case unicode.Is(unicode.Thai, r):
		return 3
	case unicode.Is(unicode.Lao, r):
		return 4
	case unicode.Is(unicode.Khmer, r):
		return 5
	case unicode.Is(unicode.Myanmar, r):
		return 6
	}
	return 0
}

// bigrams returns the overlapping pairs of letters of a run of such a script, by which it
// is both indexed and asked for. A run of one letter is that letter.
func bigrams(run string) []string {
	letters := []rune(fold(run))
	if len(letters) == 0 {
		return nil
	}
	if len(letters) == 1 {
		return []string{string(letters)}
	}
	out := make([]string, 0, len(letters)-1)
	for i := range len(letters) - 1 {
		out = append(out, string(letters[i:i+2]))
	}
	return out
}

// unigrams returns the letters of a run, which are indexed besides its pairs so that a
// question of one letter finds them within a word.
func unigrams(run string) []string {
	letters := []rune(fold(run))
	if len(letters) < 2 {
		return nil
	}
	out := make([]string, len(letters))
	for i, r := range letters {
		out[i] = string(r)
	}
	return out
}
