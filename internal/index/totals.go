package index

import (
	"encoding/binary"
	"fmt"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"mem/internal/memory"
)

// totals are the sums over all notes of what memory.Corpus has the means of. They are
// written in the same transaction as the notes, so that the two never disagree.
type totals struct {
	batches            int // written so far: see openStore
	docs               int
	title, names, body int
	languages          language // that any note ever had, since the index was built: see gatherer.present
}

var totalsKey = []byte("mem.totals")

func (t *totals) add(s sizes, in language) {
	t.docs++
	t.languages |= in
	t.title, t.names, t.body = t.title+int(s.title), t.names+int(s.names), t.body+int(s.body)
}

func (t *totals) remove(s sizes) {
	t.docs--
	t.title, t.names, t.body = t.title-int(s.title), t.names-int(s.names), t.body-int(s.body)
}

// corpus returns the means.
func (t *totals) corpus() memory.Corpus {
	if t.docs <= 0 {
		return memory.Corpus{}
	}
	n := float64(t.docs)
	return memory.Corpus{Docs: t.docs, Title: float64(t.title) / n, Names: float64(t.names) / n, Body: float64(t.body) / n}
}

// totalsBytes is how many bytes the totals are written in.
const totalsBytes = 6 * 8

func (t *totals) encode() []byte {
	b := make([]byte, 0, totalsBytes)
	for _, n := range []int{t.batches, t.docs, t.title, t.names, t.body, int(t.languages)} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return b
}

// readTotals reads the totals of a snapshot. A store that no batch was written to has none.
func readTotals(snap *scorch.IndexSnapshot) (totals, error) {
	b, err := snap.GetInternal(totalsKey)
	if err != nil {
		return totals{}, err
	}
	n, err := snap.DocCount()
	if err != nil {
		return totals{}, err
	}
	var t totals
	if len(b) == totalsBytes {
		var languages int
		for i, p := range []*int{&t.batches, &t.docs, &t.title, &t.names, &t.body, &languages} {
			*p = int(binary.BigEndian.Uint64(b[8*i:]))
		}
		t.languages = language(languages)
	}
	if uint64(t.docs) != n {
		return totals{}, fmt.Errorf("%w: %d notes, %d expected", ErrDamaged, n, t.docs)
	}
	return t, nil
}
