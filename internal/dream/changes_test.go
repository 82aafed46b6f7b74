package dream_test

import (
	"os"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

// changeRow is a line of testdata/changes.tsv: what a night should make of an older and a newer
// note. A wish that is not met yet stands as "wish, outcome".
type changeRow struct{ want, today, name, older, newer string }

func changeRows(t *testing.T) (out []changeRow) {
	t.Helper()
	data, err := os.ReadFile("testdata/changes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 4 {
			t.Fatalf("%q: a row is wish, name, older, newer", line)
		}
		want, today, ok := strings.Cut(f[0], ", ")
		if !ok {
			today = want
		}
		lines := strings.NewReplacer(`\n`, "\n")
		out = append(out, changeRow{want, today, f[1], lines.Replace(f[2]), lines.Replace(f[3])})
	}
	return out
}

// changeMade is what a night makes of an older and a newer note: close (the older), list, leave,
// or what it must never make.
func changeMade(t *testing.T, older, newer string) string {
	t.Helper()
	p := decide(t, vault(note("old", 1, older), note("new", 5, newer)), dream.Policy{Only: []dream.Job{dream.JobConflict}})
	if len(p.Decisions) > 0 && p.Decisions[0].Change.Notes[0] != "old" {
		return "close the newer"
	}
	if len(p.Decisions) > 0 {
		return "close"
	}
	for _, l := range p.Listed {
		if l.Kind == dream.Disagree {
			return "list"
		}
	}
	return "leave"
}

func TestChangesAreRecognisedAsTheTableSays(t *testing.T) {
	met := map[string][2]int{}
	for _, row := range changeRows(t) {
		got := changeMade(t, row.older, row.newer)
		if got != row.today {
			t.Errorf("%s: %q, then %q: got %s, want %s", row.name, row.older, row.newer, got, row.today)
		}
		if got == "close" && row.want != "close" {
			t.Errorf("%s: %q is closed by %q", row.name, row.older, row.newer)
		}
		m := met[row.want]
		if m[1]++; got == row.want {
			m[0]++
		}
		met[row.want] = m
	}
	for want, m := range met {
		t.Logf("%s: %d of %d", want, m[0], m[1])
	}
}

// TestNothingIsClosedTheWrongWayRound writes each pair in the other order. Where the table itself
// has that pair, or lists it since its older note is the one that tells of a change, it says enough.
func TestNothingIsClosedTheWrongWayRound(t *testing.T) {
	for _, row := range changeRows(t) {
		got, known := changeMade(t, row.newer, row.older), row.want == "list"
		for _, other := range changeRows(t) {
			known = known || other.older == row.newer && other.newer == row.older
		}
		if got == "close the newer" || got == "close" && !known {
			t.Errorf("%s: %q, then %q: %s", row.name, row.newer, row.older, got)
		}
	}
}

func TestWhyTwoDisagreeIsTrue(t *testing.T) {
	for _, row := range []struct{ name, older, newer, want string }{
		{"neither says so", "The relay port is 22.", "The relay port is 2222.", "they disagree, and neither says that it has changed"},
		{"the older one says so", "The relay port is now 2222.", "The relay port is 22.", "they disagree, and it is the older one that says that this has changed"},
		{"it used to be", "The retention of the logs is 5 days. It used to be 3 days.", "The retention of the logs is 3 days.", "they disagree, and it is the older one that says that this has changed"},
		{"it was another value", "The relay port is 23.", "The relay port is now 2222 (was 22).", "they disagree; the newer one speaks of a change, but not in words that settle which holds"},
		{"each may go with the other", "Deploys go out on Mondays at 10.", "Deploys now go out on Fridays at 11.", "they disagree; the newer one speaks of a change, but not in words that settle which holds"},
		{"the older one speaks of another change", "The relay port is 22. The mail port is now 80.", "The relay port is 2222.", "they disagree; the older one speaks of a change, but not in words that settle which holds"},
	} {
		p := decide(t, vault(note("old", 1, row.older), note("new", 5, row.newer)), dream.Policy{Only: []dream.Job{dream.JobConflict}})
		if len(p.Listed) != 1 || p.Listed[0].Why != row.want {
			t.Errorf("%s: got %+v, want it listed because %s", row.name, p.Listed, row.want)
		}
	}
}

func TestTheCommandsThatKeepBothHoldOneAfterTheOther(t *testing.T) {
	s := vault(note("a", 1, "The relay port is 22."), note("b", 3, "The relay port is 23."), note("c", 5, "The relay port is 24."))
	p := decide(t, s, dream.Policy{Only: []dream.Job{dream.JobConflict}})
	set := map[string]string{}
	for _, l := range p.Listed {
		command := strings.Fields(l.Or[len(l.Or)-1])
		set[command[2]] = strings.TrimPrefix(command[3], "distinct_from=")
	}
	for i := range s.Notes {
		for name := range strings.SplitSeq(set[string(s.Notes[i].Slug)], ",") {
			s.Notes[i].DistinctFrom = append(s.Notes[i].DistinctFrom, memory.Slug(name))
		}
	}
	if len(p.Listed) != 3 {
		t.Errorf("%d pairs are listed, want 3", len(p.Listed))
	}
	expect(t, decide(t, s, dream.Policy{Only: []dream.Job{dream.JobConflict}}))
}
