package index

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mem/internal/memory"
)

// questions about synthetic notes: usual words, rare ones, identifiers, common words alone.
func questions() []string {
	m := made
	return []string{
		m(15) + " " + m(17) + " " + m(20), m(900) + " " + m(400), "the of and", "what is the " + m(60) + " for it", m(16) + "_" + m(21),
		"src/" + m(15) + "/" + m(18) + ".go", m(17) + "7 " + m(19), m(30) + " note 17", "note-12", "zzz", m(15) + " " + m(15) + "'s",
		m(100) + " " + m(200) + " " + m(300) + " " + m(14) + " the to in not", m(2000) + " the of to in is",
	}
}

func requests() []Request {
	var out []Request
	for _, q := range questions() {
		out = append(out, Request{Question: q}, Request{Question: q, K: 7, Scope: memory.AllScopes},
			Request{Question: q, Scope: "api", Types: []memory.Type{memory.Fix, memory.Idea}, AnyStatus: true, K: 50})
	}
	return out
}

func TestAnAnswerDoesNotDependOnHowTheNotesCameIn(t *testing.T) {
	ctx := context.Background()
	docs := synthetic(180, 3)
	rebuilt := built(t, docs...)

	// Grown: an index of others, changed note by note and in batches, in another order,
	// with notes that change and notes that come and go on the way.
	stale := synthetic(180, 4)
	grown := built(t, stale[:100]...)
	shuffled := slices.Clone(docs)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	update := func(put []Doc, remove ...string) {
		t.Helper()
		if err := grown.Update(ctx, put, remove); err != nil {
			t.Fatal(err)
		}
	}
	update([]Doc{docOf("passing", questions()[0])})
	for len(shuffled) > 0 {
		n := min(1+len(shuffled)%3*40, len(shuffled))
		update(shuffled[:n])
		shuffled = shuffled[n:]
	}
	update(nil, "memory/2026/08/passing.md", "memory/2026/08/never-there.md")

	// Overlaid: an index of old notes, corrected in memory. Scanned: no index at all.
	old := built(t, append(slices.Clone(stale[:50]), docs[50:120]...)...)
	overlay := append(slices.Clone(docs[:50]), docs[120:]...)
	gone := built(t, append(slices.Clone(docs), docOf("gone", questions()[0]+" note 12"), docOf("gone-too", made(15)))...)

	matches := 0
	for _, r := range requests() {
		want := ask(t, rebuilt, r)
		matches += len(want.Matches)
		same(t, "grown", r, ask(t, grown, r), want)
		o := r
		o.Overlay = overlay
		o.Skip = map[string]bool{docs[3].Stamp.Path: true, "memory/2026/01/unknown.md": true}
		same(t, "overlaid", r, ask(t, old, o), want)
		s := r
		s.Skip = map[string]bool{"memory/2026/08/gone.md": true, "memory/2026/08/gone-too.md": true}
		same(t, "skipping", r, ask(t, gone, s), want)
		r.Overlay = docs
		scanned, err := Scan(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "scanned", r, scanned, want)
	}
	if matches < 1000 {
		t.Errorf("only %d matches were compared", matches)
	}
}

// same compares answers to the last bit: words, corpus, matches with hits and lengths, and their order.
func same(t *testing.T, how string, r Request, got, want Answer) {
	t.Helper()
	if !slices.Equal(got.Words, want.Words) {
		t.Errorf("%s, %q: words %v, want %v", how, r.Question, got.Words, want.Words)
	}
	if got.Corpus != want.Corpus {
		t.Errorf("%s, %q: corpus %v, want %v", how, r.Question, got.Corpus, want.Corpus)
	}
	equal := func(a, b memory.Match) bool {
		return a.Path == b.Path && a.Title == b.Title && a.Names == b.Names && a.Body == b.Body && slices.Equal(a.Hits, b.Hits)
	}
	if !slices.EqualFunc(got.Matches, want.Matches, equal) {
		t.Errorf("%s, %q K=%d: matches differ: got %d %v, want %d %v", how, r.Question, r.K, len(got.Matches), first(got), len(want.Matches), first(want))
	}
}

func first(a Answer) []string { return slugs(a)[:min(5, len(a.Matches))] }

func TestCountsAreThoseOfTheNotesThemselves(t *testing.T) {
	docs := synthetic(300, 5)
	x := built(t, docs...)
	have := func(word string) (n int) {
		for _, d := range docs {
			all := d.Note.Title + " " + d.Note.Body + " " + strings.Join(d.Note.Tags, " ")
			if slices.Contains(strings.Fields(all), word) {
				n++
			}
		}
		return n
	}
	for _, w := range []string{"the", "of", "with"} { // never part of an identifier here unless alone
		a := ask(t, x, Request{Question: w})
		if got, atLeast := a.Words[0].Docs, have(w); got < atLeast || got > len(docs) {
			t.Errorf("%q is in %d notes, at least %d expected", w, got, atLeast)
		}
	}
	a := ask(t, x, Request{Question: "note-7"})
	if a.Words[0].Docs != 1 || len(a.Matches) == 0 || a.Matches[0].Names != 2 {
		t.Errorf("slug: got %v %v, want one note with a tag and its slug as names", a.Words, a.Matches)
	}
	if a.Corpus.Docs != len(docs) {
		t.Errorf("corpus: got %d notes, want %d", a.Corpus.Docs, len(docs))
	}
}

func TestTheEstimateOrdersAsRankDoes(t *testing.T) {
	docs := synthetic(400, 6)
	x := built(t, docs...)
	notes := map[string]*memory.Note{}
	for _, d := range docs {
		n := *d.Note
		n.Status = memory.Active
		notes[d.Stamp.Path] = &n
	}
	for _, q := range questions() {
		a := ask(t, x, Request{Question: q, Scope: memory.AllScopes, AnyStatus: true, K: 400})
		var found []memory.Found
		for _, m := range a.Matches {
			found = append(found, memory.Found{Match: m, Note: notes[m.Path]})
		}
		w := memory.DefaultWeights()
		w.MinCoverage = lightShare // below, a note need not be found
		ranked := memory.Rank(a.Words, found, a.Corpus, 10, docs[0].Note.Captured, w)
		few := ask(t, x, Request{Question: q, Scope: memory.AllScopes, AnyStatus: true, K: 40})
		for i, r := range ranked.Results {
			if !slices.ContainsFunc(few.Matches, func(m memory.Match) bool { return m.Path == r.Path }) {
				t.Errorf("%q: result %d of all is not among the best 40", q, i+1)
			}
		}
	}
}

func TestSegmentsDoNotPileUp(t *testing.T) {
	x := built(t)
	for _, d := range synthetic(60, 7) {
		if err := x.Update(context.Background(), []Doc{d}, nil); err != nil {
			t.Fatal(err)
		}
	}
	info, err := x.Info(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if info.Notes != 60 || info.Segments > mostSegments+10 || info.Bytes == 0 || info.Generation != "gen-1" {
		t.Errorf("got %+v, want 60 notes in gen-1 and few segments", info)
	}
}
