package dream

import "slices"

// mostRenewed is how many words two sentences of one frame may differ in.
const mostRenewed = 4

// frame is what two sentences have to do with each other that differ in values alone. The zero
// value is none.
type frame struct {
	one    bool // they are one sentence but for their values
	ousted bool // where one comes in the place of the other, the other's values hold no longer
}

// frameOf compares two sentences whose values differ wherever they stand behind the verb:
// "backups run nightly at 02:00 to the Dublin bucket", "… at 04:00 to the Frankfurt bucket". A
// value is a number, a day or a month that a verb or a preposition leads to, or a name in
// "to the … bucket".
//
// A day, a place or a name may be the condition under which another value holds ("runs every 20
// minutes on Mondays", "… 30 minutes on Sundays"). So it ousts by itself alone; a name also where
// the sentence says how often the whole happens.
func frameOf(s, t *saying) frame {
	a, b := s.words, t.words
	if len(a) != len(b) || len(a) < 2 || !sameWord(a[0], b[0]) || s.negated || t.negated {
		return frame{}
	}
	differ := 0
	for i := range a {
		if !sameWord(a[i], b[i]) {
			differ++
		}
	}
	if differ == 0 || differ > mostRenewed || content(a)-differ < 2 {
		return frame{}
	}
	from := max(nowAt(a), nowAt(b))
	if from == 0 {
		if from = habitAt(a); from != habitAt(b) {
			return frame{}
		}
	}
	if from == 0 || aboutNothing(a[:from]) || !slices.EqualFunc(a[:from], b[:from], sameWord) {
		return frame{}
	}
	names, groups, conditions := 0, 0, 0 // conditions: days, months and places
	for i, last := from, -2; i < len(a); i++ {
		if indefinite(a, i) || indefinite(b, i) {
			return frame{} // of several there may be one that is so, and one that is otherwise
		}
		if sameWord(a[i], b[i]) {
			continue
		}
		if linked := i == last+1 || i == last+2 && (isNumber(a[last+1]) || a[last+1].word == "and"); !linked {
			groups++
		}
		switch values(a[i:i+1], b[i:i+1]) {
		case aNumber:
			if !ledTo(a, i) {
				return frame{}
			}
			if place(a[i-1].word) {
				conditions++
			}
		case aDay, aMonth:
			if !ledTo(a, i) {
				return frame{}
			}
			conditions++
		case aName:
			if !definite(a, i) || !definite(b, i) {
				return frame{}
			}
			names++
		case aColour, aThing:
			return frame{}
		}
		last = i
	}
	if differ == names {
		return frame{}
	}
	return frame{one: true, ousted: conditions+names == 0 || !admitting(a) && (groups == 1 || conditions == 0 && regular(a))}
}

// nowAt is where in a sentence, behind its first word, "now" stood; 0 = nowhere there.
func nowAt(words []spoken) int {
	return max(0, slices.IndexFunc(words, func(s spoken) bool { return s.now }))
}

// habitAt is where a sentence has its verb, if that tells what something is or does again and
// again; else 0.
func habitAt(words []spoken) int {
	for i := 1; i < len(words); i++ {
		w, before := words[i].word, words[i-1].word
		many := len(before) > 2 && before[len(before)-1] == 's' && before[len(before)-2] != 's'
		if verbOf(w) == being || w == "are" || ofHabit(w) && !many || (many || leadsIn(before)) && ofHabit(thirdPerson(w)) {
			return i
		}
	}
	return 0
}

// ofHabit reports whether a verb tells what is done again and again, each time alike.
func ofHabit(w string) bool {
	return slices.Contains([]string{"runs", "goes", "starts", "begins", "ends", "opens", "closes", "meets", "renews", "expires", "happens", "purges", "keeps",
		"caches", "polls", "checks", "sends", "lasts", "retries", "restarts", "rotates", "syncs", "listens", "takes", "deletes", "refreshes",
		"scans", "publishes", "exports", "imports", "uploads", "copies", "pays", "allows"}, w)
}

// admitting reports whether a sentence has a verb of what may be so at several times, or of
// several things: the shop that is open on Saturdays may be so on Mondays.
func admitting(words []spoken) bool {
	return slices.ContainsFunc(words, func(s spoken) bool {
		return verbOf(s.word) == having && s.word != "keeps" || slices.Contains([]string{"open", "opens", "close", "closes", "closed", "work", "works", "hold", "use", "need"}, s.word)
	})
}

// ledTo reports whether a verb or a preposition leads to the value at i: "at 04:00", "every
// Sunday", "older than 30 days", "in room 4".
func ledTo(words []spoken, i int) bool {
	for i > 0 && words[i].part && words[i-1].part && isNumber(words[i-1]) {
		i-- // of 16:50 the hour is led to
	}
	if i > 1 && place(words[i-1].word) {
		return preposition(words[i-2].word)
	}
	if i == 0 {
		return false
	}
	w := words[i-1].word
	return words[i-1].now || preposition(w) || w == "from" || verbOf(w) != none || ofHabit(w) || ofHabit(thirdPerson(w))
}

// definite reports whether the name at i tells which one of a kind is meant: "to the Dublin bucket".
func definite(words []spoken, i int) bool {
	return words[i].the && i > 0 && i+1 < len(words) && slices.Contains([]string{"to", "in", "from", "at"}, words[i-1].word) && content(words[i+1:i+2]) == 1
}

// indefinite reports whether "a" stands before a word and is no rate: "twice a week".
func indefinite(words []spoken, i int) bool {
	return words[i].some && !slices.Contains([]string{"second", "minute", "hour", "day", "night", "week", "month", "quarter", "year"}, words[i].word)
}

// regular reports whether a sentence says how often happens all that it tells.
func regular(words []spoken) bool {
	return slices.ContainsFunc(words, func(s spoken) bool {
		return slices.Contains([]string{"hourly", "daily", "nightly", "weekly", "monthly", "yearly"}, s.word)
	})
}

// recurring reports whether a sentence says that what it tells happens again and again.
func recurring(words []spoken) bool {
	return regular(words) || slices.ContainsFunc(words, func(s spoken) bool {
		return s.word == "every" || s.word == "each" || s.word == "always"
	})
}
