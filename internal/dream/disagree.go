package dream

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// Of a note only its title and its first sentences are compared: a long one is a document.
const (
	comparedLetters   = 4000
	comparedSentences = 12
	longestValue      = 3 // words in which a value is said
)

// Claims is what a note says, prepared for comparison. The zero value claims nothing.
type Claims struct {
	note    *memory.Note
	sayings []saying
}

// ClaimsOf prepares a note.
func ClaimsOf(n *memory.Note) Claims {
	if built(n) {
		return Claims{note: n}
	}
	return Claims{n, sayings(n)}
}

// Contradict reports whether two notes say of the same thing what cannot both hold: the same
// sentence with another number, day, month, colour or name in the place of its value, with
// an opposite, or with a "not". It errs on the side of no, and so is no evidence of harmony;
// listen, which keeps copies from being merged, errs on the other side.
func (c Claims) Contradict(o Claims) bool {
	if len(c.sayings) == 0 || len(o.sayings) == 0 || c.note.Scope != o.note.Scope || apart(c.note, o.note) || strangers(c.note.Tags, o.note.Tags) {
		return false
	}
	for i := range c.sayings {
		for j := range o.sayings {
			if s, t := &c.sayings[i], &o.sayings[j]; contrary(s, t) && maps.Equal(s.about, t.about) {
				return true
			}
		}
	}
	return false
}

// apart reports whether the windows in which two notes hold do not touch.
func apart(a, b *memory.Note) bool {
	ends := func(a, b *memory.Note) bool {
		return !a.ValidUntil.IsZero() && !b.ValidFrom.IsZero() && !b.ValidFrom.Before(a.ValidUntil)
	}
	return ends(a, b) || ends(b, a)
}

// strangers reports whether both have tags, and none in common: then they may speak of the
// same kind of thing in two places.
func strangers(a, b []string) bool {
	name := func(tag string) string { return strings.ToLower(strings.TrimLeft(strings.TrimSpace(tag), "#")) }
	return len(a) > 0 && len(b) > 0 && !slices.ContainsFunc(a, func(x string) bool {
		return slices.ContainsFunc(b, func(y string) bool { return name(x) == name(y) })
	})
}

// saying is a sentence of a note, with what the title adds to it: "The port is 22" is about
// nothing until one knows of which machine.
type saying struct {
	words []spoken
	plain []spoken // without its negations
	about map[string]struct{}
}

func (s *saying) negated() bool { return len(s.plain) != len(s.words) }

// spoken is a word as it stands in a sentence.
type spoken struct {
	word string
	name bool // it is written as a name: with a capital, or as code
	is   bool // a colon or an equals sign follows
	part bool // it is part of something longer, as of "expect-no-all"
}

func sayings(n *memory.Note) []saying {
	title := claim(n.Title)
	var out []saying
	if titled(n) {
		out = append(out, saying{words: title})
	}
	for _, text := range memory.Sentences(memory.Cut(n.Body, comparedLetters)) {
		if len(out) > comparedSentences {
			break
		}
		text = strings.TrimLeft(strings.TrimSpace(text), "#-*+ ")
		if text == "" || strings.HasPrefix(text, ">") || strings.HasPrefix(text, "|") || strings.HasPrefix(text, "<") || strings.HasPrefix(text, "```") {
			continue
		}
		out = append(out, saying{words: claim(text)})
	}
	for i := range out {
		out[i].plain, out[i].about = withoutNot(out[i].words), map[string]struct{}{}
		for _, w := range title {
			if !slices.ContainsFunc(out[i].words, func(s spoken) bool { return s.word == w.word }) {
				out[i].about[w.word] = struct{}{}
			}
		}
	}
	return slices.DeleteFunc(out, func(s saying) bool { return len(s.words) == 0 })
}

// claim prepares a sentence for comparison: articles and words of the present left out,
// "isn't" as "is not". One that is a question, code, hedged, of the past or of one among several claims nothing: nil.
func claim(text string) []spoken {
	settings := strings.Count(text, "=")
	if strings.HasSuffix(strings.TrimRight(text, " \n\t\"”’*_`)"), "?") || settings > 1 || settings > 0 && (strings.Contains(text, "\n") || strings.Contains(text, "://")) {
		return nil
	}
	var out []spoken
	for _, field := range strings.Fields(strings.ReplaceAll(flatten(text), "=", " = ")) {
		words := split(strings.ToLower(field))
		if len(out) == 0 && len(words) > 0 && slices.Contains([]string{"a", "an", "some", "another", "many", "most"}, words[0]) {
			return nil // of several there may be one that is so, and one that is not
		}
		if len(words) == 0 && (field == "=" || field == ":" || field == "->" || field == "→") && len(out) > 0 {
			out[len(out)-1].is = true
		}
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(field, "\"'“‘(*_"))
		for i, w := range words {
			s := spoken{word: w, name: unicode.IsUpper(first) || first == '`', is: i == len(words)-1 && strings.HasSuffix(field, ":"), part: len(words) > 1}
			switch base, negated := strings.CutSuffix(w, "nt"); {
			case past(w) || hedged(w):
				return nil
			case slices.Contains([]string{"a", "an", "the", "now", "currently", "still"}, w):
			case w == "no" && strings.ContainsAny(field, ",;:!."): // an answer, and not a negation of what follows
			case w == "cannot" || w == "cant" || w == "wont":
				out = append(out, spoken{word: map[string]string{"cannot": "can", "cant": "can", "wont": "will"}[w]}, spoken{word: "not"})
			case w == "not" && len(out) > 0 && !auxiliary(out[len(out)-1].word):
				return nil // "those not named so": which ones, and not that it is not so
			case negated && len(words) == 1 && negations(words) > 0:
				out = append(out, spoken{word: base}, spoken{word: "not"})
			default:
				out = append(out, s)
			}
		}
	}
	return withoutDates(withoutDo(out))
}

