package eval

import (
	"cmp"
	"math"
	"slices"
)

// Depth is how many results of a question are looked at.
const Depth = 10

// Answer is what was answered to a question.
type Answer struct {
	Abstained bool
	Ranked    []string // slugs, best first; Depth at most count
	Coverage  float64  // the best share of the question's weight that any note has, 0 to 1
	Tokens    int      // of the texts of the first three
	MS        float64  // how long it took, in milliseconds
}

// Record is one question as it was asked and answered: a line of `eval run --out`.
type Record struct {
	ID         string   `json:"id"`
	Category   string   `json:"category"`
	Query      string   `json:"query"`
	Answerable bool     `json:"answerable"`
	Abstained  bool     `json:"abstained"`
	Ranked     []string `json:"ranked"`
	First      int      `json:"first"` // rank of the first relevant slug, from 1; 0 = not among them
	Hit5       bool     `json:"hit5"`
	Recall3    float64  `json:"recall3"`
	Recall5    float64  `json:"recall5"`
	Recall10   float64  `json:"recall10"`
	MRR        float64  `json:"mrr"` // 1/First
	NDCG       float64  `json:"ndcg"`
	Coverage   float64  `json:"coverage"`
	Tokens     int      `json:"tokens"`
	MS         float64  `json:"ms"`
}

// Judge compares an answer with the right one.
func Judge(q Question, a Answer) Record {
	ranked := slices.Clone(a.Ranked[:min(Depth, len(a.Ranked))])
	r := Record{
		ID: q.ID, Category: q.Category, Query: q.Query, Answerable: q.Answerable(), Abstained: a.Abstained,
		Ranked: ranked, Coverage: a.Coverage, Tokens: a.Tokens, MS: a.MS,
	}
	if r.Ranked == nil {
		r.Ranked = []string{}
	}
	if !r.Answerable || a.Abstained {
		return r
	}
	for i, slug := range ranked {
		if slices.Contains(q.Relevant, slug) {
			r.First = i + 1
			r.MRR = round(1 / float64(r.First))
			break
		}
	}
	r.Hit5 = r.within(5)
	r.Recall3, r.Recall5, r.Recall10 = recall(q, ranked, 3), recall(q, ranked, 5), recall(q, ranked, 10)
	r.NDCG = ndcg(q, ranked)
	return r
}

// within reports whether a relevant slug is among the first k.
func (r *Record) within(k int) bool { return r.First > 0 && r.First <= k }

// recall is the share of the relevant slugs that are among the first k.
func recall(q Question, ranked []string, k int) float64 {
	found := 0
	for _, slug := range ranked[:min(k, len(ranked))] {
		if slices.Contains(q.Relevant, slug) {
			found++
		}
	}
	return round(float64(found) / float64(len(q.Relevant)))
}

// ndcg is Σ gain/log2(rank+1) over the results, as a share of what the best order of the
// relevant slugs would give (Järvelin & Kekäläinen, "Cumulated gain-based evaluation of IR
// techniques", 2002), both over the first Depth.
func ndcg(q Question, ranked []string) float64 {
	sum := func(gains []float64) (sum float64) {
		for i, g := range gains[:min(Depth, len(gains))] {
			sum += g / math.Log2(float64(i)+2)
		}
		return sum
	}
	var got, best []float64
	for _, slug := range ranked {
		got = append(got, q.gain(slug))
	}
	for _, slug := range q.Relevant {
		best = append(best, q.gain(slug))
	}
	slices.SortFunc(best, func(a, b float64) int { return cmp.Compare(b, a) })
	ideal := sum(best)
	if ideal == 0 {
		return 0 // every grade is 0
	}
	return round(sum(got) / ideal)
}

// round keeps twelve digits after the point: the same on every machine.
func round(x float64) float64 { return math.Round(x*1e12) / 1e12 }
