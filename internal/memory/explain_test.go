package memory

import "testing"

func TestCoveragesSayWhatRankDecides(t *testing.T) {
	w := DefaultWeights()
	words := []Word{{Text: "the", Docs: 900, Common: true}, {Text: "lathe", Docs: 3}, {Text: "oil", Docs: 9}, {Text: "banana"}}
	hit := func(n int) []Hit {
		hits := make([]Hit, len(words))
		for i := range hits {
			if n&(1<<i) != 0 {
				hits[i] = Hit{Body: 1, Part: 1}
			}
		}
		return hits
	}
	var matches []Match
	for n := range 1 << len(words) {
		matches = append(matches, Match{Path: string(rune('a' + n)), Hits: hit(n), Body: 9})
	}
	corpus := Corpus{Docs: 1000, Body: 10}
	hopes, best := Hopes(words, matches, corpus, w)
	answers := map[string]bool{}
	for _, h := range hopes {
		answers[h.Path] = true
	}
	coverages := Coverages(words, matches, corpus, w)
	if len(coverages) != len(matches) || coverages[0].Has != best {
		t.Errorf("%d coverages, the best %f; want %d, %f", len(coverages), coverages[0].Has, len(matches), best)
	}
	for i, c := range coverages {
		if enough := c.Has >= c.Needs; enough != answers[c.Path] {
			t.Errorf("%s has %f and needs %f, and an answer it is: %v", c.Path, c.Has, c.Needs, answers[c.Path])
		}
		if i > 0 && c.Has > coverages[i-1].Has {
			t.Errorf("%s with %f comes behind %f", c.Path, c.Has, coverages[i-1].Has)
		}
	}
	sum := 0.0
	for i, x := range Weigh(words, corpus, w) {
		if sum += x.Weight; x.Text != words[i].Text || (x.Weight == 0) != x.Common {
			t.Errorf("%+v", x)
		}
	}
	if sum < 0.999 || sum > 1.001 {
		t.Errorf("the weights come to %f", sum)
	}
}
