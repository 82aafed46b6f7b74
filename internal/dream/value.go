package dream

import (
	"slices"
	"strings"
	"unicode"
)

// kind is what sort of value a word is.
type kind int

const (
	aThing kind = iota // anything else: two of them may both hold
	aNumber
	aDay
	aMonth
	aColour
	aName
)

// kindOf tells the sort of a word, and its value in one spelling.
func kindOf(w string) (kind, string) {
	if n := number(w); n != "" {
		return aNumber, n
	}
	switch one := strings.TrimSuffix(w, "s"); one {
	case "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
		return aDay, one
	case "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december":
		return aMonth, one
	case "red", "green", "blue", "yellow", "black", "white", "grey", "orange", "purple", "brown":
		return aColour, one
	default:
		return aThing, w
	}
}

// branchName reports whether a word names a branch, which nobody writes with a capital.
func branchName(w string) bool {
	return slices.Contains([]string{"main", "master", "trunk", "develop", "development", "staging", "production"}, w)
}

// number is a number's value in digits, with the unit that is written onto it; "" for another word.
func number(w string) string {
	words := [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if i := slices.Index(words[:], w); i >= 0 {
		return digits(i)
	}
	tens := [...]string{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
	if i := slices.Index(tens[:], w); i >= 0 {
		return digits(10 * (i + 2))
	}
	plain := strings.TrimPrefix(w, "v")
	if plain != "" && unicode.IsDigit(rune(plain[0])) {
		return plain
	}
	if w != "" && strings.Trim(w, "零一二三四五六七八九十百千万") == "" {
		return w
	}
	return ""
}

func digits(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return digits(n/10) + digits(n%10)
}

// values is the sort of two values that stand in one place; aThing where they are of two
// sorts, have two units, or are the same after all.
func values(a, b []spoken) kind {
	if len(a) != len(b) {
		return aThing
	}
	sort, differ := aThing, false
	for i := range a {
		if sameWord(a[i], b[i]) {
			continue
		}
		k, v := kindOf(a[i].word)
		other, w := kindOf(b[i].word)
		if k == aThing && other == aThing && len(a) == 1 && (a[i].name && b[i].name || branchName(a[i].word) && branchName(b[i].word)) {
			k, other = aName, aName
		}
		if k != other || k == aThing || sort != aThing && sort != k || k == aNumber && unit(v) != unit(w) {
			return aThing
		}
		sort, differ = k, differ || v != w
	}
	if !differ {
		return aThing
	}
	return sort
}

// unit is what is written onto a number; the ends of ordinals are one.
func unit(number string) string {
	switch end := strings.TrimLeft(number, "0123456789"); end {
	case "st", "nd", "rd":
		return "th"
	default:
		return end
	}
}

// verb is how a word ties a value to what it is said of.
type verb int

const (
	none   verb = iota
	being       // it is that and nothing else
	having      // it may have others besides
)

func verbOf(w string) verb {
	switch w {
	case "is", "equals", "listens", "runs", "starts", "begins", "ends", "opens", "closes", "stands", "sits", "lives", "lies",
		"defaults", "costs", "ist", "est", "是", "为", "為":
		return being
	case "are", "has", "have", "holds", "takes", "needs", "allows", "uses", "lasts", "gives", "keeps", "weighs", "measures", "fits",
		"contains", "sind", "sont":
		return having
	default:
		return none
	}
}

// tie is the verb, or the colon, by which a sentence's beginning leads to a value, and what
// stands between the two.
func tie(frame []spoken) (verb, []spoken) {
	if len(frame) > 0 && frame[len(frame)-1].is {
		return being, nil
	}
	for i := len(frame) - 1; i > 0; i-- {
		if v := verbOf(frame[i].word); v != none {
			return v, frame[i+1:]
		}
	}
	return none, nil
}

// measures reports whether a number behind a verb is a measure or a place of which there is
// one. "Is on leave on the 5th" may hold of the 6th too, and one may have key 5 and key 6.
func measures(v verb, between []spoken) bool {
	if n := len(between); v == being && n > 0 && place(between[n-1].word) {
		between = between[:n-1]
	}
	return content(between) == 0
}

// place reports whether a number behind a word tells where something is.
func place(w string) bool {
	return slices.Contains([]string{"port", "page", "floor", "room", "drawer", "hall", "lane", "level", "version", "number", "shelf", "line"}, w)
}

// onlyOne reports whether a sentence speaks of something of which there is one: "the owner
// is", "the default branch of the service is".
func onlyOne(frame []spoken) bool {
	end := len(frame) - 1
	if of := slices.IndexFunc(frame, func(s spoken) bool { return s.word == "of" }); of > 0 && of < end {
		end = of
	}
	if end < 1 {
		return false
	}
	return slices.Contains([]string{"owner", "name", "branch", "version", "hostname", "host", "address", "timezone", "currency", "region",
		"capital", "deadline", "birthday", "editor", "maintainer", "contact", "password", "colour", "color", "language"}, frame[end-1].word)
}

// states are opposites in which a thing cannot be at once.
func states() [][2]string {
	return [][2]string{{"on", "off"}, {"enabled", "disabled"}, {"allowed", "forbidden"}, {"true", "false"}, {"yes", "no"},
		{"up", "down"}, {"open", "closed"}, {"safe", "unsafe"}, {"public", "private"}, {"required", "optional"}, {"free", "paid"},
		{"full", "empty"}, {"before", "after"}, {"with", "without"}}
}

// predicates are opposites that say the contrary wherever they stand.
func predicates() [][2]string {
	return [][2]string{{"works", "fails"}, {"passes", "fails"}, {"always", "never"}, {"likes", "dislikes"}}
}

func opposite(a, b string, pairs [][2]string) bool {
	return slices.ContainsFunc(pairs, func(p [2]string) bool { return p == [2]string{a, b} || p == [2]string{b, a} })
}

// past reports whether a word tells of what was: that need not be so any more.
func past(w string) bool {
	switch w {
	case "was", "were", "wasnt", "werent", "had", "did", "didnt", "hadnt", "been", "formerly", "previously", "war", "waren":
		return true
	default:
		return false
	}
}

// hedged reports whether a word leaves room for another value.
func hedged(w string) bool {
	switch w {
	case "may", "might", "could", "sometimes", "often", "usually", "perhaps", "maybe", "about", "roughly", "either", "if", "example", "eg":
		return true
	default:
		return false
	}
}
