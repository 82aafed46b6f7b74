package index

import (
	"encoding/binary"
	"strings"
)

// inversion is a set of notes turned round: for each term the notes that have it. A
// segment is written from it. Notes are numbered in the order in which they are added.
type inversion struct {
	ids    []string // the paths, by number
	sizes  []sizes  // by number
	text   column
	labels column
}

// column is a field turned round.
type column struct {
	numbers map[string]int32 // of each term, its place in the lists
	terms   []string
	lists   []list
	bytes   int // of memory, roughly
}

// list has the postings of a term: for each how many notes it lies after the one before,
// and its frequency, as varints.
type list struct {
	bytes []byte
	count int32
	last  int32 // number of the last note
	once  bool  // it is the only posting and its frequency is 1
}

// termOverhead is what a term takes in memory beside its letters and postings.
const termOverhead = 128

// add adds a note.
func (v *inversion) add(a *analysis) {
	note, l := int32(len(v.ids)), a.sizes()
	v.ids = append(v.ids, a.path)
	v.sizes = append(v.sizes, l)
	a.terms(func(term string, o occurrence) { v.text.add(term, note, pack(o, l)) })
	for i, label := range a.labels {
		if first := indexOf(a.labels, label); first == i {
			v.labels.add(label, note, 1)
		}
	}
}

func indexOf(list []string, s string) int {
	for i, l := range list {
		if l == s {
			return i
		}
	}
	return -1
}

// bytes is roughly the memory that the inversion takes.
func (v *inversion) bytes() int { return v.text.bytes + v.labels.bytes + termOverhead*len(v.ids) }

// add adds a posting. Notes come in ascending order, and no term twice for one of them.
func (c *column) add(term string, note int32, frequency int) {
	at, known := c.numbers[term]
	if !known {
		if c.numbers == nil {
			c.numbers = map[string]int32{}
		}
		at = int32(len(c.lists))
		term = strings.Clone(term) // it may be a part of a note's text, which is to go
		c.numbers[term] = at
		c.terms = append(c.terms, term)
		c.lists = append(c.lists, list{last: -1, once: frequency == 1})
		c.bytes += len(term) + termOverhead
	}
	l := &c.lists[at]
	before := len(l.bytes)
	l.bytes = binary.AppendUvarint(l.bytes, uint64(note-l.last))
	l.bytes = binary.AppendUvarint(l.bytes, uint64(frequency))
	l.last = note
	l.once = l.once && l.count == 0
	l.count++
	c.bytes += len(l.bytes) - before
}

// each calls f for every posting of a list in order.
func (l *list) each(f func(note uint32, frequency uint64)) {
	note := int64(-1)
	for b := l.bytes; len(b) > 0; {
		step, n := binary.Uvarint(b)
		frequency, m := binary.Uvarint(b[n:])
		note += int64(step)
		f(uint32(note), frequency)
		b = b[n+m:]
	}
}
