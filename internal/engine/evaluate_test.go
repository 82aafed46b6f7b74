package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mem/internal/eval"
	"mem/internal/jsonl"
	"mem/internal/memory"
)

const quay = `{"slug": "lamp", "text": "The lamp of the quay is lit at dusk.", "captured": "2026-01-05"}
{"slug": "Lamp", "text": "The lamp of the mole is lit at dawn.", "captured": "2026-03-05"}
{"slug": "a/b", "text": "Nets are mended on Mondays.", "scope": "boats", "captured": "2026-02-01"}
{"slug": "rope", "text": "Rope is sold by the fathom.", "status": "expired"}`

func throwaway(t *testing.T, lines string, o Options) (*Engine, Names) {
	t.Helper()
	notes, bad := jsonl.Notes([]byte(lines))
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	e, names, err := Throwaway(t.Context(), t.TempDir(), notes, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e, names
}

func TestEvaluateAsksEveryQuestionFromItsScope(t *testing.T) {
	e, names := throwaway(t, quay, Options{Now: evening})
	var watch time.Duration
	x, err := e.Evaluate(t.Context(), Exam{Names: names, Watch: func() time.Duration { watch += 3 * time.Millisecond; return watch }, Gold: []eval.Question{
		{ID: "q1", Query: "when is the lamp of the mole lit", Category: "one", Relevant: []string{"Lamp"}},
		{ID: "q2", Query: "when are nets mended", Category: "one", Relevant: []string{"a/b"}, Scope: "boats"},
		{ID: "q3", Query: "when are nets mended", Category: "one", Relevant: []string{"a/b"}},
		{ID: "q4", Query: "how is rope sold", Category: "one", Relevant: []string{"rope", "twine"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, r := range x.Records {
		got += fmt.Sprint(r.ID, " ", r.Abstained, " ", r.Ranked, " ", r.First, " ", r.MS, "\n")
	}
	want := "q1 false [Lamp lamp] 1 3\nq2 false [a/b] 1 3\nq3 true [] 0 3\nq4 true [] 0 3\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if x.Notes != 4 || fmt.Sprint(x.Unknown) != "[twine]" {
		t.Errorf("got %d notes, unknown %v; want 4, twine", x.Notes, x.Unknown)
	}
	if c := x.Records[0].Coverage; c < 0.9 || c > 1 {
		t.Errorf("the best note has all words of the question: coverage %v", c)
	}
	if tokens := memory.Tokens("The lamp of the quay is lit at dusk.") + memory.Tokens("The lamp of the mole is lit at dawn."); x.Records[0].Tokens != tokens {
		t.Errorf("got %d tokens, want those of both notes: %d", x.Records[0].Tokens, tokens)
	}
	if _, err := os.Stat(filepath.Join(e.Root(), ".mem", usageState)); err == nil {
		t.Error("a use was counted")
	}
}

// TestTheClockOfAQuestionIsItsOwn asks for two statements of which the newer one is not
// new any more by the time of the question.
func TestTheClockOfAQuestionIsItsOwn(t *testing.T) {
	lines := `{"slug": "old", "text": "The tide table hangs by the door.", "captured": "2026-01-01T00:00:00Z"}
{"slug": "new", "text": "The tide table hangs by the gate.", "captured": "2026-03-01T00:00:00Z"}`
	e, _ := throwaway(t, lines, Options{Now: evening, Adjust: func(w memory.Weights) memory.Weights {
		w.RecencyFloor = 0.01
		return w
	}})
	x, err := e.Evaluate(t.Context(), Exam{Gold: []eval.Question{
		{ID: "q1", Query: "tide table", Relevant: []string{"new"}},
		{ID: "q2", Query: "tide table", Relevant: []string{"old"}, AsOf: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)},
		{ID: "q3", Query: "tide table", Relevant: []string{"new"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range x.Records {
		if r.First != 1 {
			t.Errorf("%s: got %v", r.ID, r.Ranked)
		}
	}
}

func TestAThrowAwayVaultRanksTheSameOnAnyDay(t *testing.T) {
	gold := []eval.Question{{ID: "q1", Query: "the lamp of the quay", Relevant: []string{"lamp"}}}
	first := ""
	for _, now := range []time.Time{evening, evening.AddDate(3, 0, 0), {}} {
		e, names := throwaway(t, quay, Options{Now: now})
		x, err := e.Evaluate(t.Context(), Exam{Names: names, Gold: gold})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%+v", x)
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("at %v: got %s, want %s", now, got, first)
		}
	}
}
