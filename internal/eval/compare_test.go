package eval

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPermutationIsExactWhereItSaysSo has probabilities that were worked out on paper.
func TestPermutationIsExactWhereItSaysSo(t *testing.T) {
	signs := func(plus, minus int) (out []float64) {
		for range plus {
			out = append(out, 1)
		}
		for range minus {
			out = append(out, -1)
		}
		return append(out, 0, 0, 0)
	}
	for _, row := range []struct {
		name  string
		diffs []float64
		want  float64
	}{
		{"nothing differs", []float64{0, 0}, 1},
		{"one question is better", signs(1, 0), 1},
		{"five better: 2/2⁵", signs(5, 0), 2.0 / 32},
		{"six better: 2/2⁶", signs(6, 0), 2.0 / 64},
		{"eight better, one worse: 2·(1 + 9)/2⁹", signs(8, 1), 20.0 / 512},
		{"one better, eight worse: the same", signs(1, 8), 20.0 / 512},
		{"three better, three worse", signs(3, 3), 1},
		{"1, 1/2 and 1/3, all up: 2/2³", []float64{1, 1.0 / 2, 1.0 / 3}, 0.25},
		{"1, −1/2 and 1/3: of the sums 11, 7, 5 and 1 sixths, three are as far", []float64{1, -1.0 / 2, 1.0 / 3}, 0.75},
		{"figures of no common unit: 0.3, 0.2, 0.1·√2", []float64{0.3, 0.2, 0.1 * math.Sqrt2}, 0.25},
		{"a large and a small one: only the large one's sign matters", []float64{0.77, -0.011}, 1},
	} {
		if p, exact := Permutation(row.diffs); !near(p, row.want) || !exact {
			t.Errorf("%s: got %v, exact %v; want %v, exactly", row.name, p, exact, row.want)
		}
	}
}

func TestTheWaysToCountPermutationsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for n := 1; n <= 16; n += 3 {
		var diffs []float64
		total, units := 0, []int(nil)
		for range n {
			u := random.IntN(41) - 20
			if u == 0 {
				u = 1
			}
			units, total = append(units, u), total+abs(u)
			diffs = append(diffs, float64(u)/finest)
		}
		sums, listed, flipped := bySums(units, total), byListing(diffs), byFlips(diffs)
		if !near(sums, listed) || math.Abs(flipped-listed) > 0.01 {
			t.Errorf("%d differences: by sums %v, by listing %v, by flips %v", n, sums, listed, flipped)
		}
	}
}

func TestPermutationSaysWhenItEstimates(t *testing.T) {
	var diffs []float64
	for i := range 30 {
		diffs = append(diffs, math.Sqrt(float64(i+2))/10)
	}
	p, exact := Permutation(diffs)
	if exact || p <= 0 || p > 0.001 {
		t.Errorf("thirty up: got %v, exact %v; want a small estimate above 0", p, exact)
	}
	if again, _ := Permutation(diffs); again != p {
		t.Errorf("the estimate is %v and then %v", p, again)
	}
}

func TestBootstrapHoldsTheMean(t *testing.T) {
	low, high := Bootstrap([]float64{0.5, 0.5, 0.5})
	if low != 0.5 || high != 0.5 {
		t.Errorf("of equal differences: %v to %v, want 0.5 to 0.5", low, high)
	}
	var diffs []float64 // 100 of ±1, 60 up: mean 0.2, standard error 0.098
	for i := range 100 {
		diffs = append(diffs, 1-2*one(i >= 60))
	}
	if low, high = Bootstrap(diffs); math.Abs(low-0.008) > 0.03 || math.Abs(high-0.392) > 0.03 {
		t.Errorf("got %v to %v, want about 0.008 to 0.392", low, high)
	}
}

// run makes records of answerable questions by the rank of their answer, 0 for none, and
// of ones to be refused by whether they were.
func run(first []int, refused []bool) (out []Record) {
	for i, rank := range first {
		q, a := Question{ID: fmt.Sprint("q", i), Relevant: []string{"a"}}, Answer{}
		for j := 1; j <= Depth; j++ {
			a.Ranked = append(a.Ranked, map[bool]string{true: "a", false: fmt.Sprint("x", j)}[j == rank])
		}
		out = append(out, Judge(q, a))
	}
	for i, r := range refused {
		out = append(out, Judge(Question{ID: fmt.Sprint("r", i), Category: "off"}, Answer{Abstained: r}))
	}
	return out
}

