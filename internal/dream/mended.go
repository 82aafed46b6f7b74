package dream

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"mem/internal/memory"
)

// The bounds within which two fixes are of one trouble: chosen for precision, see docs/dream.md.
const (
	sharedWeight = 0.4 // of the weight of the shorter's words
	sharedRare   = 3   // words that few notes have
	mostRare     = 200 // notes may have a word that counts as rare, however large the vault
	comparedFix  = 1200
)

// bag is the words of a note that mean something.
type bag struct {
	note  *memory.Note
	words []int32 // numbers of the lexicon's, in the order in which they come, each once
	sum   float64 // of their weights
}

// lexicon is the words of some notes of a vault, by number, and how rare they are in it.
type lexicon struct {
	notes  int
	number map[string]int32
	words  []string
	in     []int32 // how many notes have a word
	marked []int32 // by the words of one bag, for comparing it with another: in which turn
	turn   int32
}

func (l *lexicon) weight(w int32) float64 {
	return math.Log(1 + float64(l.notes)/float64(l.in[w]))
}

// rare reports whether few notes have a word.
func (l *lexicon) rare(w int32) bool { return int(l.in[w]) <= max(6, min(l.notes/50, mostRare)) }

// mended finds a trouble that was mended three times or more, on different days: fixes that
// share most of the shorter's words by weight, among them rare ones, each with each.
func mended(n *night) []pattern {
	fixes := n.sources(memory.Fix, n.holds)
	maps.DeleteFunc(fixes, func(_ string, all []*memory.Note) bool { return len(all) < 3 })
	if len(fixes) == 0 {
		return nil
	}
	var out []pattern
	lex, of := n.lexiconOf(slices.Concat(slices.Collect(maps.Values(fixes))...))
	inScopes(fixes, func(all []*memory.Note) {
		bags := make([]*bag, len(all))
		r := rivals{lex: lex, by: map[int32][]int32{}, shared: make([]int32, len(all))}
		for i, note := range all {
			bags[i] = of[note]
			r.add(int32(i), bags[i]) //nolint:gosec // a vault has fewer notes than 2^31
		}
		used := map[int]bool{}
		for i := len(all) - 1; i >= 0; i-- {
			if used[i] {
				continue
			}
			group := []int{i}
			for _, j := range slices.Backward(r.of(i, bags[i])) {
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
			out = append(out, lex.again(pick(bags, group)))
		}
	})
	return largestFirst(out)
}

func pick[T any](all []T, at []int) []T {
	out := make([]T, len(at))
	for i, j := range at {
		out[i] = all[j]
	}
	return out
}

// rivals finds the bags that have enough of the rare words of one.
type rivals struct {
	lex    *lexicon
	by     map[int32][]int32 // of a rare word: the bags that have it
	shared []int32           // of each bag: how many of the words asked for; 0 before and after
}

func (r *rivals) add(i int32, b *bag) {
	for _, w := range b.words {
		if r.lex.rare(w) {
			r.by[w] = append(r.by[w], i)
		}
	}
}

// of returns them in order, without the one itself.
func (r *rivals) of(self int, b *bag) []int {
	var touched, out []int
	for _, w := range b.words {
		for _, j := range r.by[w] {
			if r.shared[j]++; r.shared[j] == 1 {
				touched = append(touched, int(j))
			}
		}
	}
	for _, j := range touched {
		if j != self && r.shared[j] >= sharedRare {
			out = append(out, j)
		}
		r.shared[j] = 0
	}
	slices.Sort(out)
	return out
}

// lexiconOf learns the words of some notes, and counts in how many of the vault's each of them stands.
func (n *night) lexiconOf(notes []*memory.Note) (*lexicon, map[*memory.Note]*bag) {
	texts := make([][]string, len(notes))
	abreast(len(notes), func(_, i int) { texts[i] = slices.Collect(meaning(notes[i])) })
	l := &lexicon{number: map[string]int32{}}
	bags := make([]*bag, len(notes))
	for i, words := range texts {
		bags[i] = &bag{note: notes[i], words: make([]int32, 0, len(words))}
		for _, text := range words {
			w, known := l.number[text]
			if !known {
				text = strings.Clone(text) // else the whole text stays for its sake
				w = int32(len(l.words))    //nolint:gosec // a vault has fewer words than 2^31
				l.number[text], l.words = w, append(l.words, text)
			}
			if !slices.Contains(bags[i].words, w) {
				bags[i].words = append(bags[i].words, w)
			}
		}
		texts[i] = nil
	}
	type tally struct{ notes, last int32 } // last is the note that was counted last, from 1
	counts, many := make([][]tally, workers()), make([]int, workers())
	abreast(len(n.Notes), func(worker, i int) {
		note := &n.Notes[i]
		if !note.Status.Live() || built(note) {
			return
		}
		if counts[worker] == nil {
			counts[worker] = make([]tally, len(l.words))
		}
		many[worker]++
		for text := range meaning(note) {
			if w, known := l.number[text]; known {
				if t, at := &counts[worker][w], int32(i)+1; t.last != at { //nolint:gosec // a vault has fewer notes than 2^31
					t.notes, t.last = t.notes+1, at
				}
			}
		}
	})
	l.in, l.marked = make([]int32, len(l.words)), make([]int32, len(l.words))
	for worker, words := range counts {
		l.notes += many[worker]
		for w, t := range words {
			l.in[w] += t.notes
		}
	}
	of := make(map[*memory.Note]*bag, len(notes))
	for _, b := range bags {
		for _, w := range b.words {
			b.sum += l.weight(w)
		}
		of[b.note] = b
	}
	return l, of
}

// meaning are the words of a note's title and beginning that mean something, in order.
func meaning(note *memory.Note) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range eachOf(strings.ToLower(flatten(note.Title + " " + memory.Cut(note.Body, comparedFix)))) {
			if !forQuestions(w) && (len(w) > 2 || w[0] >= 0x80) && !yield(w) {
				return
			}
		}
	}
}

// common are the words of one bag that another has too, in order.
func (l *lexicon) common(of, other *bag) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		l.turn++
		for _, w := range other.words {
			l.marked[w] = l.turn
		}
		for _, w := range of.words {
			if l.marked[w] == l.turn && !yield(w) {
				return
			}
		}
	}
}

func (l *lexicon) sameTrouble(a, b *bag) bool {
	sum, rare := 0.0, 0
	for w := range l.common(a, b) {
		sum += l.weight(w)
		if l.rare(w) {
			rare++
		}
	}
	return rare >= sharedRare && sum >= sharedWeight*min(a.sum, b.sum)
}

// again tells of a trouble that came back.
func (l *lexicon) again(bags []*bag) pattern {
	bags = bags[max(0, len(bags)-mostSources):]
	common := bags[len(bags)-1]
	for _, b := range bags[:len(bags)-1] {
		common = &bag{words: slices.Collect(l.common(common, b))}
	}
	topic := slices.Clone(common.words)
	slices.SortStableFunc(topic, func(a, b int32) int { return cmp.Compare(l.weight(b), l.weight(a)) })
	topic = topic[:min(5, len(topic))]
	var about []string
	for _, w := range common.words {
		if slices.Contains(topic, w) {
			about = append(about, l.words[w])
		}
	}
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
