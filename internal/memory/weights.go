package memory

import "fmt"

// Weights are the numbers of the formula. The zero value is not useful: see DefaultWeights.
// A factor whose weight is 0 does nothing.
type Weights struct {
	Title, Names, Body float64 // of an occurrence in the field
	K1, B              float64 // BM25's saturation and length normalisation
	Common             float64 // weight of a common word beside others
	Prior              float64 // notes assumed besides the vault's own when a word's rarity is judged
	Coverage           float64 // how much of the relevance goes by coverage, 0 to 1
	Person             float64 // gain of a note that has a tag or an alias of the question
	Session            float64 // share of the best other match of its session that a note gains
	Phrase             float64 // gain of a note in which all that the question has in quotes stands so
	Near, Order        float64 // gain where the question's words stand close together, and in its order
	Unfiled            float64 // factor of a note that nobody has filed
	RecencyFloor       float64 // factor of a very old note; 1 = age does not matter
	RecencyDays        float64 // τ: the age at which 1/e of the rest is left
	UseGain            float64 // gain per unit of ln(1+uses)
	UseMax             float64 // most that use can gain
	ImportanceGain     float64 // gain for each step of importance above 5

	MinCoverage  float64 // evidence below which nothing is an answer
	Tail         float64 // part of it that is enough for a note beside one that is an answer
	Alone        float64 // factor of the evidence of a single word of many
	LongNote     float64 // how much less a match says the longer the note is; see evidence
	LongQuestion float64 // words from which that counts in full
	UnknownPiece float64 // factor of the weight in coverage of a Piece that no note has

	Profile Profile // another formula in the place of this one
}

// DefaultWeights are the values of docs/recall.md, which says what each is worth.
func DefaultWeights() Weights {
	return Weights{
		Title: 4, Names: 3, Body: 1, K1: 1.5, B: 0.6, Common: 0.2, Prior: 300, Coverage: 0.3,
		Person: 0.25, Session: 0.25, Phrase: 0.25,
		Unfiled: 0.9, RecencyFloor: 0.8, RecencyDays: 60, UseGain: 0.03, UseMax: 0.1,
		MinCoverage: 0.24, Tail: 0.4, Alone: 0.8, LongNote: 0.2, LongQuestion: 6, UnknownPiece: 0.02,
	}
}

// With returns the weights with one of them set, by the names of the factors that --explain
// shows: title names coverage person session phrase near order status recency use importance common
// evidence. It wraps ErrBadValue.
func (w Weights) With(factor string, value float64) (Weights, error) {
	at := map[string]*float64{
		"title": &w.Title, "names": &w.Names, "coverage": &w.Coverage, "person": &w.Person, "session": &w.Session,
		"phrase": &w.Phrase, "near": &w.Near, "order": &w.Order, "status": &w.Unfiled, "recency": &w.RecencyFloor, "use": &w.UseMax,
		"importance": &w.ImportanceGain, "common": &w.Common, "evidence": &w.MinCoverage,
	}[factor]
	switch {
	case at == nil:
		return w, fmt.Errorf("%w: factor %q: it is one of %s", ErrBadValue, factor, Factors)
	case !(value >= 0 && value <= 100):
		return w, fmt.Errorf("%w: factor %s=%v: a weight is a number from 0 to 100", ErrBadValue, factor, value)
	}
	*at = value
	return w, nil
}

// Factors lists what With and Without take, for messages.
const Factors = "title names coverage person session phrase near order status recency use importance common evidence"

// Without returns the weights with one factor taken out. It wraps ErrBadValue.
func (w Weights) Without(factor string) (Weights, error) {
	none := 0.0
	switch factor {
	case "title", "names":
		none = w.Body
	case "status", "recency":
		none = 1
	}
	return w.With(factor, none)
}
