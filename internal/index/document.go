package index

import (
	bleve "github.com/blevesearch/bleve_index_api"
)

// The fields of a note in scorch, beside the id, which is the path. There are no doc
// values, no positions, no numbers.
const (
	// fieldText has the terms of title, names and body alike: the notes that have a term
	// are counted without a look at any posting, and found in one list. What a posting
	// says of the three is in packed.go; its length is that of the body.
	fieldText = "text"
	// fieldLabels has status, type, scope and tags, for filters.
	fieldLabels = "labels"
	// fieldSizes is stored beside the id and not indexed: the lengths of title, names and
	// body. To look them up in a list of postings would mean to walk through all of it.
	fieldSizes = "sizes"
)

// document is an analysis in the form that scorch takes in. It implements bleve's
// index.Document; its fields come analysed.
type document struct {
	id     string
	fields []*field
}

// newDocument lays out an analysis as fields.
func newDocument(a *analysis) *document {
	d := &document{id: a.path}
	text := make(map[string]int, len(a.words))
	for _, w := range a.words {
		text[w.term] = pack(w.occurrence, a.sizes)
	}
	marks := make(map[string]int, len(a.labels))
	for _, label := range a.labels {
		marks[label] = 1
	}
	d.add(fieldText, text, bodyLength(a.sizes))
	d.add(fieldLabels, marks, 1)
	d.fields = append(d.fields, &field{name: fieldSizes, options: bleve.StoreField, value: a.sizes.encode()})
	return d
}

// bodyLength is the length that scorch keeps with every posting. It takes a posting of
// length 0 for none: a length is at least 1.
func bodyLength(l sizes) int { return max(int(l.body), 1) }

// add makes a field of terms.
func (d *document) add(name string, freq map[string]int, length int) {
	if len(freq) == 0 {
		return
	}
	f := &field{name: name, length: length, terms: make(bleve.TokenFrequencies, len(freq)), options: bleve.IndexField}
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
	d.add("_id", map[string]int{d.id: 1}, 1)
	id := d.fields[len(d.fields)-1]
	id.options |= bleve.StoreField
	id.value = []byte(d.id)
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

// field implements bleve's index.Field.
type field struct {
	name    string
	options bleve.FieldIndexingOptions
	terms   bleve.TokenFrequencies
	length  int
	value   []byte
}

func (f *field) Analyze()                                         {}
func (f *field) Name() string                                     { return f.name }
func (f *field) Value() []byte                                    { return f.value }
func (f *field) ArrayPositions() []uint64                         { return nil }
func (f *field) EncodedFieldType() byte                           { return 't' }
func (f *field) Options() bleve.FieldIndexingOptions              { return f.options }
func (f *field) AnalyzedLength() int                              { return f.length }
func (f *field) AnalyzedTokenFrequencies() bleve.TokenFrequencies { return f.terms }
func (f *field) NumPlainTextBytes() uint64                        { return 0 }
