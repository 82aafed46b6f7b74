package dream_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// before is an instant some days before tonight.
func before(days int) time.Time { return tonight.Add(-time.Duration(days) * 24 * time.Hour) }

// aged captures a note some days before tonight.
func aged(days int) func(*memory.Note) { return func(n *memory.Note) { n.Captured = before(days) } }

// asks are recalls that showed another note: so many a day on every day of a time.
func asks(from, to, each int) (out []dream.Use) {
	for d := from; d > to; d-- {
		for i := range each {
			out = append(out, dream.Use{At: before(d).Add(time.Duration(i+1) * time.Minute), Op: dream.UseShown, Slugs: []memory.Slug{"other"}, Query: "oil"})
		}
	}
	return out
}

// askedVault is a vault whose nights have known its notes from their capture on, and that was asked
// three times a day for 200 days.
func askedVault(notes ...memory.Note) dream.Snapshot {
	s := vault(append(notes, note("other", 1, "The gate is green.", verified))...)
	s.Known, s.Uses = map[memory.Slug]time.Time{}, asks(200, 0, 3)
	for _, n := range notes {
		s.Known[n.Slug] = n.Captured
	}
	for d := 200; d > 0; d-- {
		s.Nights = append(s.Nights, before(d))
	}
	return s
}

// oil is what most of these notes say.
const oil = "The lathe needs oil."

func TestExpireRetiresWhatWentUnusedForItsTime(t *testing.T) {
	unsure := func(n *memory.Note) { unfiled(n); untyped(n) }
	gone := func(days int) []string { return []string{fmt.Sprintf("expire: x (unused for %d days)", days)} }
	for _, row := range []struct {
		name string
		note memory.Note
		want []string
	}{
		{"importance 1 after 14 days", note("x", 1, oil, weighing(1), aged(15)), gone(14)},
		{"importance 3 after 14 days", note("x", 1, oil, weighing(3), aged(15)), gone(14)},
		{"importance 3 before", note("x", 1, oil, weighing(3), aged(13)), nil},
		{"importance 4 after 30 days", note("x", 1, oil, weighing(4), aged(31)), gone(30)},
		{"importance 4 before", note("x", 1, oil, weighing(4), aged(29)), nil},
		{"no importance named is 5", note("x", 1, oil, weighing(0), aged(31)), gone(30)},
		{"importance 6 after 30 days", note("x", 1, oil, weighing(6), aged(31)), gone(30)},
		{"importance 7 after 90 days", note("x", 1, oil, weighing(7), aged(91)), gone(90)},
		{"importance 8 before", note("x", 1, oil, weighing(8), aged(89)), nil},
		{"importance 9 never", note("x", 1, oil, weighing(9), aged(199)), nil},
		{"unfiled after 90 days, and not listed any more", note("x", 1, oil, unsure, aged(91)), gone(90)},
		{"unfiled before, whatever its importance", note("x", 1, oil, unsure, weighing(1), aged(89)), []string{"listed type-unsure: x"}},
		{"verified", note("x", 1, oil, verified, aged(150)), nil},
		{"used with success", note("x", 1, oil, aged(150), func(n *memory.Note) { n.Uses = 1 }), nil},
		{"used lately, as another machine says", note("x", 1, oil, aged(150), func(n *memory.Note) { n.LastUsed = before(29) }), nil},
		{"edited lately", note("x", 1, oil, aged(150), func(n *memory.Note) { n.Updated = before(29) }), nil},
		{"it holds only since lately", note("x", 1, oil, aged(150), func(n *memory.Note) { n.ValidFrom = before(29) }), nil},
		{"its window is open", note("x", 1, oil, aged(150), func(n *memory.Note) { n.ValidUntil = tonight.Add(time.Hour) }), nil},
		{"an entity", note("x", 1, "Ada is an engineer.", kind(memory.Entity), aged(150)), nil},
		{"a person's, for a week after its time", note("x", 1, oil, by(memory.OriginOwner), aged(31)), []string{"listed unused-but-kept: x"}},
		{"a person's, then never again", note("x", 1, oil, by(memory.OriginOwner), aged(38)), nil},
		{"a person's by its actor", note("x", 1, oil, aged(31), func(n *memory.Note) { n.Actor = "human:ada" }), []string{"listed unused-but-kept: x"}},
		{"retired already", note("x", 1, oil, is(memory.Superseded), aged(150)), nil},
	} {
		t.Run(row.name, func(t *testing.T) { expect(t, decide(t, askedVault(row.note), dream.Policy{}), row.want...) })
	}
}

