package dream

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"mem/internal/memory"
)

// Ask is a question that had no answer.
type Ask struct {
	At      time.Time
	Query   string
	Scope   string
	Session string // "" = not said
}

// Open is a question that is asked often and has never had an answer.
type Open struct {
	Query string `json:"query"` // as it was asked last
	Scope string `json:"scope"`
	Times int    `json:"times"`
	Since string `json:"since"` // 2026-08-03
	Last  string `json:"last"`
}

// The bounds of what is asked often.
const (
	oftenAsked = 3                   // times, on two days or in two sessions
	askedOf    = 60 * 24 * time.Hour // what was asked before that is forgotten
)

// OpenQuestions lists what was asked often and never answered, the most frequent first.
// Questions are one if they have the same words, whatever their order; a recall of the same
// words that showed something since closes it.
func OpenQuestions(asks []Ask, uses []Use, now time.Time) []Open {
	answered := map[string]time.Time{}
	for _, u := range uses {
		if key := questionKey(u.Query); u.Op == UseShown && key != "" && u.At.After(answered[key]) {
			answered[key] = u.At
		}
	}
	groups := map[[2]string][]Ask{}
	for _, a := range asks {
		key := questionKey(a.Query)
		if key != "" && now.Sub(a.At) <= askedOf && a.At.After(answered[key]) {
			groups[[2]string{a.Scope, key}] = append(groups[[2]string{a.Scope, key}], a)
		}
	}
	var out []Open
	for _, group := range groups {
		slices.SortStableFunc(group, func(a, b Ask) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Query, b.Query)) })
		first, last := group[0], group[len(group)-1]
		if len(group) >= oftenAsked && occasions(group) > 1 {
			out = append(out, Open{Query: last.Query, Scope: last.Scope, Times: len(group), Since: first.At.UTC().Format(time.DateOnly), Last: last.At.UTC().Format(time.DateOnly)})
		}
	}
	slices.SortFunc(out, func(a, b Open) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Query, b.Query), cmp.Compare(a.Scope, b.Scope))
	})
	return out
}

// occasions is on how many days or in how many sessions a question was asked: an agent that
// asks three times in a row has one question.
func occasions(group []Ask) int {
	days, sessions := map[string]bool{}, map[string]bool{}
	for _, a := range group {
		days[a.At.UTC().Format(time.DateOnly)] = true
		if a.Session != "" {
			sessions[a.Session] = true
		}
	}
	return max(len(days), len(sessions))
}

// questionKey is what the same question has in common however it is put: its words that mean
// something, in order of the alphabet. It is "" for what is hardly a question.
func questionKey(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	words = slices.DeleteFunc(words, forQuestions)
	slices.Sort(words)
	words = slices.Compact(words)
	letters := 0
	for _, w := range words {
		letters += memory.Tokens(w)
	}
	if letters < 2 || len(words) < 2 && memory.Tokens(text) < 3 {
		return ""
	}
	return strings.Join(words, " ")
}

// forQuestions reports whether a word only makes a question of others.
func forQuestions(w string) bool {
	return slices.Contains([]string{"a", "an", "the", "is", "are", "was", "were", "be", "do", "does", "did", "how", "what", "when",
		"where", "why", "who", "which", "we", "i", "you", "our", "my", "your", "us", "me", "to", "of", "in", "on", "for", "at", "with", "and",
		"or", "it", "its", "this", "that", "can", "could", "should", "would", "will", "have", "has", "had", "there", "please", "s", "t"}, w)
}

// questions tells what was asked often and never answered. They are lines and no notes: a note
// that nobody knows something would be found by whoever asks it, in the place of the honest
// answer that there is none.
func (p *page) questions(open []Open) {
	if len(open) == 0 {
		return
	}
	p.section("Asked often, never answered: %d", len(open))
	p.line("If you know it, note it with %s.\n", code("mem capture"))
	p.items(len(open), "mem dream --dry-run --json", func(i int) string {
		o := open[i]
		line := code(o.Query) + ": " + count(o.Times, "time", "times") + " since " + o.Since + ", last on " + o.Last
		if o.Scope != "" {
			line += ", in " + code(o.Scope)
		}
		return line
	})
}
