package memory

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestFuse(t *testing.T) {
	words := []Word{{Text: "relay", Docs: 3}, {Text: "port", Docs: 2}}
	note := func(name string) Found {
		return Found{Match: Match{Path: name, Hits: []Hit{{Body: 1, Part: 1}, {}}}, Note: &Note{Slug: Slug(name), Path: name}}
	}
	ranking := func(names string) (r Ranking) {
		for i, name := range strings.Fields(names) {
			r.Results = append(r.Results, Ranked{Found: note(name), Score: float64(10 - i), Factors: []Factor{{"bm25", 1}}})
		}
		return r
	}
	near := func(names string, cosines ...float64) (out []Near) {
		for i, name := range strings.Fields(names) {
			f := note(name)
			f.Hits = nil
			out = append(out, Near{f, cosines[i]})
		}
		return out
	}
	rows := []struct {
		name    string
		byWords string
		near    []Near
		m       Embeddings
		limit   int
		want    string
	}{
		{"a weight of nothing leaves the order", "a b c", near("c b a", 0.9, 0.8, 0.7), Embeddings{}, 3, "a b c"},
		{"a small weight changes what is close", "a b c d e f", near("b", 0.9), Embeddings{Weight: 0.1}, 6, "b a c d e f"},
		{"a weight like that of the words", "a b c", near("c a b", 0.9, 0.8, 0.7), Embeddings{Weight: 1}, 3, "a c b"},
		{"a great weight", "a b c", near("c b a", 0.9, 0.8, 0.7), Embeddings{Weight: 100}, 3, "c b a"},
		{"what is near and has not the words is no answer", "a b", near("x a b", 0.99, 0.8, 0.7), Embeddings{Weight: 100}, 3, "a b"},
		{"it is one from a cosine on", "a b", near("x a y", 0.99, 0.8, 0.79), Embeddings{Weight: 100, Rescue: 0.9}, 3, "x a b"},
		{"without a weight it comes last", "a b", near("x y", 0.99, 0.95), Embeddings{Rescue: 0.9}, 9, "a b x y"},
		{"an abstention stays one", "", near("x", 0.99), Embeddings{Weight: 1}, 3, ""},
		{"an abstention is rescued", "", near("x y", 0.99, 0.7), Embeddings{Weight: 1, Rescue: 0.8}, 3, "x"},
		{"the best of many, by cosine deep down", "a b c d", near("d", 0.9), Embeddings{Weight: 1}, 2, "d a"},
		{"three unless said", "a b c d", nil, Embeddings{Weight: 1}, 0, "a b c"},
	}
	for _, r := range rows {
		got := Fuse(words, ranking(r.byWords), r.near, Corpus{Docs: 5}, r.limit, r.m, DefaultWeights())
		var names []string
		for i, x := range got.Results {
			names = append(names, x.Path)
			if i > 0 && got.Results[i-1].Score < x.Score {
				t.Errorf("%s: the scores do not fall", r.name)
			}
			if len(x.Hits) != len(words) {
				t.Errorf("%s: %s has hits for %d words", r.name, x.Path, len(x.Hits))
			}
		}
		if list := strings.Join(names, " "); list != r.want || got.Abstained != (r.want == "") {
			t.Errorf("%s: got %q, abstained %v; want %q", r.name, list, got.Abstained, r.want)
		}
	}
	got := Fuse(words, ranking("a b"), near("b", 0.5), Corpus{Docs: 5}, 3, Embeddings{Weight: 2}, DefaultWeights())
	if b := got.Results[0]; math.Abs(b.Score-(1.0/62+2.0/61)) > 1e-12 || !slices.Equal(b.Factors, []Factor{{"bm25", 1}, {"words", 9}, {"cosine", 0.5}}) {
		t.Errorf("score %v of factors %v", b.Score, b.Factors)
	}
	if !slices.Equal(got.Covered, []string{"relay"}) || !slices.Equal(got.Uncovered, []string{"port"}) {
		t.Errorf("covered %q, uncovered %q", got.Covered, got.Uncovered)
	}
	rescued := Fuse(words, Ranking{Abstained: true}, near("x", 0.9), Corpus{Docs: 5}, 3, Embeddings{Rescue: 0.8}, DefaultWeights())
	if len(rescued.Covered) > 0 || len(rescued.Uncovered) != 2 {
		t.Errorf("a rescued note covers %q, and not %q", rescued.Covered, rescued.Uncovered)
	}
}
