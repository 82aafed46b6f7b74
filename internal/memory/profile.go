package memory

import (
	"math"
	"time"
)

// Profile names a formula that ranks in the place of the usual one. They are there to be
// compared: docs/recall.md says what each gains and loses.
type Profile string

// The profiles besides the usual formula, which is "".
const (
	// ProfileProduct is relevance · exp(−age/τ) · importance/5 · (1 + ln(1+uses)).
	ProfileProduct Profile = "product"
	// ProfileSum is ¼ recency + ⅕ frequency + 3/10 importance + ¼ match, each 0 to 1.
	ProfileSum Profile = "sum"
)

// Profiles lists them, for messages.
const Profiles = "default, product or sum"

// ParseProfile reads a profile's name; "default" is the usual formula. It wraps ErrBadValue.
func ParseProfile(s string) (Profile, bool) {
	switch p := Profile(s); p {
	case "default":
		return "", true
	case ProfileProduct, ProfileSum:
		return p, true
	}
	return "", false
}

// profile scores anew by another formula, if one is asked for.
func (q *question) profile(ranked []Ranked, now time.Time) {
	if q.w.Profile == "" {
		return
	}
	most, used := 0.0, 0.0
	for _, r := range ranked {
		most, used = max(most, r.Relevance), max(used, uses(r))
	}
	for i := range ranked {
		r := &ranked[i]
		fresh := q.w
		fresh.RecencyFloor = 0
		recency := recency(r.Note, now, fresh)
		importance := float64(r.Note.Importance)
		if importance <= 0 {
			importance = DefaultImportance
		}
		switch q.w.Profile {
		case ProfileProduct:
			r.Score = r.Relevance * recency * importance / DefaultImportance * (1 + uses(*r))
		case ProfileSum:
			r.Score = 0.25*recency + 0.2*uses(*r)/max(used, 1) + 0.3*importance/10 + 0.25*r.Relevance/max(most, math.SmallestNonzeroFloat64)
		}
	}
}

func uses(r Ranked) float64 { return math.Log1p(float64(max(r.Note.Uses+r.Uses, 0))) }
