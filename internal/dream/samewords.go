package dream

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sameness is how nearly two texts are one.
type sameness int

const (
	otherwise   sameness = iota // they may say two things
	sameEssence                 // but for articles, a "please", or a contraction spelt out
	sameWords                   // but for case, white space, punctuation
	sameLetters                 // but for white space at the ends and the form of letters
)

// likeWording tells how nearly two texts are one. It is symmetric. What it does not know to
// mean nothing counts: each number, name, identifier, path, symbol, "not", and the order.
func likeWording(a, b string) sameness {
	one, other := lexemesOf(a), lexemesOf(b)
	if len(one) == 0 || len(other) == 0 {
		return otherwise
	}
	if matched(one, other) {
		return sameWords
	}
	if one, other = essence(one), essence(other); len(one) > 0 && matched(one, other) {
		return sameEssence
	}
	return otherwise
}

// essence is a text without the words that mean nothing, contractions spelt out.
func essence(terms []lexeme) []lexeme {
	out := make([]lexeme, 0, len(terms))
	for i, t := range terms {
		switch full := shortened(t.fold); {
		case t.exact:
			out = append(out, t)
		case meaningless(t.fold) && !t.glued && !t.paused && (i+1 == len(terms) || !terms[i+1].glued && !counting(terms[i+1].fold)) && !isLetterA(terms, i):
		case full != "" && (t.joint > 0 || t.fold != "cant" && t.fold != "wont"):
			head, tail, _ := strings.Cut(full, " ")
			first := lexeme{raw: head, fold: head}
			if c, _ := utf8.DecodeRuneInString(t.raw); unicode.IsUpper(c) {
				first.raw = strings.ToUpper(head[:1]) + head[1:]
			}
			last := t
			last.raw, last.fold, last.joint = tail, tail, 0
			out = append(out, first, last)
		default:
			out = append(out, t)
		}
	}
	return out
}

// counting are words that an article before them changes: "few" and "a few".
func counting(w string) bool {
	return slices.Contains([]string{"few", "little", "lot", "number", "question", "bit", "most", "who", "other", "others"}, w)
}

// isLetterA reports whether a capital A is no article, but the name of something: "plan A".
func isLetterA(terms []lexeme, i int) bool {
	return terms[i].raw == "A" && i > 0 && !terms[i-1].ends
}

// matched reports whether two rows of words are the same, in the same order, whatever marks
// and capital letters they are written with, as far as those mean nothing.
func matched(a, b []lexeme) bool {
	var pairs [][2]lexeme
	sentence := [2]int{}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		s, t := a[i], b[j]
		ni, nj := i+1, j+1
		switch {
		case s.fold == t.fold, s.exact || t.exact:
		case joined(a[i:]) == t.fold:
			ni = i + 1 + glued(a[i:])
			s = a[ni-1]
			s.raw, s.fold, s.joint = t.raw, t.fold, 0
		case joined(b[j:]) == s.fold:
			nj = j + 1 + glued(b[j:])
			t = b[nj-1]
			t.raw, t.fold, t.joint = s.raw, s.fold, 0
		}
		if !sameTerm(&s, &t) || s.paused != t.paused && stopped(a, i) || s.asks != t.asks && !asking(a[sentence[0]:ni], s.asks) && !asking(b[sentence[1]:nj], t.asks) {
			return false
		}
		pairs = append(pairs, [2]lexeme{s, t})
		if s.ends || s.asks {
			sentence[0] = ni
		}
		if t.ends || t.asks {
			sentence[1] = nj
		}
		i, j = ni, nj
	}
	return i == len(a) && j == len(b) && casedAlike(pairs)
}

// sameTerm reports whether two words are one, whatever their case.
func sameTerm(s, t *lexeme) bool {
	switch {
	case s.exact || t.exact:
		return s.raw == t.raw || s.fold == t.fold && (ordinal(s.raw) && ordinal(t.raw) || recased(s) && recased(t)) // casedAlike says whether it may
	default:
		return s.fold == t.fold && (s.joint == 0 || t.joint == 0 || s.joint == t.joint)
	}
}

// stopped reports whether a mark behind a word changes what is said: "no, more oil" is not
// "no more oil". Before an "and" it does not.
func stopped(terms []lexeme, i int) bool {
	w := terms[i].fold
	if negations([]string{w}) == 0 && !slices.Contains([]string{"yes", "stop", "only"}, w) {
		return false
	}
	linked := func(j int) bool {
		return j >= 0 && j < len(terms) && slices.Contains([]string{"and", "or", "but", "nor"}, terms[j].fold)
	}
	return !linked(i-1) && !linked(i+1)
}

// ordinal reports whether capitals mean nothing in a number: 1st, 10am.
func ordinal(w string) bool {
	end := strings.ToLower(strings.TrimLeft(w, "0123456789:"))
	return slices.Contains([]string{"st", "nd", "rd", "th", "am", "pm", "s", "'s"}, end)
}

