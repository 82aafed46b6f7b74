package index

import (
	"bytes"
	"encoding/binary"

	"github.com/RoaringBitmap/roaring/v2"
)

// The list of a term is two things for scorch: a row of frequencies, each with a length
// after it, in chunks; and a bitmap of notes with the place of the row before it. Scorch
// writes both for each term. Most terms stand in few notes, though, and there are many of
// them, so what is written here is what says the same in fewer bytes:
//
//   - Frequency 1 is written as 0, which scorch keeps for "not counted" and which has no
//     length after it. unpack takes it for 1. In a list of one note it stays 1: merging,
//     scorch keeps such a list within the dictionary.
//   - Rows that say the same are one, wherever that can be: a row of zeros is the beginning
//     of any longer one, and of short ones the different are few.
//   - Lists of one note that say the same are one: there is one such list for most notes,
//     and many terms that no other note has. Within the dictionary each would take eight bytes,
//     and stand in the way of what terms have in common.
//   - A short bitmap has the shorter of the two heads that the form allows.
//
// When scorch merges segments, it writes what it reads in its own way.

// listWriter writes the lists of a segment.
type listWriter struct {
	once    uint64            // where the row is that is nothing but zeros, 0 before it is written
	rows    map[string]uint64 // where each of the short rows is
	singles map[single]uint64 // where each of the lists of one note is

	notes  []uint32 // of the list being written, and so below
	row    []byte
	ends   []uint64 // where each chunk of the row ends
	set    roaring.Bitmap
	bitmap bytes.Buffer
}

// single is a list of one note.
type single struct {
	note      int32
	frequency uint64
}

const (
	inChunk     = 1024 // postings of which the first chunk is full
	longestSame = 16   // bytes of a row that is looked for among those that were
)

// list writes the postings of a term and returns what the dictionary has of them.
func (w *segmentWriter) list(l *list) (uint64, error) {
	s := &w.lists
	if l.count > 1 {
		return w.newList(l)
	}
	one := single{l.first, l.frequency}
	at, known := s.singles[one]
	if !known {
		var err error
		if at, err = w.newList(l); err != nil {
			return 0, err
		}
		if s.singles == nil {
			s.singles = map[single]uint64{}
		}
		s.singles[one] = at
	}
	return at, nil
}

// newList writes postings that are not there yet.
func (w *segmentWriter) newList(l *list) (uint64, error) {
	row := w.row(l)
	bitmap, err := w.lists.bitmapOf(w.lists.notes)
	if err != nil {
		return 0, err
	}
	at := w.at
	w.varint(row)
	w.varint(0) // no places in the text
	w.varint(uint64(len(bitmap)))
	w.write(bitmap)
	return at, nil
}

// row writes how often each note of a list has the term, unless it is there, and returns
// where it is.
func (w *segmentWriter) row(l *list) uint64 {
	s := &w.lists
	if s.split(l, w.notes); len(s.ends) > 1 {
		return w.newRow(s.ends, s.row)
	}
	switch {
	case len(bytes.TrimLeft(s.row, "\x00")) == 0:
		if s.once == 0 {
			s.once = w.newRow([]uint64{inChunk}, make([]byte, inChunk))
		}
		return s.once
	case len(s.row) > longestSame:
		return w.newRow(s.ends, s.row)
	}
	at, known := s.rows[string(s.row)]
	if !known {
		at = w.newRow(s.ends, s.row)
		if s.rows == nil {
			s.rows = map[string]uint64{}
		}
		s.rows[string(s.row)] = at
	}
	return at
}

// newRow writes a row.
func (w *segmentWriter) newRow(ends []uint64, row []byte) uint64 {
	at := w.at
	w.varint(uint64(len(ends)))
	for _, end := range ends {
		w.varint(end)
	}
	w.write(row)
	return at
}

// split makes the notes of a list, its row, and the chunks of the row, by which scorch
// looks for one of all notes.
func (s *listWriter) split(l *list, notes uint64) {
	chunk := notes / (uint64(l.count)/inChunk + 1)
	s.notes, s.row, s.ends = s.notes[:0], s.row[:0], s.ends[:0]
	l.each(func(note uint32, frequency uint64) {
		for uint64(len(s.ends)) < uint64(note)/chunk {
			s.ends = append(s.ends, uint64(len(s.row)))
		}
		s.notes = append(s.notes, note)
		if frequency == 1 && l.count > 1 {
			s.row = append(s.row, 0)
			return
		}
		s.row = binary.AppendUvarint(s.row, frequency<<1) // it has no places in the text
		s.row = append(s.row, scorchLength)
	})
	for uint64(len(s.ends)) < (notes-1)/chunk+1 {
		s.ends = append(s.ends, uint64(len(s.row)))
	}
}

// What roaring's form has for sets of notes: a set is in parts of notes that have the upper
// half of their number in common, and a part with fewer notes than shortPart lists them.
// runsCookie begins a set of which some parts may be runs, and says how many parts there
// are, less one; of these the next byte has a bit each. (github.com/RoaringBitmap/RoaringFormatSpec)
const (
	runsCookie = 12347
	shortPart  = 4096
)

// bitmapOf writes a set of notes, of which there is one at least, in ascending order. A set
// of one short part is written with the head of runs, though it is none: eight bytes that
// only the other head has are left out. What is returned is good until the next call.
func (s *listWriter) bitmapOf(notes []uint32) ([]byte, error) {
	s.bitmap.Reset()
	if upper := notes[0] >> 16; len(notes) > shortPart || notes[len(notes)-1]>>16 != upper {
		s.set.Clear()
		s.set.AddMany(notes)
		s.set.RunOptimize()
		_, err := s.set.WriteTo(&s.bitmap)
		return s.bitmap.Bytes(), err
	}
	b := binary.LittleEndian.AppendUint32(s.bitmap.AvailableBuffer(), runsCookie)
	b = append(b, 0) // none of the parts is runs
	b = binary.LittleEndian.AppendUint16(b, uint16(notes[0]>>16))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(notes)-1))
	for _, n := range notes {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	return b, nil
}
