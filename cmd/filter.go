package cmd

import (
	"cmp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/memory"
)

// filterFlags are what recall, recent and list can be narrowed by.
type filterFlags struct {
	types, tags, statuses string
	scope                 string
	since, until, asOf    string
	limit                 int
}

func (f *filterFlags) add(c *cobra.Command, limit int, what string) {
	fl := c.Flags()
	fl.IntVarP(&f.limit, "limit", "n", limit, what)
	fl.StringVar(&f.types, "type", "", "only these `types`, as a,b")
	fl.StringVar(&f.tags, "tag", "", "only with all these `tags`, as a,b")
	fl.StringVar(&f.statuses, "status", "", "only these `statuses`, as a,b (default: unfiled and active)")
	fl.StringVar(&f.scope, "scope", "", "the `scope` to ask from; all sees every one (else $MEM_SCOPE, .mem-scope, none)")
	fl.StringVar(&f.since, "since", "", "captured at or after this `date`, or within 30d, 4w, 12h")
	fl.StringVar(&f.until, "until", "", "captured before this `date`")
}

// query reads the flags' texts.
func (f *filterFlags) query(a *app, c *cobra.Command, text string) (memory.Query, error) {
	q := memory.Query{Text: text, Limit: f.limit, Scope: a.scope(c, f.scope), Tags: engine.SplitList(f.tags)}
	if f.limit < 0 {
		return q, usage("--limit %d: it is a number of notes", f.limit)
	}
	for _, t := range engine.SplitList(f.types) {
		q.Types = append(q.Types, memory.Type(t))
	}
	for _, s := range engine.SplitList(f.statuses) {
		if s == "all" {
			q.Statuses = append(q.Statuses, memory.Statuses[:]...)
			continue
		}
		status, ok := memory.ParseStatus(s)
		if !ok {
			return q, usage("--status %q: it is unfiled, active, superseded, expired or all", s)
		}
		q.Statuses = append(q.Statuses, status)
	}
	var err error
	if q.Since, err = a.date("--since", f.since); err != nil {
		return q, err
	}
	if q.Until, err = a.date("--until", f.until); err != nil {
		return q, err
	}
	q.AsOf, err = a.date("--as-of", f.asOf)
	if d, dateOnly, ok := engine.ParseTime(f.asOf); ok && dateOnly {
		q.AsOf = d.AddDate(0, 0, 1).Add(-time.Second) // the end of that day
	}
	return q, err
}

// question is query for a text whose marks are read when syntax says so. What the text
// says counts before the flags; tags count together.
func (f *filterFlags) question(a *app, c *cobra.Command, text string, syntax bool) (memory.Query, error) {
	if !syntax {
		return f.query(a, c, text)
	}
	s := memory.ParseSyntax(text)
	if strings.TrimSpace(s.Words) == "" {
		return memory.Query{}, usage("%q names no word to look for; mem list narrows without one", text)
	}
	narrow := *f
	for _, said := range []struct {
		value string
		into  *string
	}{
		{strings.Join(s.Types, ","), &narrow.types}, {strings.Join(s.Statuses, ","), &narrow.statuses},
		{s.Since, &narrow.since}, {s.Until, &narrow.until},
	} {
		*said.into = cmp.Or(said.value, *said.into)
	}
	q, err := narrow.query(a, c, s.Words)
	for _, tag := range s.Tags {
		q.Tags = append(q.Tags, engine.SplitList(tag)...)
	}
	q.Scope = cmp.Or(s.Scope, q.Scope)
	q.Must, q.MustNot = s.Must, s.MustNot
	return q, err
}

// date reads a date, an instant, or an age such as 30d; "" is no date.
func (a *app) date(flag, s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, _, ok := engine.ParseTime(s); ok {
		return t, nil
	}
	if n := len(s) - 1; n > 0 {
		count, err := time.ParseDuration(s[:n] + "h")
		switch unit := s[n]; {
		case err != nil || count < 0:
		case unit == 'h':
			return a.now.Add(-count), nil
		case unit == 'd':
			return a.now.Add(-24 * count), nil
		case unit == 'w':
			return a.now.Add(-7 * 24 * count), nil
		}
	}
	return time.Time{}, usage("%s %q: it is a date such as 2026-08-03, an instant such as 2026-08-03T14:22:00Z, or an age such as 30d", flag, s)
}