// recased reports whether a word that is compared letter by letter may yet be written in
// another case where the whole text is: CBS.com, US$80, 3GB, but no name of code, path or flag.
func recased(t *lexeme) bool {
	return !t.code && !camel(t.raw) && !strings.ContainsAny(t.raw, "/\\_=:@~{}()#*") && !strings.HasPrefix(t.raw, "-") &&
		(!strings.Contains(t.raw, "$") || strings.ContainsAny(t.raw, "0123456789"))
}

// joined is a word with those that hyphens tie to it, written as one; "" where they must not
// be: to re-sign is not to resign, and 16-b is not 16b.
func joined(terms []lexeme) string {
	n := glued(terms)
	if n == 0 || terms[0].exact || terms[0].fold == "un" || terms[0].fold == "re" && !strings.HasPrefix(terms[1].fold, "e") {
		return ""
	}
	word := ""
	for _, t := range terms[:n+1] {
		word += t.fold
	}
	return word
}

// glued counts the words that hyphens tie to the first.
func glued(terms []lexeme) int {
	n := 0
	for n+1 < len(terms) && terms[n+1].glued {
		n++
	}
	return n
}

// asking reports whether a sentence is a question by its words, so that its mark adds nothing.
func asking(sentence []lexeme, marked bool) bool {
	for i := range sentence {
		if !marked {
			break
		}
		begins := i == 0 || sentence[i-1].paused || slices.Contains([]string{"and", "but", "so", "or"}, sentence[i-1].fold)
		if begins && slices.Contains([]string{"what", "how", "why", "when", "where", "who", "whom", "whose", "which", "is", "are", "was", "were", "do",
			"does", "did", "can", "could", "should", "would", "will", "has", "have", "whats", "hows", "wheres", "whos"}, sentence[i].fold) {
			return true
		}
	}
	return false
}

// longestAcronym is how many letters an abbreviation has that somebody may write small. A
// longer word in capitals may be a name of code, as may one with marks or digits in it: that
// the whole text is written in one case, so many other words must show. All three are chosen.
const (
	longestAcronym = 4
	enoughSmall    = 3
	enoughForCode  = 4
)

// casedAlike reports whether the case of letters sets two rows of words apart. A capital at
// the beginning of a word does not. "US" and "us" are two words, and so are MAXCPU and
// maxcpu, unless a whole text is written in one case, which other words must show.
func casedAlike(pairs [][2]lexeme) bool {
	one, other := caseOf(pairs, 0), caseOf(pairs, 1)
	plain, telling, long, code := 0, 0, 0, 0
	for i := range pairs {
		s, t := &pairs[i][0], &pairs[i][1]
		a, b := shapeOf(s.raw), shapeOf(t.raw)
		switch {
		case s.raw == t.raw, s.exact && ordinal(s.raw):
		case (s.exact || t.exact) && (!plainCode(s.raw) || len(s.raw) > longestAcronym+1):
			code++
		case s.exact || t.exact: // Q2, G8
			telling++
		case a == b:
		case a <= capital && b <= capital, one == capitals && a == capitals && b <= capital, other == capitals && b == capitals && a <= capital:
			plain++
		case max(len(s.fold), len(t.fold)) > longestAcronym && (a == capitals && one != capitals || b == capitals && other != capitals):
			long++
		case i == 0 && (one == small || other == small) && len(pairs) > enoughSmall && !pronoun(s.fold):
			plain++ // a sentence that begins small shows that its writer uses no capitals
		default:
			telling++
		}
	}
	if long > 0 && plain < enoughSmall || code > 0 && plain < enoughForCode {
		return false
	}
	return telling+long+code == 0 || plain > 0 && (one != mixed || other != mixed)
}

// plainCode reports whether a word is letters and digits alone.
func plainCode(w string) bool {
	return !strings.ContainsFunc(w, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// pronoun reports whether a word is one that capitals make another of: IT, US, WHO.
func pronoun(w string) bool {
	return slices.Contains([]string{"it", "us", "who", "am", "is", "or", "in", "so", "all", "aids"}, w)
}

// shape is how a word, or a whole text, uses capitals.
type shape int

const (
	small    shape = iota
	capital        // the first letter of each word
	capitals       // all letters
	mixed
)

func shapeOf(w string) shape {
	w = strings.ReplaceAll(w, "'", "")
	first, size := utf8.DecodeRuneInString(w)
	rest := w[size:]
	switch {
	case !strings.ContainsFunc(w, unicode.IsUpper):
		return small
	case unicode.IsUpper(first) && !strings.ContainsFunc(rest, unicode.IsUpper):
		return capital
	case allUpper(w):
		return capitals
	default:
		return mixed
	}
}

// caseOf is the case in which a whole text is written; mixed, when it is not one.
func caseOf(pairs [][2]lexeme, side int) shape {
	all, words := mixed, 0
	for i := range pairs {
		t := &pairs[i][side]
		if t.exact || !strings.ContainsFunc(t.raw, unicode.IsLetter) {
			continue
		}
		s := shapeOf(t.raw)
		if s == capital && utf8.RuneCountInString(t.raw) == 1 {
			continue // "I" and "A" are written so in any of them
		}
		if words++; words == 1 {
			all = s
		} else if all != s {
			return mixed
		}
	}
	if words < 2 {
		return mixed
	}
	return all
}
