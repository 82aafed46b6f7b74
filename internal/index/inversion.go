package index

import (
	"encoding/binary"
	"slices"
)

// inversion is a set of notes turned round: for each term the notes that have it. A
// segment is written from it. Notes are numbered in the order in which they are added.
type inversion struct {
	ids    []string   // the paths, by number
	sizes  []sizes    // by number
	groups []uint32   // by number
	in     []language // by number
	text   column
	labels column
	places map[*numbering][]int32 // by the number of a term: its place in text, plus one
}

// column is a field turned round.
type column struct {
	numbers map[string]int32 // of each term, its place in the lists
	terms   []string
	lists   []list
	bytes   int // of memory, roughly
}

// list has the postings of a term: of the first the note and the frequency; of each other
// how many notes it lies after the one before, and its frequency, as varints.
type list struct {
	more      []byte
	frequency uint64
	first     int32
	last      int32
	count     int32
}

// termOverhead is what a term takes in memory beside its letters and postings.
const termOverhead = 128

// add adds a note.
func (v *inversion) add(a *analysis) {
	note := int32(len(v.ids))
	v.ids = append(v.ids, a.path)
	v.sizes = append(v.sizes, a.sizes)
	v.groups = append(v.groups, a.group)
	v.in = append(v.in, a.in)
	places := v.placesOf(a)
	for _, w := range a.words {
		if places[w.number] == 0 {
			places[w.number] = v.text.place(w.term) + 1
		}
		v.text.post(places[w.number]-1, note, uint64(pack(w.occurrence)))
	}
	for i, label := range a.labels {
		if !slices.Contains(a.labels[:i], label) {
			v.labels.post(v.labels.place(label), note, 1)
		}
	}
}

// empty makes room for other notes.
func (v *inversion) empty() {
	v.ids, v.sizes, v.groups, v.in, v.places = v.ids[:0], v.sizes[:0], v.groups[:0], v.in[:0], nil
	for _, c := range []*column{&v.text, &v.labels} {
		clear(c.numbers)
		clear(c.terms)
		clear(c.lists)
		c.terms, c.lists, c.bytes = c.terms[:0], c.lists[:0], 0
	}
}

// placesOf returns the places of the terms of a note. There are as many numberings at a
// time as analyzers, and these go on adding to them meanwhile.
func (v *inversion) placesOf(a *analysis) []int32 {
	if len(v.places) > 8 || v.places == nil {
		v.places = map[*numbering][]int32{} // most of them are not used any more
	}
	places := v.places[a.by]
	for _, w := range a.words {
		if more := int(w.number) + 1 - len(places); more > 0 {
			places = append(places, make([]int32, more)...)
		}
	}
	v.places[a.by] = places
	return places
}

// bytes is roughly the memory that the inversion takes.
func (v *inversion) bytes() int { return v.text.bytes + v.labels.bytes + termOverhead*len(v.ids) }

// place returns where the list of a term is.
func (c *column) place(term string) int32 {
	at, known := c.numbers[term]
	if !known {
		if c.numbers == nil {
			c.numbers = map[string]int32{}
		}
		at = int32(len(c.lists))
		c.numbers[term] = at
		c.terms = append(c.terms, term)
		c.lists = append(c.lists, list{})
		c.bytes += len(term) + termOverhead
	}
	return at
}

// post adds a posting to the list at a place. Notes come in ascending order, none twice.
func (c *column) post(place, note int32, frequency uint64) {
	l := &c.lists[place]
	if l.count++; l.count == 1 {
		l.first, l.frequency = note, frequency
	} else {
		before := len(l.more)
		l.more = binary.AppendUvarint(l.more, uint64(note-l.last))
		l.more = binary.AppendUvarint(l.more, frequency)
		c.bytes += len(l.more) - before
	}
	l.last = note
}

// each calls f for every posting of a list in order.
func (l *list) each(f func(note uint32, frequency uint64)) {
	f(uint32(l.first), l.frequency)
	note := uint32(l.first)
	for b := l.more; len(b) > 0; {
		step, n := binary.Uvarint(b)
		frequency, m := binary.Uvarint(b[n:])
		note += uint32(step)
		f(note, frequency)
		b = b[n+m:]
	}
}
