package eval

import (
	"fmt"
	"testing"
)

func TestAnOutcomeIsOfTheLatestRecallThatShowedTheNote(t *testing.T) {
	shown := func(query, session string, slugs ...string) Use {
		return Use{Op: WasShown, Query: query, Session: session, Slugs: slugs}
	}
	said := func(op Op, session string, slugs ...string) Use { return Use{Op: op, Session: session, Slugs: slugs} }
	for _, row := range []struct {
		name string
		uses []Use
		want string
	}{
		{"nothing is known of nothing", nil, ""},
		{"shown alone has no outcome", []Use{shown("q", "", "a")}, ""},
		{"used alone was not shown", []Use{said(Success, "", "a")}, ""},
		{"used before it was shown is not of that", []Use{said(Success, "", "a"), shown("q", "", "a")}, ""},
		{"it helped, as the second", []Use{shown("q", "", "x", "a"), said(Success, "", "a")}, "q a 2 true; "},
		{"it did not help", []Use{shown("q", "", "a"), said(Failure, "", "a")}, "q a 1 false; "},
		{"the latest recall counts", []Use{shown("q", "", "a"), shown("r", "", "x", "a"), said(Success, "", "a")}, "r a 2 true; "},
		{"of the same session", []Use{shown("q", "s1", "a"), shown("r", "s2", "a"), said(Success, "s1", "a")}, "q a 1 true; "},
		{"or of one that is not said", []Use{shown("q", "", "a"), shown("r", "s2", "a"), said(Success, "s1", "a")}, "q a 1 true; "},
		{"of any where the outcome says none", []Use{shown("q", "s1", "a"), shown("r", "s2", "a"), said(Success, "", "a")}, "r a 1 true; "},
		{"of none in another session", []Use{shown("q", "s1", "a"), said(Success, "s2", "a")}, ""},
		{"the last outcome counts, once", []Use{shown("q", "", "a"), said(Success, "", "a"), said(Failure, "", "a")}, "q a 1 false; "},
		{"two notes of one recall have theirs", []Use{shown("q", "", "a", "b"), said(Success, "", "b", "a")}, "q b 2 true; q a 1 true; "},
		{"other lines say nothing", []Use{shown("q", "", "a"), said("again", "", "a")}, ""},
	} {
		got := ""
		for _, o := range Outcomes(row.uses) {
			got += fmt.Sprint(o.Query, " ", o.Slug, " ", o.Rank, " ", o.Success, "; ")
		}
		if got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}
