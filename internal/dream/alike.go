package dream

import (
	"cmp"
	"math"
	"slices"
	"strings"
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
	for i := range n.Notes { // by path
		note := &n.Notes[i]
		if note.Status.Live() && n.touchable(note) && !unclear(note) && !built(note) && !wordless(note.Body) {
			s.add(note)
		}
	}
	looks := func(note *memory.Note) bool {
		return len(s.notes) <= allLooked || note.Status == memory.Unfiled || later(note.Captured, note.Updated).After(n.Now.Add(-newFor))
	}
	of := make([][]*sieved, len(s.notes)) // the words of those that look
	for i, note := range s.notes {
		if looks(note) {
			of[i] = s.learn(int32(i), note) //nolint:gosec // a vault has fewer notes than 2^31
		}
	}
	s.passAll(of)
	type found struct {
		a, b int32
		rare float64
	}
	var pairs []found
	shared := make([]float64, len(s.notes))
	for i, words := range of {
		for _, other := range s.nearest(int32(i), words, shared) { //nolint:gosec // the same
			pairs = append(pairs, found{min(int32(i), other.note), max(int32(i), other.note), other.rare}) //nolint:gosec // the same
		}
	}
	slices.SortFunc(pairs, func(p, q found) int {
		return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b), cmp.Compare(q.rare, p.rare))
	})
	pairs = slices.CompactFunc(pairs, func(p, q found) bool { return p.a == q.a && p.b == q.b })
	n.alike = make([]likePair, len(pairs))
	for i, p := range pairs {
		n.alike[i] = likePair{s.notes[p.a], s.notes[p.b], p.rare}
	}
	return n.alike
}

// sieve holds which notes have which of the words that are looked for.
type sieve struct {
	notes   []*memory.Note
	lengths []float64 // of the notes: the roots of how many bytes they have
	words   map[string]*sieved
	rare    []*sieved // of one note, used again for the next
	touched []int32
	buf     []byte
}

// sieved is a word, and the notes that have it, the first commonFrom of them.
type sieved struct {
	word string
	in   []int32
	last int32 // the note that was counted last, from 1
	many int   // notes that have it
}

func (s *sieve) add(note *memory.Note) {
	s.notes = append(s.notes, note)
	s.lengths = append(s.lengths, math.Sqrt(float64(len(note.Body)+1)))
}

// learn adds the words of a note that looks for others, and returns them.
func (s *sieve) learn(i int32, note *memory.Note) []*sieved {
	out := []*sieved{}
	s.buf = eachWord(note.Body, s.buf, func(w []byte) {
		e := s.words[string(w)]
		if e == nil {
			e = &sieved{word: string(w)}
			s.words[e.word] = e
		}
		if e.count(i) {
			out = append(out, e)
		}
	})
	return out
}

// passedAtOnce is how many notes are read side by side, and their words then counted.
const passedAtOnce = 1024

// passAll notes which of the words that are looked for the notes have that look for none.
func (s *sieve) passAll(of [][]*sieved) {
	has, bufs := make([][]*sieved, passedAtOnce), make([][]byte, workers())
	for from := 0; from < len(s.notes); from += passedAtOnce {
		many := min(passedAtOnce, len(s.notes)-from)
		abreast(many, func(worker, i int) {
			has[i] = has[i][:0]
			if of[from+i] != nil {
				return
			}
			bufs[worker] = eachWord(s.notes[from+i].Body, bufs[worker], func(w []byte) {
				if e := s.words[string(w)]; e != nil {
					has[i] = append(has[i], e)
				}
			})
		})
		for i, words := range has[:many] {
			for _, e := range words {
				e.count(int32(from + i)) //nolint:gosec // a vault has fewer notes than 2^31
			}
		}
	}
}

// count notes that a note has the word; it is true the first time.
func (e *sieved) count(i int32) bool {
	if e.last == i+1 {
		return false
	}
	e.last = i + 1
	if e.many++; e.many <= commonFrom {
		e.in = append(e.in, i)
	} else {
		e.in = nil
	}
	return true
}

