package eval

import (
	"cmp"
	"slices"
)

// Vital is what counts of a live note.
type Vital struct {
	Tokens   int  // of its text
	Verified bool // its trust
	Built    bool // an entity, which is neither candidate nor verified
}

// Copies says how many notes of a vault have a live near copy.
type Copies struct {
	Compared int // notes that were looked at; 0 = it is not known
	Found    int // of them
}

// Health is how well a vault serves those who ask it. A figure that nothing is known of is nil.
type Health struct {
	Notes  int `json:"notes"`  // live ones
	Tokens int `json:"tokens"` // of their texts

	Precision3 *float64 `json:"precision3"` // Successes / Outcomes
	Outcomes   int      `json:"outcomes"`   // notes shown among the first three whose outcome is known
	Successes  int      `json:"successes"`  // of them

	Duplication *float64 `json:"duplication"` // Copies / Compared
	Compared    int      `json:"compared"`
	Copies      int      `json:"copies"`
	Sampled     bool     `json:"sampled"` // not every live note was compared

	VerifiedRate *float64 `json:"verified_rate"` // Verified / Candidates
	Candidates   int      `json:"candidates"`    // live notes that are no entities: each began as one
	Verified     int      `json:"verified"`      // of them

	Activation *float64 `json:"activation"` // Used / Recalled
	Recalled   int      `json:"recalled"`   // different notes that were shown
	Used       int      `json:"used"`       // of them: somebody said what became of them

	Recalls      int      `json:"recalls"`       // in the ledger, with an answer
	Measured     int      `json:"measured"`      // of them: the tokens are known
	MedianTokens *float64 `json:"median_tokens"` // of what such a recall returned
	P95Tokens    *float64 `json:"p95_tokens"`
	TokenShare   *float64 `json:"token_share"` // MedianTokens / Tokens
}

// HealthOf counts. Uses are in the order in which they were written.
func HealthOf(notes []Vital, copies Copies, uses []Use) Health {
	h := Health{Notes: len(notes), Compared: copies.Compared, Copies: copies.Found, Sampled: copies.Compared > 0 && copies.Compared < len(notes)}
	for _, n := range notes {
		h.Tokens += n.Tokens
		if !n.Built {
			h.Candidates++
			h.Verified += int(one(n.Verified))
		}
	}
	used := map[string]bool{}
	for _, o := range Outcomes(uses) {
		used[o.Slug] = true
		if o.Rank <= 3 {
			h.Outcomes++
			h.Successes += int(one(o.Success))
		}
	}
	recalled := map[string]bool{}
	var tokens []float64
	for _, u := range uses {
		if u.Op != WasShown {
			continue
		}
		h.Recalls++
		for _, slug := range u.Slugs {
			recalled[slug] = true
		}
		if u.Tokens > 0 {
			tokens = append(tokens, float64(u.Tokens))
		}
	}
	h.Recalled, h.Used, h.Measured = len(recalled), len(used), len(tokens)
	h.Precision3 = share(h.Successes, h.Outcomes)
	h.Duplication = share(h.Copies, h.Compared)
	h.VerifiedRate = share(h.Verified, h.Candidates)
	h.Activation = share(h.Used, h.Recalled)
	if len(tokens) > 0 {
		slices.SortFunc(tokens, cmp.Compare[float64])
		median, p95 := nearest(tokens, 50), nearest(tokens, 95)
		h.MedianTokens, h.P95Tokens = &median, &p95
		h.TokenShare = share(int(median), h.Tokens)
	}
	return h
}

// share is nil for a share of nothing.
func share(part, of int) *float64 {
	if of == 0 {
		return nil
	}
	s := round(float64(part) / float64(of))
	return &s
}
