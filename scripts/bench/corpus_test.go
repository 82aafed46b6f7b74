package main

import (
	"path"
	"strings"
	"testing"
	"time"
)

var someMonth = time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)

func TestTheSameSizeAndMonthGiveTheSameNotes(t *testing.T) {
	a, b := newCorpus(500, someMonth), newCorpus(500, someMonth.AddDate(0, 0, 5))
	for i := 499; i >= 0; i-- { // b is asked in another order
		b.note(i, "active")
	}
	for i := range 500 {
		if got, want := a.note(i, "active").text, b.note(i, "active").text; got != want {
			t.Fatalf("note %d differs between two corpora of one size and month:\n%s\n%s", i, got, want)
		}
	}
	if c := newCorpus(500, someMonth.AddDate(0, 1, 0)); c.note(3, "active").text == a.note(3, "active").text {
		t.Error("a corpus of another month has the same notes")
	}
}

func TestNotesLookLikeNotes(t *testing.T) {
	c := newCorpus(3000, someMonth)
	slugs, shards, sum := map[string]bool{}, map[string]int{}, 0
	var heading, link, code, list int
	for i := range 3000 {
		n := c.note(i, "active")
		if size := len(n.body); size < 240 || size > 1700 {
			t.Errorf("note %d has %d bytes", i, size)
		}
		if slugs[n.slug] {
			t.Errorf("note %d has the name of another: %s", i, n.slug)
		}
		if len(n.slug) > 60 {
			t.Errorf("note %d: a name of %d letters", i, len(n.slug))
		}
		slugs[n.slug] = true
		shards[path.Dir(n.path)]++
		sum += len(n.text)
		count := func(into *int, mark string) {
			if strings.Contains(n.body, mark) {
				*into++
			}
		}
		count(&heading, "# ")
		count(&link, "[[")
		count(&code, "`")
		count(&list, "\n- ")
		if !strings.HasPrefix(n.text, "---\ntype: ") || !strings.Contains(n.text, "\n---\n\n"+n.body) {
			t.Fatalf("note %d is not a block and a body:\n%s", i, n.text)
		}
	}
	for what, n := range map[string]int{"headings": heading, "links": link, "code": code, "lists": list} {
		if n < 300 || n > 2999 {
			t.Errorf("%d of 3,000 notes have %s", n, what)
		}
	}
	if mean := sum / 3000; mean < 600 || mean > 1100 {
		t.Errorf("a note has %d bytes on average", mean)
	}
	if len(shards) != c.months() || shards["memory/2026/06"] == 0 {
		t.Errorf("shards are %v, want %d up to June", shards, c.months())
	}
}

func TestLinksLeadToNotes(t *testing.T) {
	c := newCorpus(400, someMonth)
	known := map[string]bool{}
	for i := range 400 {
		known[c.note(i, "active").slug] = true
	}
	found := 0
	for i := range 400 {
		for _, part := range strings.Split(c.note(i, "active").body, "[[")[1:] {
			target, _, _ := strings.Cut(part, "]]")
			if found++; !known[target] {
				t.Errorf("note %d links to %s, which is not there", i, target)
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d links in 400 notes", found)
	}
}

func TestSpanGrowsWithTheSize(t *testing.T) {
	for _, row := range []struct{ notes, want int }{{100, 3}, {2000, 4}, {10_000, 12}, {100_000, 24}, {1_000_000, 36}, {9_000_000, 36}} {
		if got := newCorpus(row.notes, someMonth).months(); got != row.want {
			t.Errorf("%d notes span %d months, want %d", row.notes, got, row.want)
		}
	}
}

func TestWordsAreDistinctAndFollowZipf(t *testing.T) {
	c := newCorpus(2000, someMonth)
	seen := map[string]int{}
	for rank := range 100_000 {
		w := c.words.word(rank)
		if before, ok := seen[w]; ok {
			t.Fatalf("ranks %d and %d are both %q", before, rank, w)
		}
		seen[w] = rank
	}
	df := make(frequency, c.words.ranks())
	for i := range 2000 {
		df.add(c.note(i, "active").ranks)
	}
	var common, once int
	for _, n := range df {
		if n > 1000 {
			common++
		}
		if n == 1 {
			once++
		}
	}
	if common == 0 || common > 60 {
		t.Errorf("%d words stand in every second note", common)
	}
	if once < 500 {
		t.Errorf("%d words stand in one note only: too few for prose", once)
	}
}

func TestQuestionsHaveAnswers(t *testing.T) {
	c := newCorpus(2000, someMonth)
	df := make(frequency, c.words.ranks())
	var texts []string
	for i := range 2000 {
		n := c.note(i, "active")
		df.add(n.ranks)
		texts = append(texts, strings.ToLower(n.text))
	}
	q := c.ask(df)
	if len(q.Plain) != askedQuestions || len(q.Rare) != askedQuestions {
		t.Fatalf("%d plain and %d rare questions, want %d of each", len(q.Plain), len(q.Rare), askedQuestions)
	}
	for _, words := range append(q.Plain, q.Rare...) {
		answered := false
		for _, text := range texts {
			answered = answered || strings.Contains(text, words[0]) && strings.Contains(text, words[1]) && strings.Contains(text, words[2])
		}
		if !answered {
			t.Errorf("no note has all of %q", words)
		}
	}
}
