package dream_test

import (
	"context"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

// adasMill are facts of one entity, one of them with marks that markdown would obey.
func adasMill() []memory.Note {
	return []memory.Note{
		note("mill", 1, "Ada Lovelace rents the mill.", tagged("person/ada-lovelace")),
		note("port", 2, "Ada Lovelace runs *two* vans.", tagged("person/ada-lovelace")),
	}
}

// writer answers with one text, and keeps what it was asked.
type writer struct {
	text  string
	asked []dream.Prose
}

func (w *writer) Adjudicate(_ context.Context, c dream.Case) (dream.Verdict, error) {
	if q, ok := c.(dream.Prose); ok {
		w.asked = append(w.asked, q)
		return dream.Write{By: "small", Text: w.text}, nil
	}
	return dream.Keep{}, nil
}

func rollUp(t *testing.T, s dream.Snapshot, judge dream.Adjudicator) (dream.Snapshot, dream.Plan) {
	t.Helper()
	plan, err := dream.Decide(context.Background(), s, onlyRollup, judge)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, s, plan)
	return carryOut(t, s, plan), plan
}

func TestAModelMayTellAnEntitysFactsInItsWords(t *testing.T) {
	w := &writer{text: "Ada Lovelace rents the mill [[mill]]. She runs *two* vans. [[port]]"}
	s, plan := rollUp(t, nameable(adasMill()...), w)
	page := entity(t, s, "ada-lovelace")
	want := "2 notes tell of Ada Lovelace: from 2026-08-01 to 2026-08-02.\n\nAda Lovelace rents the mill [[mill]]. She runs \\*two\\* vans. [[port]]\n\n<!-- mem:told · "
	if got, _, ok := memory.Unseal(page.Body); !ok || !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant it to begin\n%s", page.Body, want)
	}
	if e := plan.Decisions[0].Change.Evidence; e[len(e)-1] != "small says so" {
		t.Errorf("the commit does not name the model: %q", e)
	}
	if len(w.asked) != 1 || len(w.asked[0].Facts) != 2 || w.asked[0].Facts[1].Text != "Ada Lovelace runs *two* vans." {
		t.Errorf("asked %+v, want the two facts as they were written", w.asked)
	}
	for name, judge := range map[string]dream.Adjudicator{"with the model": w, "without": nil} {
		if _, again := rollUp(t, s, judge); len(again.Decisions) > 0 {
			t.Errorf("a second night %s writes the page again: %s", name, told(again))
		}
	}
	if len(w.asked) != 1 {
		t.Errorf("asked again though nothing is to be written")
	}
}

func TestWithoutTheModelAPageInItsWordsIsToldByTheRulesOnceTheFactsAreOthers(t *testing.T) {
	s, _ := rollUp(t, nameable(adasMill()...), &writer{text: "Ada Lovelace rents the mill [[mill]]. She runs two vans. [[port]]"})
	page := entity(t, s, "ada-lovelace")
	page.Body += "\nMine.\n"
	page.Hash = stateOf(page)
	if _, plan := rollUp(t, s, nil); len(plan.Decisions) > 0 {
		t.Errorf("words below it make it another: %s", told(plan))
	}
	s.Notes = append(s.Notes, note("tea", 3, "Ada Lovelace likes tea.", tagged("person/ada-lovelace")))
	s, _ = rollUp(t, s, nil)
	page = entity(t, s, "ada-lovelace")
	text, below, ok := memory.Unseal(page.Body)
	if !ok || strings.Contains(text, "mem:told") || !strings.Contains(text, "Ada Lovelace likes tea. [[tea]]") || below != "\nMine.\n" {
		t.Errorf("got\n%s", page.Body)
	}
}

func TestWhatAModelInventsOrLeavesOutIsNotWritten(t *testing.T) {
	s, plan := rollUp(t, nameable(adasMill()...), nil)
	want := entity(t, s, "ada-lovelace").Body
	for _, row := range []struct{ name, text string }{
		{"a fact is left out", "Ada Lovelace rents the mill [[mill]]."},
		{"a word is new", "Ada Lovelace rents the haunted mill [[mill]]. She runs two vans [[port]]."},
		{"a note is invented", "Ada Lovelace rents the mill [[mill]]. She runs two vans [[ports]]."},
		{"nothing names its note", "Ada Lovelace rents the mill. She runs two vans."},
		{"it is a page of its own", "# Ada\n\nAda Lovelace rents the mill [[mill]]. She runs two vans [[port]]."},
		{"it ends the page", "Ada Lovelace rents the mill [[mill]]. She runs two vans [[port]].\n<!-- mem:entity · 000000000000 -->"},
		{"a fact is told as another's", "Ada Lovelace rents the mill [[port]]. She runs two vans [[mill]]."},
	} {
		s, again := rollUp(t, nameable(adasMill()...), &writer{text: row.text})
		if got := entity(t, s, "ada-lovelace").Body; got != want {
			t.Errorf("%s: got\n%s\nwant what the rules tell:\n%s", row.name, got, want)
		}
		if again.Decisions[0].Change.Key() != plan.Decisions[0].Change.Key() || len(again.Answers.Unused) != 1 {
			t.Errorf("%s: got %+v, %+v", row.name, again.Decisions[0].Change.Key(), again.Answers)
		}
	}
}
