package dream

import (
	"slices"
	"strings"
)

// longestLabel is how many words a label has: "Correction to my earlier note of 3 August".
const longestLabel = 8

// withoutLabel takes a label from before a sentence: "Correction: the port is 2222". renews
// is true where the label says that something was said otherwise before, which "Note:" does not.
func withoutLabel(text string) (rest string, renews bool) {
	start := strings.TrimLeft(text, " *_[(")
	end := strings.IndexFunc(start, func(c rune) bool { return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') })
	if end < 2 || end > len("corrigendum") {
		return text, false
	}
	is := func(word string) bool { return strings.EqualFold(word, start[:end]) }
	renews = slices.ContainsFunc([]string{"correction", "corrected", "corrigendum", "erratum", "update", "updated", "fix", "fixed", "edit", "edited", "revised", "amended"}, is)
	plain := slices.ContainsFunc([]string{"note", "nb", "fyi", "info", "reminder", "actually"}, is)
	if !renews && !plain {
		return text, false
	}
	head, rest := cutLabel(start[end:])
	if is("correction") || is("actually") {
		if after, ok := strings.CutPrefix(start[end:], ", "); ok {
			head, rest = "", after
		}
	}
	rest = strings.TrimLeft(rest, " *_:")
	if rest == "" {
		return text, false
	}
	words := 0
	for w := range eachOf(strings.ToLower(head)) {
		if words++; words > longestLabel || !dateWord(w) && number(w) == "" &&
			!slices.Contains([]string{"to", "my", "the", "a", "earlier", "previous", "last", "note", "message", "entry", "above", "on", "of", "from", "for", "as", "at"}, w) {
			return text, false
		}
	}
	return rest, renews
}

// cutLabel cuts a text at the mark that ends its label; rest is "" when it has none.
func cutLabel(text string) (head, rest string) {
	for i := range text {
		after := text[i+1:]
		switch c := text[i]; {
		case c == '\n' || c == '.' || c == ',':
			return "", ""
		case c == ']' || c == ':' && (after == "" || strings.ContainsAny(after[:1], " *_\n")):
			return text[:i], after
		case c == ' ' && (strings.HasPrefix(after, "- ") || strings.HasPrefix(after, "— ") || strings.HasPrefix(after, "– ")):
			_, rest, _ = strings.Cut(after, " ")
			return text[:i], rest
		}
	}
	return "", ""
}

// withoutFormer takes from the end of a sentence what was so before: "(was 22)", ", not 22". That
// is no part of what it says of today.
func withoutFormer(text string) (rest, former string) {
	end := strings.TrimRight(text, " \n\t.!")
	mark := ", "
	if strings.HasSuffix(end, ")") {
		end, mark = end[:len(end)-1], " ("
	}
	at := strings.LastIndex(end, mark)
	if at < 0 {
		return text, ""
	}
	for _, lead := range []string{"was ", "not ", "previously ", "formerly ", "up from ", "down from ", "used to be ", "it was "} {
		former, ok := strings.CutPrefix(end[at+len(mark):], lead)
		former = strings.TrimSuffix(former, " before")
		if ok && former != "" && strings.Count(strings.TrimSpace(former), " ") < longestValue && !strings.ContainsAny(former, ",;:(") {
			return end[:at], former
		}
	}
	return text, ""
}
