package index

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"os"
	"slices"
	"strings"

	bleve "github.com/blevesearch/bleve_index_api"
	"github.com/blevesearch/vellum"
	zap "github.com/blevesearch/zapx/v17"
)

// A segment that is built anew is written here and not by scorch, which takes documents
// for it that are maps of maps, builds small segments of them and merges these. This takes
// a fifth of the time, and three quarters of the room: see lists.go.
//
// The file is of scorch's form zap, version 17 (zap.md in the module zapx describes it).
// Newer versions of scorch read it, since the version stands in the file. There are, one
// after the other: what is stored of each note and where that begins; for each field the
// postings of its terms, then its dictionary; the list of fields; the footer.

const (
	segmentVersion = 17
	chunkMode      = 1026 // chunks of up to 1,024 postings
)

// segmentFields are the fields by number.
func segmentFields() []segmentField {
	return []segmentField{
		{name: "_id", options: bleve.IndexField | bleve.StoreField},
		{name: fieldLabels, options: bleve.IndexField},
		{name: fieldSizes, options: bleve.IndexField},
		{name: fieldText, options: bleve.IndexField},
	}
}

type segmentField struct {
	name    string
	options bleve.FieldIndexingOptions
	at      uint64 // where in the file its record is
}

// writeSegment writes the notes of an inversion, of which there is one at least, and syncs
// the file.
func writeSegment(path string, v *inversion) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	w := &segmentWriter{file: bufio.NewWriterSize(f, 1<<18), notes: uint64(len(v.ids))}
	err = w.segment(v)
	if err == nil {
		err = w.file.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// segmentWriter writes one file. What went wrong in between, Flush returns at the end.
type segmentWriter struct {
	file  *bufio.Writer
	notes uint64
	at    uint64 // bytes written so far
	crc   uint32

	small [binary.MaxVarintLen64]byte
	lists listWriter
}

func (w *segmentWriter) write(b []byte) {
	_, _ = w.file.Write(b)
	w.crc = crc32.Update(w.crc, crc32.IEEETable, b)
	w.at += uint64(len(b))
}

func (w *segmentWriter) varint(n uint64) { w.write(binary.AppendUvarint(w.small[:0], n)) }
func (w *segmentWriter) uint16(n uint16) { w.write(binary.BigEndian.AppendUint16(w.small[:0], n)) }
func (w *segmentWriter) uint32(n uint32) { w.write(binary.BigEndian.AppendUint32(w.small[:0], n)) }
func (w *segmentWriter) uint64(n uint64) { w.write(binary.BigEndian.AppendUint64(w.small[:0], n)) }

func (w *segmentWriter) segment(v *inversion) error {
	stored := w.stored(v)
	var ids column
	for i, id := range v.ids {
		ids.post(ids.place(id), int32(i), 1)
	}
	lengths := sizesColumn(v.sizes)
	fields := segmentFields()
	for i, c := range []*column{&ids, &v.labels, lengths, &v.text} {
		at, err := w.field(c)
		if err != nil {
			return err
		}
		fields[i].at = at
	}
	w.footer(stored, w.fields(fields))
	return nil
}

// sizesColumn makes the list of the notes' sizes.
func sizesColumn(all []sizes) *column {
	c := &column{}
	for i, s := range all {
		c.post(c.place(sizesTerm), int32(i), uint64(s.pack()))
	}
	return c
}

// stored writes the value of each note and returns where their places stand.
func (w *segmentWriter) stored(v *inversion) uint64 {
	places := make([]uint64, len(v.ids))
	for i, id := range v.ids {
		places[i] = w.at
		value := newStored(id, v.sizes[i], v.groups[i])
		length := binary.AppendUvarint(nil, uint64(len(value)))
		w.varint(uint64(len(length)))
		w.varint(uint64(len(value) + 1))
		w.write(length)
		w.write(value)
		w.write([]byte{0}) // the values of other fields, of which there are none
	}
	at := w.at
	for _, p := range places {
		w.uint64(p)
	}
	w.varint(0) // notes have no notes within
	return at
}

// field writes the postings and the dictionary of a field, and returns where its record is.
func (w *segmentWriter) field(c *column) (uint64, error) {
	var dictionary bytes.Buffer
	b, err := vellum.New(&dictionary, nil)
	if err != nil {
		return 0, err
	}
	order := make([]int32, len(c.terms))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return strings.Compare(c.terms[a], c.terms[b]) })
	for _, i := range order {
		place, err := w.list(&c.lists[i])
		if err != nil {
			return 0, err
		}
		if err := b.Insert([]byte(c.terms[i]), place); err != nil {
			return 0, err
		}
	}
	if err := b.Close(); err != nil {
		return 0, err
	}
	at := w.at
	w.varint(uint64(dictionary.Len()))
	w.write(dictionary.Bytes())
	record := w.at
	w.varint(math.MaxUint64) // no doc values: neither begin …
	w.varint(math.MaxUint64) // … nor end
	w.varint(at)
	return record, nil
}

// fields writes the list of fields and returns where it is.
func (w *segmentWriter) fields(fields []segmentField) uint64 {
	places := make([]uint64, len(fields))
	for i, f := range fields {
		places[i] = w.at
		w.varint(uint64(len(f.name)))
		w.write([]byte(f.name))
		w.varint(uint64(f.options))
		w.varint(1) // of the sections that there may be, this field has one:
		w.uint16(zap.SectionInvertedTextIndex)
		w.uint64(f.at)
	}
	at := w.at
	w.varint(uint64(len(fields)))
	for _, p := range places {
		w.uint64(p)
	}
	return at
}

func (w *segmentWriter) footer(stored, fields uint64) {
	w.uint32(0) // bytes are as they are: no name of a filter
	w.uint64(w.notes)
	w.uint64(stored)
	w.uint64(fields)
	w.uint32(chunkMode)
	w.uint32(segmentVersion)
	w.uint32(w.crc)
}