func TestExpireKeepsWhatMayBeUsedAfterAll(t *testing.T) {
	gone := []string{"expire: x (unused for 30 days)"}
	shown := func(op dream.UseOp, days int) func(*dream.Snapshot) {
		return func(s *dream.Snapshot) {
			s.Uses = append(s.Uses, dream.Use{At: before(days), Op: op, Slugs: []memory.Slug{"x"}})
			slices.SortStableFunc(s.Uses, func(a, b dream.Use) int { return a.At.Compare(b.At) })
		}
	}
	for _, row := range []struct {
		name   string
		change func(*dream.Snapshot)
		want   []string
	}{
		{"as it is", func(*dream.Snapshot) {}, gone},
		{"it was shown within its time", shown(dream.UseShown, 29), nil},
		{"it was shown before", shown(dream.UseShown, 31), gone},
		{"it helped", shown(dream.UseSuccess, 29), nil},
		{"it failed, but somebody acted on it", shown(dream.UseFailure, 29), nil},
		{"its text was captured again", shown(dream.UseAgain, 29), nil},
		{"no ledger, as in a fresh clone or without .mem", func(s *dream.Snapshot) { s.Uses = nil }, nil},
		{"a ledger younger than its time", func(s *dream.Snapshot) { s.Uses = asks(29, 0, 5) }, nil},
		{"a ledger just as old", func(s *dream.Snapshot) { s.Uses = asks(31, 0, 5) }, gone},
		{"hardly anything was asked", func(s *dream.Snapshot) { s.Uses = append(asks(200, 199, 1), asks(20, 1, 1)...) }, nil},
		{"just enough was asked", func(s *dream.Snapshot) { s.Uses = append(asks(200, 199, 1), asks(20, 0, 1)...) }, gone},
		{"all was asked on a few days", func(s *dream.Snapshot) { s.Uses = append(asks(200, 199, 1), asks(6, 2, 9)...) }, nil},
		{"only successes are in the ledger", func(s *dream.Snapshot) {
			for i := range s.Uses {
				s.Uses[i].Op = dream.UseSuccess
			}
		}, nil},
		{"the history does not know it", func(s *dream.Snapshot) { delete(s.Known, "x") }, nil},
		{"an old note that was imported lately", func(s *dream.Snapshot) { s.Known["x"] = before(29) }, nil},
		{"an old note that no night has seen since its import", func(s *dream.Snapshot) { s.Nights = s.Nights[:100] }, gone},
		{"there has been no night since", func(s *dream.Snapshot) { s.Known["x"], s.Nights = before(60), s.Nights[:100] }, nil},
		{"the first night for long was lately", func(s *dream.Snapshot) { s.Nights = []time.Time{before(199), before(10)} }, nil},
		{"a live note links to it", func(s *dream.Snapshot) { s.Notes = append(s.Notes, note("y", 1, "See [[x]].", verified)) }, nil},
		{"the note of an entity links to it", func(s *dream.Snapshot) {
			s.Notes = append(s.Notes, note("y", 1, memory.Seal("Not told here: [[x]].\n"), kind(memory.Entity)))
		}, gone},
		{"somebody has put a link into the note of an entity", func(s *dream.Snapshot) {
			s.Notes = append(s.Notes, note("y", 1, memory.Seal("Nothing.\n")+"\nSee [[x]].\n", kind(memory.Entity)))
		}, nil},
		{"the note of an entity tells of it", func(s *dream.Snapshot) {
			s.Notes = append(s.Notes, note("y", 1, memory.Seal("It is so.\n"), kind(memory.Entity), func(n *memory.Note) { n.DerivedFrom = []memory.Slug{"x"} }))
		}, nil},
		{"a retired note links to it", func(s *dream.Snapshot) { s.Notes = append(s.Notes, note("y", 1, "See [[x]].", is(memory.Expired))) }, gone},
		{"a live note was made of it", func(s *dream.Snapshot) {
			s.Notes = append(s.Notes, note("y", 1, "Oil and more.", verified, func(n *memory.Note) { n.DerivedFrom = []memory.Slug{"x"} }))
		}, nil},
		{"its scope was not asked for", func(s *dream.Snapshot) { s.Notes[0].Scope = "mill" }, nil},
		{"its scope was", func(s *dream.Snapshot) { s.Notes[0].Scope, s.Notes[1].Scope = "mill", "mill" }, gone},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := askedVault(note("x", 1, oil, aged(150)))
			row.change(&s)
			expect(t, decide(t, s, dream.Policy{Only: []dream.Job{dream.JobFile, dream.JobExpire}}), row.want...)
		})
	}
}

