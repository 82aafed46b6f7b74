// Package eval measures how well recall answers: questions with their right answers, what
// was answered, and figures that say how far the two agree, or whether one run is better
// than another.
//
// It takes values and returns values. It asks nothing, and opens no file: engine.Evaluate
// asks, cmd reads and writes. Begin with Gold and Judge, then Summarize; compare.go sets
// two runs side by side, curve.go says what another bound of abstention would do. own.go
// makes questions of what a vault holds, health.go counts what became of what was shown.
package eval

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"mem/internal/jsonl"
)

// Question is one question with its right answer.
type Question struct {
	ID       string
	Query    string
	Category string
	Scope    string             // the scope to ask from; "" sees only notes without one
	Relevant []string           // slugs; none: the right answer is to abstain
	Grades   map[string]float64 // gain of a relevant slug; those not named have 1
	AsOf     time.Time          // the clock while it is asked; zero = that of the run
	Kind     Kind               // what it was made of, by Own; "" = it comes from a file
}

// Answerable reports whether the notes hold an answer.
func (q *Question) Answerable() bool { return len(q.Relevant) > 0 }

// gain is what a slug among the results is worth.
func (q *Question) gain(slug string) float64 {
	for _, r := range q.Relevant {
		if r == slug {
			if g, ok := q.Grades[slug]; ok {
				return g
			}
			return 1
		}
	}
	return 0
}

// ErrGold says that a file of questions cannot be used.
var ErrGold = errors.New("the questions cannot be used")

// mostErrors is how many bad lines are named.
const mostErrors = 5

// Gold reads a file of questions, one JSON object a line. A bad line is an error, since a
// figure over the others would not be comparable; it wraps ErrGold and names the lines.
func Gold(data []byte) ([]Question, error) {
	var out []Question
	var bad []error
	first := map[string]int{}
	for number, text := range jsonl.Lines(data) {
		q, err := question(text)
		if at, double := first[q.ID]; err == nil && double {
			err = fmt.Errorf("id %q stands on line %d already: each question needs its own", q.ID, at)
		}
		if err != nil {
			bad = append(bad, &jsonl.BadLine{Line: number, Err: err})
			continue
		}
		first[q.ID] = number
		out = append(out, q)
	}
	if n := len(bad); n > mostErrors {
		bad = append(bad[:mostErrors], fmt.Errorf("and %d more lines", n-mostErrors))
	}
	if len(bad) > 0 {
		return nil, fmt.Errorf("%w: %w", ErrGold, errors.Join(bad...))
	}
	if len(out) == 0 {
		return nil, fmt.Errorf(`%w: there are none; a line is {"id": "q1", "query": "…", "relevant": ["slug"], "category": "…"}`, ErrGold)
	}
	return out, nil
}

// noCategory is what questions without a category are reported as.
const noCategory = "other"

// line is a question as it stands in the file.
type line struct {
	ID       string             `json:"id"`
	Query    string             `json:"query"`
	Category string             `json:"category"`
	Scope    string             `json:"scope"`
	Relevant *[]string          `json:"relevant"`
	Grades   map[string]float64 `json:"grades"`
	AsOf     string             `json:"asof"`
}

// Keys lists the keys that a question may have. Others are left out.
func Keys() []string { return jsonl.KeysOf(reflect.TypeFor[line]()) }

func question(text []byte) (Question, error) {
	var in line
	if err := jsonl.Decode(text, &in); err != nil {
		return Question{}, err
	}
	q := Question{ID: in.ID, Query: in.Query, Category: in.Category, Scope: in.Scope, Grades: in.Grades}
	switch {
	case q.ID == "":
		return q, errors.New(`there is no "id": each question needs its own`)
	case q.Query == "":
		return q, errors.New(`there is no "query"`)
	case in.Relevant == nil:
		return q, errors.New(`there is no "relevant": name the slugs that answer, or [] where recall has to abstain`)
	}
	if q.Category == "" {
		q.Category = noCategory
	}
	seen := map[string]bool{}
	for _, slug := range *in.Relevant {
		if slug == "" {
			return q, errors.New(`"relevant" has an empty slug`)
		}
		if !seen[slug] {
			seen[slug] = true
			q.Relevant = append(q.Relevant, slug)
		}
	}
	for slug, g := range q.Grades {
		if g < 0 {
			return q, fmt.Errorf("the grade of %q is %v: it is 0 or more", slug, g)
		}
	}
	var err error
	q.AsOf, err = jsonl.Instant("asof", in.AsOf)
	return q, err
}
