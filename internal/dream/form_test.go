package dream_test

import (
	"fmt"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

// Three notes that fill in one form are three things. Two may be one thing, and so may three of
// which one says more.
func TestNotesThatFillInOneFormAreNotListedAsNearCopies(t *testing.T) {
	for _, x := range []struct {
		what  string
		texts []string
		want  int
	}{
		{"a word each", []string{
			"The default branch of the portable printer is now main.", "The default branch of the inner printer is now main.", "The default branch of the label printer is now main.",
		}, 0},
		{"a word and a number each", []string{
			"The pale gauge is not allowed to run on line 29 at night.", "The rapid gauge is not allowed to run on line 29 at night.",
			"The double gauge is not allowed to run on line 21 at night.", "The hollow gauge is not allowed to run on line 37 at night.",
		}, 0},
		{"words in two places, as many or not", []string{
			"When the hollow lathe stops with a red light, clear its cache and start it again by hand.",
			"When the amber welder stops with a white light, clear its cache and start it again by hand.",
			"When the old steam press stops with a green light, clear its cache and start it again by hand.",
		}, 0},
		{"two places, one of each pair", []string{
			"The spare key is kept in the drawer of the old desk in the harbour office.", "The backup key is kept in the drawer of the old desk in the harbour office.",
			"The spare key is kept in the drawer of the big desk in the harbour office.",
		}, 2},
		{"two only", []string{
			"Always check the belt of the lathe before a long run.", "Always inspect the belt of the lathe before a long run.",
		}, 1},
		{"one says more", []string{
			"Always check the belt of the lathe before a long run.", "Always check the belt of the lathe before a long run, and afterwards too.",
			"Always check the leather belt of the lathe before a long run.",
		}, 2},
		{"the third differs elsewhere, by an addition", []string{
			"Always check the belt of the lathe before a long run.", "Always inspect the belt of the lathe before a long run.",
			"Always check the belt of the lathe before a long run today.",
		}, 2},
	} {
		var notes []memory.Note
		for i, text := range x.texts {
			notes = append(notes, note(fmt.Sprintf("n%d", i), 1, text))
		}
		got := 0
		for _, l := range decide(t, dream.Snapshot{Now: tonight, Notes: notes}, dream.Policy{}).Listed {
			if l.Kind == dream.NearCopies {
				got++
			}
		}
		if got != x.want {
			t.Errorf("%s: got %d pairs, want %d", x.what, got, x.want)
		}
	}
}
