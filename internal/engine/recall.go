package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"mem/internal/index"
	"mem/internal/memory"
)

// Recalled is the answer to a question, as `recall --json` prints it.
type Recalled struct {
	Query     string   `json:"query"`
	Abstained bool     `json:"abstained"`
	Note      string   `json:"note"` // why there is no answer, or what it leaves open; "" when there is nothing to say
	Covered   []string `json:"covered"`
	Uncovered []string `json:"uncovered"`
	Total     int      `json:"total"`  // notes that have at least one word of the question
	Tokens    int      `json:"tokens"` // of the texts returned, estimated
	Results   []Result `json:"results"`

	Coverage float64 `json:"-"` // the best share of the question's weight that any match has; for measuring
}

// Result is one note of an answer.
type Result struct {
	Slug         memory.Slug        `json:"slug"`
	Path         string             `json:"path"`
	Title        string             `json:"title"`
	Type         memory.Type        `json:"type"`
	Status       memory.Status      `json:"status"`
	Scope        string             `json:"scope"`
	Captured     string             `json:"captured"` // RFC 3339; "" when unknown
	Updated      string             `json:"updated"`
	Tags         []string           `json:"tags"`
	Score        float64            `json:"score"`
	Relevance    float64            `json:"relevance"`
	Factors      map[string]float64 `json:"factors"`
	Snippet      string             `json:"snippet"`   // the lines that answer, at most 240 letters
	Truncated    bool               `json:"truncated"` // Text was cut to fit the budget
	Text         string             `json:"text"`
	SupersededBy memory.Slug        `json:"superseded_by"`
	Links        []memory.Slug      `json:"links,omitzero"` // with --links
}

// Asked is a query together with how the answer is to be given.
type Asked struct {
	memory.Query
	Links   bool // name the notes that each result links to
	NoCount bool // do not count the answer as a use
	Session string

	probe bool // mem asks itself: its own probe notes count
}

// wide is how many matches are ranked from their files: the exact formula's ten best are
// among the 200 best by BM25 alone. Filters that only the file can answer ask for more.
const (
	wide     = 200
	veryWide = 2000
)

// Recall answers a question from the files as they are, or abstains.
func (e *Engine) Recall(ctx context.Context, q Asked) (Recalled, error) {
	req := index.Request{
		Question: q.Text, K: wide, Scope: q.Scope, Types: q.Types, Tags: q.Tags, Statuses: q.Statuses,
		AnyStatus: !q.AsOf.IsZero(),
	}
	if !q.AsOf.IsZero() || !q.Since.IsZero() || !q.Until.IsZero() || len(q.Must)+len(q.MustNot) > 0 {
		req.K = veryWide
	}
	answer, v, err := e.ask(ctx, req)
	if err != nil {
		return Recalled{}, fmt.Errorf("search: %w", err)
	}
	w := e.weights()
	hopes, best := memory.Hopes(answer.Words, answer.Matches, answer.Corpus, w)
	ranking, read := e.rank(hopes, &q, answer, w)
	if e.stale(ctx, v.glance, read) {
		if answer, err = e.search(ctx, v, req); err != nil {
			return Recalled{}, fmt.Errorf("search: %w", err)
		}
		hopes, best = memory.Hopes(answer.Words, answer.Matches, answer.Corpus, w)
		ranking, _ = e.rank(hopes, &q, answer, w)
	}
	out := Recalled{
		Query: q.Text, Abstained: ranking.Abstained, Total: len(answer.Matches),
		Covered: orEmpty(ranking.Covered), Uncovered: orEmpty(ranking.Uncovered), Results: []Result{},
	}
	for _, r := range ranking.Results {
		out.Results = append(out.Results, result(r, answer.Words, q.Links))
	}
	fit(&out, q.Budget)
	out.Coverage = best
	out.Note = remark(ranking, answer, best, best >= w.MinCoverage)
	if !out.Abstained && !q.NoCount {
		e.countShown(q, out)
	}
	return out, nil
}

