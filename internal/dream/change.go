package dream

import (
	"slices"
	"strings"

	"mem/internal/memory"
)

// statement is what a note states and what it says of changes, prepared for comparison.
type statement struct {
	Claims
	stated  []saying // those that are about something by themselves
	changes []change // clauses with a word of change
	renewed []saying // sentences that "now" or a label like "Correction:" marks as new
	keyed   *keyed   // nil = it is no line "key: value"

	qualified bool // beside a change it tells something that may take it back
}

// change is a clause with a word of change, and what it says by it: that something is denied or has
// ended, or has come instead of another thing, or has moved, or is otherwise now.
type change struct {
	words     []spoken
	former    []spoken // what it says was so before; nil = nothing
	denied    []spoken // without its "no longer" or "used to"; nil = it has none
	ended     *saying  // without the "anymore" at its end; nil = it has none
	insteadOf int      // where that stands; 0 or less = nowhere
	shift     int      // where a verb of change stands; -1 = nowhere
	renewed   *saying  // without its "now" or "as of …"; nil = it has none
}

func newStatement(note *memory.Note) *statement {
	s := &statement{Claims: Claims{note: note}, keyed: keyedNote(note)}
	if built(note) {
		return s
	}
	told := ownSentences(note)
	s.sayings = sayings(note, told)
	s.states(s.sayings)
	for i := range s.sayings {
		said := &s.sayings[i]
		if narrowing(said.text) {
			break
		}
		if (said.labelled || nowAt(said.words) > 0) && said.alone() && !unsettled(said.text) {
			s.renewed = append(s.renewed, *said)
		}
	}
	if !anyOfChange(memory.Cut(note.Body, comparedLetters)) {
		return s
	}
	s.states(movedTo(told))
	s.qualified = slices.ContainsFunc(told, func(text string) bool { return qualifying(text) && !anyOfChange(text) })
	subject := ""
	for _, text := range told[:min(comparedSentences, len(told))] {
		if narrowing(text) {
			break
		}
		text, _ = withoutLabel(text)
		if !anyOfChange(text) {
			subject = subjectOf(text)
			continue
		}
		short, former := withoutFormer(text)
		for _, clause := range clauses(short) {
			words := telling(ofSubject(clause, subject))
			if slices.ContainsFunc(words, func(w spoken) bool { return ofChange(w.word) }) && !unsettled(text) {
				s.changes = append(s.changes, newChange(words, telling(former), note))
			}
		}
		subject = subjectOf(text)
	}
	return s
}

// ofSubject puts the subject of the sentence before in the place of an "it" that used to be
// something: "The retention is 5 days. It used to be 3 days."
func ofSubject(text, subject string) string {
	rest, ok := strings.CutPrefix(text, "It used to ")
	if !ok || subject == "" {
		return text
	}
	return subject + " used to " + rest
}

// subjectOf is what a sentence with "is" or "are" speaks of, as it is written; "" of any other.
func subjectOf(text string) string {
	before, _, ok := strings.Cut(text, " is ")
	if !ok {
		before, _, ok = strings.Cut(text, " are ")
	}
	if !ok || strings.ContainsAny(before, ",;:()\"?") {
		return ""
	}
	return before
}

// states adds the sayings that are about something by themselves.
func (s *statement) states(sayings []saying) {
	for i := range sayings {
		if sayings[i].alone() {
			s.stated = append(s.stated, sayings[i])
		}
	}
}

// alone reports whether a sentence is about something by itself.
func (s *saying) alone() bool {
	return len(s.words) > 1 && !aboutNothing(s.plain[:min(1, len(s.plain))])
}

func anyOfChange(text string) bool { return anyWord(text, ofChange) }

// anyWord reports whether a text has a word for which f is true.
func anyWord(text string, f func(string) bool) bool {
	for w := range eachOf(strings.ToLower(flatten(text))) {
		if f(w) {
			return true
		}
	}
	return false
}

// speaksOfChange reports whether a note has a word of change in it, whatever it says by it.
func (s *statement) speaksOfChange() bool {
	if len(s.changes)+len(s.renewed) > 0 || slices.ContainsFunc(s.sayings, func(said saying) bool { return said.labelled }) {
		return true
	}
	words := wordsOf(memory.Cut(s.note.Body, comparedLetters))
	return slices.ContainsFunc(words, func(w string) bool { return w != "as" && w != "more" && w != "used" && ofChange(w) })
}

// ofChange reports whether a word may be part of what tells of a change.
func ofChange(w string) bool {
	switch w {
	case "now", "longer", "instead", "anymore", "more", "used", "as":
		return true
	default:
		return shift(w)
	}
}

// tellsChange reports whether a sentence of the newer note says of what the older one states
// that it is no longer so: by a word of change that is bound to the same subject.
func tellsChange(older, newer *statement) bool {
	for i := range older.stated {
		stated := &older.stated[i]
		contradicted := func(c change) bool { return stated.has(c.former) && c.contradicts(stated) }
		if slices.ContainsFunc(newer.changes, contradicted) && sameTopic(older.note, newer.note, stated.words) {
			return true
		}
		renewed := func(s saying) bool {
			if !(s.labelled && contrary(&s, stated) || frameOf(&s, stated).ousted) {
				return false
			}
			_, former := withoutFormer(s.text)
			return stated.has(telling(former))
		}
		if slices.ContainsFunc(newer.renewed, renewed) && sameTopic(older.note, newer.note, stated.words) {
			return true
		}
	}
	return false
}