func auxiliary(w string) bool {
	return slices.Contains([]string{"is", "are", "am", "be", "do", "does", "can", "will", "must", "should", "shall", "would", "has", "have"}, w)
}

// withoutDo makes "does not need" of the same words as "needs", and "do not run" as "run".
func withoutDo(words []spoken) []spoken {
	for i := 0; i+2 < len(words); i++ {
		if words[i+1].word != "not" {
			continue
		}
		switch words[i].word {
		case "does":
			words[i+2].word = thirdPerson(words[i+2].word)
			fallthrough
		case "do":
			words = slices.Delete(words, i, i+1)
		}
	}
	return words
}

func thirdPerson(verb string) string {
	for _, end := range []string{"s", "x", "z", "ch", "sh", "o"} {
		if strings.HasSuffix(verb, end) {
			return verb + "es"
		}
	}
	if verb == "have" {
		return "has"
	}
	if stem, ok := strings.CutSuffix(verb, "y"); ok && !strings.ContainsAny(stem[max(len(stem)-1, 0):], "aeiou") {
		return stem + "ies"
	}
	return verb + "s"
}

// withoutDates takes "since June" and the like from the ends of a sentence.
func withoutDates(words []spoken) []spoken {
	begins := func(i int) bool {
		return i+1 < len(words) && slices.Contains([]string{"since", "from", "until"}, words[i].word) && dateWord(words[i+1].word)
	}
	if begins(0) {
		end := 1
		for end < len(words) && dateWord(words[end].word) {
			end++
		}
		words = words[end:]
	}
	for i := len(words) - 2; i > 0; i-- {
		if begins(i) && !slices.ContainsFunc(words[i+1:], func(s spoken) bool { return !dateWord(s.word) }) {
			return words[:i]
		}
	}
	return words
}

func dateWord(w string) bool {
	k, _ := kindOf(w)
	return k == aMonth || k == aDay || k == aNumber || slices.Contains([]string{"last", "this", "today", "yesterday", "week", "month", "year"}, w)
}

// contrary reports whether two sentences are one but for a value, an opposite or a "not".
func contrary(s, t *saying) bool {
	a, b := s.words, t.words
	start := 0
	for start < min(len(a), len(b)) && sameWord(a[start], b[start]) {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && sameWord(a[len(a)-1-end], b[len(b)-1-end]) {
		end++
	}
	frame, rest := a[:start], a[len(a)-end:]
	one, other := a[start:len(a)-end], b[start:len(b)-end]
	single := len(one) == 1 && len(other) == 1
	if aboutNothing(s.plain[:min(1, len(s.plain))]) {
		return false
	}
	if single && opposite(one[0].word, other[0].word, predicates()) {
		return (start == 0 || !aboutNothing(frame)) && content(frame)+content(rest) >= 2
	}
	if s.negated() || t.negated() {
		return s.negated() != t.negated() && slices.EqualFunc(s.plain, t.plain, sameWord) && content(s.plain) >= 2
	}
	if len(one) == 0 || len(other) == 0 || len(one) > longestValue || len(other) > longestValue || aboutNothing(frame) {
		return false
	}
	verb, between := tie(frame)
	known := content(frame) + content(rest) + len(s.about)
	if verb == none || known == 0 || known == 1 && frame[start-1].is {
		return false
	}
	if single && len(between) == 0 && opposite(one[0].word, other[0].word, states()) {
		return true
	}
	switch values(one, other) {
	case aNumber:
		return measures(verb, between)
	case aDay, aMonth, aColour:
		return verb == being && content(between) == 0
	case aName:
		return verb == being && len(rest) == 0 && onlyOne(frame)
	case aThing:
		return false
	}
	panic("dream: unknown kind of value") // unreachable: the set is closed
}

func sameWord(a, b spoken) bool { return a.word == b.word }

func withoutNot(words []spoken) []spoken {
	var out []spoken
	for i, s := range words {
		numbered := s.word == "no" && (i+1 < len(words) && number(words[i+1].word) != "" || i > 0 && words[i-1].word == "with")
		apart := s.part && len(s.word) > 1 && s.word[0] < 0x80 || s.word == "without" || s.word == "neither" || s.word == "nor" || numbered ||
			i+1 < len(words) && words[i+1].word == "only"
		if apart || negations([]string{s.word}) == 0 {
			out = append(out, s)
		}
	}
	return out
}

// aboutNothing reports whether a sentence's subject is a word that stands for another, or is
// told from others of its kind by a clause: "the gate that is at lane 3".
func aboutNothing(frame []spoken) bool {
	pronouns := []string{"it", "this", "that", "these", "those", "they", "he", "she", "its", "his", "her", "their"}
	return len(frame) == 0 || slices.Contains(pronouns, frame[0].word) || slices.ContainsFunc(frame, func(s spoken) bool {
		return slices.Contains([]string{"that", "which", "who", "whose", "where", "when", "while", "because", "as"}, s.word)
	})
}

// content counts the words that mean something by themselves.
func content(words []spoken) int {
	n := 0
	for _, s := range words {
		if verbOf(s.word) == none && !preposition(s.word) && negations([]string{s.word}) == 0 {
			n++
		}
	}
	return n
}

func preposition(w string) bool {
	return slices.Contains([]string{"at", "in", "on", "to", "of", "for", "by", "with", "up", "about", "than", "within", "after",
		"every", "and", "or", "there", "we", "i", "you", "do", "can", "will", "must", "should"}, w)
}
