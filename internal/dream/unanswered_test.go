package dream_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// ask is a question of a day and a session: "3 s1 How do we …".
func ask(line string) dream.Ask {
	day, rest, _ := strings.Cut(line, " ")
	session, query, _ := strings.Cut(rest, " ")
	var d int
	fmt.Sscan(day, &d)
	return dream.Ask{At: time.Date(2026, 8, d, 9, 0, 0, 0, time.UTC), Query: query, Session: strings.TrimPrefix(session, "-")}
}

func TestAQuestionAskedOftenAndNeverAnsweredIsTold(t *testing.T) {
	shown := func(day int, query string) dream.Use {
		return dream.Use{At: time.Date(2026, 8, day, 9, 30, 0, 0, time.UTC), Op: dream.UseShown, Query: query, Slugs: []memory.Slug{"a"}}
	}
	for _, row := range []struct {
		name string
		asks []string
		uses []dream.Use
		want string
	}{
		{"three times on three days", []string{"1 - How is the kiln fired?", "2 - how is the kiln fired", "5 - Kiln: how fired?"}, nil, "Kiln: how fired? 3"},
		{"three times in two sessions of a day", []string{"1 s1 where is the spare key", "1 s1 where is the spare key", "1 s2 where is the spare key"}, nil, "where is the spare key 3"},
		{"three times in a row", []string{"1 s1 where is the spare key", "1 s1 where is the spare key", "1 s1 where is the spare key"}, nil, ""},
		{"twice", []string{"1 - where is the spare key", "2 - where is the spare key"}, nil, ""},
		{"answered since", []string{"1 - where is the spare key", "2 - where is the spare key", "3 - where is the spare key"}, []dream.Use{shown(4, "Where is the spare key?")}, ""},
		{"answered before the last of them", []string{"1 - where is the spare key", "2 - where is the spare key", "4 - where is the spare key"}, []dream.Use{shown(3, "spare key")}, ""},
		{"hardly a question", []string{"1 - ok", "2 - ok", "3 - ok"}, nil, ""},
		{"two questions", []string{"1 - where is the spare key", "2 - where is the spare wheel", "3 - where is the spare tyre"}, nil, ""},
		{"in another script", []string{"1 - 窯の温度は何度ですか", "2 - 窯の温度は何度ですか", "3 - 窯の温度は何度ですか"}, nil, "窯の温度は何度ですか 3"},
	} {
		var asks []dream.Ask
		for _, line := range row.asks {
			asks = append(asks, ask(line))
		}
		got := ""
		for _, o := range dream.OpenQuestions(asks, row.uses, tonight) {
			got += fmt.Sprint(o.Query, " ", o.Times)
		}
		if got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
	old := []dream.Ask{ask("1 - where is the spare key"), ask("2 - where is the spare key"), ask("3 - where is the spare key")}
	if got := dream.OpenQuestions(old, nil, tonight.AddDate(0, 6, 0)); len(got) > 0 {
		t.Errorf("what was asked half a year ago is told: %+v", got)
	}
}

func TestBriefTellsOpenQuestions(t *testing.T) {
	s := vault(note("a", 1, "The lathe needs oil."))
	s.Open = []dream.Open{{Query: "where is `the` <b>spare</b> key", Scope: "shed", Times: 4, Since: "2026-08-01", Last: "2026-08-09"}}
	page := string(dream.Brief(report(t, s, dream.Policy{})))
	if want := "- ``where is `the` <b>spare</b> key``: 4 times since 2026-08-01, last on 2026-08-09, in `shed`\n"; !strings.Contains(page, want) {
		t.Errorf("got\n%s\nwant in it\n%s", page, want)
	}
	if page := string(dream.Brief(report(t, s, dream.Policy{Only: []dream.Job{dream.JobFile, dream.JobBrief}}))); strings.Contains(page, "never answered") {
		t.Errorf("told though the job was not to run\n%s", page)
	}
}