func TestAgeingThatSomebodyUndidStaysUndone(t *testing.T) {
	s := askedVault(note("x", 1, oil, aged(150)))
	only := dream.Policy{Only: []dream.Job{dream.JobExpire}}
	s.Decided = map[memory.DecisionKey]string{}
	for _, c := range decide(t, s, only).Changes() {
		s.Decided[c.Key()] = "c0ffee"
	}
	for i := range 120 * 6 { // the vault goes on being asked
		s.Uses = append(s.Uses, dream.Use{At: tonight.Add(time.Duration(i) * 4 * time.Hour), Op: dream.UseShown, Slugs: []memory.Slug{"other"}})
	}
	for _, days := range []int{0, 1, 90} {
		s.Now = tonight.Add(time.Duration(days) * 24 * time.Hour)
		expect(t, decide(t, s, only), "stays undone: expire: x (unused for 30 days)")
	}
}

func TestAgeingIsPacedBelowTheBreaker(t *testing.T) {
	var notes []memory.Note
	for i := range 60 {
		notes = append(notes, note(fmt.Sprintf("n%02d", i), 1, fmt.Sprintf("Bay %d is oiled.", i), aged(150-i)))
	}
	s := askedVault(notes...)
	count := func(p dream.Policy) int { return len(decide(t, s, p).Decisions) }
	only := dream.Policy{Only: []dream.Job{dream.JobExpire}}
	p := decide(t, s, only)
	if got := len(p.Decisions); got != 10 || p.Decisions[0].Change.Notes[0] != "n00" || p.Decisions[9].Change.Notes[0] != "n09" {
		t.Errorf("got %d: %s; want the ten that went unused the longest", got, told(p))
	}
	s.Earlier = []dream.Earlier{{Run: "tonight", At: tonight.Add(-time.Hour), Counts: map[memory.Op]int{memory.OpExpire: 10}}}
	if got := count(only); got != 0 {
		t.Errorf("a second run of the day retires %d more", got)
	}
	for d := range 9 {
		s.Earlier = append(s.Earlier, dream.Earlier{At: before(d + 1), Counts: map[memory.Op]int{memory.OpExpire: 20}})
	}
	s.Earlier = s.Earlier[1:]
	if got := count(only); got != 30 {
		t.Errorf("got %d where 20 a night are usual, want half of the three times that the breaker lets through", got)
	}
	if _, tripped := dream.Trip(decide(t, s, only), only, s.Earlier); tripped {
		t.Error("ageing trips the breaker")
	}
	only.Allow = []dream.Job{dream.JobExpire}
	if got := count(only); got != 60 {
		t.Errorf("got %d though somebody allowed all", got)
	}
}

