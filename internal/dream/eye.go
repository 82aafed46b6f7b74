package dream

import (
	"fmt"
	"strings"

	"mem/internal/memory"
)

// pairs is how many likenesses a list shows: each is two texts to read. Of those that the last
// brief told of it shows fewer.
const (
	pairs      = 6
	pairsAgain = 3
)

// eye writes what needs the owner's eye, a list for each kind, and to each the command that
// settles it.
func (p *page) eye(r *Report) {
	all, fresh := r.Plan.Listed, r.fresh()
	open := 0
	for _, l := range all {
		if !l.Kind.Passing() {
			open++
		}
	}
	if open == 0 {
		p.line("## Needs your eye\n\nNothing.")
		return
	}
	p.line("## Needs your eye: %d", open)
	for _, kind := range kinds() {
		var list []Listed
		for _, l := range all {
			if l.Kind == kind {
				list = append(list, l)
			}
		}
		if len(list) == 0 || kind.Passing() {
			continue
		}
		p.heading("%s: %d", kind.heading(), len(list))
		if kind.Waits() {
			p.atOnce(r, list)
			continue
		}
		why := shared(list)
		if why != "" {
			p.line("%s\n", sentence(why))
		}
		if len(list[0].Texts) > 1 {
			p.pairs(r, list, why == "", fresh)
			continue
		}
		p.items(len(list), "mem dream --dry-run --json", func(i int) string { return asked(list[i], why == "") })
	}
}

// pairs writes likenesses: those that are new since the last brief first and marked, and few of
// those that it told of already.
func (p *page) pairs(r *Report, list []Listed, withWhy bool, fresh func([]memory.Slug) bool) {
	var news, olds []Listed
	for _, l := range list {
		if fresh(l.Notes) {
			news = append(news, l)
		} else {
			olds = append(olds, l)
		}
	}
	list = append(news, olds...)
	most := max(pairsAgain, min(pairs, len(news)+1))
	p.cut(len(list), most, "mem dream --dry-run --json", func(i int) string {
		line := asked(list[i], withWhy)
		if i < len(news) && !r.lastTold().IsZero() {
			line = "new: " + line
		}
		return line
	})
}

// shared is the reason that all of a list have, "" when they differ or there is but one.
func shared(list []Listed) string {
	for _, l := range list[1:] {
		if l.Why != list[0].Why {
			return ""
		}
	}
	if len(list) == 1 {
		return ""
	}
	return list[0].Why
}

// asked is one listed thing: what the notes say, why, and the command that settles it. Texts
// stand one above the other, what differs in bold.
func asked(l Listed, withWhy bool) string {
	if len(l.Texts) > 1 && len(l.Texts) == len(l.Notes) {
		return askedOfTexts(l, withWhy)
	}
	var why string
	if withWhy {
		why = ": " + prose(l.Why)
	}
	if len(l.Notes) > few {
		return some(l.Notes) + why + " · " + typed(l.Settle)
	}
	named := make([]string, 0, len(l.Notes))
	for i, s := range l.Notes {
		name := link(s)
		if i < len(l.Titles) && l.Titles[i] != "" {
			name += " " + code(l.Titles[i])
		}
		named = append(named, name)
	}
	return strings.Join(named, " and ") + why + " · " + commandsOf(l)
}

// askedOfTexts is a likeness: the texts, and below them what settles it.
func askedOfTexts(l Listed, withWhy bool) string {
	line := bothOf(l.Notes)
	switch {
	case withWhy:
		line = strings.TrimSuffix(sentence(l.Why), ".")
	case l.Likeness > 0:
		line = fmt.Sprintf("%.0f %% alike", 100*l.Likeness)
	}
	line += ":"
	for i, text := range beside(l.Texts) {
		line += "\n  - " + link(l.Notes[i]) + ": " + text
	}
	return line + "\n  - " + commandsOf(l)
}

// commandsOf are the commands that settle a listed thing, one way or another.
func commandsOf(l Listed) string {
	line := toSettle(l.Settle, l.Notes)
	for _, c := range l.Or {
		line += " or " + toSettle(c, l.Notes)
	}
	return line
}

