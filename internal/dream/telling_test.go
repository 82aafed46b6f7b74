package dream_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// pageOf dreams once and returns an entity's note.
func pageOf(t *testing.T, slug memory.Slug, notes ...memory.Note) *memory.Note {
	t.Helper()
	s := nameable(notes...)
	return entity(t, carryOut(t, s, decide(t, s, onlyRollup)), slug)
}

func TestAnEntityIsToldInTheWordsOfItsFactsEachWithItsSource(t *testing.T) {
	long := "# Kiln\n\nThe kiln stands in the yard and is fired on two days of every week, weather allowing, by whoever has the key and has signed the list on the door.\n\n" +
		"- Ada Lovelace does not fire it above 1,200 °C. It is the old one, and a new one costs more than the whole yard brings in within a year, so nobody wants to risk it.\n- Ada Lovelace's list hangs on the door.\n- Ben may."
	page := pageOf(t, "ada-lovelace",
		note("tea", 1, "Ada Lovelace prefers tea"), note("copy", 2, "Ada Lovelace prefers tea!", by2("tea")), note("kiln", 2, long),
		note("old", 3, "Ada Lovelace lives in Rome.", by2("new")), note("new", 9, "Ada Lovelace lives in Turin."),
		note("port", 4, "The van of Ada Lovelace is red."), note("tag", 5, "She rents the mill.", tagged("person/ada-lovelace")),
		note("july", 6, "Ask Ada. She knows.", func(n *memory.Note) { n.Captured = time.Date(2026, 7, 30, 9, 0, 0, 0, time.UTC) }),
		note("told", 7, "Ada Lovelace must pay 500 €.", by(memory.OriginExternal)),
		note("port2", 8, "The van of Ada Lovelace is blue."), note("here", 9, "Ask @ada.l, and do what Ada Lovelace says:"))
	want := `8 notes tell of Ada Lovelace, also called Ada: from 2026-07-30 to 2026-08-09.

Noted from July to August 2026: Ask Ada. She knows. [[july]] Ada Lovelace prefers tea. [[tea]] Ada Lovelace does not fire it above 1,200 °C. Ada Lovelace's list hangs on the door. [[kiln]] The van of Ada Lovelace is red. [[port]] She rents the mill. [[tag]] The van of Ada Lovelace is blue. [[port2]] Ada Lovelace lives in Turin. [[new]]

1 more note names Ada Lovelace.

What changed. Until 2026-08-09: Ada Lovelace lives in Rome. [[old]] Since then: [[new]].

In dispute. The van of Ada Lovelace is red. [[port]] But: The van of Ada Lovelace is blue. [[port2]]

Not told here, because it came from outside: [[told]].
`
	if got, _, _ := memory.Unseal(page.Body); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if want := []string{"Ada"}; !slices.Equal(page.Aliases, want) || page.Title != "Ada Lovelace" {
		t.Errorf("got %q, also called %q", page.Title, page.Aliases)
	}
}

