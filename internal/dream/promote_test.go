package dream_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// line makes a line of the ledger: what became of the note a on a day of August, or was shown.
func line(op dream.UseOp, day int, session string) dream.Use {
	return dream.Use{At: time.Date(2026, 8, day, 9, 0, 0, 500, time.UTC), Op: op, Slugs: []memory.Slug{"a"}, Session: session}
}

const (
	helped = dream.UseSuccess
	failed = dream.UseFailure
)

func TestPromoteVerifiesWhatProvedItself(t *testing.T) {
	const up, down = "promote: a candidate → verified", "promote: a verified → candidate"
	for _, row := range []struct {
		name string
		note memory.Note
		uses []dream.Use
		want []string
	}{
		{"two sessions", note("a", 1, "The lathe needs oil."), []dream.Use{line(helped, 2, "x"), line(helped, 3, "y")}, []string{up}},
		{"one session twice", note("a", 1, "The lathe needs oil."), []dream.Use{line(helped, 2, "x"), line(helped, 3, "x")}, nil},
		{"no session named, on two days", note("a", 1, "The lathe needs oil."), []dream.Use{line(helped, 2, ""), line(helped, 3, "")}, []string{up}},
		{"no session named, on one day", note("a", 1, "The lathe needs oil."), []dream.Use{line(helped, 2, ""), line(helped, 2, "")}, nil},
		{"only shown, often", note("a", 1, "The lathe needs oil."), []dream.Use{line(dream.UseShown, 2, "x"), line(dream.UseShown, 3, "y")}, nil},
		{"a failure between is no two in a row", note("a", 1, "The lathe needs oil."),
			[]dream.Use{line(helped, 2, "x"), line(failed, 3, "y"), line(helped, 4, "z")}, []string{up}},
		{"two failures after it", note("a", 1, "The lathe needs oil."),
			[]dream.Use{line(helped, 2, "x"), line(helped, 3, "y"), line(failed, 4, "z"), line(failed, 5, "z")}, []string{"listed failing: a"}},
		{"verified, and two failures", note("a", 1, "The lathe needs oil.", verified),
			[]dream.Use{line(failed, 4, "z"), line(failed, 5, "z")}, []string{down, "listed failing: a"}},
		{"verified, and one failure", note("a", 1, "The lathe needs oil.", verified), []dream.Use{line(failed, 4, "z")}, nil},
		{"after two failures it has to prove itself anew", note("a", 1, "The lathe needs oil."),
			[]dream.Use{line(helped, 2, "x"), line(failed, 3, "y"), line(failed, 4, "y"), line(helped, 5, "z")}, nil},
		{"and does", note("a", 1, "The lathe needs oil."),
			[]dream.Use{line(helped, 2, "x"), line(failed, 3, "y"), line(failed, 4, "y"), line(helped, 5, "z"), line(helped, 6, "w")}, []string{up}},
		{"somebody edited it after its failures", note("a", 1, "The lathe needs oil.", func(n *memory.Note) { n.Updated = tonight.Add(-time.Hour) }),
			[]dream.Use{line(failed, 3, "y"), line(failed, 4, "y")}, nil},
		{"a note that is filed tonight", note("a", 1, "The lathe needs oil.", unfiled), []dream.Use{line(helped, 2, "x"), line(helped, 3, "y")},
			[]string{"file: a unfiled → active", up}},
		{"a note that is retired", note("a", 1, "The lathe needs oil.", is(memory.Expired)), []dream.Use{line(helped, 2, "x"), line(helped, 3, "y")}, nil},
		{"a note that is retired tonight", note("a", 1, "---"), []dream.Use{line(helped, 2, "x"), line(helped, 3, "y")}, []string{"expire: a (markup only)"}},
		{"an entity", note("a", 1, "Ada is an engineer.", kind(memory.Entity)), []dream.Use{line(helped, 2, "x"), line(helped, 3, "y")}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := vault(row.note)
			s.Uses = row.uses
			expect(t, decide(t, s, dream.Policy{}), row.want...)
		})
	}
}

func TestAPromotionThatSomebodyUndidIsTakenAgainOnlyForNewProof(t *testing.T) {
	s := vault(note("a", 1, "The lathe needs oil."))
	s.Uses = []dream.Use{line(helped, 2, "x"), line(helped, 3, "y")}
	s.Decided = map[memory.DecisionKey]string{}
	for _, c := range decide(t, s, dream.Policy{}).Changes() {
		s.Decided[c.Key()] = "c0ffee"
	}
	s.Uses = append(s.Uses, line(helped, 4, "z"))
	expect(t, decide(t, s, dream.Policy{}), "stays undone: promote: a candidate → verified")
	s.Uses = append(s.Uses, line(failed, 5, "z"), line(failed, 5, "z"), line(helped, 6, "v"), line(helped, 7, "w"))
	expect(t, decide(t, s, dream.Policy{}), "promote: a candidate → verified")
}

func TestPromoteCountsEachSuccessOnceInOneChange(t *testing.T) {
	used := func(n *memory.Note) { n.Uses, n.LastUsed = 3, time.Date(2026, 8, 9, 0, 0, 0, 0, time.UTC) }
	s := vault(note("a", 1, "The lathe needs oil."), note("b", 1, "The gate is green.", used, unfiled), note("c", 1, "The roof is new.", is(memory.Expired)))
	s.Ledger, s.Folded = "1f2e", time.Date(2026, 8, 2, 9, 0, 0, 500, time.UTC)
	both := dream.Use{At: time.Date(2026, 8, 4, 23, 30, 0, 7, time.UTC), Op: helped, Slugs: []memory.Slug{"a", "b", "c", "gone"}, Session: "x"}
	s.Uses = []dream.Use{line(helped, 2, "x"), line(helped, 3, "x"), line(dream.UseShown, 5, "x"), both, line(failed, 6, "x")}
	p := decide(t, s, dream.Policy{})
	expect(t, p, "file: b unfiled → active", "use: 2 notes used with success")
	c := p.Changes()[1]
	if got := strings.Join(c.Evidence, "; "); got != "ledger 1f2e to 2026-08-04T23:30:00.000000007Z" {
		t.Errorf("got evidence %q", got)
	}
	var got []string
	for _, f := range c.Files {
		k := f.(memory.Keys)
		line := string(memory.Stem(k.Path))
		for _, e := range k.Set {
			switch v := e.Value.(type) {
			case memory.Int:
				line += fmt.Sprintf(" %s=%d", e.Key, v)
			case memory.Day:
				line += fmt.Sprintf(" %s=%s", e.Key, time.Time(v).Format(time.DateOnly))
			default:
				t.Errorf("%s is set to a %T", e.Key, v)
			}
		}
		got = append(got, line)
	}
	if g := strings.Join(got, "; "); g != "a uses=2 last_used=2026-08-04; b uses=4" {
		t.Errorf("got %s", g)
	}
	s.Folded = both.At
	expect(t, decide(t, s, dream.Policy{}), "file: b unfiled → active")
	s.Folded, s.Ledger = time.Time{}, ""
	expect(t, decide(t, s, dream.Policy{}), "file: b unfiled → active") // without a history nothing is counted
}
