package dream_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// monday is a vault whose last week had something of everything; tonight is a Monday.
func monday() dream.Snapshot {
	s := vault(
		note("old", 1, "The lathe needs oil."), note("kiln", 3, "The kiln is hot.", scope("shed")), note("press", 5, "Never run the press cold.", kind(memory.Convention)),
		note("gate", 9, "The gate is green.", kind(memory.Convention)), note("late", 10, "Captured today.", unfiled),
		note("mon", 2, "The bin goes out on Mondays.", replacedBy("thu"), func(n *memory.Note) { n.Updated = tonight.AddDate(0, 0, -3) }),
		note("thu", 4, "The bin goes out on Thursdays."), note("empty", 1, "x", is(memory.Expired), func(n *memory.Note) { n.Updated = tonight.AddDate(0, 0, -2) }),
	)
	s.Earlier = []dream.Earlier{
		{At: tonight.AddDate(0, 0, -2), Done: []dream.Done{{Op: memory.OpPromote, Notes: []memory.Slug{"kiln"}}, {Op: memory.OpRollup, Notes: []memory.Slug{"atlas"}}}},
		{At: tonight.AddDate(0, 0, -9), Done: []dream.Done{{Op: memory.OpPromote, Notes: []memory.Slug{"old"}}}},
	}
	for i := range 9 {
		s.Scores = append(s.Scores, dream.Score{Day: fmt.Sprintf("2026-08-%02d", i+1), Unfiled: i % 3, Notes: 10 + i, Recall: 0.9})
	}
	return s
}

func TestAMondayTellsTheWeek(t *testing.T) {
	s := monday()
	r := report(t, s, dream.Policy{})
	page := dream.Brief(r)
	golden(t, "monday.md.golden", page)
	r.Before = page
	if again := dream.Brief(r); !bytes.Equal(again, page) {
		t.Errorf("told again it differs: got\n%s\nwant\n%s", again, page)
	}
	for _, row := range []struct {
		name   string
		change func(*dream.Snapshot)
		want   bool
	}{
		{"a Monday", func(*dream.Snapshot) {}, true},
		{"a Tuesday after it", func(s *dream.Snapshot) {
			s.Now = s.Now.Add(24 * time.Hour)
			s.Scores = append(s.Scores, dream.Score{Day: "2026-08-10"})
		}, false},
		{"a Wednesday, when no night was since", func(s *dream.Snapshot) { s.Now = s.Now.Add(48 * time.Hour) }, true},
		{"the first night of a vault", func(s *dream.Snapshot) { s.Scores = nil }, false},
	} {
		s := monday()
		row.change(&s)
		if got := strings.Contains(string(dream.Brief(report(t, s, dream.Policy{}))), "## The week from 2026-08-03 to 2026-08-09"); got != row.want {
			t.Errorf("%s: told %v, want %v", row.name, got, row.want)
		}
	}
}
