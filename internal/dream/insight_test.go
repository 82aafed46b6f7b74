package dream_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

func of(session string) func(*memory.Note) { return func(n *memory.Note) { n.Session = session } }
func distinct(from ...memory.Slug) func(*memory.Note) {
	return func(n *memory.Note) { n.DistinctFrom = from }
}
func tagged(tags ...string) func(*memory.Note) {
	return func(n *memory.Note) { n.Tags = tags }
}
func replacedBy(s memory.Slug) func(*memory.Note) {
	return func(n *memory.Note) { n.Status, n.Declared, n.SupersededBy = memory.Superseded, "superseded", s }
}

// named is a snapshot whose vault can name notes.
func named(notes ...memory.Note) dream.Snapshot {
	s := vault(notes...)
	s.Name = func(title string) memory.Slug {
		return memory.Slug(strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') }), "-"))
	}
	return s
}

// insights plans a night, checks what holds of every insight, and returns what it writes.
func insights(t *testing.T, s dream.Snapshot) (notes []memory.Note, plan dream.Plan) {
	t.Helper()
	plan, err := dream.Decide(context.Background(), s, dream.Policy{Only: []dream.Job{dream.JobInsight}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range plan.Decisions {
		made, ok := d.Change.Files[0].(memory.Build)
		if !ok {
			continue
		}
		n := made.Note
		if made.Want != "" || n.Actor != memory.Dreamer || n.Status != memory.Active || d.Change.Op != memory.OpInsight || !slices.Contains(memory.Types[:], n.Type) {
			t.Errorf("not a new note of dream's: %+v", n)
		}
		if len(n.DerivedFrom) < 2 || !slices.Equal(d.Change.Notes[1:], n.DerivedFrom) || len(d.Change.Reads) != len(n.DerivedFrom) || d.Change.Reason == "" {
			t.Errorf("without its sources: %+v", d.Change)
		}
		for _, slug := range n.DerivedFrom {
			if !slices.Contains(memory.Links(n.Body), slug) {
				t.Errorf("the text of %s does not name %s", n.Slug, slug)
			}
		}
		notes = append(notes, n)
	}
	return notes, plan
}

// busy are three fixes of one trouble among notes of other things.
func busy() []memory.Note {
	out := []memory.Note{
		note("first-lock", 1, "The importer failed with database is locked; raising busy_timeout to 5 s in the sqlite pool mended it.", tagged("sqlite", "importer")),
		note("second-lock", 4, "Nightly export: sqlite said database is locked again. Raised busy_timeout in its pool.", tagged("sqlite")),
		note("third-lock", 8, "Database is locked in the indexer, the sqlite pool had no busy_timeout.", tagged("sqlite")),
	}
	for i := range 8 {
		out = append(out, note(fmt.Sprintf("other-%d", i), 1+i, fmt.Sprintf("The gate of shed %d was stuck; a drop of oil on hinge %c mended it for good.", i, 'a'+i), kind(memory.Idea)))
	}
	return out
}

// kilnPreferences is a preference that changed and came back.
func kilnPreferences() []memory.Note {
	return []memory.Note{
		note("slow", 1, "The kiln is to be fired slowly.", kind(memory.Preference), replacedBy("fast")),
		note("fast", 3, "The kiln is to be fired fast now.", kind(memory.Preference), replacedBy("slow-again")),
		note("slow-again", 6, "The kiln is to be fired slowly.", kind(memory.Preference)),
	}
}

// releases are three workflows with the same steps and some of their own.
func releases() []memory.Note {
	return []memory.Note{
		note("release-1", 1, "Release of 1.2:\n\n1. Run the long tests\n2. Tag v1.2.0 and push\n3. Write the notes for 1.2\n4. Tell the list", kind(memory.Workflow), of("a")),
		note("release-2", 3, "Released 1.3 today.\n\n- Run the long tests\n- Tag v1.3.0 and push\n- Ask Ada\n- Tell the list", kind(memory.Workflow), of("b")),
		note("release-3", 9, "How 1.4 went out\n\n1. Run the long tests.\n2. Tag v1.4.0 and push.\n3. Tell the list.", kind(memory.Workflow), of("c")),
	}
}

func TestInsightSaysWhatNoSingleNoteSays(t *testing.T) {
	var b strings.Builder
	for _, notes := range [][]memory.Note{busy(), kilnPreferences(), releases()} {
		made, plan := insights(t, named(notes...))
		for _, n := range made {
			fmt.Fprintf(&b, "%s · %s · tags %v\n%s · of %v\n\n%s\n", n.Type, n.Title, n.Tags, plan.Decisions[0].Change.Reason, n.DerivedFrom, n.Body)
		}
	}
	golden(t, "insights.md.golden", []byte(b.String()))
}

func TestInsightErrsOnTheSideOfSilence(t *testing.T) {
	with := func(notes []memory.Note, at int, change ...func(*memory.Note)) []memory.Note {
		for _, c := range change {
			c(&notes[at])
		}
		return notes
	}
	for _, row := range []struct {
		name  string
		notes []memory.Note
		want  int
	}{
		{"three fixes of one trouble", busy(), 1},
		{"two fixes", busy()[1:], 0},
		{"three fixes of one day", with(busy(), 1, func(n *memory.Note) { n.Captured = n.Captured.AddDate(0, 0, -3) }), 0},
		{"two of them of one session", with(with(busy(), 0, of("s")), 2, of("s")), 0},
		{"one from outside", with(busy(), 0, by(memory.OriginExternal)), 0},
		{"one with something private", with(busy(), 0, func(n *memory.Note) { n.Body += "<private>x</private>" }), 0},
		{"one that dream built", with(busy(), 0, outOf("x", "y")), 0},
		{"one in another scope", with(busy(), 0, scope("shed")), 0},
		{"one retired", with(busy(), 0, is(memory.Expired)), 0},
		{"one of unknown date", with(busy(), 0, func(n *memory.Note) { n.CapturedGuessed = true }), 0},
		{"fixes that only begin alike", []memory.Note{
			note("a", 1, "The gate of shed one was stuck; a drop of oil on the upper hinge mended it."),
			note("b", 2, "The pump of the fountain was stuck; cleaning the filter mended it."),
			note("c", 3, "The lift was stuck; a new belt mended it."),
		}, 0},
		{"a preference that came back", kilnPreferences(), 1},
		{"one that only changed", kilnPreferences()[:2], 0},
		{"one that changed to a third thing", with(kilnPreferences(), 2, func(n *memory.Note) { n.Body = "The kiln is to be fired at night.\n" }), 0},
		{"one whose last word is retired", with(kilnPreferences(), 2, is(memory.Expired)), 0},
		{"three ways that are one", releases(), 1},
		{"two ways", releases()[1:], 0},
		{"the same steps in another order", with(releases(), 2, func(n *memory.Note) {
			n.Body = "1. Tell the list\n2. Tag v1.4.0 and push\n3. Run the long tests\n"
		}), 0},
		{"steps of another thing", with(releases(), 2, func(n *memory.Note) {
			n.Body = "1. Run the bath\n2. Tag along\n3. Tell a story\n"
		}), 0},
	} {
		if got, _ := insights(t, named(row.notes...)); len(got) != row.want {
			t.Errorf("%s: got %d insights, want %d: %+v", row.name, len(got), row.want, got)
		}
	}
}

func TestInsightIsWrittenOnceAndNeverAgain(t *testing.T) {
	s := named(busy()...)
	made, plan := insights(t, s)
	if len(made) != 1 {
		t.Fatalf("got %d insights, want 1", len(made))
	}
	there := made[0]
	there.HasBlock, there.Declared, there.Hash = true, "active", "h"
	key := plan.Decisions[0].Change.Key()
	decided := map[memory.DecisionKey]string{key: "0123456789abcdef"}
	fourth := note("fourth-lock", 9, "sqlite: database is locked in the poller, whose pool lacked busy_timeout.")
	for _, row := range []struct {
		name   string
		change func(*dream.Snapshot)
		undone int
	}{
		{"it stands", func(s *dream.Snapshot) { s.Notes, s.Decided = append(s.Notes, there), decided }, 0},
		{"it stands, and the history is lost", func(s *dream.Snapshot) { s.Notes = append(s.Notes, there) }, 0},
		{"somebody retired it", func(s *dream.Snapshot) {
			gone := there
			is(memory.Expired)(&gone)
			s.Notes, s.Decided = append(s.Notes, gone), decided
		}, 0},
		{"somebody deleted it", func(s *dream.Snapshot) { s.Decided = decided }, 1},
		{"it stands, and the trouble came again", func(s *dream.Snapshot) { s.Notes, s.Decided = append(s.Notes, there, fourth), decided }, 0},
		{"somebody deleted it, and the trouble came again", func(s *dream.Snapshot) { s.Notes, s.Decided = append(s.Notes, fourth), decided }, 0},
	} {
		again := named(busy()...)
		row.change(&again)
		got, plan := insights(t, again)
		if len(got) != 0 || len(plan.Undone) != row.undone {
			t.Errorf("%s: got %d insights and %d undone, want none and %d", row.name, len(got), len(plan.Undone), row.undone)
		}
	}
}

func TestANightWritesNoMoreThanThreeInsights(t *testing.T) {
	var notes []memory.Note
	for _, thing := range []string{"walrus", "gasket", "turbine", "spindle", "furnace"} {
		for i := range 3 {
			notes = append(notes, note(fmt.Sprintf("%s-%d", thing, i), 1+3*i, fmt.Sprintf("The %s leaked %soil at its %svalve; tightening %snut %d mended it.", thing, thing, thing, thing, i)))
		}
	}
	if got, _ := insights(t, named(notes...)); len(got) != 3 {
		t.Errorf("got %d insights, want 3", len(got))
	}
}

func TestInsightIsTheSameForTheSameNotes(t *testing.T) {
	s := named(slices.Concat(busy(), kilnPreferences(), releases())...)
	want, _ := insights(t, s)
	for seed := range uint64(5) {
		mixed := shuffled(s, seed)
		if got, _ := insights(t, mixed); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("seed %d: got\n%+v\nwant\n%+v", seed, got, want)
		}
	}
}

func TestAnInsightThatHoldsNoMoreIsRetired(t *testing.T) {
	stood := func(k memory.Type, of ...memory.Slug) memory.Note {
		return note("it", 9, "What was seen.", kind(k), outOf(of...))
	}
	for _, row := range []struct {
		name  string
		notes []memory.Note
		gone  bool
	}{
		{"all its fixes hold", append(busy(), stood(memory.Fix, "first-lock", "second-lock", "third-lock")), false},
		{"none of its sources is left", []memory.Note{stood(memory.Fix, "x", "y", "z")}, true},
		{"the preference is another again", append(kilnPreferences()[:2], note("slow-again", 6, "The kiln is to be fired slowly.", kind(memory.Preference), is(memory.Superseded)), stood(memory.Preference, "slow", "fast", "slow-again")), true},
		{"the preference stands", append(kilnPreferences(), stood(memory.Preference, "slow", "fast", "slow-again")), false},
		{"two notes that disagree", []memory.Note{note("a", 1, "The relay port is 22."), note("b", 2, "The relay port is 2222."), stood(memory.Reference, "a", "b")}, false},
		{"one of the two is replaced", []memory.Note{note("a", 1, "The relay port is 22.", replacedBy("b")), note("b", 2, "The relay port is 2222."), stood(memory.Reference, "a", "b")}, true},
		{"somebody says that both hold", []memory.Note{note("a", 1, "The relay port is 22."), note("b", 2, "The relay port is 2222.", distinct("a")), stood(memory.Reference, "a", "b")}, true},
		{"an entity is no insight", []memory.Note{stood(memory.Entity, "x", "y")}, false},
	} {
		_, plan := insights(t, named(row.notes...))
		got := len(plan.Decisions) > 0 && plan.Decisions[0].Change.Op == memory.OpExpire && plan.Decisions[0].Change.Notes[0] == "it"
		if got != row.gone {
			t.Errorf("%s: retired %v, want %v", row.name, got, row.gone)
		}
	}
}

func TestTwoNotesInConflictForAWeekAreAnInsight(t *testing.T) {
	ports := func(change ...func(*memory.Note)) []memory.Note {
		return []memory.Note{note("old-port", 1, "The relay port is 22.", change...), note("new-port", 2, "The relay port is 2222.")}
	}
	for _, row := range []struct {
		name  string
		notes []memory.Note
		want  int
	}{
		{"for a week", ports(), 1},
		{"of two types", ports(kind(memory.Reference)), 1},
		{"since yesterday", []memory.Note{ports()[0], note("new-port", 9, "The relay port is 2222.")}, 0},
		{"a machine closes the older", []memory.Note{ports()[0], note("new-port", 2, "The relay port is now 2222.")}, 0},
		{"both hold, somebody says", ports(distinct("new-port")), 0},
		{"one is unfiled", ports(unfiled), 0},
		{"one is from outside", ports(by(memory.OriginExternal)), 0},
		{"one has something private", ports(func(n *memory.Note) { n.Body += "<private>x</private>" }), 0},
		{"they speak of two things", []memory.Note{ports()[0], note("new-port", 2, "The fountain port is 2222.")}, 0},
	} {
		s := named(row.notes...)
		jobs := dream.Policy{Only: []dream.Job{dream.JobConflict, dream.JobInsight}}
		plan := decide(t, s, jobs)
		var made []memory.Note
		for _, d := range plan.Decisions {
			if b, ok := d.Change.Files[0].(memory.Build); ok {
				made = append(made, b.Note)
			}
		}
		if len(made) != row.want {
			t.Errorf("%s: got %d insights, want %d: %+v", row.name, len(made), row.want, made)
		}
		if row.want == 0 || len(made) == 0 {
			continue
		}
		n := made[0]
		want := "Two notes have disagreed since 2026-08-02, and neither has replaced the other. On 2026-08-01 it was “The relay port is 22” [[old-port]]. On 2026-08-02 it was “The relay port is 2222” [[new-port]]. Ask which of them holds.\n"
		if n.Body != want || n.Type != memory.Reference || !slices.Equal(n.DerivedFrom, []memory.Slug{"old-port", "new-port"}) {
			t.Errorf("%s: got %s, of %v\n%s\nwant\n%s", row.name, n.Type, n.DerivedFrom, n.Body, want)
		}
		if again := decide(t, carryOut(t, s, plan), jobs); len(again.Decisions) > 0 {
			t.Errorf("%s: the second night: %s", row.name, told(again))
		}
	}
}
