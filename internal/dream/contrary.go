package dream

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mem/internal/memory"
)

// leads is how many of a statement's words lead to what speaks of the same. A contrary
// statement differs in a word or two, so it shares at least one of four.
const leads = 4

// listen finds, for each group of copies, what was said against it in the time between
// them. "On", then "off", then "on" again: the last is a new fact and no copy of the
// first. Each note is looked at once, and none when there are no copies.
func (n *night) listen(groups []*group) {
	if len(groups) == 0 {
		return
	}
	from, to := groups[0].span()
	heads, member := map[string][]*group{}, map[*memory.Note]*group{}
	for _, g := range groups {
		first, last := g.span()
		from, to = earlier(from, first), later(to, last)
		g.words = wordsOf(g.notes[0].Body)
		g.set = setOf(g.words)
		for _, note := range g.notes {
			member[note] = g
		}
		for _, w := range leading(g.set) {
			heads[w] = append(heads[w], g)
		}
	}
	for i := range n.Notes {
		m := &n.Notes[i]
		for _, slug := range m.Supersedes {
			for _, target := range n.bySlug[slug] {
				if g := member[target]; g != nil {
					g.against = append(g.against, m)
				}
			}
		}
		if built(m) || m.Captured.Before(from) || m.Captured.After(to) {
			continue
		}
		words := wordsOf(m.Body)
		var set map[string]struct{}
		asked := map[*group]bool{}
		for _, w := range words {
			for _, g := range heads[w] {
				if !asked[g] && member[m] != g {
					asked[g] = true
					if set == nil {
						set = setOf(words)
					}
					if g.contradictedBy(words, set) {
						g.against = append(g.against, m)
					}
				}
			}
		}
	}
}

// parted reports whether something was said against a group between two of its notes.
func (g *group) parted(a, b *memory.Note) bool {
	from, to := earlier(a.Captured, b.Captured), later(a.Captured, b.Captured)
	return slices.ContainsFunc(g.against, func(m *memory.Note) bool {
		return m != a && m != b && !m.Captured.Before(from) && !m.Captured.After(to) &&
			(m.Scope == "" || a.Scope == "" || m.Scope == a.Scope)
	})
}

func (g *group) span() (from, to time.Time) {
	from, to = g.notes[0].Captured, g.notes[0].Captured
	for _, n := range g.notes[1:] {
		from, to = earlier(from, n.Captured), later(to, n.Captured)
	}
	return from, to
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// leading chooses the words by which a statement is found again: long ones are rare.
func leading(set map[string]struct{}) []string {
	words := make([]string, 0, len(set))
	for w := range set {
		words = append(words, w)
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return words[:min(leads, len(words))]
}

// contradictedBy reports whether a text speaks of what the group speaks of and says
// something else: the same subject with another end, or nearly the same words with a
// "not", an opposite or a word of change. It errs on the side of yes: then nothing is merged.
func (g *group) contradictedBy(words []string, set map[string]struct{}) bool {
	if slices.Equal(words, g.words) {
		return false
	}
	shorter, same := min(len(words), len(g.words)), 0
	for same < shorter && words[same] == g.words[same] {
		same++
	}
	if same >= 2 && 2*same >= shorter {
		return true
	}
	common := 0
	for w := range set {
		if _, both := g.set[w]; both {
			common++
		}
	}
	if 2*common < max(len(set), len(g.set)) {
		return false
	}
	return negations(words)%2 != negations(g.words)%2 || opposed(set, g.set) || changed(words) && !changed(g.words)
}

// wordsOf returns the words of a text in lower case, apostrophes left out. In scripts
// without spaces every letter is a word.
func wordsOf(text string) []string { return split(strings.ToLower(flatten(text))) }

// flatten gives the letters of a text one form and width, and leaves apostrophes out.
func flatten(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(norm.NFKC.String(text), "'", ""), "’", "")
}

func split(text string) []string { return slices.Collect(eachOf(text)) }

// eachOf gives the words of a text one after another.
func eachOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range text {
			wide := r >= 0x2e80 && unicode.IsLetter(r)
			if !wide && inWord(r) {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 && !yield(text[start:i]) {
				return
			}
			start = -1
			if wide && !yield(text[i:i+utf8.RuneLen(r)]) {
				return
			}
		}
		if start >= 0 {
			yield(text[start:])
		}
	}
}

func setOf(words []string) map[string]struct{} {
	set := make(map[string]struct{}, len(words))
	for _, w := range words {
		set[w] = struct{}{}
	}
	return set
}

func negations(words []string) int {
	count := 0
	for _, w := range words {
		switch w {
		case "not", "no", "never", "cannot", "without", "neither", "nor", "cant", "dont", "wont", "isnt", "arent", "doesnt",
			"didnt", "shouldnt", "mustnt", "wasnt", "werent", "hasnt", "havent", "couldnt", "wouldnt",
			"nicht", "kein", "keine", "pas", "ne", "не", "нет", "不", "没", "無", "无":
			count++
		}
	}
	return count
}

// changed reports whether a text says that something is no longer as it was.
func changed(words []string) bool {
	text := " " + strings.Join(words, " ") + " "
	for _, mark := range [...]string{" now ", " no longer ", " instead ", " changed ", " moved ", " switched ", " replaced ",
		" anymore ", " any more ", " as of ", " from now ", " stopped ", " used to ", " since then ", " actually "} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}

// opposed reports whether one text has a word and the other its opposite instead.
func opposed(a, b map[string]struct{}) bool {
	has := func(set map[string]struct{}, w string) bool { _, ok := set[w]; return ok }
	loose := [][2]string{{"enable", "disable"}, {"works", "broken"}, {"in", "out"}, {"start", "stop"}}
	for _, p := range slices.Concat(states(), predicates(), loose) {
		if has(a, p[0]) && has(b, p[1]) && !has(b, p[0]) || has(a, p[1]) && has(b, p[0]) && !has(b, p[1]) {
			return true
		}
	}
	return false
}
