package index

import (
	bleve "github.com/blevesearch/bleve_index_api"
)

// The fields of a note in scorch. Nothing is stored but the id, which is the path; there
// are no doc values, no positions, no numbers.
const (
	fieldTitle = "title"
	fieldNames = "names"
	fieldBody  = "body"
	// fieldRest has the terms of title and names that the body lacks: the notes that have
	// a term are then counted by adding two numbers, without a look at any posting.
	fieldRest = "rest"
	// fieldLabels has status, type, scope and tags, for filters.
	fieldLabels = "labels"
	// fieldSizes has the three terms title, names, body in every note; how often one
	// "occurs" is the length of that field, plus one.
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
	rest := map[string]int{}
	for _, b := range []*bag{&a.title, &a.names} {
		for term := range b.freq {
			if a.body.freq[term] == 0 {
				rest[term] = 1
			}
		}
	}
	marks := make(map[string]int, len(a.labels))
	for _, l := range a.labels {
		marks[l] = 1
	}
	sizes := map[string]int{fieldTitle: a.title.size() + 1, fieldNames: a.names.size() + 1, fieldBody: a.body.size() + 1}
	d.add(fieldTitle, a.title.freq, a.title.size())
	d.add(fieldNames, a.names.freq, a.names.size())
	d.add(fieldBody, a.body.freq, a.body.size())
	d.add(fieldRest, rest, 1)
	d.add(fieldLabels, marks, 1)
	d.add(fieldSizes, sizes, 1)
	return d
}

// add makes a field of terms. Scorch keeps the length with every posting, and takes a
// posting of length 0 for none: a length is at least 1.
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
