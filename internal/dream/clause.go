package dream

import (
	"slices"
	"strings"
)

// clauses are a sentence, and its parts between marks and "but". One that has a part which says nothing
// by itself is whole: "in the fork, the port is now 2222", "the port is now 2222, staging only".
func clauses(text string) []string {
	parted := text
	for _, mark := range [...]string{" but ", " — ", " – ", " - ", ", ", "; "} {
		parted = strings.ReplaceAll(parted, mark, ";")
	}
	parts := strings.FieldsFunc(parted, func(r rune) bool { return r == ';' })
	if len(parts) < 2 || slices.ContainsFunc(parts, narrows) {
		return []string{text}
	}
	return append([]string{text}, parts...)
}

// narrowing reports whether a line says of what the lines behind it are so: "Staging:".
func narrowing(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, " \n\t*_"), ":") && slices.ContainsFunc(telling(text), func(s spoken) bool {
		return content([]spoken{s}) > 0 && !changeWord(s.word) && !dateWord(s.word)
	})
}

// narrows reports whether a part of a sentence only says of what, where or when the rest is so.
func narrows(part string) bool {
	words := wordsOf(part)
	if len(words) == 0 || slices.Contains([]string{"in", "on", "at", "for", "with", "within", "without", "inside", "during", "after", "before", "when", "whenever", "where",
		"once", "if", "unless", "until", "till", "under", "per", "by", "via", "only", "except", "unlike", "while", "given", "provided"}, words[0]) {
		return true
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return verbOf(w) != none || verbOf(thirdPerson(w)) != none || auxiliary(w) || past(w) || shift(w) || ofHabit(w) || w == "used"
	})
}

// unsettled reports whether a sentence only plans, asks, supposes or denies a change.
func unsettled(text string) bool {
	if strings.HasSuffix(strings.TrimRight(text, " \n\t\"”’*_`)"), "?") || quotes(text) {
		return true
	}
	words := wordsOf(text)
	if len(words) > 1 && slices.Contains([]string{"from", "starting", "beginning"}, words[0]) && dateWord(words[1]) {
		return true
	}
	for i, w := range words {
		if hedged(w) || unsettling(w) {
			return true
		}
		if w == "now" && i > 0 && (words[i-1] == "for" || words[i-1] == "until" || words[i-1] == "not") {
			return true
		}
	}
	return false
}

// unsettling reports whether a word tells of a plan, of another's word, or that something comes besides.
func unsettling(w string) bool {
	switch w {
	case "will", "would", "should", "shall", "plan", "plans", "planned", "planning", "want", "wants", "wanted",
		"consider", "considering", "considered", "propose", "proposes", "proposed", "proposal", "suggest", "suggests", "suggested", "once",
		"unless", "until", "when", "think", "thinks", "thinking", "hope", "hopes", "wish", "going", "tomorrow", "next", "soon",
		"later", "never", "nobody", "almost", "nearly", "temporarily", "briefly", "ask", "asks", "asked", "said", "says", "claims", "claimed", "tried",
		"according", "apparently", "reportedly", "supposedly", "allegedly", "heard", "hears", "rumour", "rumor", "told", "mentioned", "believes", "believe",
		"guess", "assume", "assumes", "assuming", "suppose", "seems", "also", "too", "additionally", "addition", "besides":
		return true
	default:
		return false
	}
}

// quotes reports whether a sentence has a quotation in it that is longer than the name of something.
func quotes(text string) bool {
	open := -1
	for i, c := range text {
		switch {
		case c != '"' && c != '“' && c != '”' && c != '`':
		case open < 0:
			open = i
		default:
			if strings.Count(strings.TrimSpace(text[open:i]), " ") >= longestValue {
				return true
			}
			open = -1
		}
	}
	return false
}
