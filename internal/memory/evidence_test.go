package memory

import (
	"math"
	"testing"
)

// supports gives the evidence of a note of a length that has the marked words of a question.
func supports(words []Word, length int, has ...bool) float64 {
	m := Match{Body: length}
	for _, h := range has {
		hit := Hit{}
		if h {
			hit = Hit{Body: 1, Part: 1}
		}
		m.Hits = append(m.Hits, hit)
	}
	return weighed(words, Corpus{Docs: 100, Body: 10}, DefaultWeights()).evidence(&m)
}

func TestEvidence(t *testing.T) {
	three := words(5, 5, 5)
	sentences := words(5, 5, 5, 5, 0, 0, 0, 0)
	for i := range sentences {
		sentences[i].In = 1 << (i / 4)
	}
	pieces := words(5, 5, 5, 0, 0, 0, 0, 0, 0)
	for i := range pieces {
		pieces[i].Piece, pieces[i].In = true, 1<<(i/3)
	}
	for _, test := range []struct {
		what string
		got  float64
		want float64
	}{
		{"all of a question in a short note", supports(three, 10, true, true, true), 1},
		{"two of three equal words", supports(three, 10, true, true, false), 2.0 / 3},
		{"one alone of three says less", supports(three, 10, true, false, false), 0.8 / 3},
		{"one alone of two does not", supports(words(5, 5), 10, true, false), 0.5},
		{"none", supports(three, 10, false, false, false), 0},
		{"a question without words", supports(nil, 10), 0},
		{"common words count in nothing", supports([]Word{{Text: "the", Docs: 90, Common: true}, {Text: "x", Docs: 5}}, 10, true, false), 0},
		{"a sentence that is supported speaks for the question", supports(sentences, 10, true, true, true, true, false, false, false, false), 1},
		{"pairs of letters that no note has weigh next to nothing", supports(pieces, 10, true, true, true, false, false, false, false, false, false), 1},
	} {
		if math.Abs(test.got-test.want) > 1e-9 {
			t.Errorf("%s: got %.6f, want %.6f", test.what, test.got, test.want)
		}
	}
	short, long := supports(words(40, 40, 2), 10, true, true, false), supports(words(40, 40, 2), 200, true, true, false)
	if long >= 0.7*short {
		t.Errorf("usual words in a long note support %.3f, in a short one %.3f", long, short)
	}
	if rare := supports(words(1), 5000, true); rare < 2*DefaultWeights().MinCoverage {
		t.Errorf("a word that only one note has, a very long one, supports only %.3f", rare)
	}
}

func TestOfAnIdentifierAskedForAloneMoreThanHalfIsNeeded(t *testing.T) {
	for _, test := range []struct {
		words []Word
		part  float64
		none  bool
	}{
		{words(5), 0.4, true}, {words(5), 0.6, false}, {words(5, 5), 0.4, false},
	} {
		m := Match{Body: 10, Hits: make([]Hit, len(test.words))}
		m.Hits[0] = Hit{Body: test.part, Part: test.part}
		got := weighed(test.words, Corpus{Docs: 100, Body: 10}, DefaultWeights()).evidence(&m)
		if (got == 0) != test.none {
			t.Errorf("%v of one of %d words supports %.3f", test.part, len(test.words), got)
		}
	}
}

func TestNearness(t *testing.T) {
	equal := []float64{1, 1}
	for _, test := range []struct {
		what          string
		places        [][]int
		must          []float64
		near, ordered float64
	}{
		{"side by side, in order", [][]int{{3}, {4}}, equal, 1, 1},
		{"side by side, the other way round", [][]int{{4}, {3}}, equal, 1, 0},
		{"the nearest of many places counts", [][]int{{1, 50, 90}, {20, 47, 93}}, equal, 1, 1},
		{"too far apart", [][]int{{3}, {9}}, equal, 0, 0},
		{"one is missing", [][]int{{3}, nil}, equal, 0, 0},
		{"a common word has no neighbours", [][]int{{3}, {4}}, []float64{1, 0}, 0, 0},
		{"one of three pairs, by weight", [][]int{{1}, {2}, {40}}, []float64{1, 1, 1}, 1.0 / 3, 1.0 / 3},
		{"words far apart in the question are no pair", [][]int{{1}, nil, nil, nil, {2}}, []float64{1, 1, 1, 1, 1}, 0, 0},
		{"nothing known", nil, equal, 0, 0},
	} {
		near, ordered := nearness(test.places, test.must)
		if math.Abs(near-test.near) > 1e-9 || math.Abs(ordered-test.ordered) > 1e-9 {
			t.Errorf("%s: got %.3f and %.3f, want %.3f and %.3f", test.what, near, ordered, test.near, test.ordered)
		}
	}
}

// TestClosestIsTheSmallestDistance compares with looking at every pair.
func TestClosestIsTheSmallestDistance(t *testing.T) {
	for seed := range 500 {
		var lists [2][]int
		x := uint32(seed*2654435761 + 1)
		for k := range lists {
			at := 0
			for range 1 + int(x>>28)%6 {
				x = x*1664525 + 1013904223
				at += 1 + int(x>>24)%9
				lists[k] = append(lists[k], at)
			}
		}
		want, forward := math.MaxInt, false
		for _, a := range lists[0] {
			for _, b := range lists[1] {
				if d := b - a; d > 0 && d <= want {
					want, forward = d, true
				} else if d < 0 && -d < want {
					want, forward = -d, false
				}
			}
		}
		if got, f := closest(lists[0], lists[1]); got != want || f != forward {
			t.Errorf("%v: got %d %v, want %d %v", lists, got, f, want, forward)
		}
	}
}