// has reports whether a sentence has words in that order, as the older one must have what the newer
// one says was so before: "the port is now 2222 (was 22)". It has none at all.
func (s *saying) has(words []spoken) bool {
	for i := 0; i+len(words) <= len(s.words); i++ {
		if slices.EqualFunc(s.words[i:i+len(words)], words, sameWord) {
			return true
		}
	}
	return false
}

// movedTo are the ends of the changes that sentences tell of, as statements: "the crane moved
// from hall 2 to hall 9" states that the crane is hall 9.
func movedTo(sentences []string) []saying {
	var out []saying
	for _, text := range sentences {
		if !anyWord(text, shift) {
			continue
		}
		words := telling(text)
		at := slices.IndexFunc(words, func(s spoken) bool { return shift(s.word) })
		if at < 1 || unsettled(text) || len(clauses(text)) > 1 {
			continue
		}
		from := slices.IndexFunc(words, func(s spoken) bool { return s.word == "from" })
		to := slices.IndexFunc(words, func(s spoken) bool { return s.word == "to" })
		if from != at+1 || to < from || to+1 == len(words) || len(words)-to-1 > longestValue {
			continue
		}
		out = append(out, sayingOf(joinWords(slices.Concat(words[:at], []spoken{{word: "is"}}, words[to+1:]))))
	}
	return slices.DeleteFunc(out, func(s saying) bool { return len(s.words) == 0 })
}

// sameTopic reports whether the titles of two notes add the same to what they say.
func sameTopic(older, newer *memory.Note, words []spoken) bool {
	rest := func(note *memory.Note) map[string]struct{} {
		out := map[string]struct{}{}
		if pageTitle(note) == nil {
			return out
		}
		for _, s := range telling(note.Title) {
			if !slices.ContainsFunc(words, func(w spoken) bool { return w.word == s.word }) && !changeWord(s.word) && content([]spoken{s}) > 0 {
				out[s.word] = struct{}{}
			}
		}
		return out
	}
	one, other := rest(older), rest(newer)
	for w := range one {
		if _, both := other[w]; !both {
			return false
		}
	}
	for w := range other {
		if _, both := one[w]; !both {
			return false
		}
	}
	return true
}

func changeWord(w string) bool {
	return shift(w) || slices.Contains([]string{"now", "new", "change", "update", "updated", "correction", "corrected", "fix", "edit", "longer", "instead", "anymore"}, w)
}

// shift reports whether a word is a verb of change.
func shift(w string) bool {
	switch w {
	case "moved", "moves", "changed", "changes", "switched", "switches", "migrated", "migrates", "renamed", "raised", "lowered",
		"increased", "decreased", "reduced", "upgraded", "downgraded", "relocated", "went", "shifted", "rescheduled", "postponed":
		return true
	default:
		return false
	}
}

// telling are the words of a clause as claim has them, those of the past too.
func telling(text string) []spoken {
	var out []spoken
	for field := range strings.FieldsSeq(strings.ReplaceAll(flatten(text), "=", " = ")) {
		first := strings.TrimLeft(field, "\"'“‘(*_")
		for w := range eachOf(strings.ToLower(field)) {
			if !slices.Contains([]string{"a", "an", "the", "currently", "still"}, w) {
				out = append(out, spoken{word: w, name: first != "" && first != strings.ToLower(first) || strings.HasPrefix(first, "`")})
			}
		}
	}
	return out
}

// newChange prepares a clause with a word of change, of a note that is the newer one.
func newChange(words, former []spoken, newer *memory.Note) change {
	c := change{former: former, words: words, insteadOf: -1, shift: -1}
	at := func(phrase ...string) int {
		for i := 0; i+len(phrase) <= len(words); i++ {
			if slices.EqualFunc(words[i:i+len(phrase)], phrase, func(s spoken, w string) bool { return s.word == w }) {
				return i
			}
		}
		return -1
	}
	without := func(i, n int) []spoken { return slices.Delete(slices.Clone(words), i, i+n) }
	if i := at("no", "longer"); i >= 0 {
		c.denied = without(i, 2)
		return c
	}
	if i := at("used", "to"); i > 0 {
		c.denied = without(i, 2)
		return c
	}
	for _, end := range [][]string{{"anymore"}, {"any", "more"}} {
		if i := at(end...); i > 0 && i+len(end) == len(words) {
			s := sayingOf(joinWords(without(i, len(end))))
			c.ended = &s
			return c
		}
	}
	c.insteadOf = at("instead", "of")
	c.shift = slices.IndexFunc(words, func(s spoken) bool { return shift(s.word) })
	renewed := func(words []spoken) change {
		if s := sayingOf(joinWords(words)); len(s.words) > 0 {
			c.renewed = &s
		}
		return c
	}
	if i := at("as", "of"); i >= 0 && !slices.ContainsFunc(words, func(s spoken) bool { return s.word == "now" }) {
		end := i + 2
		dates := 0
		for end < len(words) && dateWord(words[end].word) {
			if k, _ := kindOf(words[end].word); k != aThing {
				dates++
			}
			end++
		}
		if end == i+2 || dates > 0 && newer.ValidFrom.IsZero() { // of what day it is, and whether that has come, the words do not say
			return c
		}
		return renewed(without(i, end-i))
	}
	for _, now := range [][]string{{"from", "now", "on"}, {"now"}} {
		if i := at(now...); i >= 0 && at("now", "that") < 0 {
			return renewed(without(i, len(now)))
		}
	}
	return c
}