func TestNothingThatAFactSaysMakesMoreOfAPageThanText(t *testing.T) {
	hostile := []string{
		"<!-- mem:entity · 000000000000 --> by Ada Lovelace", "Ada Lovelace\n<!-- mem:entity · 000000000000 -->\nwrote this", "[[secret]] and ![[picture]] of Ada Lovelace",
		"<script>alert(1)</script> says Ada Lovelace", "Ada Lovelace ` opened and never closed", "Ada Lovelace: **bold, __half, ~~gone, $x$ and ==marked", "%% hidden Ada Lovelace",
		"[a](https://example.invalid) by Ada Lovelace #tag &lt;", "Ada Lovelace runs `rm -r <dir>` and `a_b`",
	}
	page := pageOf(t, "ada-lovelace", said(hostile...)...)
	text, _, ok := memory.Unseal(page.Body)
	links := memory.Links(page.Body)
	slices.Sort(links)
	untold := memory.Slug("n4") // a mark of code that has no end might swallow what comes behind it
	if want := slices.DeleteFunc(slices.Clone(page.DerivedFrom), func(s memory.Slug) bool { return s == untold }); !ok || !slices.Equal(links, want) {
		t.Errorf("got links %v of facts %v, sealed %v in\n%s", links, page.DerivedFrom, ok, page.Body)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "<") || strings.HasPrefix(line, "#") || strings.Contains(line, "](") && !strings.Contains(line, `\](`) {
			t.Errorf("markup got through: %s", line)
		}
	}
	for _, want := range []string{"`rm -r <dir>` and `a_b`", `\<script\>alert(1)\</script\>`, `\[\[secret\]\]`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestWhatAPersonWroteIntoAnEntitysNoteStays(t *testing.T) {
	facts := same(5, "The kiln of Ada Lovelace is of clay %d.")
	before := nameable(facts...)
	before = carryOut(t, before, decide(t, before, onlyRollup))
	more := note("more", 9, "The mill of Ada Lovelace is new.")
	for _, row := range []struct {
		what  string
		edit  func(n *memory.Note)
		want  string
		check func(n *memory.Note) bool
	}{
		{"words below the seal", func(n *memory.Note) { n.Body += "\nMine.\n" }, "rollup: ada-lovelace", func(n *memory.Note) bool { return strings.HasSuffix(n.Body, " -->\n\nMine.\n") }},
		{"a name of theirs", func(n *memory.Note) { n.Aliases = []string{"Countess"} }, "rollup: ada-lovelace", func(n *memory.Note) bool { return slices.Equal(n.Aliases, []string{"Countess"}) }},
		{"a title of theirs", func(n *memory.Note) { n.Title = "The Countess" }, "rollup: ada-lovelace", func(n *memory.Note) bool { return n.Title == "The Countess" }},
		{"a tag", func(n *memory.Note) { n.Tags = []string{"mine"} }, "rollup: ada-lovelace", func(n *memory.Note) bool { return len(n.Tags) == 1 }},
		{"another text", func(n *memory.Note) { n.Body = "Mine.\n" + n.Body }, "listed entity-edited: ada-lovelace", nil},
		{"no seal", func(n *memory.Note) { n.Body = "Mine.\n" }, "listed entity-edited: ada-lovelace", nil},
		{"it is retired", is(memory.Expired), "", nil},
		{"it is of another type", kind(memory.Reference), "", nil},
	} {
		t.Run(row.what, func(t *testing.T) {
			s := before
			s.Notes = append(slices.Clone(before.Notes), more)
			page := entity(t, s, "ada-lovelace")
			row.edit(page)
			page.Hash = stateOf(page)
			var want []string
			if row.want != "" {
				want = []string{row.want}
			}
			expect(t, decide(t, s, onlyRollup), want...)
			if row.check == nil {
				return
			}
			s = carryOut(t, s, decide(t, s, onlyRollup))
			if page := entity(t, s, "ada-lovelace"); !row.check(page) || len(page.DerivedFrom) != 6 {
				t.Errorf("got %+v", page)
			}
			expect(t, decide(t, s, onlyRollup))
		})
	}
}

func TestARollupThatWasTakenBackWaitsForOtherFacts(t *testing.T) {
	s := nameable(same(5, "The kiln of Ada Lovelace is of clay %d.")...)
	d := decide(t, s, onlyRollup).Decisions[0]
	s.Decided = map[memory.DecisionKey]string{d.Change.Key(): "0123456789"}
	expect(t, decide(t, s, onlyRollup), "stays undone: rollup: ada-lovelace")
	s.Notes = append(s.Notes, note("more", 9, "The mill of Ada Lovelace is new."))
	expect(t, decide(t, s, onlyRollup), "rollup: ada-lovelace")
}

func TestAnEntitysNoteStaysShortHoweverManyTellOfIt(t *testing.T) {
	notes := same(600, "The kiln of Ada Lovelace has %d bricks, which nobody has counted since the spring, and a door of iron.")
	notes[3] = note("n3", 1, "Ada Lovelace cannot eat nuts.", weighing(9))
	for i := 4; i < len(notes); i++ {
		what, became := []string{"mill", "van", "kiln", "gate", "boat"}[i%5], []string{"is red", "leaks", "was sold", "needs oil"}[i%4]
		notes[i] = note(string(notes[i].Slug), 2, fmt.Sprintf("Ada Lovelace said that the %s of lane %d %s.", what, i, became))
	}
	page := pageOf(t, "ada-lovelace", notes...)
	if len(page.Body) > 4000 || !strings.Contains(page.Body, "cannot eat nuts. [[n3]]") || !strings.Contains(page.Body, "more notes name Ada Lovelace.") {
		t.Errorf("%d bytes:\n%s", len(page.Body), page.Body)
	}
	if n := len(page.DerivedFrom); n != 600 {
		t.Errorf("derived from %d notes", n)
	}
}

func BenchmarkRollup(b *testing.B) {
	for _, size := range []int{1000, 10_000, 100_000} {
		notes := make([]memory.Note, size)
		for i := range notes {
			who := fmt.Sprintf("%s %s", []string{"Ada", "Ben", "Cleo", "Dora"}[i%4], []string{"Ito", "Okafor", "Marsh", "Quint", "Reyes"}[i/4%5])
			notes[i] = note(fmt.Sprintf("n%d", i), 1+i%7, fmt.Sprintf("The gate at lane %d is opened by %s, who has key %d. Nobody else may, not even at night, and the list on the door says so.", i, who, i%97))
		}
		s := nameable(notes...)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := dream.Decide(b.Context(), s, onlyRollup, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(size), "µs/note")
		})
	}
}

// What ends tonight is not named tonight: else the next night would write the note anew.
func TestAnEntityDoesNotNameWhatComesFromOutsideAndEndsTonight(t *testing.T) {
	window := func(n *memory.Note) { n.ValidUntil = tonight.Add(-time.Hour) }
	s := nameable(append(same(5, "The kiln of Ada Lovelace is of clay %d."), note("told", 7, "Ada Lovelace must pay 500 €.", by(memory.OriginExternal), window))...)
	s = carryOut(t, s, decide(t, s, dream.Policy{}))
	if page := entity(t, s, "ada-lovelace"); strings.Contains(page.Body, "told") {
		t.Errorf("got\n%s", page.Body)
	}
	expect(t, decide(t, s, dream.Policy{}))
}
