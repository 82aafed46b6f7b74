package dream

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"mem/internal/memory"
)

// likePair is two live notes of one scope that share rare words.
type likePair struct {
	a, b *memory.Note // by path
	rare float64      // how much of the weight of one's rarest words the other has, 0 to 1
}

// Whom a note is compared with: with a few that share its rarest words, never with all. In a
// vault of up to allLooked notes each note looks for others, in a larger one those do that
// wait to be filed or are younger than newFor. A word that more than commonFrom notes have
// finds nobody. All are chosen; BenchmarkDecide says what they cost.
const (
	allLooked  = 20_000
	newFor     = 30 * 24 * time.Hour
	rarest     = 24
	commonFrom = 128
	neighbours = 8
)

// alikes finds the pairs of notes that the jobs merge and conflict have to judge. Every note
// is read once; what is kept of it is which words of the looking notes it has.
func (n *night) alikes() []likePair {
	if n.alike != nil {
		return n.alike
	}
	s := &sieve{words: map[string]*sieved{}}
	n.sieve = s
	for i := range n.Notes {
		note := &n.Notes[i]
		if note.Status.Live() && n.touchable(note) && !unclear(note) && !built(note) && !wordless(note.Body) {
			s.notes = append(s.notes, note)
		}
	}
	looking := s.notes
	if len(s.notes) > allLooked {
		looking = nil
		for _, note := range s.notes {
			if note.Status == memory.Unfiled || later(note.Captured, note.Updated).After(n.Now.Add(-newFor)) {
				looking = append(looking, note)
			}
		}
	}
	of := make([][]*sieved, len(looking))
	for i, note := range looking {
		of[i] = s.learn(note)
	}
	for i, note := range s.notes {
		s.pass(int32(i), note) //nolint:gosec // a vault has fewer notes than 2^31
	}
	found := map[[2]*memory.Note]float64{}
	shared := make([]float64, len(s.notes))
	for i, note := range looking {
		for _, other := range s.nearest(note, of[i], shared) {
			a, b := note, other.note
			if b.Path < a.Path {
				a, b = b, a
			}
			found[[2]*memory.Note{a, b}] = max(found[[2]*memory.Note{a, b}], other.rare)
		}
	}
	n.alike = make([]likePair, 0, len(found))
	for p, rare := range found {
		n.alike = append(n.alike, likePair{p[0], p[1], rare})
	}
	slices.SortFunc(n.alike, func(p, q likePair) int {
		return cmp.Or(cmp.Compare(p.a.Path, q.a.Path), cmp.Compare(p.b.Path, q.b.Path))
	})
	return n.alike
}

// sieve holds which notes have which of the words that are looked for.
type sieve struct {
	notes []*memory.Note
	words map[string]*sieved
	buf   []byte
}

// sieved is a word, and the notes that have it, the first commonFrom of them.
type sieved struct {
	word string
	in   []int32
	last int32 // the note that was counted last, from 1
	many int   // notes that have it
}

// learn adds the words of a note that looks for others, and returns them.
func (s *sieve) learn(note *memory.Note) []*sieved {
	var out []*sieved
	seen := map[*sieved]bool{}
	s.buf = eachWord(note.Body, s.buf, func(w []byte) {
		e := s.words[string(w)]
		if e == nil {
			e = &sieved{word: string(w)}
			s.words[e.word] = e
		}
		if !seen[e] {
			seen[e] = true
			out = append(out, e)
		}
	})
	return out
}

// pass notes which of the words one note has.
func (s *sieve) pass(i int32, note *memory.Note) {
	s.buf = eachWord(note.Body, s.buf, func(w []byte) {
		e := s.words[string(w)]
		if e == nil || e.last == i+1 {
			return
		}
		e.last = i + 1
		if e.many++; e.many <= commonFrom {
			e.in = append(e.in, i)
		} else {
			e.in = nil
		}
	})
}

// neighbour is a note, and how much of the weight of another's rarest words it has.
type neighbour struct {
	note *memory.Note
	rare float64
}

