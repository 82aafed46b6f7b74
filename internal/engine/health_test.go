package engine

import (
	"fmt"
	"slices"
	"testing"

	"mem/internal/memory"
)

// TestHealthFindsNearCopiesOfTheSameScope has one note that shares five of seven words, 0.71,
// with the copies: too few.
func TestHealthFindsNearCopiesOfTheSameScope(t *testing.T) {
	v := newVault(t)
	v.write("one", active+"trust: verified\n", "The crane of the hall is red and lifts forty crates.")
	v.write("two", unfiled, "The crane of the hall is red, and lifts forty crates!")
	v.write("other-scope", active+"scope: yard\n", "The crane of the hall is red and lifts forty crates.")
	v.write("retired", "type: fix\nstatus: expired\ncaptured: 2026-08-01T10:00:00Z\n", "Nets are mended on Mondays by Bo.")
	v.write("nets", active, "Nets are mended on Mondays by Bo.")
	v.write("near", active, "The crane of the hall is red and lifts fifty crates.")
	v.ledger(`{"op":"shown","slugs":["one","two"],"query":"crane","tokens":30}`, `{"op":"failure","slugs":["two"]}`, `{"op":"succ`)
	h, err := v.open().Health(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if h.Compared != 5 || h.Copies != 2 || *h.Duplication != 0.4 || h.Sampled {
		t.Errorf("got %+v, want two of five copies", h)
	}
	if *h.Precision3 != 0 || *h.Activation != 0.5 || *h.MedianTokens != 30 || *h.VerifiedRate != 0.2 || h.Notes != 5 {
		t.Errorf("got %+v", h)
	}
	total := 0
	for _, text := range []string{"The crane of the hall is red and lifts forty crates.", "The crane of the hall is red, and lifts forty crates!",
		"The crane of the hall is red and lifts forty crates.", "Nets are mended on Mondays by Bo.", "The crane of the hall is red and lifts fifty crates."} {
		total += memory.Tokens(text)
	}
	if h.Tokens != total {
		t.Errorf("got %d tokens, want %d", h.Tokens, total)
	}
	if !slices.Contains(v.notices, "lines of .mem/usage.jsonl that cannot be read, and are left out: 1") {
		t.Errorf("got notices %q", v.notices)
	}
}

func TestARecallNotesWhatItCost(t *testing.T) {
	v := newVault(t)
	v.write("crane", active, "The crane of the hall is red.")
	v.recall("crane hall")
	h, err := v.open().Health(t.Context())
	if err != nil || h.Measured != 1 || *h.MedianTokens != float64(memory.Tokens("The crane of the hall is red.")) {
		t.Errorf("got %+v, %v", h, err)
	}
}

func TestASampleIsTheSameEveryTime(t *testing.T) {
	var notes []*memory.Note
	for i := range MostCompared + 500 {
		notes = append(notes, &memory.Note{Slug: memory.Slug(fmt.Sprint("n", i))})
	}
	first := sampled(notes)
	slices.Reverse(notes)
	if again := sampled(notes); len(first) != MostCompared || !slices.Equal(first, again) {
		t.Errorf("got samples of %d and %d notes, want the same %d", len(first), len(again), MostCompared)
	}
}
