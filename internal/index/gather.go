package index

import (
	"context"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"mem/internal/memory"
)

// gatherer collects what a snapshot has of the words of a search.
type gatherer struct {
	*search
	snap     *scorch.IndexSnapshot
	totals   totals // without what is gone
	gone     bitset // documents that are not to be answered from
	removed  []number
	in       []language     // of each document; nil: English all of them
	slots    []int32        // for each document its place in a list under construction, plus one
	gathered [][]found      // for each word that is not light
	hits     [][]memory.Hit // of words that are looked for in parts too, as long as what is gathered of them
}

// found is a document that has a word, and how often. There may be as many of them as there
// are notes: it is small.
type found struct {
	doc uint32
	occurrence
}

// hit is what ranking wants to know of the n-th document that was found to have a word.
func (g *gatherer) hit(word, n int) memory.Hit {
	if g.hits[word] != nil {
		return g.hits[word][n]
	}
	return g.words[word].hit([]occurrence{g.gathered[word][n].occurrence})
}

// gatherer prepares to collect from a snapshot: what must be skipped is looked up and
// taken out of the totals.
func (s *search) gatherer(snap *scorch.IndexSnapshot) (*gatherer, error) {
	docs := 0
	for _, seg := range snap.Segments() {
		docs += int(seg.FullSize())
	}
	g := &gatherer{
		search: s, snap: snap, gone: newBitset(docs), slots: make([]int32, docs), gathered: make([][]found, len(s.words)),
		hits: make([][]memory.Hit, len(s.words)),
	}
	paths := make(map[string]bool, len(s.request.Skip)+len(s.overlay))
	for p, skip := range s.request.Skip {
		if skip {
			paths[p] = true
		}
	}
	for _, a := range s.overlay {
		paths[a.path] = true
	}
	for p := range paths {
		n, ok, err := find(snap, p)
		if err != nil {
			return nil, err
		}
		if ok {
			g.gone.set(n)
			g.removed = append(g.removed, n)
		}
	}
	slices.Sort(g.removed)
	var err error
	if g.totals, err = readTotals(snap); err != nil {
		return nil, err
	}
	lengths, err := measure(snap, g.removed)
	if err != nil {
		return nil, err
	}
	for _, l := range lengths {
		g.totals.remove(l)
	}
	return g, nil
}

// count returns how many documents have a word. For a plain word no posting is visited;
// an identifier is gathered to know.
func (g *gatherer) count(word int) (seen, error) {
	w := &g.words[word]
	if !w.plain() {
		return g.gather(word)
	}
	n, err := g.having(w.term)
	return seen{whole: n}, err
}

// having counts the documents that have a term.
func (g *gatherer) having(term string) (int, error) {
	n, err := count(g.snap, term, fieldText)
	if err != nil || n == 0 || len(g.removed) == 0 {
		return n, err
	}
	err = visit(g.snap, term, fieldText, g.removed, func(int, posting) { n-- })
	return n, err
}

