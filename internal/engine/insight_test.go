package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

func TestANightWritesAnInsightOnceAndAPersonMayTakeItBack(t *testing.T) {
	v := newVault(t)
	fix := func(day int) string {
		return fmt.Sprintf("type: fix\nstatus: active\ncaptured: 2026-07-%02dT10:00:00Z\n", day)
	}
	v.write("first-lock", fix(1), "The importer failed with database is locked; raising busy_timeout to 5 s in the sqlite pool mended it.")
	v.write("second-lock", fix(4), "Nightly export: sqlite said database is locked again. Raised busy_timeout in its pool.")
	v.write("third-lock", fix(8), "Database is locked in the indexer, the sqlite pool had no busy_timeout.")
	only := Night{Only: []dream.Job{dream.JobInsight, dream.JobBrief}}
	night := func() Dreamt {
		t.Helper()
		d, err := v.open().Dream(t.Context(), only)
		if err != nil {
			t.Fatal(err)
		}
		v.now = v.now.Add(24 * time.Hour)
		return d
	}
	d := night()
	v.clean()
	v.now = v.now.Add(-23 * time.Hour) // an hour later on the same day
	page := v.read(v.root + "/" + d.Brief)
	if again := night(); again.Summary != "" || v.read(v.root+"/"+d.Brief) != page {
		t.Errorf("a second night on the day: got %q, and the brief\n%s\nwant nothing, and\n%s", again.Summary, v.read(v.root+"/"+d.Brief), page)
	}
	if d.Summary != "1 insight" || len(d.Applied) != 1 {
		t.Fatalf("got %q %+v, want one insight", d.Summary, d.Applied)
	}
	slug := d.Applied[0].Notes[0]
	n, err := v.open().open(string(slug))
	if err != nil || n.Type != memory.Fix || n.Status != memory.Active || len(n.DerivedFrom) != 3 || n.Actor != memory.Dreamer {
		t.Errorf("got %+v, %v", n, err)
	}
	answer, err := v.open().Recall(t.Context(), Asked{Query: memory.Query{Text: "database is locked sqlite busy_timeout"}})
	if err != nil || len(answer.Results) == 0 || answer.Results[0].Slug == slug {
		t.Errorf("an insight stands before what it was made of: %+v, %v", answer.Results, err)
	}
	if again := night(); again.Summary != "" {
		t.Errorf("the second night: got %q, want nothing", again.Summary)
	}
	if _, err := v.open().Undo(t.Context(), d.Applied[0].Commit, "human:ada"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.open().open(string(slug)); err == nil {
		t.Errorf("it was taken back and stands")
	}
	third := night()
	if third.Summary != "" || !slices.ContainsFunc(third.Undone, func(u Decided) bool { return strings.HasPrefix(u.Subject, "insight: ") }) {
		t.Errorf("after it was taken back: got %q, undone %+v", third.Summary, third.Undone)
	}
	v.clean()
}
