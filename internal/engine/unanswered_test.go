package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

func TestANightTellsWhatWasAskedOftenInVain(t *testing.T) {
	v := newVault(t)
	v.write("one", active, "The lathe needs oil on Mondays.")
	ask := func(q Asked) {
		t.Helper()
		answer, err := v.open().Recall(t.Context(), q)
		if err != nil || !answer.Abstained {
			t.Fatalf("%q: answered %v, %v; want none", q.Text, answer.Results, err)
		}
	}
	state := filepath.Join(v.root, ".mem", unansweredState)
	plain := memory.Query{Text: "where does the spare key hang"}
	secret := memory.Query{Text: "does ghp_" + strings.Repeat("a1B2", 9) + " still work"}
	ask(Asked{Query: plain, NoCount: true})
	ask(Asked{Query: memory.Query{Text: plain.Text, Types: []memory.Type{memory.Idea}}})
	ask(Asked{Query: secret})
	ask(Asked{Query: memory.Query{Text: strings.Repeat("a long prompt without an end ", 10)}})
	if data, err := os.ReadFile(state); err == nil {
		t.Fatalf("counted what is not to be counted: %s", data)
	}
	for range 3 {
		ask(Asked{Query: plain, Session: "s"})
		v.now = v.now.Add(24 * time.Hour)
	}
	d := v.dream()
	if len(d.Open) != 1 || d.Open[0].Query != plain.Text || d.Open[0].Times != 3 {
		t.Errorf("open questions: got %+v", d.Open)
	}
	if got := v.read(filepath.Join(v.root, d.Brief)); !strings.Contains(got, "- `where does the spare key hang`: 3 times since 2026-08-03, last on 2026-08-05\n") {
		t.Errorf("the brief does not tell it\n%s", got)
	}
	v.write("key", active, "The spare key hang is beside the door.")
	if d := v.dream(); len(d.Open) != 0 {
		t.Errorf("an answered question is open: %+v", d.Open)
	}
}

func TestTheListOfUnansweredQuestionsIsBounded(t *testing.T) {
	v := newVault(t)
	state := filepath.Join(v.root, ".mem", unansweredState)
	if err := os.WriteFile(state, []byte(strings.Repeat("{\"query\":\"torn\n", unansweredSize/10)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := v.open().Recall(t.Context(), Asked{Query: memory.Query{Text: "where does the spare key hang"}}); err != nil {
		t.Fatal(err)
	}
	data := v.read(state)
	if len(data) > unansweredSize*2/3 || !strings.Contains(data, "spare key") {
		t.Errorf("got %d bytes, want about %d with the last question", len(data), unansweredSize/2)
	}
	if d := v.dream(); len(d.Open) != 0 || len(d.Failed) != 0 {
		t.Errorf("torn lines: got %+v %v", d.Open, d.Failed)
	}
}
