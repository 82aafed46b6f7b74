package dream

import (
	"slices"

	"mem/internal/memory"
)

// What makes a form of notes that are alike: so much of the words of each are those of the other, in
// one order, and no note is longer than this, in words.
const (
	sameForm    = 0.65
	longestForm = 120
)

// forms knows which notes fill in one form: "The default branch of the inner printer is main" and
// the same of the outer one and the label printer. Two may be one thing said in other words.
// Three that differ in the same places, each from each, are three things.
type forms struct {
	pairs  []likePair
	words  map[*memory.Note][]string
	beside map[*memory.Note][]*memory.Note // what is alike to it; nil until somebody asks
}

func newForms(pairs []likePair) *forms {
	return &forms{pairs: pairs, words: map[*memory.Note][]string{}}
}

// fill reports whether two notes fill in one form with a third, which differs from each of them wherever
// they differ.
func (f *forms) fill(a, b *memory.Note) bool {
	inA, alike := f.places(a, b)
	inB, back := f.places(b, a)
	if !alike || !back {
		return false
	}
	if f.beside == nil {
		f.beside = map[*memory.Note][]*memory.Note{}
		for _, p := range f.pairs {
			f.beside[p.a] = append(f.beside[p.a], p.b)
			f.beside[p.b] = append(f.beside[p.b], p.a)
		}
	}
	there := func(own, c *memory.Note, places []int) bool {
		others, alike := f.places(own, c)
		return alike && !slices.ContainsFunc(places, func(at int) bool { return !slices.Contains(others, at) })
	}
	for _, near := range [][]*memory.Note{f.beside[a], f.beside[b]} {
		for _, c := range near {
			if c != a && c != b && f.fits(a, b, c) && there(a, c, inA) && there(b, c, inB) {
				return true
			}
		}
	}
	return false
}

// fits reports whether a third note is of their kind: from the same hands, of the same type, of the same time,
// and no one's who told it from them.
func (f *forms) fits(a, b, c *memory.Note) bool {
	return c.Type == a.Type && c.Type == b.Type && c.OwnedBy() == a.OwnedBy() && c.OwnedBy() == b.OwnedBy() &&
		c.ValidFrom.Equal(a.ValidFrom) && c.ValidUntil.Equal(a.ValidUntil) && !settledAlready(a, c) && !settledAlready(b, c)
}

// places are where in a note's words those begin that another has not: where the form is filled in. They
// are alike if they have most words in common, in one order, and wherever one has others, the other has too.
func (f *forms) places(a, b *memory.Note) (in []int, alike bool) {
	one, other := f.of(a), f.of(b)
	long, short := max(len(one), len(other)), min(len(one), len(other))
	if long > longestForm || float64(short) < sameForm*float64(long) {
		return nil, false
	}
	both := commonWords(one, other)
	if len(both) == long || float64(len(both)) < sameForm*float64(long) {
		return nil, false
	}
	i, j := 0, 0 // where the common words so far end
	for _, p := range append(both, [2]int{len(one), len(other)}) {
		switch {
		case (p[0] > i) != (p[1] > j):
			return nil, false
		case p[0] > i:
			in = append(in, i)
		}
		i, j = p[0]+1, p[1]+1
	}
	return in, true
}

func (f *forms) of(n *memory.Note) []string {
	words, known := f.words[n]
	if !known {
		words = wordsOf(memory.Cut(n.Body, comparedLetters))
		f.words[n] = words
	}
	return words
}
