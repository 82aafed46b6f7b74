package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

// asOf is what the vault answers to a question about a day.
func (v *testVault) asOf(question string, at time.Time, q memory.Query) Recalled {
	v.t.Helper()
	q.Text, q.AsOf, q.Limit = question, at, 20
	r, err := v.open().Recall(v.t.Context(), Asked{Query: q, NoCount: true, Links: true, Explain: true})
	if err != nil {
		v.t.Fatal(err)
	}
	return r
}

func says(r Recalled) []string {
	out := []string{}
	for _, x := range r.Results {
		out = append(out, string(x.Slug)+": "+x.Text)
	}
	slices.Sort(out)
	return out
}

// grown is a vault with a past: a note a day that something happens to on a later one.
func grown(t *testing.T) (v *testVault, day func(int) time.Time) {
	v = newVault(t)
	day = func(n int) time.Time { return evening.AddDate(0, 0, n) }
	v.now = day(1)
	edited := v.capture("The gantry is yellow, says Oksana.")
	deleted := v.capture("The gantry creaks on Mondays.")
	v.now = day(2)
	replaced := v.capture("The gantry is greased from the left side.")
	v.now = day(3)
	path := filepath.Join(v.root, edited.Path)
	v.writeFile(path, strings.Replace(v.read(path), "is yellow", "is violet", 1))
	if err := os.Remove(filepath.Join(v.root, deleted.Path)); err != nil {
		t.Fatal(err)
	}
	v.dream()
	v.now = day(4)
	e := v.open()
	if _, err := e.Capture(t.Context(), []byte("Grease for the gantry comes from the right side now."),
		memory.Draft{Slug: "from-the-right", Status: memory.Active, Supersedes: []memory.Slug{replaced.Slug}, Actor: "agent:tester"}); err != nil {
		t.Fatal(err)
	}
	v.now = day(5)
	v.dream()
	v.now = day(9)
	return v, day
}

func TestAsOfAnswersFromTheNotesAsTheyWere(t *testing.T) {
	const (
		yellow = "the-gantry-is-yellow-says-oksana: The gantry is yellow, says Oksana."
		violet = "the-gantry-is-yellow-says-oksana: The gantry is violet, says Oksana."
		creaks = "the-gantry-creaks-on-mondays: The gantry creaks on Mondays."
		left   = "the-gantry-is-greased-from-the-left-side: The gantry is greased from the left side."
		right  = "from-the-right: Grease for the gantry comes from the right side now."
	)
	v, day := grown(t)
	for _, row := range []struct {
		name string
		day  int
		want []string
	}{
		{"before they were captured", 0, []string{}},
		{"on the first day", 1, []string{creaks, yellow}},
		{"on the second", 2, []string{creaks, left, yellow}},
		{"after an edit and a deletion", 3, []string{left, violet}},
		{"when a successor was there and no night had been", 4, []string{right, left, violet}},
		{"after the night", 5, []string{right, violet}},
		{"yesterday", 8, []string{right, violet}},
	} {
		for _, large := range []bool{false, true} {
			v.large = large
			r := v.asOf("gantry", day(row.day), memory.Query{})
			if got := says(r); !slices.Equal(got, row.want) {
				t.Errorf("%s (large %v): got %q, want %q; %s", row.name, large, got, row.want, r.Note)
			}
		}
	}
	v.large = false
	if got := says(v.asOf("violet", day(2), memory.Query{})); len(got) > 0 {
		t.Errorf("a word that was written later is found: %v", got)
	}
	if got := says(v.asOf("Oksana", day(1), memory.Query{Statuses: []memory.Status{memory.Active}})); len(got) > 0 {
		t.Errorf("what was unfiled then is found as active: %v", got)
	}
	for _, x := range v.asOf("gantry", day(2), memory.Query{}).Results {
		if want := map[memory.Slug]memory.Slug{"the-gantry-is-greased-from-the-left-side": "from-the-right"}[x.Slug]; x.SupersededBy != want || x.Status != memory.Unfiled {
			t.Errorf("%s: superseded by %q, status %s", x.Slug, x.SupersededBy, x.Status)
		}
	}
	if len(v.notices) > 0 {
		t.Errorf("notices: %q", v.notices)
	}
}

