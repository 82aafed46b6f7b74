package dream

import (
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
)

// saying is a sentence of a note, with what the title adds to it: "The port is 22" is about
// nothing until one knows of which machine.
type saying struct {
	words []spoken
	title []spoken

	plain   []spoken // without its negations, and without a "we" before them
	negated bool

	text     string // as it is written
	labelled bool   // "Correction:" or its like stands before it
	habit    bool   // it says that it happens again and again, or is so from now on
}

// spoken is a word as it stands in a sentence.
type spoken struct {
	word string
	name bool // it is written as a name: with a capital, or as code
	is   bool // a colon or an equals sign follows
	part bool // it is part of something longer, as of "expect-no-all"
	now  bool // "now" stood before it
	the  bool // "the" stood before it
	some bool // "a" or "an" stood before it
}

func sayings(n *memory.Note, sentences []string) []saying {
	title := claim(n.Title)
	var out []saying
	if titled(n) {
		out = append(out, saying{words: title, text: n.Title})
	}
	for _, text := range sentences {
		if len(out) > comparedSentences {
			break
		}
		out = append(out, saying{words: claim(text), text: text})
	}
	for i := range out {
		out[i].plain, out[i].negated = withoutNot(out[i].words)
		out[i].title = title
		_, out[i].labelled = withoutLabel(out[i].text)
		out[i].habit = out[i].labelled || nowAt(out[i].words) > 0 || recurring(out[i].words)
	}
	return slices.DeleteFunc(out, func(s saying) bool { return len(s.words) == 0 })
}

// ownSentences are the first sentences of a note that are its own words: no quotation, no table, no code.
func ownSentences(n *memory.Note) []string {
	var out []string
	fenced := false
	for _, text := range memory.Sentences(memory.Cut(n.Body, comparedLetters)) {
		text = strings.TrimLeft(strings.TrimSpace(text), "#-*+ ")
		switch fence := strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~"); {
		case fence:
			fenced = !fenced
		case fenced, text == "", strings.HasPrefix(text, ">"), strings.HasPrefix(text, "|"), strings.HasPrefix(text, "<"):
		default:
			out = append(out, text)
		}
	}
	return out
}

// about is what the title adds to a sentence: its other words in order, each once.
func (s *saying) about() []string {
	var out []string
	for _, w := range s.title {
		if !slices.ContainsFunc(s.words, func(own spoken) bool { return own.word == w.word }) {
			out = append(out, w.word)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// claim prepares a sentence for comparison: articles and words of the present left out,
// "isn't" as "is not". One that is a question, code, hedged, of the past or of one among several claims nothing: nil.
func claim(text string) []spoken {
	text, _ = withoutLabel(text)
	text, _ = withoutFormer(text)
	settings := strings.Count(text, "=")
	if strings.HasSuffix(strings.TrimRight(text, " \n\t\"”’*_`)"), "?") || settings > 1 || settings > 0 && (strings.Contains(text, "\n") || strings.Contains(text, "://")) {
		return nil
	}
	out := make([]spoken, 0, len(text)/5)
	var words []string
	var before spoken // what was left out before the next word
	for field := range strings.FieldsSeq(strings.ReplaceAll(flatten(text), "=", " = ")) {
		words = slices.AppendSeq(words[:0], eachOf(strings.ToLower(field)))
		if len(out) == 0 && len(words) > 0 && slices.Contains([]string{"a", "an", "some", "another", "many", "most"}, words[0]) {
			return nil // of several there may be one that is so, and one that is not
		}
		if len(words) == 0 && (field == "=" || field == ":" || field == "->" || field == "→") && len(out) > 0 {
			out[len(out)-1].is = true
		}
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(field, "\"'“‘(*_"))
		for i, w := range words {
			s := spoken{word: w, name: unicode.IsUpper(first) || first == '`', is: i == len(words)-1 && strings.HasSuffix(field, ":"), part: len(words) > 1,
				now: before.now, the: before.the, some: before.some}
			switch base, negated := strings.CutSuffix(w, "nt"); {
			case past(w) || hedged(w):
				return nil
			case leftOut(w):
				before.now, before.the, before.some = before.now || w == "now", w == "the", w == "a" || w == "an"
				continue
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
			before = spoken{}
		}
	}
	return withoutDates(withoutDo(out))
}

// leftOut reports whether a word is left out of a sentence before it is compared.
func leftOut(w string) bool {
	switch w {
	case "a", "an", "the", "now", "currently", "still":
		return true
	default:
		return false
	}
}

func auxiliary(w string) bool {
	switch w {
	case "is", "are", "am", "be", "do", "does", "can", "will", "must", "should", "shall", "would", "has", "have":
		return true
	default:
		return false
	}
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

// withoutNot takes the negations from a sentence, and a "we" from its beginning, by which
// "we never deploy" differs from "deploy" in nothing else.
func withoutNot(words []spoken) (plain []spoken, negated bool) {
	if !slices.ContainsFunc(words, func(s spoken) bool { return leadsIn(s.word) || negations([]string{s.word}) > 0 }) {
		return words, false
	}
	for i, s := range words {
		switch {
		case i == 0 && leadsIn(s.word):
		case negates(words, i):
			negated = true
		default:
			plain = append(plain, s)
		}
	}
	return plain, negated
}

func leadsIn(w string) bool { return w == "we" || w == "you" || w == "please" }

// negates reports whether a word of a sentence denies what it says.
func negates(words []spoken, i int) bool {
	s, next, before := words[i], "", ""
	if i+1 < len(words) {
		next = words[i+1].word
	}
	if i > 0 {
		before = words[i-1].word
	}
	switch {
	case s.part && s.word[0] < 0x80, s.word == "without", s.word == "neither", s.word == "nor", next == "only":
		return false
	case s.word == "no" && (number(next) != "" || before == "with"):
		return false
	default:
		return negations([]string{s.word}) > 0
	}
}
