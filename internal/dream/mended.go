package dream

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"mem/internal/memory"
)

// The bounds within which two fixes are of one trouble: chosen for precision, see docs/dream.md.
const (
	sharedWeight = 0.4 // of the weight of the shorter's words
	sharedRare   = 3   // words that few notes have
	comparedFix  = 1200
)

// bag is the words of a note that mean something.
type bag struct {
	note  *memory.Note
	words map[string]bool
	order []string // in which they come
	sum   float64
}

// lexicon is how rare words are among the notes of a vault.
type lexicon struct {
	notes int
	in    map[string]int
}

func (l *lexicon) weight(w string) float64 { return math.Log(1 + float64(l.notes)/float64(l.in[w])) }

// rare reports whether few notes have a word.
func (l *lexicon) rare(w string) bool { return l.in[w] <= max(6, l.notes/50) }

// mended finds a trouble that was mended three times or more, on different days: fixes that
// share most of the shorter's words by weight, among them rare ones, each with each.
func mended(n *night) []pattern {
	var out []pattern
	lex := n.lexicon()
	inScopes(n.sources(memory.Fix, n.holds), func(all []*memory.Note) {
		bags := make([]*bag, len(all))
		by := map[string][]int{}
		for i, note := range all {
			bags[i] = lex.bag(note)
			for w := range bags[i].words {
				if lex.rare(w) {
					by[w] = append(by[w], i)
				}
			}
		}
		used := map[int]bool{}
		for i := len(all) - 1; i >= 0; i-- {
			if used[i] {
				continue
			}
			group := []int{i}
			for _, j := range slices.Backward(rivals(bags[i], by, i)) {
				if used[j] || slices.ContainsFunc(group, func(k int) bool { return !lex.sameTrouble(bags[j], bags[k]) }) || n.hushed(all[j]) != "" {
					continue
				}
				if len(group) == 1 && n.hushed(all[i]) != "" {
					break
				}
				if notes := pick(all, append(slices.Clone(group), j)); apartInTime(notes) {
					group = append(group, j)
				}
			}
			if len(group) < 3 {
				continue
			}
			for _, j := range group {
				used[j] = true
			}
			slices.Sort(group)
			out = append(out, lex.again(pickBags(bags, group)))
		}
	})
	return largestFirst(out)
}

func pick(all []*memory.Note, at []int) []*memory.Note {
	out := make([]*memory.Note, len(at))
	for i, j := range at {
		out[i] = all[j]
	}
	return out
}

func pickBags(all []*bag, at []int) []*bag {
	out := make([]*bag, len(at))
	for i, j := range at {
		out[i] = all[j]
	}
	return out
}

// rivals are the notes that have enough of the rare words of one, in order.
func rivals(b *bag, by map[string][]int, self int) []int {
	shared := map[int]int{}
	for w := range b.words {
		for _, j := range by[w] {
			shared[j]++
		}
	}
	var out []int
	for j, n := range shared {
		if j != self && n >= sharedRare {
			out = append(out, j)
		}
	}
	slices.Sort(out)
	return out
}

func (n *night) lexicon() *lexicon {
	type tally struct{ notes, last int } // last is the note that was counted last, from 1
	counts := make([]map[string]*tally, workers())
	many := make([]int, workers())
	abreast(len(n.Notes), func(worker, i int) {
		note := &n.Notes[i]
		if !note.Status.Live() || built(note) {
			return
		}
		if counts[worker] == nil {
			counts[worker] = map[string]*tally{}
		}
		many[worker]++
		for w := range meaning(note) {
			t := counts[worker][w]
			if t == nil {
				t = &tally{}
				counts[worker][w] = t
			}
			if t.last != i+1 {
				t.notes, t.last = t.notes+1, i+1
			}
		}
	})
	l := &lexicon{in: map[string]int{}}
	for worker, words := range counts {
		l.notes += many[worker]
		for w, t := range words {
			l.in[w] += t.notes
		}
	}
	return l
}

// meaning are the words of a note's title and beginning that mean something, in order.
func meaning(note *memory.Note) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, w := range wordsOf(note.Title + " " + memory.Cut(note.Body, comparedFix)) {
			if !forQuestions(w) && (len(w) > 2 || w[0] >= 0x80) && !yield(w) {
				return
			}
		}
	}
}

func (l *lexicon) bag(note *memory.Note) *bag {
	b := &bag{note: note, words: map[string]bool{}}
	for w := range meaning(note) {
		if !b.words[w] {
			b.words[w] = true
			b.order = append(b.order, w)
			b.sum += l.weight(w)
		}
	}
	return b
}

func (l *lexicon) sameTrouble(a, b *bag) bool {
	sum, rare := 0.0, 0
	for _, w := range a.order {
		if b.words[w] {
			sum += l.weight(w)
			if l.rare(w) {
				rare++
			}
		}
	}
	return rare >= sharedRare && sum >= sharedWeight*min(a.sum, b.sum)
}

// again tells of a trouble that came back.
func (l *lexicon) again(bags []*bag) pattern {
	bags = bags[max(0, len(bags)-mostSources):]
	var common []string
	for _, w := range bags[len(bags)-1].order {
		if !slices.ContainsFunc(bags, func(b *bag) bool { return !b.words[w] }) {
			common = append(common, w)
		}
	}
	topic := slices.Clone(common)
	slices.SortStableFunc(topic, func(a, b string) int { return cmp.Compare(l.weight(b), l.weight(a)) })
	topic = topic[:min(5, len(topic))]
	about := slices.DeleteFunc(common, func(w string) bool { return !slices.Contains(topic, w) })
	var notes []*memory.Note
	for _, b := range bags {
		notes = append(notes, b.note)
	}
	first, last := notes[0], notes[len(notes)-1]
	var b strings.Builder
	fmt.Fprintf(&b, "The same trouble was mended %d times between %s and %s. ", len(notes), day(first.Captured), day(last.Captured))
	for _, note := range notes {
		fmt.Fprintf(&b, "On %s: %s. ", day(note.Captured), quote(note))
	}
	fmt.Fprintf(&b, "All of them are about %s: %s.\n", inProse(together(about)), linked(notes))
	return pattern{
		kind: memory.Fix, of: notes, body: b.String(),
		title:  fmt.Sprintf("Mended %d times: %s", len(notes), strings.Join(about, " ")),
		reason: fmt.Sprintf("%d fixes of different days are about the same trouble.", len(notes)),
	}
}
