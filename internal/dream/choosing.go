package dream

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"mem/internal/memory"
)

// Where more is known than there is room for, a note tells, in this order: what has proved
// itself or is important, the newest, and of the rest what has most of the words that come up
// again and again, each word counting less once it is told (SumBasic: Nenkova and Vanderwende,
// "The impact of frequency on summarization", 2005). Nothing is told twice.
const (
	mostWeighed = 200 // facts that are looked at, the newest, besides those that come first
	mostProven  = 10
	mostNew     = 6
	about       = 1.5 // what a fact counts more that is about the entity; chosen
	provenFrom  = 7   // importance from which a fact comes first
	twice       = 0.6 // share of a fact's words that another has, from which it says nothing new
)

// weighed is a fact that may be told.
type weighed struct {
	told
	words []string // that count, each once
	first bool     // it begins with the entity's name: it is about it, and does not only name it
	says  *Claims  // nil until asked for
}

func (w *weighed) claims() Claims {
	if w.says == nil {
		c := ClaimsOf(w.note)
		w.says = &c
	}
	return *w.says
}

// choose returns the facts that are told, in order of time.
func (t *teller) choose(facts []*memory.Note) []told {
	var all []weighed
	for i, n := range facts {
		if i < len(facts)-mostWeighed && !proven(n) {
			continue
		}
		if text := t.text(n); text != "" {
			begins := slices.ContainsFunc(t.names, func(name string) bool { return strings.HasPrefix(text, quoted(name)) })
			all = append(all, weighed{told{n, text}, t.counting(text), begins, nil})
		}
	}
	c := chooser{all: all, taken: make([]bool, len(all)), weight: map[string]float64{}}
	if len(all) <= mostTold {
		c.roomy = true
		c.newest(len(all), func(*weighed) bool { return true })
	} else {
		c.newest(mostProven, func(w *weighed) bool { return proven(w.note) })
		c.newest(mostNew, func(w *weighed) bool { return w.first })
		c.telling()
	}
	var out []told
	for i := range all {
		if c.taken[i] {
			out = append(out, all[i].told)
		}
	}
	slices.SortStableFunc(out, func(a, b told) int {
		return cmp.Or(a.note.Captured.Compare(b.note.Captured), cmp.Compare(a.note.Path, b.note.Path))
	})
	return out
}

func proven(n *memory.Note) bool { return n.Trust == memory.Verified || weight(n) >= provenFrom }

// counting returns the words of a text by which it is told from others: not the entity's
// names, not those of every sentence.
func (t *teller) counting(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' }) {
		w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
		if len(w) < 2 || t.words.Ordinary(w) || slices.Contains(out, w) {
			continue
		}
		out = append(out, w)
	}
	return out
}

// chooser is a choice under way.
type chooser struct {
	all    []weighed
	taken  []bool
	number int
	weight map[string]float64
	roomy  bool // there is room for all, and only what is the same is told once
}

// newest takes so many of the newest facts of a kind that say something new.
func (c *chooser) newest(most int, of func(*weighed) bool) {
	for i := len(c.all) - 1; i >= 0 && most > 0; i-- {
		if !c.taken[i] && of(&c.all[i]) && c.new(i) {
			c.take(i)
			most--
		}
	}
}

// telling takes of the rest what tells most, while there is room.
func (c *chooser) telling() {
	for i := range c.all {
		for _, w := range c.all[i].words {
			c.weight[w] += 1 / float64(len(c.all))
		}
	}
	for i := range c.all {
		if c.taken[i] {
			c.heard(i)
		}
	}
	out := make([]bool, len(c.all)) // says nothing new
	for c.number < mostTold {
		best, most := -1, 0.0
		for i := range c.all {
			if c.taken[i] || out[i] || len(c.all[i].words) == 0 {
				continue
			}
			value := 0.0
			for _, w := range c.all[i].words {
				value += c.weight[w]
			}
			if c.all[i].first {
				value *= about
			}
			if value /= float64(len(c.all[i].words)); value > most {
				best, most = i, value
			}
		}
		if best < 0 {
			return
		}
		if !c.new(best) {
			out[best] = true
			continue
		}
		c.take(best)
		c.heard(best)
	}
}

func (c *chooser) take(i int) { c.taken[i], c.number = true, c.number+1 }

// heard lowers the weight of the words of a fact that is told.
func (c *chooser) heard(i int) {
	for _, w := range c.all[i].words {
		c.weight[w] *= c.weight[w]
	}
}

// new reports whether a fact has enough words that no other one told has, or is in dispute
// with it.
func (c *chooser) new(i int) bool {
	f := &c.all[i]
	for j := range c.all {
		g := &c.all[j]
		if !c.taken[j] {
			continue
		}
		if c.roomy {
			if f.text == g.text {
				return false
			}
			continue
		}
		common := 0
		for _, w := range f.words {
			if slices.Contains(g.words, w) {
				common++
			}
		}
		if float64(common) > twice*float64(max(len(f.words), len(g.words))) && !f.claims().Contradict(g.claims()) {
			return false
		}
	}
	return true
}

// latest is when the last of some notes was captured.
func latest(notes []*memory.Note) time.Time {
	var last time.Time
	for _, n := range notes {
		if n.Captured.After(last) {
			last = n.Captured
		}
	}
	return last
}
