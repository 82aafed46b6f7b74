package eval

import (
	"fmt"
	"testing"
)

// TestHealthCountsAsByHand has a ledger of five recalls: seven different notes were shown;
// a (first, helped), b (second, did not), d (fourth, helped) and a again (first, helped) have
// an outcome; three notes were used. Tokens 10, 20, 30, 40: the second of four is the
// median, the fourth the 95th percentile. Six live notes of 100 tokens, one of them built.
func TestHealthCountsAsByHand(t *testing.T) {
	notes := []Vital{{Tokens: 50, Verified: true}, {Tokens: 10}, {Tokens: 10}, {Tokens: 10}, {Tokens: 10}, {Tokens: 10, Built: true, Verified: true}}
	uses := []Use{
		{Op: WasShown, Slugs: []string{"a", "b", "c", "d"}, Tokens: 40},
		{Op: Success, Slugs: []string{"a", "d"}},
		{Op: Failure, Slugs: []string{"b"}},
		{Op: WasShown, Slugs: []string{"a", "e"}, Tokens: 10},
		{Op: Success, Slugs: []string{"a", "never-shown"}},
		{Op: WasShown, Slugs: []string{"f"}, Tokens: 30},
		{Op: WasShown, Slugs: []string{"g"}, Tokens: 20},
		{Op: WasShown, Slugs: []string{"g"}},
		{Op: "again", Slugs: []string{"h"}},
	}
	h := HealthOf(notes, Copies{Compared: 5, Found: 2}, uses)
	for _, x := range []struct {
		name string
		got  *float64
		want float64
	}{
		{"precision@3", h.Precision3, 2.0 / 3}, {"duplication", h.Duplication, 0.4}, {"verified", h.VerifiedRate, 0.2},
		{"activation", h.Activation, 3.0 / 7}, {"median tokens", h.MedianTokens, 20}, {"p95 tokens", h.P95Tokens, 40}, {"share of the vault", h.TokenShare, 0.2},
	} {
		if x.got == nil || !near(*x.got, x.want) {
			t.Errorf("%s: got %v, want %v", x.name, x.got, x.want)
		}
	}
	counts := fmt.Sprint(h.Notes, h.Tokens, h.Outcomes, h.Successes, h.Compared, h.Copies, h.Sampled, h.Candidates, h.Verified, h.Recalled, h.Used, h.Recalls, h.Measured)
	if want := fmt.Sprint(6, 100, 3, 2, 5, 2, true, 5, 1, 7, 3, 5, 4); counts != want {
		t.Errorf("got counts %s, want %s", counts, want)
	}
}

func TestHealthOfNothingIsNotKnown(t *testing.T) {
	h := HealthOf(nil, Copies{}, nil)
	for i, f := range []*float64{h.Precision3, h.Duplication, h.VerifiedRate, h.Activation, h.MedianTokens, h.P95Tokens, h.TokenShare} {
		if f != nil {
			t.Errorf("figure %d of an empty vault is %v, want none", i, *f)
		}
	}
	if h := HealthOf([]Vital{{Tokens: 3}}, Copies{Compared: 1}, nil); h.Duplication == nil || *h.Duplication != 0 || h.Sampled {
		t.Errorf("one note, compared: got %+v, want a duplication of 0, of all", h)
	}
}
