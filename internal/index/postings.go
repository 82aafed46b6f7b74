package index

import (
	"context"
	"fmt"
	"math"

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
		for ; i < len(docs) && docs[i] < next; i++ {
			known := false
			err := seg.VisitDocument(docs[i]-first, func(field string, _ byte, value []byte, _ []uint64) bool {
				if field == fieldSizes {
					out[i], known = decodeSizes(value)
				}
				return true
			})
			if err == nil && !known {
				err = fmt.Errorf("%w: a note without its sizes", ErrDamaged)
			}
			if err != nil {
				return nil, err
			}
		}
		first = next
	}
	return out, nil
}

// posting is one document that has a term.
type posting struct {
	doc number
	occurrence
	sizes sizes // of the fields that have the term
}

// visit calls f for those of docs, whose numbers ascend, that have the term; i is the
// position in docs.
func visit(snap *scorch.IndexSnapshot, term string, docs []number, f func(i int, p posting)) error {
	r, err := snap.TermFieldReader(context.Background(), []byte(term), fieldText, true, true, false)
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
			f(i, postingOf(&at))
		}
	}
	return nil
}

// each calls f for every document that has the term, by ascending number.
func each(snap *scorch.IndexSnapshot, term string, f func(posting)) error {
	r, err := snap.TermFieldReader(context.Background(), []byte(term), fieldText, true, true, false)
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
		f(postingOf(next))
	}
}

// postingOf reads a posting. Its norm is 1/√length in single precision, from which every
// length up to longestField comes back exactly.
func postingOf(d *bleve.TermFieldDoc) posting {
	p := posting{doc: d.ID.Value()}
	p.occurrence, p.sizes = unpack(d.Freq)
	if p.body > 0 {
		p.sizes.body = int32(math.Round(1 / (d.Norm * d.Norm)))
	}
	return p
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
func pathOf(snap *scorch.IndexSnapshot, doc number) (string, error) {
	return snap.ExternalID(bleve.NewIndexInternalID(nil, doc))
}
