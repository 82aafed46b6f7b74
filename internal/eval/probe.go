package eval

import "slices"

// Probe is what came of the questions that a vault asks itself.
type Probe struct {
	Notes     int        // in the vault
	Questions []Question // as they were made or read
	Records   []Record   // one for each, in their order; the category is the question's kind
	Unknown   []string   // relevant slugs that no note has, sorted
	Summary   Summary    // by kind
	Failed    []Miss     // in the order of the questions
}

// Miss is a question that was not answered as it should have been.
type Miss struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind"`
	Query     string   `json:"query"`
	Scope     string   `json:"scope"`
	Expected  []string `json:"expected"` // slugs, any of them will do; none: it had to be refused
	Abstained bool     `json:"abstained"`
	Rank      int      `json:"rank"` // at which the first of them came, 0 = not within Depth
	Got       []string `json:"got"`  // what came first
}

// ByKind returns the questions with their kinds as categories; Swapped stays apart.
func ByKind(questions []Question) []Question {
	out := slices.Clone(questions)
	for i := range out {
		if out[i].Kind != "" && out[i].Category != Swapped {
			out[i].Category = string(out[i].Kind)
		}
	}
	return out
}

// Shown is how many notes a recall shows when nobody says how many.
const Shown = 3

// Misses names the questions without a right note among the first Shown, and those that
// were answered though they had to be refused. Each record is of the question in its place.
func Misses(questions []Question, records []Record) []Miss {
	out := []Miss{}
	for i, r := range records {
		if r.Answerable && r.within(Shown) || !r.Answerable && r.Abstained {
			continue
		}
		q := &questions[i]
		out = append(out, Miss{
			ID: r.ID, Kind: r.Category, Query: r.Query, Scope: q.Scope, Expected: append([]string{}, q.Relevant...),
			Abstained: r.Abstained, Rank: r.First, Got: append([]string{}, r.Ranked[:min(Shown, len(r.Ranked))]...),
		})
	}
	return out
}
