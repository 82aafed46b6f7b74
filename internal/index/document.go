package index

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	bleve "github.com/blevesearch/bleve_index_api"

	"mem/internal/memory"
)

// The fields of a note in scorch, beside the id, which is the path, and whose stored value
// has the sizes as well. There are no doc values, no positions, no numbers.
const (
	// fieldText has the terms of title, names and body alike: the notes that have a term
	// are counted without a look at any posting, and found in one list. What a posting
	// says of the three is in packed.go.
	fieldText = "text"
	// fieldLabels has status, type, scope and tags, for filters.
	fieldLabels = "labels"
	// fieldSizes has one term, sizesTerm, in whose list every note says the lengths of its
	// title, names and body: many are read from there, a few as they are stored.
	fieldSizes = "sizes"
	sizesTerm  = "all"
)

// document is an analysis in the form that scorch takes in. It implements bleve's
// index.Document; its fields come analysed.
type document struct {
	id     string
	sizes  sizes
	group  uint32
	fields []*field
}

// newDocument lays out an analysis as fields.
func newDocument(a *analysis) *document {
	d := &document{id: a.path, sizes: a.sizes, group: a.group}
	text := make(map[string]int, len(a.words))
	for _, w := range a.words {
		text[w.term] = pack(w.occurrence)
	}
	marks := make(map[string]int, len(a.labels))
	for _, label := range a.labels {
		marks[label] = 1
	}
	d.add(fieldText, text)
	d.add(fieldLabels, marks)
	d.add(fieldSizes, map[string]int{sizesTerm: a.sizes.pack()})
	return d
}

// add makes a field of terms.
func (d *document) add(name string, freq map[string]int) {
	if len(freq) == 0 {
		return
	}
	f := &field{name: name, terms: make(bleve.TokenFrequencies, len(freq)), options: bleve.IndexField}
	slab := make([]bleve.TokenFreq, 0, len(freq))
	for term, n := range freq {
		slab = append(slab, bleve.TokenFreq{Term: []byte(term)})
		tf := &slab[len(slab)-1]
		tf.SetFrequency(n)
		f.terms[term] = tf
	}
	d.fields = append(d.fields, f)
}

// AddIDField adds the field that every document of bleve has; scorch calls it.
func (d *document) AddIDField() {
	d.add("_id", map[string]int{d.id: 1})
	id := d.fields[len(d.fields)-1]
	id.options |= bleve.StoreField
	id.value = newStored(d.id, d.sizes, d.group)
}

func (d *document) VisitFields(visit bleve.FieldVisitor) {
	for _, f := range d.fields {
		visit(f)
	}
}

func (d *document) ID() string                                 { return d.id }
func (d *document) Size() int                                  { return len(d.id) }
func (d *document) VisitComposite(bleve.CompositeFieldVisitor) {}
func (d *document) HasComposite() bool                         { return false }
func (d *document) NumPlainTextBytes() uint64                  { return 0 }
func (d *document) StoredFieldsBytes() uint64                  { return uint64(len(d.id)) }
func (d *document) Indexed() bool                              { return true }

// stored is what is kept of a note as such: its sizes in one number, doubled, and one more
// if its group follows in four bytes; then what its path has between folder and ending,
// where notes are, or else a slash and all of its path.
type stored []byte

const (
	usualFolder = "memory/"
	usualEnding = ".md"
)

func newStored(path string, s sizes, group uint32) stored {
	head := uint64(s.pack()) << 1
	b := binary.AppendUvarint(nil, head)
	if group != 0 {
		b = binary.BigEndian.AppendUint32(binary.AppendUvarint(nil, head|1), group)
	}
	between, inFolder := strings.CutPrefix(path, usualFolder)
	between, ends := strings.CutSuffix(between, usualEnding)
	if !inFolder || !ends || strings.HasPrefix(between, "/") {
		return append(append(b, '/'), path...)
	}
	return append(b, between...)
}

// parts takes apart what newStored put together. The error is ErrDamaged.
func (b stored) parts() (path string, s sizes, group uint32, err error) {
	number, n := binary.Uvarint(b)
	s, sound := unpackSizes(number >> 1)
	if n <= 0 || !sound || number&1 == 1 && len(b) < n+4 {
		return "", sizes{}, 0, fmt.Errorf("%w: a note without its sizes", ErrDamaged)
	}
	if b = b[n:]; number&1 == 1 {
		group, b = binary.BigEndian.Uint32(b), b[4:]
	}
	if len(b) > 0 && b[0] == '/' {
		return string(b[1:]), s, group, nil
	}
	return usualFolder + string(b) + usualEnding, s, group, nil
}

// groupOf tells the session in which a note was captured from others, 0 for none: the notes
// of one session are about one another.
func groupOf(n *memory.Note) uint32 {
	if n.Session == "" {
		return 0
	}
	h := fnv.New32a()
	_, _ = io.WriteString(h, n.Scope+"\x00"+n.Session)
	return max(h.Sum32(), 1)
}

// field implements bleve's index.Field.
type field struct {
	name    string
	options bleve.FieldIndexingOptions
	terms   bleve.TokenFrequencies
	value   []byte
}

func (f *field) Analyze()                                         {}
func (f *field) Name() string                                     { return f.name }
func (f *field) Value() []byte                                    { return f.value }
func (f *field) ArrayPositions() []uint64                         { return nil }
func (f *field) EncodedFieldType() byte                           { return 't' }
func (f *field) Options() bleve.FieldIndexingOptions              { return f.options }
func (f *field) AnalyzedLength() int                              { return scorchLength }
func (f *field) AnalyzedTokenFrequencies() bleve.TokenFrequencies { return f.terms }
func (f *field) NumPlainTextBytes() uint64                        { return 0 }
