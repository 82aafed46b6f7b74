package eval

import (
	"math"
	"reflect"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestJudgeComputesEachFigureAsByHand has figures that were worked out on paper:
// log2(2) = 1, log2(3) = 1.5849625, log2(4) = 2, log2(6) = 2.5849625.
func TestJudgeComputesEachFigureAsByHand(t *testing.T) {
	filler := []string{"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9"}
	for _, row := range []struct {
		name string
		q    Question
		a    Answer
		want Record
	}{
		{"the only right note comes first", Question{Relevant: []string{"a"}}, Answer{Ranked: []string{"a", "x"}},
			Record{First: 1, Hit5: true, Recall3: 1, Recall5: 1, Recall10: 1, MRR: 1, NDCG: 1}},
		{"it comes third", Question{Relevant: []string{"a"}}, Answer{Ranked: []string{"x", "y", "a"}},
			Record{First: 3, Hit5: true, Recall3: 1, Recall5: 1, Recall10: 1, MRR: 1.0 / 3, NDCG: 1 / 2.0}},
		{"it comes tenth", Question{Relevant: []string{"a"}}, Answer{Ranked: append(filler[:9:9], "a")},
			Record{First: 10, Recall10: 1, MRR: 0.1, NDCG: 1 / math.Log2(11)}},
		{"it comes eleventh, which is not looked at", Question{Relevant: []string{"a"}}, Answer{Ranked: append(append(filler[:9:9], "x10"), "a")}, Record{}},
		{"two of three, second and fifth", Question{Relevant: []string{"a", "b", "c"}}, Answer{Ranked: []string{"x", "b", "y", "z", "a"}},
			Record{First: 2, Hit5: true, Recall3: 1.0 / 3, Recall5: 2.0 / 3, Recall10: 2.0 / 3, MRR: 0.5,
				NDCG: (1/1.584962500721156 + 1/2.584962500721156) / (1 + 1/1.584962500721156 + 0.5)}},
		{"grades weigh", Question{Relevant: []string{"a", "b"}, Grades: map[string]float64{"a": 2, "x": 9}}, Answer{Ranked: []string{"b", "a"}},
			Record{First: 1, Hit5: true, Recall3: 1, Recall5: 1, Recall10: 1, MRR: 1, NDCG: (1 + 2/1.584962500721156) / (2 + 1/1.584962500721156)}},
		{"a grade of 0 is found all the same", Question{Relevant: []string{"a"}, Grades: map[string]float64{"a": 0}}, Answer{Ranked: []string{"a"}},
			Record{First: 1, Hit5: true, Recall3: 1, Recall5: 1, Recall10: 1, MRR: 1}},
		{"refused though there is an answer", Question{Relevant: []string{"a"}}, Answer{Abstained: true}, Record{}},
		{"refused as it should be", Question{}, Answer{Abstained: true, Coverage: 0.2}, Record{}},
		{"invented", Question{}, Answer{Ranked: []string{"x"}, Coverage: 0.6, Tokens: 12, MS: 1.5}, Record{}},
	} {
		got := Judge(row.q, row.a)
		if got.Answerable != (len(row.q.Relevant) > 0) || got.Abstained != row.a.Abstained || got.Coverage != row.a.Coverage || got.Tokens != row.a.Tokens || got.MS != row.a.MS {
			t.Errorf("%s: got %+v", row.name, got)
		}
		for _, x := range []struct {
			what      string
			got, want float64
		}{
			{"first", float64(got.First), float64(row.want.First)}, {"hit@5", one(got.Hit5), one(row.want.Hit5)},
			{"recall@3", got.Recall3, row.want.Recall3}, {"recall@5", got.Recall5, row.want.Recall5}, {"recall@10", got.Recall10, row.want.Recall10},
			{"MRR", got.MRR, row.want.MRR}, {"nDCG@10", got.NDCG, row.want.NDCG},
		} {
			if !near(x.got, x.want) {
				t.Errorf("%s: %s is %v, want %v", row.name, x.what, x.got, x.want)
			}
		}
	}
}

func TestTheIdealOfNDCGLooksAtTenToo(t *testing.T) {
	q, a := Question{}, Answer{}
	for _, c := range "abcdefghijklmno" {
		q.Relevant = append(q.Relevant, string(c))
		a.Ranked = append(a.Ranked, string(c))
	}
	if got := Judge(q, a); !near(got.NDCG, 1) || !near(got.Recall10, 10.0/15) {
		t.Errorf("ten of fifteen right notes: nDCG %v, recall@10 %v, want 1 and 2/3", got.NDCG, got.Recall10)
	}
}

func TestSummarizeTakesMeansByCategoryAndOverAll(t *testing.T) {
	records := []Record{
		{Category: "b", Answerable: true, First: 1, Recall3: 1, Recall5: 1, Recall10: 1, MRR: 1, NDCG: 1, Tokens: 10, MS: 1},
		{Category: "a", Answerable: true, First: 4, Recall5: 0.5, Recall10: 0.5, MRR: 0.25, NDCG: 0.5, Tokens: 30, MS: 2},
		{Category: "a", Answerable: true, Abstained: true, MS: 3},
		{Category: "off", Abstained: true, MS: 4},
		{Category: "off", Tokens: 20, MS: 5},
		{Category: "foreign", Abstained: true, MS: 6},
		{Category: Swapped, Tokens: 40, MS: 100},
	}
	got := Summarize(records)
	want := Summary{
		Answerable: []Row{
			{Category: "a", Questions: 2, Hit5: 0.5, Hit10: 0.5, Recall5: 0.25, Recall10: 0.25, MRR: 0.125, NDCG: 0.25, Lost: 0.5, Tokens: 30, MedianMS: 2, P95MS: 3},
			{Category: "b", Questions: 1, Hit1: 1, Hit3: 1, Hit5: 1, Hit10: 1, Recall3: 1, Recall5: 1, Recall10: 1, MRR: 1, NDCG: 1, Tokens: 10, MedianMS: 1, P95MS: 1},
		},
		All: Row{Category: All, Questions: 3, Hit1: 1.0 / 3, Hit3: 1.0 / 3, Hit5: 2.0 / 3, Hit10: 2.0 / 3, Recall3: 1.0 / 3, Recall5: 0.5, Recall10: 0.5,
			MRR: 1.25 / 3, NDCG: 0.5, Lost: 1.0 / 3, Tokens: 20, MedianMS: 2, P95MS: 3},
		Refuse: []Refusal{
			{Category: "foreign", Questions: 1, Refused: 1, MedianMS: 6, P95MS: 6},
			{Category: "off", Questions: 2, Refused: 0.5, MedianMS: 4, P95MS: 5},
			{Category: Swapped, Questions: 1, MedianMS: 100, P95MS: 100},
		},
		AllRefuse: Refusal{Category: AllToRefuse, Questions: 3, Refused: 2.0 / 3, MedianMS: 5, P95MS: 6},
		Tokens:    25, MedianMS: 4, P95MS: 100,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if empty := Summarize(nil); empty.All.Questions != 0 || empty.All.MRR != 0 || empty.Tokens != 0 {
		t.Errorf("of nothing: %+v, want zeros", empty)
	}
}

func TestTheCurveCountsWhatEachThresholdWouldDo(t *testing.T) {
	c := CurveOf([]Record{
		{Answerable: true, Coverage: 0.9}, {Answerable: true, Coverage: 0.3}, {Answerable: true, Coverage: 0, Abstained: true}, {Answerable: true, Coverage: 0.5},
		{Coverage: 0.2, Abstained: true}, {Coverage: 0.5}, {Category: Swapped, Coverage: 1},
	})
	if c.Answerable != 4 || c.Refuse != 2 || c.Missed != 0.25 || c.Invented != 0.5 || len(c.Points) != 101 {
		t.Errorf("got %d and %d questions, missed %v, invented %v, %d points; want 4, 2, 0.25, 0.5, 101", c.Answerable, c.Refuse, c.Missed, c.Invented, len(c.Points))
	}
	for _, row := range []struct {
		at               int
		missed, invented float64
	}{
		{0, 0.25, 1}, // what has no word of the question is never answered
		{20, 0.25, 1}, {21, 0.25, 0.5}, {30, 0.25, 0.5}, {31, 0.5, 0.5}, {50, 0.5, 0.5}, {51, 0.75, 0}, {100, 1, 0},
	} {
		if p := c.Points[row.at]; p.Missed != row.missed || p.Invented != row.invented {
			t.Errorf("at %.2f: missed %v, invented %v; want %v, %v", p.Threshold, p.Missed, p.Invented, row.missed, row.invented)
		}
	}
}
