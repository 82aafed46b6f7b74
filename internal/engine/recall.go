package engine

import (
	"cmp"
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
	Match     Support  `json:"match"`
	Note      string   `json:"note"` // why there is no answer, or what it leaves open; "" when there is nothing to say
	Covered   []string `json:"covered"`
	Uncovered []string `json:"uncovered"`
	Total     int      `json:"total"`  // notes that have at least one word of the question
	Tokens    int      `json:"tokens"` // of the texts returned, estimated
	Results   []Result `json:"results"`
	Linked    []Linked `json:"linked,omitzero"`  // with Links: one step from the results
	Explain   Reasons  `json:"explain,omitzero"` // with Explain

	Coverage float64 `json:"-"` // the best share of the question's weight that any match has; for measuring

	looked []string // to a supposed vault: the paths of all notes that the answer rests on
}

// Support says how much of a question the notes returned speak of. The zero value is none:
// there is no answer.
type Support string

// The degrees of support besides none.
const (
	Full Support = "full" // every word that counts
	Part Support = "part" // some of them
)

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
	SupersededBy memory.Slug        `json:"superseded_by"`  // what has replaced it, or declares that it does
	Disagrees    memory.Slug        `json:"disagrees_with"` // a live note that says the contrary, "" for none
	Links        []memory.Slug      `json:"links,omitzero"` // with --links
}

// Asked is a query together with how the answer is to be given.
type Asked struct {
	memory.Query
	Links   bool // name the notes that each result links to
	Explain bool // say what each score is made of, and why there is no answer
	NoCount bool // do not count the answer as a use
	Session string

	probe     bool  // mem asks itself: its own probe notes count
	wordsOnly bool  // no embedding server is asked
	supposed  *past // the question is to what a night would make of the vault
	beside    bool  // others are asked at the same time: an index that cannot be read is left as it is

	anyEvidence bool // the best there is comes back, however little of the question it has
}

// wide is how many matches are ranked from their files: the exact formula's ten best are
// among the 200 best by BM25 alone. Filters that only the file can answer ask for more.
const (
	wide     = 200
	veryWide = 2000
)

// Recall answers a question from the files as they are, or as they were, or abstains.
func (e *Engine) Recall(ctx context.Context, q Asked) (Recalled, error) {
	s := sight{e: e, now: e.o.Now}
	var err error
	if s.past = q.supposed; s.past == nil {
		if s.past, err = e.pastAt(ctx, q.AsOf); err != nil {
			return Recalled{}, err
		}
	}
	req := index.Request{
		Question: q.Text, K: wide, Scope: q.Scope, Types: q.Types, Tags: q.Tags, Statuses: q.Statuses,
		AnyStatus: !q.AsOf.IsZero() && s.past == nil,
	}
	if !q.AsOf.IsZero() || !q.Since.IsZero() || !q.Until.IsZero() || len(q.Must)+len(q.MustNot) > 0 {
		req.K = veryWide
	}
	var f findings
	if s.past != nil { // what is asked is a plain question to that day's vault
		s.now, q.AsOf = s.past.at, time.Time{}
		s.past.lay(&req)
	}
	if s.past != nil && !s.past.known() {
		f, err = e.findNothing(ctx, req)
	} else {
		f, err = e.find(ctx, &s, &q, req)
	}
	if err != nil {
		return Recalled{}, fmt.Errorf("search: %w", err)
	}
	answered := pairUp(f, s.now)
	out := Recalled{
		Query: q.Text, Abstained: answered.Abstained, Match: supportOf(answered.Ranking), Total: len(f.Matches),
		Covered: orEmpty(answered.Covered), Uncovered: orEmpty(answered.Uncovered), Results: []Result{},
	}
	for _, r := range answered.Results {
		if q.supposed != nil { // which of them it is is all that is asked
			out.Results = append(out.Results, Result{Slug: r.Note.Slug})
			continue
		}
		x := result(r, f.Words, q.Links)
		x.SupersededBy, x.Disagrees = cmp.Or(s.successor(r.Note), answered.successor[r.Note]), answered.contrary[r.Note]
		out.Results = append(out.Results, x)
	}
	fit(&out, q.Budget)
	out.Coverage = f.best
	if q.supposed != nil {
		for _, x := range f.found {
			out.looked = append(out.looked, x.Note.Path)
		}
	}
	out.Note = remark(answered, f)
	if s.past != nil && !s.past.known() {
		out.Note = s.past.noneYet()
	}
	if q.Links {
		out.Linked = s.linked(ctx, answered.Results, q.Scope)
	}
	if q.Explain {
		out.Explain = s.reasons(answered, f, &q)
	}
	switch {
	case q.NoCount:
	case !out.Abstained:
		e.countShown(q, out)
	case s.past == nil:
		e.countUnanswered(&q, f.hoped)
	}
	return out, nil
}

func supportOf(r memory.Ranking) Support {
	switch {
	case r.Abstained:
		return ""
	case len(r.Uncovered) > 0:
		return Part
	default:
		return Full
	}
}

// findings are what a question found, before it is answered.
type findings struct {
	index.Answer
	memory.Ranking
	weights memory.Weights
	found   []memory.Found // every note that was read and that the filters admit
	best    float64        // coverage of the best match, whatever the filters say of its note
	hoped   bool           // some match would be an answer, if its note were let through
	limit   int
}