// neighbour is a note, and how much of the weight of another's rarest words it has.
type neighbour struct {
	note  int32
	rare  float64
	score float64
}

// nearest returns the notes that share the most of a note's rarest words, for their length.
// shared has a zero for each note, before and after.
func (s *sieve) nearest(note int32, words []*sieved, shared []float64) []neighbour {
	s.rare = s.rare[:0]
	for _, w := range words {
		if w.many <= commonFrom && w.many > 1 {
			s.rare = append(s.rare, w)
		}
	}
	slices.SortFunc(s.rare, func(a, b *sieved) int { return cmp.Or(cmp.Compare(a.many, b.many), cmp.Compare(a.word, b.word)) })
	s.touched = s.touched[:0]
	total := 0.0
	for _, w := range s.rare[:min(rarest, len(s.rare))] {
		weight := math.Log(float64(len(s.notes)+1) / float64(w.many))
		total += weight
		for _, i := range w.in {
			if shared[i] == 0 {
				s.touched = append(s.touched, i)
			}
			shared[i] += weight
		}
	}
	out := make([]neighbour, 0, neighbours)
	for _, i := range s.touched {
		other := neighbour{i, shared[i] / total, shared[i] / s.lengths[i]}
		shared[i] = 0
		if len(out) == neighbours && other.compare(out[neighbours-1]) > 0 || i == note || s.notes[i].Scope != s.notes[note].Scope {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, other, neighbour.compare)
		out = slices.Insert(out[:min(len(out), neighbours-1)], min(at, neighbours-1), other)
	}
	return out
}

// compare puts the nearest first.
func (n neighbour) compare(o neighbour) int {
	return cmp.Or(cmp.Compare(o.score, n.score), cmp.Compare(n.note, o.note))
}

// likeness is how much of their different words two notes have in common.
type likeness struct {
	words  float64 // each counting the same (Jaccard's coefficient)
	weight float64 // each the more the fewer notes have it
	both   int     // words that both have
}

// likenessOf compares the words of two notes.
func likenessOf(one, other []termWeight) likeness {
	var l likeness
	shared, all := 0.0, 0.0
	j := 0
	for _, w := range one { // in order, since sums of fractions depend on it
		for j < len(other) && other[j].word < w.word {
			j++
		}
		all += w.weight
		if j < len(other) && other[j].word == w.word {
			shared, l.both = shared+w.weight, l.both+1
		}
	}
	i := 0
	for _, w := range other {
		for i < len(one) && one[i].word < w.word {
			i++
		}
		if i == len(one) || one[i].word != w.word {
			all += w.weight
		}
	}
	if either := len(one) + len(other) - l.both; either > 0 {
		l.words, l.weight = float64(l.both)/float64(either), shared/all
	}
	return l
}

// termWeight is a word, and what it counts.
type termWeight struct {
	word   string
	weight float64
}

// weight is what a word counts: the more, the fewer notes have it.
func (s *sieve) weight(word string) float64 {
	many := 1
	if e := s.words[word]; e != nil {
		many = max(1, e.many)
	}
	return math.Log(1 + float64(len(s.notes))/float64(many))
}

// vocabulary is the words of a note in order, each once. Those that only hold a sentence
// together do not count.
func (s *sieve) vocabulary(note *memory.Note) []termWeight {
	var out []termWeight
	s.buf = eachWord(note.Body, s.buf, func(w []byte) {
		if binding(string(w)) {
			return
		}
		if e := s.words[string(w)]; e != nil {
			out = append(out, termWeight{word: e.word})
		} else {
			out = append(out, termWeight{word: string(w)})
		}
	})
	slices.SortFunc(out, func(a, b termWeight) int { return strings.Compare(a.word, b.word) })
	out = slices.CompactFunc(out, func(a, b termWeight) bool { return a.word == b.word })
	for i := range out {
		out[i].weight = s.weight(out[i].word)
	}
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
