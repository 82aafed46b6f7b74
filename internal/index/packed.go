package index

// occurrence is how often a term stands in each field of a note.
type occurrence struct{ title, names, body int32 }

func (o occurrence) any() bool { return o.title+o.names+o.body > 0 }

// sizes are the lengths of a note's fields.
type sizes struct{ title, names, body int32 }

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
// that scorch keeps within its dictionary. Any other is an even number, twice a row of the
// three. The sizes of a note, which have a list of their own, are such a row plus one.
// No number is 0: a segment that is built anew has 0 in place of 1 (lists.go). Scorch's own
// length of a posting is always 1.

// A frequency is an int: on a machine where that has 32 bits this does not compile.
const _ uint = 1 << 63

// scorchLength is the length of every field that scorch is told. It keeps it with each
// posting, and takes a posting of length 0 for none.
const scorchLength = 1

// pack makes the number of a posting.
func pack(o occurrence) int {
	if o.title+o.names == 0 {
		return 2*int(o.body) - 1
	}
	return 2 * row(o.title, o.names, o.body)
}

// unpack reads the number of a posting.
func unpack(number uint64) occurrence {
	if number == 0 || number%2 == 1 {
		return occurrence{body: int32(number/2 + 1)}
	}
	n := unrow(number / 2)
	return occurrence{n[0], n[1], n[2]}
}

// pack makes the number of a note's sizes.
func (s sizes) pack() int { return 1 + row(s.title, s.names, s.body) }

// unpackSizes reads what pack made; false if it did not.
func unpackSizes(number uint64) (sizes, bool) {
	n := unrow(max(number, 1) - 1)
	s := sizes{n[0], n[1], n[2]}
	sound := min(s.title, s.names, s.body) >= 0 && max(s.title, s.names, s.body) <= longestField
	return s, sound && s.pack() == int(max(number, 1))
}

// row puts three numbers into one. Each is a digit to the base of 8 after another, smallest
// first, in four bits: the highest bit says that there are more. All of it takes 52 bits at
// most, those of the longest sizes.
func row(numbers ...int32) int {
	out, at := uint64(0), 0
	for _, n := range numbers {
		for ; n > 7; n >>= 3 {
			out |= uint64(n&7|8) << at
			at += 4
		}
		out |= uint64(n) << at
		at += 4
	}
	return int(out)
}

// unrow takes the three apart again.
func unrow(row uint64) (numbers [3]int32) {
	for i := range numbers {
		for at := 0; ; at += 3 {
			digit := row & 15
			row >>= 4
			numbers[i] |= int32(digit&7) << at
			if digit < 8 || row == 0 {
				break
			}
		}
	}
	return numbers
}