func TestAsOfBeforeTheFirstCommitSaysSo(t *testing.T) {
	v, day := grown(t)
	r := v.asOf("gantry", day(-30), memory.Query{})
	if !r.Abstained || !strings.Contains(r.Note, "nothing was known on 2026-07-04; the first commit is of 2026-08-03") || r.Match != "" ||
		!slices.Equal(r.Uncovered, []string{"gantry"}) {
		t.Errorf("got %+v", r)
	}
}

func TestAsOfKnowsWhatNobodyHasCommitted(t *testing.T) {
	v, day := grown(t)
	path := filepath.Join(v.root, "memory/2026/08/the-gantry-is-yellow-says-oksana.md")
	v.writeFile(path, strings.Replace(v.read(path), "is violet", "is crimson", 1))
	if err := os.Remove(filepath.Join(v.root, "memory/2026/08/from-the-right.md")); err != nil {
		t.Fatal(err)
	}
	fresh := v.write("dropped", active, "The gantry has a dropped bolt.")
	aged := v.write("aged", active, "The gantry has an aged bolt.")
	if err := os.Chtimes(aged, day(6), day(6)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(fresh, day(30), day(30)); err != nil {
		t.Fatal(err)
	}
	want := []string{"aged: The gantry has an aged bolt.", "from-the-right: Grease for the gantry comes from the right side now.",
		"the-gantry-is-yellow-says-oksana: The gantry is violet, says Oksana."}
	if got := says(v.asOf("gantry", day(8), memory.Query{})); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := says(v.asOf("gantry", day(5), memory.Query{})); !slices.Equal(got, want[1:]) {
		t.Errorf("a day before: got %q, want %q", got, want[1:])
	}
	if len(v.notices) == 0 || !strings.Contains(v.notices[0], "when they came: 1") {
		t.Errorf("notices: %q", v.notices)
	}
}

func TestAsOfWithoutHistoryJudgesByDates(t *testing.T) {
	v, day := grown(t)
	if err := os.Rename(filepath.Join(v.root, ".git"), filepath.Join(v.root, "git-away")); err != nil {
		t.Fatal(err)
	}
	got := says(v.asOf("gantry", day(2), memory.Query{}))
	want := []string{"the-gantry-is-greased-from-the-left-side: The gantry is greased from the left side.", "the-gantry-is-yellow-says-oksana: The gantry is violet, says Oksana."}
	if !slices.Equal(got, want) || len(v.notices) == 0 || !strings.Contains(v.notices[0], "--as-of judges") {
		t.Errorf("got %q, want %q; notices %q", got, want, v.notices)
	}
	if err := os.Rename(filepath.Join(v.root, "git-away"), filepath.Join(v.root, ".git")); err != nil {
		t.Fatal(err)
	}
}

// TestAsOfDoesNotDependOnTheIndex compares the answers with and without one.
func TestAsOfDoesNotDependOnTheIndex(t *testing.T) {
	v, day := grown(t)
	for n := range 10 {
		with := v.asOf("gantry grease Oksana", day(n), memory.Query{})
		dir := filepath.Join(v.root, ".mem", "index")
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		v.writeFile(dir, "in its place")
		without := v.asOf("gantry grease Oksana", day(n), memory.Query{})
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(scores(with), scores(without)) {
			t.Errorf("day %d: %v with an index, %v without", n, scores(with), scores(without))
		}
	}
}

func scores(r Recalled) []float64 {
	out := []float64{}
	for _, x := range r.Results {
		out = append(out, x.Score)
	}
	return out
}
