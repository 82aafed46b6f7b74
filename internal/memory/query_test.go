package memory

import (
	"testing"
	"time"
)

func TestQueryAdmits(t *testing.T) {
	day := func(s string) time.Time {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	note := func(change func(*Note)) *Note {
		n := &Note{Status: Active, Type: Fix, Captured: day("2026-08-01"), Tags: []string{"SQLite", "#locks"}}
		change(n)
		return n
	}
	plain := func(*Note) {}
	for _, test := range []struct {
		name string
		q    Query
		n    *Note
		want bool
	}{
		{"a live note", Query{}, note(plain), true},
		{"an unfiled note", Query{}, note(func(n *Note) { n.Status = Unfiled }), true},
		{"not a superseded note", Query{}, note(func(n *Note) { n.Status = Superseded }), false},
		{"a superseded note when asked for", Query{Statuses: []Status{Superseded}}, note(func(n *Note) { n.Status = Superseded }), true},
		{"only what was asked for", Query{Statuses: []Status{Superseded}}, note(plain), false},
		{"a note without scope from any scope", Query{Scope: "api"}, note(plain), true},
		{"not another scope's note", Query{Scope: "api"}, note(func(n *Note) { n.Scope = "web" }), false},
		{"no scoped note without a scope", Query{}, note(func(n *Note) { n.Scope = "web" }), false},
		{"every scope's note when all are asked", Query{Scope: AllScopes}, note(func(n *Note) { n.Scope = "web" }), true},
		{"a tag in another case, with or without #", Query{Tags: []string{"sqlite", "Locks"}}, note(plain), true},
		{"not without all the tags", Query{Tags: []string{"sqlite", "net"}}, note(plain), false},
		{"one of the types", Query{Types: []Type{Idea, Fix}}, note(plain), true},
		{"not another type", Query{Types: []Type{Idea}}, note(plain), false},
		{"since its own day", Query{Since: day("2026-08-01")}, note(plain), true},
		{"not since the day after", Query{Since: day("2026-08-02")}, note(plain), false},
		{"not until its own day", Query{Until: day("2026-08-01")}, note(plain), false},
		{"not once its time is over", Query{}, note(func(n *Note) { n.ValidUntil = day("2026-08-20") }), false},
		{"not before its time", Query{}, note(func(n *Note) { n.ValidFrom = day("2027-01-01") }), false},
		{"as of a day when it still held", Query{AsOf: day("2026-08-10")}, note(func(n *Note) { n.ValidUntil = day("2026-08-20"); n.Status = Superseded }), true},
		{"as of a day before it was captured", Query{AsOf: day("2026-07-10")}, note(plain), false},
		{"as of a day before it was retired", Query{AsOf: day("2026-08-10")}, note(func(n *Note) { n.Status = Superseded; n.Updated = day("2026-08-15") }), true},
		{"not as of a day after it was retired", Query{AsOf: day("2026-08-16")}, note(func(n *Note) { n.Status = Superseded; n.Updated = day("2026-08-15") }), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.q.Admits(test.n, now); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
