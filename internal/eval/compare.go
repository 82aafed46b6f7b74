package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"mem/internal/jsonl"
)

// ErrRecords says that a file is not what a run has written, or that two files have no
// question in common.
var ErrRecords = errors.New("these runs cannot be compared")

// Records reads what a run has written: a line for each question, or the whole report with
// its results. It wraps ErrRecords.
func Records(data []byte) ([]Record, error) {
	var report struct {
		Results []json.RawMessage `json:"results"`
	}
	lines := jsonl.Lines(data)
	if json.Unmarshal(bytes.TrimSpace(data), &report) == nil && report.Results != nil {
		lines = func(yield func(int, []byte) bool) {
			for i, r := range report.Results {
				if !yield(i+1, r) {
					return
				}
			}
		}
	}
	var out []Record
	seen := map[string]bool{}
	for number, text := range lines {
		r, err := record(text)
		if err == nil && seen[r.ID] {
			err = fmt.Errorf("id %q is there twice", r.ID)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w; give what mem eval run has written, by --out or --json", ErrRecords, &jsonl.BadLine{Line: number, Err: err})
		}
		seen[r.ID] = true
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: there are no questions; give what mem eval run has written, by --out or --json", ErrRecords)
	}
	return out, nil
}

func record(text []byte) (Record, error) {
	var in struct {
		Record
		Answerable *bool `json:"answerable"`
		Abstained  *bool `json:"abstained"`
	}
	if err := jsonl.Decode(text, &in); err != nil {
		return Record{}, err
	}
	if in.ID == "" || in.Answerable == nil || in.Abstained == nil || in.First < 0 {
		return Record{}, errors.New("it is no answer to a question")
	}
	r := in.Record
	r.Answerable, r.Abstained = *in.Answerable, *in.Abstained
	return r, nil
}

// NoEvidence is what is said of a difference that may well be chance.
const NoEvidence = "no evidence of a difference"

// level is the probability below which a difference is taken for one.
const level = 0.05

// Difference is what one metric says of the second run beside the first, question by question.
type Difference struct {
	Metric     string  `json:"metric"`
	Questions  int     `json:"questions"` // in both runs, of the kind that the metric is for
	Better     int     `json:"better"`    // where the second run is better
	Worse      int     `json:"worse"`
	Same       int     `json:"same"`
	A          float64 `json:"a"` // mean of the first run
	B          float64 `json:"b"`
	Difference float64 `json:"difference"` // B − A
	Low        float64 `json:"low"`        // 95 % interval of the difference, by bootstrap
	High       float64 `json:"high"`
	P          float64 `json:"p"`       // of a difference as large, were the signs chance
	Exact      bool    `json:"exact"`   // P is exact; else estimated by random flips
	Verdict    string  `json:"verdict"` // better, worse, or NoEvidence
}

// Comparison is the second of two runs beside the first.
type Comparison struct {
	A           int          `json:"a"`       // questions of the first run
	B           int          `json:"b"`       // of the second
	Both        int          `json:"both"`    // compared
	Changed     int          `json:"changed"` // in both, but answerable in one only: left out
	Differences []Difference `json:"differences"`
}

// metric is a figure of one question; it is for the questions that it admits.
type metric struct {
	name   string
	admits func(Record) bool
	of     func(Record) float64
}

func metrics() []metric {
	answerable := func(r Record) bool { return r.Answerable }
	abstained := func(r Record) float64 { return one(r.Abstained) }
	return []metric{
		{"hit@5", answerable, func(r Record) float64 { return one(r.within(5)) }},
		{"MRR", answerable, func(r Record) float64 { return r.MRR }},
		{"nDCG@10", answerable, func(r Record) float64 { return r.NDCG }},
		{"refused-right", func(r Record) bool { return !r.Answerable && r.Category != Swapped }, abstained},
		{"refused-right, " + Swapped, func(r Record) bool { return !r.Answerable && r.Category == Swapped }, abstained},
	}
}

// Compare sets two runs side by side, by the questions' ids. Metrics for which there are no
// questions are left out. It wraps ErrRecords where no question is in both.
func Compare(a, b []Record) (Comparison, error) {
	out := Comparison{A: len(a), B: len(b), Differences: []Difference{}}
	byID := map[string]Record{}
	for _, r := range b {
		byID[r.ID] = r
	}
	var pairs [][2]Record
	for _, r := range a {
		other, ok := byID[r.ID]
		switch {
		case !ok:
		case r.Answerable != other.Answerable:
			out.Changed++
		default:
			pairs = append(pairs, [2]Record{r, other})
		}
	}
	if out.Both = len(pairs); out.Both == 0 {
		return out, fmt.Errorf("%w: no question is in both, by its id", ErrRecords)
	}
	for _, m := range metrics() {
		of := slices.DeleteFunc(slices.Clone(pairs), func(p [2]Record) bool { return !m.admits(p[0]) })
		if len(of) > 0 {
			out.Differences = append(out.Differences, difference(m, of))
		}
	}
	return out, nil
}

func difference(m metric, pairs [][2]Record) Difference {
	d := Difference{Metric: m.name, Questions: len(pairs)}
	diffs := make([]float64, len(pairs))
	for i, p := range pairs {
		a, b := m.of(p[0]), m.of(p[1])
		d.A += a
		d.B += b
		diffs[i] = b - a
		switch {
		case b > a+tiny:
			d.Better++
		case b < a-tiny:
			d.Worse++
		default:
			diffs[i] = 0
			d.Same++
		}
	}
	n := float64(len(pairs))
	d.A, d.B = d.A/n, d.B/n
	d.Difference = sum(diffs) / n
	d.Low, d.High = Bootstrap(diffs)
	d.P, d.Exact = Permutation(diffs)
	switch {
	case d.P >= level:
		d.Verdict = NoEvidence
	case d.Difference > 0:
		d.Verdict = "better"
	default:
		d.Verdict = "worse"
	}
	return d
}