// nearest returns the notes that share the most of a note's rarest words. shared has a zero
// for each note, before and after.
func (s *sieve) nearest(note *memory.Note, words []*sieved, shared []float64) []neighbour {
	rare := slices.DeleteFunc(slices.Clone(words), func(w *sieved) bool { return w.many > commonFrom || w.many < 2 })
	slices.SortFunc(rare, func(a, b *sieved) int { return cmp.Or(cmp.Compare(a.many, b.many), cmp.Compare(a.word, b.word)) })
	var touched []int32
	total := 0.0
	for _, w := range rare[:min(rarest, len(rare))] {
		weight := math.Log(float64(len(s.notes)+1) / float64(w.many))
		total += weight
		for _, i := range w.in {
			if o := s.notes[i]; o == note || o.Scope != note.Scope {
				continue
			}
			if shared[i] == 0 {
				touched = append(touched, i)
			}
			shared[i] += weight
		}
	}
	score := func(i int32) float64 { return shared[i] / math.Sqrt(float64(len(s.notes[i].Body)+1)) }
	slices.SortFunc(touched, func(a, b int32) int { return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(a, b)) })
	var out []neighbour
	for _, i := range touched[:min(neighbours, len(touched))] {
		out = append(out, neighbour{s.notes[i], shared[i] / total})
	}
	for _, i := range touched {
		shared[i] = 0
	}
	return out
}

// likeness is how much of their different words two notes have in common.
type likeness struct {
	words  float64 // each counting the same (Jaccard's coefficient)
	weight float64 // each the more the fewer notes have it
	both   int     // words that both have
}

// likenessOf compares the words of two notes. Those that only hold a sentence together do not
// count.
func (s *sieve) likenessOf(a, b *memory.Note) likeness {
	one, other := vocabulary(a.Body), vocabulary(b.Body)
	var l likeness
	shared, all, either := 0.0, 0.0, 0
	for _, w := range slices.Sorted(maps.Keys(one)) { // in order, since sums of fractions depend on it
		weight := s.weight(w)
		all, either = all+weight, either+1
		if other[w] {
			shared, l.both = shared+weight, l.both+1
		}
	}
	for _, w := range slices.Sorted(maps.Keys(other)) {
		if !one[w] {
			all, either = all+s.weight(w), either+1
		}
	}
	if either > 0 {
		l.words, l.weight = float64(l.both)/float64(either), shared/all
	}
	return l
}

// weight is what a word counts: the more, the fewer notes have it.
func (s *sieve) weight(word string) float64 {
	many := 1
	if e := s.words[word]; e != nil {
		many = max(1, e.many)
	}
	return math.Log(1 + float64(len(s.notes))/float64(many))
}

func vocabulary(text string) map[string]bool {
	out := map[string]bool{}
	eachWord(text, nil, func(w []byte) {
		if word := string(w); !binding(word) {
			out[word] = true
		}
	})
	return out
}

// eachWord calls f with each word of a text in small letters, apostrophes left out. In
// scripts without spaces each two letters that follow each other are a word. An s of a plural
// is left out. It makes nothing but what buf needs to grow, and f must not keep what it is given.
func eachWord(text string, buf []byte, f func([]byte)) []byte {
	text = oneForm(text)
	buf = buf[:0]
	flush := func() {
		if n := len(buf); n > 0 {
			if n > 3 && buf[n-1] == 's' && buf[n-2] != 's' && buf[n-2] != 'u' && buf[n-2] != 'i' {
				n--
			}
			f(buf[:n])
			buf = buf[:0]
		}
	}
	var before rune // the letter before, of a script without spaces
	for _, c := range text {
		switch {
		case c == '\'':
		case !inWord(c):
			flush()
			before = 0
		case wide(c):
			flush()
			if before != 0 {
				buf = utf8.AppendRune(utf8.AppendRune(buf, before), c)
				flush()
			}
			before = c
		case c < utf8.RuneSelf:
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			buf, before = append(buf, byte(c)), 0
		default:
			buf, before = utf8.AppendRune(buf, unicode.ToLower(c)), 0
		}
	}
	flush()
	return buf
}
