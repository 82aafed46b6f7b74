package index

import "encoding/binary"

// occurrence is how often a term stands in each field of a note.
type occurrence struct{ title, names, body int32 }

func (o occurrence) any() bool { return o.title+o.names+o.body > 0 }

// sizes are the lengths of a note's fields.
type sizes struct{ title, names, body int32 }

// fill takes over the lengths that are known.
func (s *sizes) fill(known sizes) {
	s.title, s.names, s.body = max(s.title, known.title), max(s.names, known.names), max(s.body, known.body)
}

// What a posting can hold. Nobody writes a title of 511 words, and what is said more often
// than this is said often.
const (
	mostNamed   = 1<<6 - 1  // times in the title, and in the names
	mostSaid    = 1<<15 - 1 // times in the body
	longestName = 1<<9 - 1  // words of the title, and of the names
)

// A posting says in one number, which scorch takes for a frequency, how often the note has
// the term in each field. Most postings are of words in the body alone: their number is
// 2n−1, which takes a byte and is 1 for a word that stands there once, the only frequency
// that scorch keeps within its dictionary. An even number is twice a row of numbers:
// the times in title and names with the lengths of the two, then the times in the body.
// Each is a digit to the base of 8 after another, smallest first, in four bits: the
// highest bit says that there are more. All of it takes 60 bits at most.
//
// The length of the body is the field's own.

// A frequency is an int: on a machine where that has 32 bits this does not compile.
const _ uint = 1 << 63

// pack makes the number of a posting.
func pack(o occurrence, l sizes) int {
	if o.title+o.names == 0 {
		return 2*int(o.body) - 1
	}
	row, at := uint64(0), 0
	put := func(n int32) {
		for ; n > 7; n >>= 3 {
			row |= uint64(n&7|8) << at
			at += 4
		}
		row |= uint64(n) << at
		at += 4
	}
	put(o.title)
	if o.title > 0 {
		put(l.title)
	}
	put(o.names)
	if o.names > 0 {
		put(l.names)
	}
	put(o.body)
	return int(2 * row)
}

// unpack reads the number of a posting: the lengths are those of title and names, where
// the term stands in them.
func unpack(number uint64) (o occurrence, l sizes) {
	if number%2 == 1 {
		return occurrence{body: int32(number/2 + 1)}, sizes{}
	}
	row := number / 2
	take := func() (n int32) {
		for at := 0; ; at += 3 {
			digit := row & 15
			row >>= 4
			n |= int32(digit&7) << at
			if digit < 8 || row == 0 {
				return n
			}
		}
	}
	if o.title = take(); o.title > 0 {
		l.title = take()
	}
	if o.names = take(); o.names > 0 {
		l.names = take()
	}
	o.body = take()
	return o, l
}

// encode writes lengths as they are stored beside the id of a note.
func (s sizes) encode() []byte {
	b := binary.AppendUvarint(make([]byte, 0, 8), uint64(s.title))
	b = binary.AppendUvarint(b, uint64(s.names))
	return binary.AppendUvarint(b, uint64(s.body))
}

// decodeSizes reads what encode wrote.
func decodeSizes(b []byte) (sizes, bool) {
	var s sizes
	for _, p := range []*int32{&s.title, &s.names, &s.body} {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > longestField {
			return sizes{}, false
		}
		*p, b = int32(n), b[size:]
	}
	return s, len(b) == 0
}
