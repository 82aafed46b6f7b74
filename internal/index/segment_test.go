package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"mem/internal/memory"
)

// contents lists all that a store has: for every field the postings of every term, by
// path, and the stored values. A frequency of 0 says the same as 1.
func contents(t *testing.T, gen string) []string {
	t.Helper()
	s, err := openStore(gen, false)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	err = s.view(func(snap *scorch.IndexSnapshot) error {
		sum, err := readTotals(snap)
		out = append(out, fmt.Sprint("totals ", sum.docs, sum.title, sum.names, sum.body))
		for _, seg := range snap.Segments() {
			out = append(out, contentsOf(t, seg)...)
		}
		return err
	})
	if err := errors.Join(err, s.close()); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func contentsOf(t *testing.T, seg *scorch.SegmentSnapshot) []string {
	t.Helper()
	var out, paths []string
	for n := range uint64(seg.FullSize()) {
		path := ""
		err := seg.VisitDocument(n, func(field string, kind byte, value []byte, places []uint64) bool {
			var err error
			if path, _, _, err = stored(value).parts(); err != nil || field != "_id" {
				t.Fatalf("stored in %s: %v", field, err)
			}
			out = append(out, fmt.Sprintf("stored %s %c % x %v", path, kind, value, places))
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	fields := seg.Fields()
	slices.Sort(fields)
	for _, field := range fields {
		dictionary, err := seg.Segment().Dictionary(field)
		if err != nil {
			t.Fatal(err)
		}
		terms := dictionary.AutomatonIterator(nil, nil, nil)
		for e, err := terms.Next(); e != nil || err != nil; e, err = terms.Next() {
			if err != nil {
				t.Fatal(err)
			}
			list, err := dictionary.PostingsList([]byte(e.Term), nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			it := list.Iterator(true, true, true, nil)
			for p, err := it.Next(); p != nil || err != nil; p, err = it.Next() {
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, fmt.Sprint(field, " ", e.Term, " ", paths[p.Number()], " ", max(p.Frequency(), 1), len(p.Locations())))
				if p.Frequency() > 0 && p.Norm() != scorchLength {
					t.Fatalf("%s has the length %v", out[len(out)-1], p.Norm())
				}
			}
		}
	}
	return out
}

// inTwo builds an index of two segments.
func inTwo(t *testing.T, docs []Doc) *Index {
	t.Helper()
	x := At(filepath.Join(t.TempDir(), "index"), Options{})
	if err := os.Mkdir(x.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	gen, err := x.newGeneration()
	if err != nil {
		t.Fatal(err)
	}
	s := newStore{folder: filepath.Join(gen, storeFolder)}
	var a analyzer
	for _, half := range [][]Doc{docs[:len(docs)/3], docs[len(docs)/3:]} {
		v := &inversion{}
		for _, d := range half {
			v.add(a.analyse(d))
		}
		if err := s.add(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(s.finish(), writeManifest(gen, 1), x.flip(gen)); err != nil {
		t.Fatal(err)
	}
	return x
}

func TestASegmentBuiltAnewIsAsScorchWritesIt(t *testing.T) {
	ctx := context.Background()
	docs := synthetic(250, 8)
	docs = append(docs, docOf("wide", "数据库 and 한국어, 👩‍💻"), docWith("long-title", func(n *memory.Note) {
		n.Title = strings.Repeat("gantry ", 600)
		n.Tags = []string{"winch", "winch", "Gantry"}
	}), docOf("nothing", ""))
	byScorch := built(t)
	if err := byScorch.Update(ctx, docs, nil); err != nil {
		t.Fatal(err)
	}
	want := contents(t, filepath.Join(byScorch.dir, "gen-1"))
	if len(want) < 10000 {
		t.Fatalf("only %d lines are compared", len(want))
	}
	compare := func(how string, x *Index) {
		t.Helper()
		got := contents(t, filepath.Join(x.dir, x.Generation()))
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("%s: %d lines, want %d; line %d is %q, want %q", how, len(got), len(want), i, at(got, i), at(want, i))
			}
		}
	}
	compare("one segment", built(t, docs...))
	two := inTwo(t, docs)
	compare("two segments", two)

	mergeAll(t, two)
	compare("merged by scorch", two)

	mixed := built(t, docs[:200]...)
	if err := mixed.Update(ctx, docs[200:], nil); err != nil {
		t.Fatal(err)
	}
	compare("the last of them added by scorch", mixed)
	mergeAll(t, mixed)
	compare("merged with what scorch added", mixed)
	for _, r := range requests() {
		same(t, "merged with what scorch added", r, ask(t, mixed, r), ask(t, byScorch, r))
	}
}

// mergeAll has scorch make one segment of all that an index has.
func mergeAll(t *testing.T, x *Index) {
	t.Helper()
	s, err := openStore(filepath.Join(x.dir, x.Generation()), true)
	if err != nil {
		t.Fatal(err)
	}
	err = s.engine.ForceMerge(context.Background(), nil)
	for s.working() {
		runtime.Gosched()
	}
	if err := errors.Join(err, s.close()); err != nil {
		t.Fatal(err)
	}
	if info, err := x.Info(context.Background()); err != nil || info.Segments != 1 {
		t.Errorf("got %d segments, %v; want one", info.Segments, err)
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}

func TestASegmentBuiltAnewTakesLessRoomThanScorchTakes(t *testing.T) {
	docs := synthetic(600, 9)
	anew, byScorch := built(t, docs...), built(t)
	if err := byScorch.Update(context.Background(), docs, nil); err != nil {
		t.Fatal(err)
	}
	mergeAll(t, byScorch)
	size := func(x *Index) (sum int64) {
		files, _ := filepath.Glob(filepath.Join(x.dir, x.Generation(), storeFolder, "*.zap"))
		for _, f := range files {
			info, err := os.Stat(f)
			if err != nil {
				t.Fatal(err)
			}
			sum += info.Size()
		}
		return sum
	}
	if got, most := size(anew), size(byScorch)*4/5; got == 0 || got > most {
		t.Errorf("got %d bytes, want %d at most", got, most)
	}
}

// Lists of a thousand postings and more are in chunks.
func TestTermsOfThousandsOfNotesAreFoundInEach(t *testing.T) {
	var docs []Doc
	for i := range 3000 {
		body := "gantry"
		if i%2 == 0 {
			body += " winch winch"
		}
		if i == 2999 {
			body += " crane"
		}
		docs = append(docs, docOf(fmt.Sprintf("n-%d", i), body))
	}
	x := built(t, docs...)
	look := func(how string) {
		t.Helper()
		for question, want := range map[string]int{"gantry": 3000, "winch": 1500, "crane": 1} {
			a := ask(t, x, Request{Question: question, K: 5000})
			if a.Words[0].Docs != want || len(a.Matches) != want {
				t.Errorf("%s, %s: %d notes, %d matches, want %d", how, question, a.Words[0].Docs, len(a.Matches), want)
			}
			for _, m := range a.Matches {
				if h := m.Hits[0]; question == "winch" && h.Body != 2 || question != "winch" && h.Body != 1 {
					t.Errorf("%s, %s in %s: %v times", how, question, m.Path, h.Body)
				}
				if most := m.Body; most < 1 || most > 4 {
					t.Errorf("%s, %s: a body of %d words", how, m.Path, most)
				}
			}
		}
	}
	look("built")
	if err := x.Update(context.Background(), docs[:20], nil); err != nil {
		t.Fatal(err)
	}
	look("changed")
	mergeAll(t, x)
	look("merged")
}

func TestOfNotesWithOnePathTheFirstIsBuilt(t *testing.T) {
	x := built(t, docOf("twice", "gantry"), docOf("twice", "winch"), docOf("once", "winch"))
	for question, want := range map[string][]string{"gantry": {"twice"}, "winch": {"once"}} {
		if got := slugs(ask(t, x, Request{Question: question})); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", question, got, want)
		}
	}
}
