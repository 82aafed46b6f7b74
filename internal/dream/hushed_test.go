package dream_test

import (
	"fmt"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

func TestNothingThatANightWritesRepeatsANoteWithACredential(t *testing.T) {
	const key = "xoxKEY77"
	leak := func(n *memory.Note) { n.Body += " The key is " + key + ".\n" }
	fourth := busy()[0]
	fourth.Slug, fourth.Path, fourth.Captured = "fourth", memory.Shard(fourth.Captured)+"/fourth.md", fourth.Captured.AddDate(0, 0, 20)
	fourth.Body = strings.Replace(fourth.Body, " ", " "+key+" ", 1)
	lovelace := said("The kiln is Ada Lovelace's.", "We asked Ada Lovelace about clay.", "Tea for Ada Lovelace at nine.", "The oven is with Ada Lovelace.", "So said Ada Lovelace.")
	leak(&lovelace[2])
	for _, row := range []struct {
		name  string
		notes []memory.Note
		made  int // entities and insights
	}{
		{"an insight is made of the others", append(busy(), fourth), 1},
		{"an entity tells of the others", lovelace, 1},
		{"a fact is not proposed", []memory.Note{note("tea", 1, "Ada prefers tea.", kind(memory.Preference), verified, leak)}, 0},
		{"a note of no sure type is named", []memory.Note{note("router", 1, "router", unfiled, untyped, leak, func(n *memory.Note) { n.Title = n.Body })}, 0},
		{"two that are nearly the same are named", []memory.Note{
			note("one", 1, "The backup job of the warehouse in hall seven copies every table to the cold store at night.", leak),
			note("two", 2, "The backup job of the warehouse in hall seven copies every table to the cold store by night.", leak),
		}, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := nameable(row.notes...)
			s.Now = s.Now.AddDate(0, 1, 0)
			s.Credential = func(text string) bool { return strings.Contains(text, key) }
			r := report(t, s, dream.Policy{})
			built := 0
			for _, d := range r.Plan.Decisions {
				said := fmt.Sprint(d.Change.Subject(), d.Change.Reason, d.Change.Evidence)
				for _, f := range d.Change.Files {
					if b, ok := f.(memory.Build); ok {
						built++
						said += b.Note.Title + b.Note.Body
					}
				}
				if strings.Contains(said, key) {
					t.Errorf("a decision says %s", said)
				}
			}
			if built != row.made {
				t.Errorf("%d notes were made, want %d", built, row.made)
			}
			if page := string(dream.Brief(r)); strings.Contains(page, key) {
				t.Errorf("the brief says\n%s", page)
			}
			if fmt.Sprint(r.Plan.Listed, r.Plan.Facts) != strings.ReplaceAll(fmt.Sprint(r.Plan.Listed, r.Plan.Facts), key, "") {
				t.Errorf("listed: %+v, facts: %+v", r.Plan.Listed, r.Plan.Facts)
			}
			s.Credential = nil
			open := report(t, s, dream.Policy{})
			told := string(dream.Brief(open)) + fmt.Sprint(open.Plan.Listed, open.Plan.Facts)
			for _, d := range open.Plan.Decisions {
				for _, f := range d.Change.Files {
					if b, ok := f.(memory.Build); ok {
						told += b.Note.Body
					}
				}
			}
			if !strings.Contains(told, key) {
				t.Error("the row would pass without a look for credentials")
			}
		})
	}
}

func TestALineOfABriefWithACredentialIsNotShown(t *testing.T) {
	s := nameable(note("a", 1, "The lathe needs oil on Mondays."))
	s.Findings = []memory.Finding{{Code: "conflict-copy", Path: "memory/2026/08/xoxKEY77.md", Detail: "It is a copy.", Grave: true}, {Code: "conflict-copy", Path: "memory/2026/08/other.md", Detail: "It is a copy.", Grave: true}}
	s.Credential = func(text string) bool { return strings.Contains(text, "KEY77") }
	r := report(t, s, dream.Policy{})
	page := dream.Brief(r)
	if got := string(page); strings.Contains(got, "KEY77") || !strings.Contains(got, "- (not shown: it holds a credential)\n") || !strings.Contains(got, "other.md") {
		t.Errorf("got\n%s", got)
	}
	r.Before = page
	if again := dream.Brief(r); string(again) != string(page) {
		t.Errorf("told again, it is\n%s", again)
	}
}
