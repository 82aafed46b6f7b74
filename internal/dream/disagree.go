package dream

import (
	"slices"

	"mem/internal/memory"
)

// longestValue is in how many words a value is said.
const longestValue = 3

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
	return Claims{n, sayings(n, ownSentences(n))}
}

// Contradict reports whether two notes say of the same thing what cannot both hold: the same
// sentence with another number, day, month, colour or name in the place of its value, with
// an opposite, or with a "not". It errs on the side of no, and so is no evidence of harmony;
// listen, which keeps copies from being merged, errs on the other side.
func (c Claims) Contradict(o Claims) bool {
	if len(c.sayings) == 0 || len(o.sayings) == 0 || c.note.Scope != o.note.Scope || apart(c.note, o.note) || strangers(c.note.Tags, o.note.Tags) || others(c.note, o.note) {
		return false
	}
	for i := range c.sayings {
		for j := range o.sayings {
			if s, t := &c.sayings[i], &o.sayings[j]; (contrary(s, t) || differs(s, t)) && slices.Equal(s.about(), t.about()) {
				return true
			}
		}
	}
	return false
}

// differs reports whether two sentences of one frame are enough alike to be put before the owner.
func differs(s, t *saying) bool {
	return (s.habit || t.habit) && frameOf(s, t).one
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
	return len(a) > 0 && len(b) > 0 && !slices.ContainsFunc(a, func(x string) bool {
		return slices.ContainsFunc(b, func(y string) bool { return plainTag(x) == plainTag(y) })
	})
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
	if start+end == 0 && !s.negated && !t.negated {
		return false
	}
	for start > 0 && start < min(len(a), len(b))-end && isNumber(a[start-1]) && isNumber(a[start]) && isNumber(b[start]) {
		start-- // of "16:20" and "16:50" the hour is part of the value
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
	if s.negated || t.negated {
		return s.negated != t.negated && slices.EqualFunc(s.plain, t.plain, sameWord) && content(s.plain) >= 2
	}
	if len(one) == 0 || len(other) == 0 || len(one) > longestValue || len(other) > longestValue || aboutNothing(frame) {
		return false
	}
	verb, between := tie(frame)
	known := content(frame) + content(rest) + len(s.about())
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
		return verb == being && content(between) == 0 && !admitting(frame)
	case aName:
		return verb == being && len(rest) == 0 && onlyOne(frame)
	case aThing:
		return false
	}
	panic("dream: unknown kind of value") // unreachable: the set is closed
}

func isNumber(s spoken) bool {
	k, _ := kindOf(s.word)
	return k == aNumber
}

func sameWord(a, b spoken) bool { return a.word == b.word }

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