// havingAny counts the documents that have one of some terms in their language.
func (g *gatherer) havingAny(keys []key) (int, error) {
	if len(keys) == 1 && keys[0].of == anyLanguage {
		return g.having(keys[0].term)
	}
	n := 0
	for _, k := range keys { // a document has one language, and each has one of the terms
		if err := g.each(k, func(posting) { n++ }); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// each calls f for every document that has a term, and in which it counts.
func (g *gatherer) each(k key, f func(posting)) error {
	return each(g.snap, k.term, func(p posting) {
		if !g.gone.has(p.doc) && (k.of == anyLanguage || k.of.has(g.in[p.doc])) {
			f(p)
		}
	})
}

// gather collects all postings of a word and returns how many documents have it.
func (g *gatherer) gather(word int) (seen, error) {
	if terms := g.words[word].terms(); len(terms) > 1 {
		return g.gatherParts(word, terms)
	}
	w := &g.words[word]
	list := make([]found, 0, g.seen[word].whole)
	err := g.each(key{w.term, anyLanguage}, func(p posting) { list = append(list, found{uint32(p.doc), p.occurrence}) })
	g.gathered[word] = list
	return seen{whole: len(list)}, err
}

// gatherParts is gather for a word that is found by several terms.
func (g *gatherer) gatherParts(word int, terms []key) (seen, error) {
	w := &g.words[word]
	var docs []number
	var occurrences []occurrence // len(terms) for each of docs
	blank := make([]occurrence, len(terms))
	for i, k := range terms {
		err := g.each(k, func(p posting) {
			slot := int(g.slots[p.doc]) - 1
			if slot < 0 {
				slot = len(docs)
				docs = append(docs, p.doc)
				occurrences = append(occurrences, blank...)
				g.slots[p.doc] = int32(slot + 1)
			}
			occurrences[slot*len(terms)+i] = p.occurrence
		})
		if err != nil {
			return seen{}, err
		}
	}
	var n seen
	list, hits := make([]found, 0, len(docs)), make([]memory.Hit, 0, len(docs))
	for slot, doc := range docs {
		g.slots[doc] = 0
		h := w.hit(w.united(occurrences[slot*len(terms) : (slot+1)*len(terms)]))
		switch {
		case h.Part == 1:
			n.whole++
		case inAllParts(h):
			n.part++
		case h.Part == 0:
			continue
		}
		list, hits = append(list, found{doc: uint32(doc)}), append(hits, h)
	}
	g.gathered[word], g.hits[word] = list, hits
	return n, nil
}

// candidates returns the best K documents that have a word that is not light and pass the
// filters, with all others of the same estimate as the last.
func (g *gatherer) candidates(ctx context.Context) ([]candidate, error) {
	excluded := newBitset(len(g.slots))
	if err := exclude(g.snap, g.conditions, excluded); err != nil {
		return nil, err
	}
	for i := range g.words {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !g.light[i] && g.gathered[i] == nil && g.seen[i].docs() > 0 {
			if _, err := g.gather(i); err != nil {
				return nil, err
			}
		}
	}
	chosen := newBitset(len(g.slots))
	for i := range g.words {
		for _, f := range g.gathered[i] {
			if !excluded.has(number(f.doc)) {
				chosen.set(number(f.doc))
			}
		}
	}
	docs := chosen.numbers()
	lengths, err := measure(g.snap, docs)
	if err != nil {
		return nil, err
	}
	estimates := g.estimates(docs, lengths)
	least := threshold(estimates, g.request.most())
	var out []candidate
	for i, doc := range docs {
		if estimates[i] < least {
			continue
		}
		path, group, err := pathOf(g.snap, doc)
		if err != nil {
			return nil, err
		}
		out = append(out, candidate{path: path, group: group, estimate: estimates[i], number: doc, sizes: lengths[i]})
	}
	return out, nil
}

// estimates returns the estimate of each of docs from the words that are not light.
func (g *gatherer) estimates(docs []number, lengths []sizes) []float64 {
	for i, doc := range docs {
		g.slots[doc] = int32(i + 1)
	}
	sums := make([]estimator, len(docs))
	for i := range g.words {
		for n, f := range g.gathered[i] {
			if slot := g.slots[f.doc]; slot > 0 {
				g.estimate(&sums[slot-1], i, g.hit(i, n), lengths[slot-1])
			}
		}
	}
	out := make([]float64, len(docs))
	for i, doc := range docs {
		g.slots[doc] = 0
		out[i] = g.total(sums[i])
	}
	return out
}

// complete fills in the hits of the candidates that come from the snapshot.
func (g *gatherer) complete(candidates []candidate) error {
	var mine []*candidate
	for i := range candidates {
		if c := &candidates[i]; !c.overlaid {
			c.hits = make([]memory.Hit, len(g.words))
			mine = append(mine, c)
		}
	}
	slices.SortFunc(mine, func(a, b *candidate) int { return int(a.number) - int(b.number) })
	docs := make([]number, len(mine))
	for i, c := range mine {
		docs[i] = c.number
		g.slots[c.number] = int32(i + 1)
	}
	for word := range g.words {
		if g.light[word] {
			if err := g.completeLight(word, mine, docs); err != nil {
				return err
			}
			continue
		}
		for n, f := range g.gathered[word] {
			if slot := g.slots[f.doc]; slot > 0 {
				mine[slot-1].hits[word] = g.hit(word, n)
			}
		}
	}
	return nil
}

// completeLight looks up a light word in the candidates alone.
func (g *gatherer) completeLight(word int, mine []*candidate, docs []number) error {
	at := make([]occurrence, len(docs))
	err := visit(g.snap, g.words[word].term, fieldText, docs, func(i int, p posting) { at[i] = p.occurrence })
	if err != nil {
		return err
	}
	for i, c := range mine {
		c.hits[word] = g.words[word].hit(at[i : i+1])
	}
	return nil
}
