package eval

import (
	"cmp"
	"maps"
	"slices"
)

// Swapped is the category that is reported apart and counts in no sum: a true fact asked
// of the wrong person, which no method that looks at words alone can tell.
const Swapped = "swapped"

// The names of the sums over several categories.
const (
	All         = "ALL"
	AllToRefuse = "ALL to refuse"
)

// Row is the mean of answerable questions.
type Row struct {
	Category  string  `json:"category"`
	Questions int     `json:"questions"`
	Hit1      float64 `json:"hit1"`
	Hit3      float64 `json:"hit3"`
	Hit5      float64 `json:"hit5"`
	Hit10     float64 `json:"hit10"`
	Recall3   float64 `json:"recall3"`
	Recall5   float64 `json:"recall5"`
	Recall10  float64 `json:"recall10"`
	MRR       float64 `json:"mrr"`
	NDCG      float64 `json:"ndcg"`
	Lost      float64 `json:"lost"`   // share that was refused
	Tokens    float64 `json:"tokens"` // of the first three notes, over the questions that were answered
	MedianMS  float64 `json:"median_ms"`
	P95MS     float64 `json:"p95_ms"`
}

// Refusal is what became of questions that have to be refused.
type Refusal struct {
	Category  string  `json:"category"`
	Questions int     `json:"questions"`
	Refused   float64 `json:"refused"` // share
	MedianMS  float64 `json:"median_ms"`
	P95MS     float64 `json:"p95_ms"`
}

// Summary is a run in figures. Rows are sorted by category.
type Summary struct {
	Answerable []Row     `json:"answerable"`
	All        Row       `json:"all"` // of Answerable, without Swapped
	Refuse     []Refusal `json:"refuse"`
	AllRefuse  Refusal   `json:"all_refuse"` // of Refuse, without Swapped
	Tokens     float64   `json:"tokens"`     // as in a row, over all questions that were answered
	MedianMS   float64   `json:"median_ms"`  // over all questions
	P95MS      float64   `json:"p95_ms"`
}

// Summarize takes the means of records, by category and over all.
func Summarize(records []Record) Summary {
	s := Summary{Answerable: []Row{}, Refuse: []Refusal{}}
	answerable, refuse := map[string][]Record{}, map[string][]Record{}
	var all, allRefuse []Record
	for _, r := range records {
		into, sum := refuse, &allRefuse
		if r.Answerable {
			into, sum = answerable, &all
		}
		into[r.Category] = append(into[r.Category], r)
		if r.Category != Swapped {
			*sum = append(*sum, r)
		}
	}
	for _, c := range slices.Sorted(maps.Keys(answerable)) {
		s.Answerable = append(s.Answerable, row(c, answerable[c]))
	}
	for _, c := range slices.Sorted(maps.Keys(refuse)) {
		s.Refuse = append(s.Refuse, refusal(c, refuse[c]))
	}
	s.All, s.AllRefuse = row(All, all), refusal(AllToRefuse, allRefuse)
	s.Tokens = tokens(records)
	s.MedianMS, s.P95MS = latency(records)
	return s
}

func row(category string, records []Record) Row {
	r := Row{Category: category, Questions: len(records), Tokens: tokens(records)}
	r.MedianMS, r.P95MS = latency(records)
	mean := func(of func(Record) float64) float64 { return mean(records, of) }
	within := func(k int) float64 { return mean(func(x Record) float64 { return one(x.within(k)) }) }
	r.Hit1, r.Hit3, r.Hit5, r.Hit10 = within(1), within(3), within(5), within(10)
	r.Recall3 = mean(func(x Record) float64 { return x.Recall3 })
	r.Recall5 = mean(func(x Record) float64 { return x.Recall5 })
	r.Recall10 = mean(func(x Record) float64 { return x.Recall10 })
	r.MRR = mean(func(x Record) float64 { return x.MRR })
	r.NDCG = mean(func(x Record) float64 { return x.NDCG })
	r.Lost = mean(func(x Record) float64 { return one(x.Abstained) })
	return r
}

func refusal(category string, records []Record) Refusal {
	r := Refusal{Category: category, Questions: len(records)}
	r.MedianMS, r.P95MS = latency(records)
	r.Refused = mean(records, func(x Record) float64 { return one(x.Abstained) })
	return r
}

// mean is 0 over nothing.
func mean(records []Record, of func(Record) float64) float64 {
	sum := 0.0
	for _, r := range records {
		sum += of(r)
	}
	return sum / float64(max(1, len(records)))
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// tokens is the mean over the records with an answer.
func tokens(records []Record) float64 {
	answered := slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return r.Abstained })
	return mean(answered, func(r Record) float64 { return float64(r.Tokens) })
}

// latency returns the median and the 95th percentile, each by nearest rank.
func latency(records []Record) (median, p95 float64) {
	if len(records) == 0 {
		return 0, 0
	}
	ms := make([]float64, len(records))
	for i, r := range records {
		ms[i] = r.MS
	}
	slices.SortFunc(ms, cmp.Compare[float64])
	return nearest(ms, 50), nearest(ms, 95)
}

// nearest is a percentile of sorted figures, by nearest rank.
func nearest(sorted []float64, percent int) float64 {
	return sorted[(percent*len(sorted)+99)/100-1]
}