func (e *Engine) weights() memory.Weights {
	if e.o.Weights != nil {
		return *e.o.Weights
	}
	w := memory.DefaultWeights()
	if e.settings.MinCoverage > 0 {
		w.MinCoverage = e.settings.MinCoverage
	}
	return w
}

// firstRead is how many notes are read before it is asked whether more can matter.
const firstRead = 8

// rank reads the notes of the matches, the most hopeful first, until no other can be among
// the best any more, and ranks them. The file decides, whatever the index says. The paths
// that were read come back too.
func (e *Engine) rank(hopes []memory.Hope, q *Asked, answer index.Answer, w memory.Weights) (_ memory.Ranking, read []string) {
	var found []memory.Found
	limit := q.Limit
	if limit <= 0 {
		limit = memory.DefaultLimit
	}
	proved := map[memory.Slug]int{}
	if len(hopes) > 0 {
		proved = e.successes()
	}
	for at, step := 0, max(firstRead, limit); ; {
		ranking := memory.Rank(answer.Words, found, answer.Corpus, limit, e.o.Now, w)
		if at == len(hopes) || len(ranking.Results) == limit && hopes[at].Relevance*w.Gain() < ranking.Results[limit-1].Score {
			return ranking, read
		}
		part := hopes[at:min(at+step, len(hopes))]
		notes := make([]*memory.Note, len(part))
		e.each(len(part), func(i int) {
			if n, _, err := e.vault.Read(part[i].Path); err == nil {
				notes[i] = n
			}
		})
		for i, n := range notes {
			read = append(read, part[i].Path)
			if n != nil && (q.probe || !isProbe(n)) && q.Admits(n, e.o.Now) {
				found = append(found, memory.Found{Match: part[i].Match, Note: n, Uses: proved[n.Slug]})
			}
		}
		at, step = at+len(part), 2*step
	}
}

func result(r memory.Ranked, words []memory.Word, links bool) Result {
	n := r.Note
	out := Result{
		Slug: n.Slug, Path: n.Path, Title: n.Title, Type: n.Type, Status: n.Status, Scope: n.Scope,
		Captured: instant(n.Captured), Updated: instant(n.Updated), Tags: orEmpty(n.Tags),
		Score: round(r.Score), Relevance: round(r.Relevance), Factors: map[string]float64{},
		Snippet: snippet(n.Body, words), Text: strings.TrimSpace(n.Body), SupersededBy: n.SupersededBy,
	}
	for _, f := range r.Factors {
		out.Factors[f.Name] = round(f.Value)
	}
	if links {
		out.Links = orEmpty(memory.Links(n.Body))
	}
	return out
}

// remark says in one sentence why there is no answer, or which words it leaves open. best
// is the best coverage of any match; enough says that it would have sufficed.
func remark(r memory.Ranking, answer index.Answer, best float64, enough bool) string {
	known := slices.ContainsFunc(answer.Words, func(w memory.Word) bool { return w.Docs > 0 })
	switch {
	case len(answer.Words) == 0:
		return "no relevant memory: the question has no words"
	case r.Abstained && len(r.Unknown) > 0:
		return "no relevant memory: nothing here speaks of " + quoted(r.Unknown)
	case r.Abstained && known && (enough || best == 0):
		return "no relevant memory: what speaks of this is in another scope, is retired, or is kept out by a filter"
	case r.Abstained:
		return fmt.Sprintf("no relevant memory: no note has enough of these words together (the best has %.0f %% of their weight)", 100*best)
	case len(r.Uncovered) > 0:
		return "nothing returned speaks of " + quoted(r.Uncovered)
	default:
		return ""
	}
}

// quoted lists words for a sentence, the first eight of them.
func quoted(words []string) string {
	more := ""
	if len(words) > 8 {
		words, more = words[:8], fmt.Sprintf(" and %d more words", len(words)-8)
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", memory.Cut(w, 40))
	}
	return b.String() + more
}

// instant renders a time for people and programs alike; an unknown one is "".
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// round keeps six digits after the point: enough to compare, and the same on every machine.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
