package memory

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var now = time.Date(2026, 8, 31, 12, 0, 0, 0, time.UTC)

// found makes a note of ten words in which the i-th word of the question stands hits[i] times.
func found(slug string, status Status, age time.Duration, hits ...float64) Found {
	f := Found{
		Match: Match{Path: "memory/2026/08/" + slug + ".md", Body: 10},
		Note:  &Note{Slug: Slug(slug), Status: status, Captured: now.Add(-age)},
	}
	for _, n := range hits {
		h := Hit{Body: n}
		if n > 0 {
			h.Part = 1
		}
		f.Hits = append(f.Hits, h)
	}
	return f
}

func words(docs ...int) []Word {
	out := make([]Word, len(docs))
	for i, n := range docs {
		out[i] = Word{Text: string(rune('a' + i)), Docs: n}
	}
	return out
}

func slugs(r Ranking) []string {
	var out []string
	for _, x := range r.Results {
		out = append(out, string(x.Note.Slug))
	}
	return out
}

var corpus = Corpus{Docs: 100, Title: 4, Names: 2, Body: 10}

func TestRankOrders(t *testing.T) {
	const year = 365 * 24 * time.Hour
	titled := found("titled", Active, year, 0)
	titled.Hits[0] = Hit{Title: 1, Part: 1}
	proved := found("proved", Active, year, 1)
	proved.Uses = 9
	phrased := found("quoted", Active, 2*year, 1, 1)
	phrased.Phrases = 1
	future := found("future", Active, -year, 1)
	for _, test := range []struct {
		name  string
		words []Word
		found []Found
		want  []string
	}{
		{"a note with both words before one with a single word", words(5, 5),
			[]Found{found("one", Active, year, 2, 0), found("both", Active, year, 1, 1)}, []string{"both", "one"}},
		{"a rare word before a common one", words(90, 2),
			[]Found{found("common", Active, year, 3, 0), found("rare", Active, year, 0, 1)}, []string{"rare", "common"}},
		{"beside an answer no note that supports next to nothing", words(100, 2, 2, 2),
			[]Found{found("common", Active, year, 3, 0, 0, 0), found("rare", Active, year, 0, 1, 1, 0)}, []string{"rare"}},
		{"a word in the title before the same in the text", words(5),
			[]Found{found("text", Active, year, 1), titled}, []string{"titled", "text"}},
		{"an active note before the same unfiled", words(5),
			[]Found{found("unfiled", Unfiled, year, 1), found("active", Active, year, 1)}, []string{"active", "unfiled"}},
		{"the newer of two equal notes first", words(5),
			[]Found{found("old", Active, 40*24*time.Hour, 1), found("new", Active, time.Hour, 1)}, []string{"new", "old"}},
		{"a note that proved itself before one that did not", words(5),
			[]Found{found("plain", Active, year, 1), proved}, []string{"proved", "plain"}},
		{"the note that has what is in quotes first", words(5, 5),
			[]Found{found("apart", Active, year, 1, 1), phrased}, []string{"quoted", "apart"}},
		{"a date in the future gains nothing", words(5),
			[]Found{future, found("fresh", Active, time.Hour, 1)}, []string{"fresh", "future"}},
		{"equal scores by path", words(5),
			[]Found{found("b", Active, year, 1), found("a", Active, year, 1)}, []string{"a", "b"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := slugs(Rank(test.words, test.found, corpus, 10, now, DefaultWeights()))
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestRankAbstainsAndNamesWhatNothingSupports(t *testing.T) {
	common := Word{Text: "the", Docs: 50, Common: true}
	for _, test := range []struct {
		name      string
		words     []Word
		found     []Found
		abstained bool
		uncovered []string
		unknown   []string
	}{
		{"no note at all", words(0), nil, true, []string{"a"}, []string{"a"}},
		{"one known word of three is too little", words(50, 0, 0), []Found{found("n", Active, 0, 1, 0, 0)}, true, []string{"a", "b", "c"}, []string{"b", "c"}},
		{"a rare word beside an unknown one is enough", words(1, 0), []Found{found("n", Active, 0, 1, 0)}, false, []string{"b"}, []string{"b"}},
		{"common words alone support nothing beside others", []Word{common, {Text: "zebra"}}, []Found{found("n", Active, 0, 3, 0)}, true, []string{"zebra"}, []string{"zebra"}},
		{"common words count where there is nothing else", []Word{common}, []Found{found("n", Active, 0, 1)}, false, nil, nil},
		{"a question without words", nil, nil, true, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := Rank(test.words, test.found, corpus, 3, now, DefaultWeights())
			if r.Abstained != test.abstained || !slices.Equal(r.Uncovered, test.uncovered) || !slices.Equal(r.Unknown, test.unknown) {
				t.Errorf("got abstained %v, uncovered %v, unknown %v; want %v, %v, %v", r.Abstained, r.Uncovered, r.Unknown, test.abstained, test.uncovered, test.unknown)
			}
			if r.Abstained != (len(r.Results) == 0) {
				t.Errorf("abstained %v with %d results", r.Abstained, len(r.Results))
			}
		})
	}
}

func TestRankDoesNotDependOnTheOrderOfItsInput(t *testing.T) {
	var all []Found
	for i := range 40 {
		all = append(all, found(string(rune('a'+i%26))+string(rune('a'+i/26)), Statuses[i%2], time.Duration(i%7)*24*time.Hour, float64(i%3), float64((i+1)%2)))
	}
	want := Rank(words(20, 20), all, corpus, 10, now, DefaultWeights())
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		shuffled := slices.Clone(all)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		got := Rank(words(20, 20), shuffled, corpus, 10, now, DefaultWeights())
		if !slices.Equal(slugs(got), slugs(want)) {
			t.Fatalf("seed %d: got %v, want %v", seed, slugs(got), slugs(want))
		}
	}
}

func TestEveryScoreIsTheProductOfItsFactors(t *testing.T) {
	n := found("n", Unfiled, time.Hour, 2, 1)
	n.Phrases = 0.5
	n.Hits[1].Names, n.Support, n.Places, n.Uses, n.Note.Importance = 1, 0.7, [][]int{{3, 9}, {5}}, 4, 8
	w := DefaultWeights()
	w.Near, w.Order, w.ImportanceGain = 0.4, 0.1, 0.02
	r := Rank(words(5, 9), []Found{n}, corpus, 1, now, w)
	x := r.Results[0]
	value := map[string]float64{}
	for _, f := range x.Factors {
		value[f.Name] = f.Value
	}
	got := value["bm25"] * (1 - w.Coverage + w.Coverage*value["coverage"]) * value["person"] * value["session"] *
		value["phrase"] * value["near"] * value["status"] * value["recency"] * value["use"] * value["importance"]
	if diff := got - x.Score; diff > 1e-12 || diff < -1e-12 {
		t.Errorf("factors %v make %v, the score is %v", value, got, x.Score)
	}
}

// TestReadingInOrderOfHopeFindsTheSameBest reads notes only while the bound allows it, and
// compares with ranking them all.
func TestReadingInOrderOfHopeFindsTheSameBest(t *testing.T) {
	w := DefaultWeights()
	w.Near, w.Order, w.ImportanceGain = 0.4, 0.1, 0.02
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		notes := map[string]Found{}
		var matches []Match
		for i := range 60 {
			f := found(string(rune('a'+i%26))+string(rune('a'+i/26)), Statuses[r.IntN(2)], time.Duration(r.IntN(90))*24*time.Hour, float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(2)))
			f.Uses, f.Body, f.Group = r.IntN(40), 5+r.IntN(20), uint32(r.IntN(9))
			f.Places = [][]int{{r.IntN(20)}, {r.IntN(20)}, {r.IntN(20)}}
			notes[f.Path] = f
			matches = append(matches, f.Match)
		}
		asked := words(r.IntN(50), r.IntN(50), r.IntN(50))
		var all, read []Found
		hopes, _ := Hopes(asked, matches, corpus, w)
		of := func(h Hope) Found {
			f := notes[h.Path]
			f.Support = h.Support
			return f
		}
		for _, h := range hopes {
			all = append(all, of(h))
		}
		want := Rank(asked, all, corpus, 3, now, w)
		var got Ranking
		for _, h := range hopes {
			got = Rank(asked, read, corpus, 3, now, w)
			if len(got.Results) == 3 && h.Relevance*w.Gain() < got.Results[2].Score {
				break
			}
			read = append(read, of(h))
		}
		got = Rank(asked, read, corpus, 3, now, w)
		if !slices.Equal(slugs(got), slugs(want)) {
			t.Fatalf("seed %d: read %d of %d: got %v, want %v", seed, len(read), len(matches), slugs(got), slugs(want))
		}
	}
}
