package dream_test

import (
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

func TestOnlyTheOwnersWordAndWhatProvedItselfIsProposedForFacts(t *testing.T) {
	pref := func(change ...func(*memory.Note)) memory.Note {
		return note("tea", 1, "Ada prefers tea to coffee.", append([]func(*memory.Note){kind(memory.Preference)}, change...)...)
	}
	for _, row := range []struct {
		name  string
		note  memory.Note
		facts string
		want  string // the command
	}{
		{"the owner's word", pref(by(memory.OriginOwner)), "", "mem facts add 'Ada prefers tea to coffee.'"},
		{"what proved itself", pref(verified), "", "mem facts add 'Ada prefers tea to coffee.'"},
		{"a rule", pref(verified, kind(memory.Convention)), "", "mem facts add 'Ada prefers tea to coffee.'"},
		{"an agent's word", pref(), "", ""},
		{"a stranger's that proved itself", pref(verified, by(memory.OriginExternal)), "", ""},
		{"a fix", pref(verified, kind(memory.Fix)), "", ""},
		{"of a scope", pref(verified, scope("shed")), "", ""},
		{"with an end", pref(verified, holding(1, 30)), "", ""},
		{"retired", pref(verified, is(memory.Expired)), "", ""},
		{"built by dream", pref(verified, outOf("x", "y")), "", ""},
		{"private in part", pref(verified, func(n *memory.Note) { n.Body = "Ada prefers <private>tea</private>.\n" }), "", ""},
		{"long", pref(verified, func(n *memory.Note) { n.Body = strings.Repeat("Ada prefers tea to coffee ", 9) + ".\n" }), "", ""},
		{"there already", pref(verified), "- Ada prefers tea to coffee.\n", ""},
		{"there in other words", pref(verified), "Coffee is not for Ada: she prefers tea to it.\n", ""},
		{"beside another fact", pref(verified), "Ada lives in Bergen.\n", "mem facts add 'Ada prefers tea to coffee.'"},
	} {
		s := vault(row.note)
		s.Facts = memory.ParseFacts([]byte(row.facts))
		plan := decide(t, s, dream.Policy{Only: []dream.Job{dream.JobFacts}})
		got := ""
		if p := plan.Facts.Proposed; len(p) > 0 {
			got = p[0].Settle
		}
		if got != row.want || len(plan.Decisions) > 0 {
			t.Errorf("%s: got %+v and %d decisions, want %q and none", row.name, plan.Facts, len(plan.Decisions), row.want)
		}
	}
}

func TestTheBriefTellsOfFactsThatAreTooManyAndOfThoseThatHaveNoRoom(t *testing.T) {
	s := vault(
		note("tea", 1, "Ada prefers tea to coffee.", kind(memory.Preference), verified, weighing(8)),
		note("bread", 2, "Ada bakes rye bread on Sundays.", kind(memory.Preference), verified, weighing(7)),
		note("run", 3, "Tests run in the annex before a release.", kind(memory.Convention), by(memory.OriginOwner)),
		note("lamp", 4, "The lamp stays on at night.", kind(memory.Convention), verified, weighing(2)),
	)
	s.Facts = memory.ParseFacts([]byte("The shop is in Bergen.\n"))
	r := report(t, s, dream.Policy{Settings: memory.Settings{FactsMax: 60}})
	page := string(dream.Brief(r))
	for _, want := range []string{
		"`facts.md` has 22 of 60 characters.\nThese could stand there",
		"- [[tea]]: Ada prefers tea to coffee. (it has proved itself) · `mem facts add 'Ada prefers tea to coffee.'`\n",
		"- [[bread]]: Ada bakes rye bread on Sundays. (it has proved itself) · no room for its 31 characters\n",
		"- [[run]]: Tests run in the annex before a release. (it is your own word) · no room",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("lacks %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "[[lamp]]: ") {
		t.Errorf("more than three are proposed:\n%s", page)
	}
	s.Notes, s.Facts = nil, memory.ParseFacts([]byte(strings.Repeat("The shop is in Bergen. ", 4)))
	page = string(dream.Brief(report(t, s, dream.Policy{Settings: memory.Settings{FactsMax: 60}})))
	if want := "`facts.md` has 91 of 60 characters.\nThat is 31 too many: `mem facts` shows the size of each, `mem facts remove` takes one out.\n"; !strings.Contains(page, want) {
		t.Errorf("lacks %q:\n%s", want, page)
	}
	page = string(dream.Brief(report(t, s, dream.Policy{Settings: memory.Settings{Skip: []string{"facts"}}})))
	if strings.Contains(page, "Facts of every session") {
		t.Errorf("told though the vault skips it:\n%s", page)
	}
}