func TestWhatIsReadHereIsToldToOtherMachines(t *testing.T) {
	const told = "use: 1 note read"
	read := func(days int) []dream.Use {
		return []dream.Use{{At: before(days), Op: dream.UseShown, Slugs: []memory.Slug{"x"}}}
	}
	for _, row := range []struct {
		name string
		note memory.Note
		uses []dream.Use
		want []string
	}{
		{"half of its time is gone", note("x", 1, oil, aged(16)), read(1), []string{told}},
		{"not yet", note("x", 1, oil, aged(14)), read(1), nil},
		{"the note says so already", note("x", 1, oil, aged(60), func(n *memory.Note) { n.LastUsed = before(14) }), read(1), nil},
		{"what it says is older than half its time", note("x", 1, oil, aged(60), func(n *memory.Note) { n.LastUsed = before(16) }), read(1), []string{told}},
		{"it was shown on the day that it says, and never since", note("x", 1, oil, aged(60), func(n *memory.Note) { n.LastUsed = before(20).Truncate(24 * time.Hour) }), read(20), nil},
		{"it was not shown since it was edited", note("x", 1, oil, aged(60), func(n *memory.Note) { n.Updated = before(20) }), read(21), nil},
		{"it cannot age out", note("x", 1, oil, aged(60), verified), read(1), nil},
		{"it is a person's", note("x", 1, oil, aged(60), by(memory.OriginOwner)), read(1), nil},
		{"it is retired", note("x", 1, oil, aged(60), is(memory.Expired)), read(1), nil},
		{"it helped as well: one line says both", note("x", 1, oil, aged(60)),
			append(read(2), dream.Use{At: before(1), Op: dream.UseSuccess, Slugs: []memory.Slug{"x"}}), []string{"use: 1 note used with success"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := vault(row.note)
			s.Ledger, s.Uses = "1f2e", row.uses
			s.Known, s.Nights = map[memory.Slug]time.Time{"x": row.note.Captured}, []time.Time{row.note.Captured}
			p := decide(t, s, dream.Policy{})
			expect(t, p, row.want...)
			s.Ledger = ""
			expect(t, decide(t, s, dream.Policy{})) // without a history nothing is written
			if len(p.Decisions) == 1 && row.want[0] == told {
				keys := p.Changes()[0].Files[0].(memory.Keys).Set
				if len(keys) != 1 || keys[0].Key != "last_used" {
					t.Fatalf("got keys %v", keys)
				}
				s.Ledger, s.Notes[0].LastUsed = "1f2e", time.Time(keys[0].Value.(memory.Day))
				expect(t, decide(t, s, dream.Policy{})) // a second night changes nothing
			}
		})
	}
}

func TestExpireEndsWhatSetItsOwnEnd(t *testing.T) {
	gone := []string{"expire: x (its window has ended)"}
	until := func(at time.Time) func(*memory.Note) { return func(n *memory.Note) { n.ValidUntil = at } }
	for _, row := range []struct {
		name string
		note memory.Note
		want []string
	}{
		{"its window has ended", note("x", 1, oil, holding(1, 9)), gone},
		{"it ends this very moment", note("x", 1, oil, until(tonight)), gone},
		{"it ends in a moment", note("x", 1, oil, until(tonight.Add(time.Second))), nil},
		{"an owner's, who said so", note("x", 1, oil, holding(1, 9), by(memory.OriginOwner)), gone},
		{"an important one", note("x", 1, oil, holding(1, 9), weighing(10)), gone},
		{"a window that ends before it begins is a mistake", note("x", 1, oil, holding(9, 2)), nil},
		{"somebody took back that it was superseded, and left the end", note("x", 1, oil, holding(1, 9), func(n *memory.Note) { n.SupersededBy = "y" }), nil},
		{"an entity", note("x", 1, "Ada is an engineer.", holding(1, 9), kind(memory.Entity)), nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			expect(t, decide(t, vault(row.note), dream.Policy{Only: []dream.Job{dream.JobExpire}}), row.want...)
		})
	}
}
