package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Syntax is a question whose marks were read:
//
//	"a phrase"   must stand in the note
//	+word        must stand in it
//	-word        must not; so with -"a phrase"
//	tag:x type:x status:x scope:x since:x until:x
//
// A mark counts where a word begins. A quote that nobody closes goes to the end. All else is
// plain words, also a key without a value or with another name.
type Syntax struct {
	Words   string // what to search for, with what must stand in the note; a text without marks as it came
	Must    []string
	MustNot []string

	Tags, Types, Statuses []string // as said, in their order
	Scope, Since, Until   string   // the last that was said
}

// ParseSyntax reads a question with marks. Every text is one.
func ParseSyntax(text string) Syntax {
	var s Syntax
	var words []string
	marked := false
	for rest := text; ; {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			break
		}
		word, mark := rest, byte(0)
		if c := rest[0]; (c == '+' || c == '-') && len(rest) > 1 && !startsBlank(rest[1:]) {
			word, mark = rest[1:], c
		}
		value, after, quoted := nextValue(word)
		key, narrowed := "", false
		if mark == 0 && !quoted {
			key, value, after, narrowed = nextPair(word, value, after)
		}
		value = strings.Join(strings.Fields(value), " ")
		rest = after
		switch marked = marked || mark != 0 || quoted || narrowed; {
		case value == "":
		case narrowed:
			s.narrow(key, value)
		case mark == '-':
			s.MustNot = append(s.MustNot, value)
		default:
			if mark == '+' || quoted {
				s.Must = append(s.Must, value)
			}
			words = append(words, value)
		}
	}
	if s.Words = text; marked {
		s.Words = strings.Join(words, " ")
	}
	return s
}

// nextValue is the phrase in quotes, or the word, at the beginning of a text, and what follows.
func nextValue(text string) (value, after string, quoted bool) {
	if strings.HasPrefix(text, `"`) {
		value, after, _ = strings.Cut(text[1:], `"`)
		return value, after, true
	}
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:], false
}

// keys are what can narrow a question; SPEC's flags of the same names say how.
var keys = [...]string{"tag", "type", "status", "scope", "since", "until"}

// nextPair reads key:value at the beginning of a text whose first word is known. Where
// there is none the word comes back as it was.
func nextPair(text, word, after string) (key, value, rest string, ok bool) {
	name, _, found := strings.Cut(word, ":")
	key = strings.ToLower(name)
	if !found || !slices.Contains(keys[:], key) || len(text) == len(name)+1 || startsBlank(text[len(name)+1:]) {
		return "", word, after, false
	}
	value, rest, _ = nextValue(text[len(name)+1:])
	return key, value, rest, true
}

func (s *Syntax) narrow(key, value string) {
	switch key {
	case "tag":
		s.Tags = append(s.Tags, value)
	case "type":
		s.Types = append(s.Types, value)
	case "status":
		s.Statuses = append(s.Statuses, value)
	case "scope":
		s.Scope = value
	case "since":
		s.Since = value
	case "until":
		s.Until = value
	default:
		panic("memory: unknown key " + key) // unreachable: nextPair lets only these through
	}
}

func startsBlank(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsSpace(r)
}

// admitsWords reports whether all of Must and none of MustNot stand in the note's title, an
// alias, a tag or the text. Case and kinds of white space do not count.
func (q *Query) admitsWords(n *Note) bool {
	if len(q.Must)+len(q.MustNot) == 0 {
		return true
	}
	parts := []string{foldWords(n.Title), foldWords(n.Body)}
	for _, name := range slices.Concat(n.Aliases, n.Tags) {
		parts = append(parts, foldWords(name))
	}
	stands := func(phrase string) bool {
		phrase = foldWords(phrase)
		return slices.ContainsFunc(parts, func(part string) bool { return standsIn(part, phrase) })
	}
	return !slices.ContainsFunc(q.MustNot, stands) &&
		!slices.ContainsFunc(q.Must, func(phrase string) bool { return !stands(phrase) })
}

// foldWords makes texts equal that differ in case or white space alone. Upper case first
// makes one letter of those that have two small forms, as the Greek sigma.
func foldWords(text string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.ToUpper(text))), " ")
}

// standsIn reports whether a phrase stands in a text with no word cut at its ends.
func standsIn(text, phrase string) bool {
	for at := 0; phrase != ""; {
		i := strings.Index(text[at:], phrase)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(phrase)
		if wordEnds(text, start) && wordEnds(text, end) {
			return true
		}
		_, n := utf8.DecodeRuneInString(text[start:])
		at = start + n
	}
	return true // nothing stands everywhere
}

// wordEnds reports whether an offset lies between words. Scripts without spaces are read
// as if it did between any two letters.
func wordEnds(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	inWord := func(r rune) bool { return wordRune(r) || unicode.IsMark(r) }
	return at == 0 || at == len(text) || !inWord(before) || !inWord(after) || unspaced(before) || unspaced(after)
}

func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
}