// contradicts reports whether it says that a statement is no longer so.
func (c *change) contradicts(stated *saying) bool {
	switch {
	case c.denied != nil:
		return denies(c.denied, stated)
	case c.ended != nil:
		return c.ended.negated != stated.negated && slices.EqualFunc(c.ended.plain, stated.plain, sameWord) && content(c.ended.plain) >= 2
	case c.insteadOf > 0 && insteadOf(c.words[:c.insteadOf], c.words[c.insteadOf+2:], stated),
		c.shift >= 0 && shifted(c.words, c.shift, stated):
		return true
	default:
		return c.renewed != nil && contrary(c.renewed, stated)
	}
}

func joinWords(words []spoken) string {
	out := make([]string, len(words))
	for i, s := range words {
		if out[i] = s.word; s.name {
			out[i] = strings.ToUpper(s.word[:1]) + s.word[1:]
		}
	}
	return strings.Join(out, " ")
}

// sayingOf makes a saying of a sentence by itself.
func sayingOf(text string) saying {
	s := saying{words: claim(text), text: text}
	s.plain, s.negated = withoutNot(s.words)
	return s
}

// denies reports whether words are those of a statement, whatever the form of its verb:
// "the relay no longer listens on 22", "the port used to be 22".
func denies(words []spoken, stated *saying) bool {
	if stated.negated || len(words) != len(stated.words) || content(stated.plain) < 2 {
		return false
	}
	for i := range words {
		w, v := words[i].word, stated.words[i].word
		if w != v && thirdPerson(w) != v && !(w == "be" && (v == "is" || v == "are")) {
			return false
		}
	}
	return true
}

// insteadOf reports whether "… B instead of A …" speaks of a statement "… A …".
func insteadOf(before, after []spoken, stated *saying) bool {
	t := stated.words
	for size := 1; size <= min(longestValue, len(after)); size++ {
		a, rest := after[:size], after[size:]
		for i := 1; i+size <= len(t); i++ {
			frame, tail := t[:i], t[i+size:]
			if !slices.EqualFunc(t[i:i+size], a, sameWord) || !slices.EqualFunc(tail, rest, sameWord) || content(a) == 0 {
				continue
			}
			if b := len(before) - len(frame); b > 0 && b <= longestValue && slices.EqualFunc(before[:len(frame)], frame, sameWord) && content(frame)+content(tail) >= 1 &&
				!aboutNothing(frame[:1]) && (content(frame) > 1 || frame[0].word == "use" || content(tail) > 0) {
				return true
			}
		}
	}
	return false
}

// shifted reports whether "S moved from A to B", or "S moved to B", speaks of a statement
// "S is A".
func shifted(words []spoken, at int, stated *saying) bool {
	after := words[at+1:]
	from := slices.IndexFunc(after, func(s spoken) bool { return s.word == "from" })
	to := slices.IndexFunc(after, func(s spoken) bool { return s.word == "to" })
	if to < 0 || to+1 == len(after) || from > to {
		return false
	}
	object := after[:to]
	if from >= 0 {
		object = after[:from]
	}
	subject := object
	if len(object) == 0 {
		subject = words[:at]
		for len(subject) > 0 && slices.Contains([]string{"has", "have", "was", "were", "is", "been", "just", "recently", "now"}, subject[len(subject)-1].word) {
			subject = subject[:len(subject)-1]
		}
	}
	t := stated.words
	if content(subject) == 0 || len(subject) >= len(t) || aboutNothing(subject[:1]) || !slices.EqualFunc(t[:len(subject)], subject, sameWord) {
		return false
	}
	value := t[len(subject):]
	tied := false
	for len(value) > 0 && (verbOf(value[0].word) != none || preposition(value[0].word)) {
		tied = tied || verbOf(value[0].word) == being
		value = value[1:]
	}
	tied = tied || subjectKeyed(t, len(subject))
	if !tied || len(value) == 0 || stated.negated {
		return false
	}
	target := withoutDates(after[to+1:])
	if slices.EqualFunc(value, target, sameWord) || len(target) == 0 || len(target) > longestValue {
		return false
	}
	if from >= 0 {
		return slices.EqualFunc(value, after[from+1:to], sameWord)
	}
	return len(value) == len(target) && values(value, target) != aThing
}

// subjectKeyed reports whether a colon ties the subject to its value.
func subjectKeyed(t []spoken, n int) bool { return n > 0 && t[n-1].is }
