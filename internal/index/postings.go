package index

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"
)

// number is the number of a document within one snapshot; it changes with the next.
type number = uint64

// find returns the number of the document at path.
func find(snap *scorch.IndexSnapshot, path string) (number, bool, error) {
	id, err := snap.InternalID(path)
	if err != nil || id == nil {
		return 0, false, err
	}
	return id.Value(), true, nil
}

// measure reads the field sizes of documents, whose numbers ascend.
func measure(snap *scorch.IndexSnapshot, docs []number) ([]sizes, error) {
	out := make([]sizes, len(docs))
	i, first := 0, number(0)
	for _, seg := range snap.Segments() {
		next := first + number(seg.FullSize())
		n := i
		for n < len(docs) && docs[n] < next {
			n++
		}
		read := measureMany
		if number(n-i) < (next-first)/few {
			read = measureFew
		}
		if err := read(seg, first, docs[i:n], out[i:n]); err != nil {
			return nil, err
		}
		i, first = n, next
	}
	return out, nil
}

// few is the share of a segment's documents, one in so many, below which it takes longer to
// walk through the list of all sizes than to look up each.
const few = 64

// measureFew reads the sizes of documents in a segment one by one. first is the number of
// the segment's first.
func measureFew(seg *scorch.SegmentSnapshot, first number, docs []number, out []sizes) error {
	for i, doc := range docs {
		value, err := seg.DocID(doc - first)
		if err != nil {
			return err
		}
		if _, out[i], _, err = stored(value).parts(); err != nil {
			return err
		}
	}
	return nil
}

// measureMany reads them from the list that all have.
func measureMany(seg *scorch.SegmentSnapshot, first number, docs []number, out []sizes) error {
	dictionary, err := seg.Segment().Dictionary(fieldSizes)
	if err != nil {
		return err
	}
	// Where some documents might be excepted, scorch takes the shorter way to the next one.
	list, err := dictionary.PostingsList([]byte(sizesTerm), roaring.New(), nil)
	if err != nil {
		return err
	}
	it := list.Iterator(true, false, false, nil)
	for i, doc := range docs {
		p, err := it.Advance(doc - first)
		if err != nil {
			return err
		}
		known := false
		if p != nil && p.Number() == doc-first {
			out[i], known = unpackSizes(p.Frequency())
		}
		if !known {
			return fmt.Errorf("%w: a note without its sizes", ErrDamaged)
		}
	}
	return nil
}

// posting is one document that has a term.
type posting struct {
	doc number
	occurrence
}

// visit calls f for those of docs, whose numbers ascend, that have the term in
// the field; i is the position in docs.
func visit(snap *scorch.IndexSnapshot, term, field string, docs []number, f func(i int, p posting)) error {
	r, err := snap.TermFieldReader(context.Background(), []byte(term), field, true, false, false)
	if err != nil {
		return err
	}
	defer r.Close()
	var id bleve.IndexInternalID
	at := bleve.TermFieldDoc{}
	have := false
	for i, doc := range docs {
		if !have || at.ID.Value() < doc {
			id = bleve.NewIndexInternalID(id, doc)
			next, err := r.Advance(id, at.Reset())
			if err != nil || next == nil {
				return err
			}
			have = true
		}
		if at.ID.Value() == doc {
			f(i, posting{doc, unpack(at.Freq)})
		}
	}
	return nil
}

// each calls f for every document that has the term, by ascending number.
func each(snap *scorch.IndexSnapshot, term string, f func(posting)) error {
	r, err := snap.TermFieldReader(context.Background(), []byte(term), fieldText, true, false, false)
	if err != nil {
		return err
	}
	defer r.Close()
	at := bleve.TermFieldDoc{}
	for {
		next, err := r.Next(at.Reset())
		if err != nil || next == nil {
			return err
		}
		f(posting{next.ID.Value(), unpack(next.Freq)})
	}
}

// eachNumber calls f for every document that has the term in the field, in order.
func eachNumber(snap *scorch.IndexSnapshot, term, field string, f func(number)) error {
	r, err := snap.TermFieldReader(context.Background(), []byte(term), field, false, false, false)
	if err != nil {
		return err
	}
	defer r.Close()
	at := bleve.TermFieldDoc{}
	for {
		next, err := r.Next(at.Reset())
		if err != nil || next == nil {
			return err
		}
		f(next.ID.Value())
	}
}

// count returns how many documents have the term in the field.
func count(snap *scorch.IndexSnapshot, term, field string) (int, error) {
	r, err := snap.TermFieldReader(context.Background(), []byte(term), field, false, false, false)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return int(r.Count()), nil
}

// pathOf returns the path of a document.
func pathOf(snap *scorch.IndexSnapshot, doc number) (path string, group uint32, err error) {
	value, err := snap.ExternalID(bleve.NewIndexInternalID(nil, doc))
	if err != nil {
		return "", 0, err
	}
	path, _, group, err = stored(value).parts()
	return path, group, err
}
