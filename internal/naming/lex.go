package naming

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexed is a word of a sentence; "" stands for what is none: an address, a path, a number.
type lexed struct {
	text    string
	capital bool // it begins with one
	first   bool // it begins the sentence, or what is quoted in it
	opens   bool // something stands between it and the word before
	last    bool // something stands between it and the word behind
	label   bool // a colon does
}

// lex cuts a sentence into words, which it puts behind out. Letters of scripts without spaces part words: "Ada是".
func lex(text string, out []lexed) []lexed {
	spaceless := wide(text) // whose capitals have no such reason
	begun := spaceless
	for field := range strings.FieldsSeq(text) {
		if word, stop, ok := plain(field); ok { // as most are
			if stop == '.' && honorific(word) {
				continue
			}
			out = append(out, lexed{
				text: word, capital: 'A' <= word[0] && word[0] <= 'Z', first: !begun || len(out) > 0 && out[len(out)-1].text == "" && !spaceless,
				last: stop != 0 && (stop != '.' || len(word) > 1),
			})
			begun = true
			continue
		}
		core := strings.TrimLeftFunc(field, outer)
		lead := field[:len(field)-len(core)]
		bare := strings.TrimRightFunc(core, outer)
		tail := core[len(bare):]
		if tail == "." && honorific(bare) {
			continue
		}
		if bare == "" || strings.ContainsAny(bare, "/@\\_=<>{}[]#|&+~^$%`.:") {
			out = append(out, lexed{last: true, opens: true})
			begun = begun || bare != ""
			continue
		}
		if r, _ := utf8.DecodeRuneInString(bare); ideograph(r) {
			out = append(out, lexed{last: true, opens: true})
		}
		for i, word := range strings.FieldsFunc(bare, between) {
			word = unelided(unpossessed(word))
			r, _ := utf8.DecodeRuneInString(word)
			w := lexed{text: word, capital: unicode.IsUpper(r)}
			w.opens = i > 0 || strings.Trim(lead, "*_") != "" || wide(bare) && !strings.HasPrefix(bare, word)
			w.first = !begun || i == 0 && strings.ContainsAny(lead, "\"“„«'‘") || len(out) > 0 && out[len(out)-1].text == "" && !spaceless
			out = append(out, w)
			begun = true
		}
		if len(out) == 0 {
			continue
		}
		end := &out[len(out)-1]
		end.last = strings.Trim(tail, "*_") != "" && (tail != "." || utf8.RuneCountInString(bare) > 1) || unpossessed(bare) != bare
		if r, _ := utf8.DecodeLastRuneInString(bare); ideograph(r) {
			end.last = true
		}
		if strings.ContainsAny(tail, ":：") {
			end.label = true
			out = append(out, lexed{last: true, opens: true})
		}
	}
	return out
}

// plain takes the mark from the end of a word that is letters and digits of ASCII alone.
func plain(field string) (word string, stop byte, ok bool) {
	end := len(field) - 1
	switch c := field[end]; c {
	case '.', ',', ';', '!', '?':
		field, stop = field[:end], c
	}
	for i := range len(field) {
		if c := field[i]; (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			return "", 0, false
		}
	}
	return field, stop, field != ""
}

// outer reports whether a letter can stand around a word.
func outer(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("/@\\_=<>{}#$%`~", r)
}

// between reports whether a letter parts words within a field.
func between(r rune) bool {
	return r != '-' && r != '\'' && r != '’' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) || ideograph(r)
}

// firstIdeograph is where the scripts without spaces, and Hangul, begin.
const firstIdeograph = 0x1100

func ideograph(r rune) bool {
	return r >= firstIdeograph && unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

func wide(s string) bool { return strings.ContainsFunc(s, ideograph) }

// unpossessed is a word without the 's of what belongs to it.
func unpossessed(word string) string {
	for _, end := range []string{"'s", "’s"} {
		word = strings.TrimSuffix(word, end)
	}
	return strings.Trim(word, "'’-")
}

// unelided is a word without the article that French and Italian join to it: "d'Ada".
func unelided(word string) string {
	if at := strings.IndexAny(word, "'’"); at > 0 && at <= 4 {
		_, size := utf8.DecodeRuneInString(word[at:])
		first, _ := utf8.DecodeRuneInString(word)
		if next, _ := utf8.DecodeRuneInString(word[at+size:]); (unicode.IsLower(first) || first == 'L') && unicode.IsUpper(next) {
			return word[at+size:]
		}
	}
	return word
}

func honorific(w string) bool {
	return slices.Contains([]string{"Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Herr", "Frau"}, w)
}

func particle(w string) bool {
	return slices.Contains([]string{"de", "da", "di", "del", "della", "van", "von", "der", "den", "la", "le", "bin", "ibn", "al", "el"}, w)
}

func article(w string) bool {
	return slices.Contains([]string{"the", "a", "an", "this", "that", "these", "those", "our", "my", "your", "their", "its", "each", "every", "any", "no",
		"le", "la", "les", "un", "une", "el", "los", "las", "una", "der", "die", "das", "ein", "eine"}, strings.ToLower(w))
}

// verb reports whether a word is likely what somebody does: "keeps", "moved", "is".
func (v *Vocabulary) verb(w string) bool {
	switch w {
	case "is", "was", "has", "had", "does", "did", "will", "would", "can", "could", "cannot", "can't", "won't", "doesn't", "didn't", "isn't", "wasn't",
		"must", "should", "may", "might", "never", "always", "also", "now", "no", "and", "said", "told", "left", "made", "took", "got", "went", "came",
		"met", "sent", "wrote", "found", "gave", "kept", "bought", "sold", "built", "brought", "taught", "thought", "ran", "began", "felt", "won", "lost",
		"ist", "hat", "war", "mag", "kann", "muss", "wohnt", "es", "tiene", "fue", "est", "était", "a", "va":
		return true
	}
	return len(w) > 3 && (strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "ed"))
}

// isGerman reports whether a text is in a language in which every noun has a capital.
func isGerman(text string) bool {
	german, other := 0, 0
	for w := range strings.FieldsSeq(text) {
		switch strings.ToLower(w) {
		case "der", "das", "und", "ist", "nicht", "ein", "eine", "für", "auf", "mit", "von", "zu", "im", "dem", "den", "wird", "sich", "auch", "bei":
			german++
		case "the", "and", "of", "to", "is", "was", "for", "with", "on", "has", "that":
			other++
		}
	}
	return german >= 2 && german > other
}
