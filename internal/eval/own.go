package eval

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// Kind says where a question that a vault asks itself comes from.
type Kind string

// The kinds. Those that Own makes are drawn in this order.
const (
	FromUse   Kind = "used"  // a past recall whose answer was used with success
	FromAlias Kind = "alias" // another name of a note
	FromTitle Kind = "title" // a title, or a heading
	FromGold  Kind = "gold"  // eval/gold.jsonl of the vault
)

// Cue is a text that should lead to a note.
type Cue struct {
	Kind  Kind
	Text  string
	Scope string // the note's
	Slug  string
}

// Own makes questions of cues, one for each text in each scope: case and space do not
// count, and where several notes that the scope sees have the same text, each of them is a
// right answer. What gold asks already is left out.
//
// The order is that in which to take them where not all can be: in turn one of each kind,
// and those of one kind by the hash of scope and text. So the choice is the same every night
// as far as the notes are, and so is a question's id.
func Own(cues []Cue, gold []Question) []Question {
	made := map[asked]*Question{}
	right := map[asked][]string{}
	for _, c := range cues {
		k := asked{c.Scope, plain(c.Text)}
		if k.text == "" {
			continue
		}
		right[k] = append(right[k], c.Slug)
		q := made[k]
		if q == nil {
			q = &Question{ID: k.id(), Query: c.Text, Scope: c.Scope, Kind: c.Kind}
			made[k] = q
		}
		if order(c.Kind) < order(q.Kind) || c.Kind == q.Kind && c.Text < q.Query {
			q.Kind, q.Query = c.Kind, c.Text
		}
	}
	taken := map[string]bool{}
	for _, q := range gold {
		taken[q.ID] = true
		taken[asked{q.Scope, plain(q.Query)}.id()] = true
	}
	byKind := make([][]Question, len(kinds()))
	for k, q := range made {
		if taken[q.ID] {
			continue
		}
		q.Category = string(q.Kind)
		q.Relevant = append(q.Relevant, right[k]...)
		if k.scope != "" { // notes without a scope are seen from it too
			q.Relevant = append(q.Relevant, right[asked{"", k.text}]...)
		}
		slices.Sort(q.Relevant)
		q.Relevant = slices.Compact(q.Relevant)
		byKind[order(q.Kind)] = append(byKind[order(q.Kind)], *q)
	}
	for _, list := range byKind {
		slices.SortFunc(list, func(a, b Question) int { return cmp.Compare(a.ID, b.ID) })
	}
	return inTurn(byKind)
}

// asked is what makes two questions one.
type asked struct{ scope, text string }

// id is the same for the same question in every vault.
func (a asked) id() string {
	sum := sha256.Sum256([]byte(a.scope + "\x00" + a.text))
	return "own-" + hex.EncodeToString(sum[:8])
}

// plain is a text without what does not tell it from another.
func plain(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }

// kinds are what Own makes questions of, in the order in which they are drawn.
func kinds() []Kind { return []Kind{FromUse, FromAlias, FromTitle} }

func order(k Kind) int { return max(0, slices.Index(kinds(), k)) }

// inTurn takes one of each list, then the next of each, until all are taken.
func inTurn(lists [][]Question) (out []Question) {
	for i := 0; ; i++ {
		before := len(out)
		for _, list := range lists {
			if i < len(list) {
				out = append(out, list[i])
			}
		}
		if len(out) == before {
			return out
		}
	}
}

// WriteGold is the file that Gold reads as these questions.
func WriteGold(questions []Question) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, q := range questions {
		out := struct {
			ID       string             `json:"id"`
			Query    string             `json:"query"`
			Category string             `json:"category,omitempty"`
			Scope    string             `json:"scope,omitempty"`
			Relevant []string           `json:"relevant"`
			Grades   map[string]float64 `json:"grades,omitempty"`
			AsOf     string             `json:"asof,omitempty"`
		}{q.ID, q.Query, q.Category, q.Scope, append([]string{}, q.Relevant...), maps.Clone(q.Grades), ""}
		if !q.AsOf.IsZero() {
			out.AsOf = q.AsOf.Format(time.RFC3339Nano)
		}
		_ = enc.Encode(out) // always marshals: strings, and numbers that were read from JSON
	}
	return b.Bytes()
}
