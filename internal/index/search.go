package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"mem/internal/memory"
)

// Search answers a question from the index and the overlay. The result does not depend on
// how the notes came into the index, nor on which of them lie in the overlay.
//
// Errors are ErrAbsent, ErrDamaged, ErrOutdated (build it anew), ErrBusy (use Scan), the
// context's, or say why the folder cannot be read.
func (x *Index) Search(ctx context.Context, r Request) (Answer, error) {
	var out Answer
	s := newSearch(r, questionWords(r.Question))
	err := x.read(ctx, func(snap *scorch.IndexSnapshot) (err error) {
		out, err = s.run(ctx, snap)
		return err
	})
	return out, err
}

// Scan gives the answer of Search without an index, from the notes of the overlay alone.
func Scan(ctx context.Context, r Request) (Answer, error) {
	return newSearch(r, questionWords(r.Question)).run(ctx, nil)
}

// read opens the current generation for reading and gives f a picture of it.
func (x *Index) read(ctx context.Context, f func(*scorch.IndexSnapshot) error) error {
	release, err := x.lock(ctx, shared)
	if err != nil {
		return err
	}
	defer release()
	gen, err := x.generation()
	if err != nil {
		return err
	}
	s, err := openStore(gen, false)
	if err != nil {
		return err
	}
	err = s.view(f)
	if closing := s.close(); err == nil {
		err = closing
	}
	return err
}

// search is one question on its way to an answer.
type search struct {
	request    Request
	words      []asked
	conditions []condition
	overlay    []*analysis // by path

	seen    []seen // for each word
	weights []float64
	weight  float64 // their sum
	light   []bool  // words that weigh too little to make a note a candidate
	totals  totals
	corpus  memory.Corpus
}

// seen counts the notes that have a word.
type seen struct {
	whole int // as such
	part  int // in all its parts only
}

// docs is what memory.Word says: those who have the word as such, or else in all its parts.
func (s seen) docs() int {
	if s.whole > 0 {
		return s.whole
	}
	return s.part
}

func newSearch(r Request, words []asked) *search {
	s := &search{request: r, words: words, conditions: conditions(&r), seen: make([]seen, len(words))}
	byPath := map[string]*analysis{}
	for _, a := range analyse(r.Overlay, &[2]analyzer{}) {
		byPath[a.path] = a.analysis
	}
	for _, an := range byPath {
		s.overlay = append(s.overlay, an)
	}
	slices.SortFunc(s.overlay, func(a, b *analysis) int { return strings.Compare(a.path, b.path) })
	return s
}

// run answers from a snapshot, which may be nil, and the overlay.
func (s *search) run(ctx context.Context, snap *scorch.IndexSnapshot) (Answer, error) {
	var g *gatherer
	if snap != nil {
		var err error
		if g, err = s.gatherer(snap); err != nil {
			return Answer{}, err
		}
		s.totals = g.totals
	}
	in, err := s.present(g)
	if err != nil {
		return Answer{}, err
	}
	translate(s.words, s.request.Question, in)
	if err := s.weighParts(g); err != nil {
		return Answer{}, err
	}
	if g != nil {
		var err error
		for i := range s.words {
			if s.seen[i], err = g.count(i); err != nil {
				return Answer{}, err
			}
		}
	}
	over := s.overlaid()
	s.corpus = s.totals.corpus()
	s.weigh()
	candidates := s.chooseOverlaid(over)
	if g != nil {
		found, err := g.candidates(ctx)
		if err != nil {
			return Answer{}, err
		}
		candidates = append(candidates, found...)
	}
	candidates = s.best(candidates)
	if g != nil {
		if err := g.complete(candidates); err != nil {
			return Answer{}, err
		}
	}
	if err := ctx.Err(); err != nil {
		return Answer{}, fmt.Errorf("search: %w", err)
	}
	return s.answer(candidates), nil
}

// answer puts what was found into the values that ranking takes.
func (s *search) answer(candidates []candidate) Answer {
	out := Answer{Corpus: s.corpus}
	for i, w := range s.words {
		out.Words = append(out.Words, memory.Word{Text: w.text, Docs: s.seen[i].docs(), Common: w.common, Piece: w.piece, In: w.in})
	}
	for _, c := range candidates {
		out.Matches = append(out.Matches, memory.Match{
			Path: c.path, Group: c.group, Hits: c.hits, Title: int(c.sizes.title), Names: int(c.sizes.names), Body: int(c.sizes.body),
		})
	}
	return out
}