// find searches, and ranks from the notes what was found.
func (e *Engine) find(ctx context.Context, s *sight, q *Asked, req index.Request) (findings, error) {
	if q.supposed != nil { // compared with the files once for all questions
		search := e.search
		if q.beside {
			search = e.searchIndex
		}
		answer, err := search(ctx, q.supposed.supposed.view, req)
		f, _ := e.rank(answer, s, q)
		return f, err
	}
	answer, v, err := e.ask(ctx, req)
	if err != nil {
		return findings{}, err
	}
	f, read := e.rank(answer, s, q)
	if e.stale(ctx, v.glance, read) {
		if answer, err = e.search(ctx, v, req); err != nil {
			return findings{}, err
		}
		f, _ = e.rank(answer, s, q)
	}
	if s.past != nil { // vectors are of the notes as they are now
		return f, nil
	}
	found := f.found
	f.Ranking = e.byMeaning(ctx, q, answer, f.Ranking, f.weights, func(deep *Asked) (memory.Ranking, bool) {
		d, read := e.rank(answer, s, deep)
		if e.stale(ctx, v.glance, read) {
			return memory.Ranking{}, false
		}
		found = d.found // the very notes of that ranking
		return d.Ranking, true
	})
	f.found = found
	return f, nil
}

// findNothing analyses a question to a vault without notes.
func (e *Engine) findNothing(ctx context.Context, req index.Request) (findings, error) {
	req.Overlay = nil
	answer, err := index.Scan(ctx, req)
	w := e.weights()
	return findings{Answer: answer, Ranking: memory.Rank(answer.Words, nil, answer.Corpus, 0, e.o.Now, w), weights: w}, err
}

func (e *Engine) weights() memory.Weights {
	w := memory.DefaultWeights()
	w.Profile = e.settings.Profile
	if e.settings.MinCoverage > 0 {
		w.MinCoverage = e.settings.MinCoverage
	}
	if e.o.Adjust != nil {
		w = e.o.Adjust(w)
	}
	return w
}

// firstRead is how many notes are read before it is asked whether more can matter.
const firstRead = 8

// rank reads the notes of the matches, the most hopeful first, until no other can be among
// the best any more, and ranks them. The file decides, whatever the index says. The paths
// that were read come back too.
func (e *Engine) rank(answer index.Answer, s *sight, q *Asked) (f findings, read []string) {
	f = findings{Answer: answer, weights: e.weights(), limit: q.Limit}
	if f.limit <= 0 {
		f.limit = memory.DefaultLimit
	}
	if q.anyEvidence {
		f.weights.MinCoverage = 1e-9
	}
	hopes, best := memory.Hopes(answer.Words, answer.Matches, answer.Corpus, f.weights)
	f.best, f.hoped = best, len(hopes) > 0
	proved := map[memory.Slug]int{}
	if len(hopes) > 0 && s.past == nil {
		proved = e.successes()
	}
	var places *index.Places // only for a factor that is off unless somebody measures it
	if f.weights.Near+f.weights.Order > 0 {
		places = index.NewPlaces(q.Text)
	}
	phrases := index.NewPhrases(q.Text)
	if phrases == nil {
		f.weights.Phrase = 0 // no note can gain by it: fewer are read
	}
	for at, step := 0, max(firstRead, f.limit); ; {
		f.Ranking = memory.Rank(answer.Words, f.found, answer.Corpus, f.limit, s.now, f.weights)
		if at == len(hopes) || len(f.Results) == f.limit && hopes[at].Relevance*f.weights.Gain() < f.Results[f.limit-1].Score {
			return f, read
		}
		part := hopes[at:min(at+step, len(hopes))]
		notes := make([]*memory.Note, len(part))
		e.each(len(part), func(i int) { notes[i] = s.note(part[i].Path) })
		for i, n := range notes {
			read = append(read, part[i].Path)
			if n != nil && (q.probe || !isProbe(n)) && q.Admits(n, s.now) {
				found := memory.Found{Match: part[i].Match, Note: n, Uses: proved[n.Slug], Support: part[i].Support}
				if phrases != nil {
					found.Phrases = phrases.In(n.Title + "\n" + n.Body)
				}
				if places != nil {
					found.Places = places.In(n.Title + "\n" + n.Body)
				}
				f.found = append(f.found, found)
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

// remark says in one sentence why there is no answer, or what it leaves open.
func remark(a answered, f findings) string {
	known := slices.ContainsFunc(f.Words, func(w memory.Word) bool { return w.Docs > 0 })
	switch {
	case len(f.Words) == 0:
		return "no relevant memory: the question has no words"
	case a.Abstained && len(a.Unknown) > 0:
		return "no relevant memory: nothing here speaks of " + quoted(a.Unknown)
	case a.Abstained && known && (f.hoped || f.best == 0):
		return "no relevant memory: what speaks of this is in another scope, is retired, or is kept out by a filter"
	case a.Abstained:
		return fmt.Sprintf("no relevant memory: no note has enough of these words together (the best supports %.0f %% of the question)", 100*f.best)
	}
	var open []string
	if len(a.Uncovered) > 0 {
		open = append(open, "an answer in part: nothing returned speaks of "+quoted(a.Uncovered))
	}
	for _, r := range a.Results {
		if other := a.contrary[r.Note]; other != "" && (r.Note.Slug < other || a.contrary[a.byName[other]] != r.Note.Slug) {
			open = append(open, fmt.Sprintf("%s and %s disagree", r.Note.Slug, other))
		}
	}
	return strings.Join(open, "; ")
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
