package engine

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// fit packs the texts of an answer into a budget of tokens, best first: what does not fit
// whole ends with a sentence, and where not even the first sentence fits, is left out; its
// slug and snippet stay. Of the best note there is always something, so that a small budget
// is not silence: it is cut between words if it must be. 0 means no bound.
func fit(r *Recalled, budget int) {
	left := budget
	for i := range r.Results {
		x := &r.Results[i]
		cost := memory.Tokens(x.Text)
		if budget > 0 && cost > left {
			whole := x.Text
			x.Truncated, x.Text = true, beginning(whole, left)
			if x.Text == "" && i == 0 {
				x.Text = cutTokens(whole, left)
			}
			cost = memory.Tokens(x.Text)
		}
		left -= cost
		r.Tokens += cost
	}
}

// beginning returns as many whole sentences of a text as cost at most n tokens.
func beginning(text string, n int) string {
	ends, at := []int{0}, 0
	for _, s := range memory.Sentences(firstLetters(text, 4*max(n, 0)+4)) { // more cannot cost so little
		ends = append(ends, at+len(strings.TrimRightFunc(s, unicode.IsSpace)))
		at += len(s)
	}
	dear := sort.Search(len(ends), func(i int) bool { return memory.Tokens(text[:ends[i]]) > max(n, 0) })
	return text[:ends[dear-1]]
}

func firstLetters(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}

// cutTokens returns the longest beginning of a text, cut between letters, that costs at most n tokens.
func cutTokens(text string, n int) string {
	if n <= 0 {
		return ""
	}
	lo, hi := 0, utf8.RuneCountInString(text)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if memory.Tokens(memory.Cut(text, mid)) <= n {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return memory.Cut(text, lo)
}

// snippetLetters is the length of a snippet: about three lines of a terminal.
const snippetLetters = 240

// snippet returns the part of a body that has most of the question's words: the best
// line with what follows it, as one line, cut between letters.
func snippet(body string, words []memory.Word) string {
	var lines []string
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	best, most := 0, -1.0
	for i, line := range lines {
		if s := wordsIn(line, words); s > most {
			best, most = i, s
		}
	}
	if len(lines) == 0 {
		return ""
	}
	text := strings.Join(lines[best:], " ")
	return memory.Cut(fromFirst(text, words), snippetLetters)
}

// wordsIn weighs how many of the words stand in a line; a rarer word weighs more.
func wordsIn(line string, words []memory.Word) float64 {
	line = strings.ToLower(line)
	sum := 0.0
	for _, w := range words {
		if !w.Common && strings.Contains(line, strings.ToLower(w.Text)) {
			sum += 1 / float64(1+w.Docs)
		}
	}
	return sum
}

// fromFirst drops the beginning of a long line that stands far before the first word of
// the question, so that the snippet shows it.
func fromFirst(text string, words []memory.Word) string {
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // lower case changed lengths: offsets would not agree
		return text
	}
	first := -1
	for _, w := range words {
		if i := strings.Index(lower, strings.ToLower(w.Text)); i >= 0 && !w.Common && (first < 0 || i < first) {
			first = i
		}
	}
	if first < 2*snippetLetters/3 {
		return text
	}
	start := first
	for n := 0; start > 0 && n < 40; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:start])
		start -= size
	}
	if i := strings.IndexFunc(text[start:first], unicode.IsSpace); i >= 0 {
		start += i + 1
	}
	return "…" + text[start:]
}