// toSettle is a command about two notes behind what it does.
func toSettle(settle string, notes []memory.Slug) string {
	if len(notes) != 2 {
		return typed(settle)
	}
	for i, kept := range []string{"second", "first"} {
		if strings.HasPrefix(settle, command("mem", "set", string(notes[i]), "status=superseded")) {
			return "keep the " + kept + ": " + typed(settle)
		}
	}
	if strings.Contains(settle, " distinct_from=") {
		return "keep both: " + typed(settle)
	}
	return typed(settle)
}

func bothOf(notes []memory.Slug) string {
	named := make([]string, 0, len(notes))
	for _, s := range notes {
		named = append(named, link(s))
	}
	return strings.Join(named, " and ")
}

// The words of a text that are shown: all of a short one, else what is around the place
// where it differs.
const (
	longestText = 30 // words
	leadIn      = 10 // words before the place
	mostMarked  = 8  // words that are made bold: where nearly all differs, that tells nothing
)

// beside makes texts ready to be read one above the other: in one line each, escaped, the
// words in bold that not all have in that place, where those are few.
func beside(texts []string) []string {
	words := make([][]string, len(texts))
	start, end := -1, -1
	for i, t := range texts {
		words[i] = strings.Fields(flat(t))
		if i > 0 {
			start, end = narrow(words[0], words[i], start, end)
		}
	}
	marked := start+end > 0
	for _, w := range words {
		marked = marked && len(w)-end-start <= mostMarked
	}
	out := make([]string, len(texts))
	for i, w := range words {
		from, to := start, len(w)-end
		differs := marked && from < to && to-from < len(w)
		first, last := 0, len(w)
		if len(w) > longestText {
			first = max(0, min(from-leadIn, len(w)-longestText))
			last = first + longestText
		}
		var b strings.Builder
		if first > 0 {
			b.WriteString("… ")
		}
		for at := first; at < last; at++ {
			if at > first {
				b.WriteByte(' ')
			}
			if differs && at == from {
				b.WriteString("**")
			}
			b.WriteString(prose(w[at]))
			if differs && (at == to-1 || at >= from && at == last-1 && at < to) {
				b.WriteString("**")
			}
		}
		if last < len(w) {
			b.WriteString(" …")
		}
		out[i] = b.String()
	}
	return out
}

// narrow counts the words that two texts begin and end with in common, and that all before had; below
// 0 means not known yet.
func narrow(a, b []string, start, end int) (int, int) {
	most := min(len(a), len(b))
	s := 0
	for s < most && a[s] == b[s] {
		s++
	}
	if start >= 0 {
		s = min(s, start)
	}
	e := 0
	for e < most-s && a[len(a)-1-e] == b[len(b)-1-e] {
		e++
	}
	if end >= 0 {
		e = min(e, end)
	}
	return s, e
}

// kinds lists every Kind in the order in which they are put before the owner.
func kinds() []Kind {
	return []Kind{Doubtful, Disagree, OtherType, OtherTitle, SaidAgain, NearCopies, EmptyButKept, UnusedKept, EntityEdited, Failing, TypeUnsure, StatusUnknown, TooLarge, TypeUnknown}
}

func (k Kind) heading() string {
	switch k {
	case StatusUnknown:
		return "A status that mem does not know"
	case TooLarge:
		return "Too large for one memory"
	case OtherType:
		return "One text under two types"
	case OtherTitle:
		return "One text under two titles"
	case SaidAgain:
		return "Said again after something else"
	case Disagree:
		return "These two disagree"
	case NearCopies:
		return "Nearly the same"
	case Doubtful:
		return "Declared as replaced, but not clearly"
	case EmptyButKept:
		return "Empty, but a person's"
	case EntityEdited:
		return "Built by mem, then edited by hand"
	case UnusedKept:
		return "Unused for long, but a person's"
	case Failing:
		return "Failed twice in a row"
	case TypeUnsure:
		return "No rule is sure of the type"
	case TypeUnknown:
	}
	panic("dream: no heading for kind " + string(k)) // unreachable: that one is told in types
}