func TestCompareCountsQuestionByQuestion(t *testing.T) {
	a := run([]int{0, 0, 0, 0, 0, 0, 1, 2}, []bool{true, true, false})
	b := run([]int{1, 1, 1, 1, 1, 1, 2, 2}, []bool{true, false, false})
	x, err := Compare(a, append(b, Record{ID: "only in b", Answerable: true}))
	if err != nil {
		t.Fatal(err)
	}
	if x.A != 11 || x.B != 12 || x.Both != 11 || x.Changed != 0 || len(x.Differences) != 4 {
		t.Fatalf("got %+v", x)
	}
	for i, want := range []Difference{
		{Metric: "hit@5", Questions: 8, Better: 6, Same: 2, A: 0.25, B: 1, Difference: 0.75, P: 2.0 / 64, Verdict: "better", Exact: true},
		// six of +1 and one of −1/2: only the signs of all six, or all but one, … reach 5.5
		{Metric: "MRR", Questions: 8, Better: 6, Worse: 1, Same: 1, A: 1.5 / 8, B: 7.0 / 8, Difference: 5.5 / 8, P: 4.0 / 128, Verdict: "better", Exact: true},
		{Metric: "nDCG@10", Questions: 8, Better: 6, Worse: 1, Same: 1, A: (1 + 1/math.Log2(3)) / 8, B: (6 + 2/math.Log2(3)) / 8,
			Difference: (5 + 1/math.Log2(3)) / 8, P: 4.0 / 128, Verdict: "better", Exact: true},
		{Metric: "refused-right", Questions: 3, Worse: 1, Same: 2, A: 2.0 / 3, B: 1.0 / 3, Difference: -1.0 / 3, P: 1, Verdict: NoEvidence, Exact: true},
	} {
		got := x.Differences[i]
		if got.Low > got.Difference || got.High < got.Difference {
			t.Errorf("%s: %v is not within %v to %v", got.Metric, got.Difference, got.Low, got.High)
		}
		same := near(got.A, want.A) && near(got.B, want.B) && near(got.Difference, want.Difference) && near(got.P, want.P)
		got.A, got.B, got.Difference, got.P, got.Low, got.High = want.A, want.B, want.Difference, want.P, 0, 0
		if !same || got != want {
			t.Errorf("got  %+v\nwant %+v", x.Differences[i], want)
		}
	}
}

func TestCompareOfARunWithItselfHasNoEvidence(t *testing.T) {
	a := run([]int{1, 2, 0}, []bool{true})
	x, err := Compare(a, a)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range x.Differences {
		if d.Verdict != NoEvidence || d.P != 1 || d.Same != d.Questions {
			t.Errorf("got %+v", d)
		}
	}
}

func TestCompareLeavesOutWhatIsNotTheSameQuestion(t *testing.T) {
	a, b := run([]int{1, 2}, nil), run([]int{1, 2}, nil)
	b[1].Answerable = false
	if x, err := Compare(a, b); err != nil || x.Changed != 1 || x.Both != 1 {
		t.Errorf("got %+v, %v; want one changed, one compared", x, err)
	}
	if _, err := Compare(a, []Record{{ID: "another"}}); !errors.Is(err, ErrRecords) {
		t.Errorf("no question in both: got %v", err)
	}
}

func TestRecordsReadsBothKindsOfFile(t *testing.T) {
	want := run([]int{1, 3}, []bool{true})
	lines, report := "", struct {
		Gold    string   `json:"gold"`
		Results []Record `json:"results"`
	}{"g", want}
	for _, r := range want {
		line, _ := json.Marshal(r)
		lines += string(line) + "\n"
	}
	whole, _ := json.MarshalIndent(report, "", " ")
	for name, data := range map[string]string{"lines": lines, "report": string(whole)} {
		got, err := Records([]byte(data))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got %v and %v, want %v", name, got, err, want)
		}
	}
	for name, data := range map[string]string{
		"line 1: it is no answer":    `{"id": "q1", "query": "x", "relevant": ["a"]}`,
		`line 2: id "q0" is there t`: lines[:strings.Index(lines, "\n")+1] + lines,
		"there are no questions":     `{"results": []}`,
		"line 1: it is not JSON":     "nonsense",
	} {
		if _, err := Records([]byte(data)); !errors.Is(err, ErrRecords) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestTheCurveIsWellFormedAndTheSameEachTime(t *testing.T) {
	c := CurveOf(run([]int{1, 0}, []bool{true, false}))
	picture := c.SVG()
	for d := xml.NewDecoder(strings.NewReader(string(picture))); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if string(c.SVG()) != string(picture) || !strings.Contains(string(picture), "2 answerable questions, 2 to be refused") {
		t.Errorf("got %s", picture)
	}
	if table := strings.Split(strings.TrimSpace(string(c.CSV())), "\n"); len(table) != 102 || table[0] != "threshold,missed,invented" || table[1] != "0.00,1.000000,0.000000" {
		t.Errorf("got %d lines of CSV, the first: %q", len(table), table[:2])
	}
}
