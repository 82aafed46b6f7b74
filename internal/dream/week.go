package dream

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mem/internal/memory"
)

// weekBlock is the name of the block that tells the week before.
const weekBlock = "week"

// lastWeek is the week to be told, from Monday to Monday. It is told on a Monday, or in the
// first brief after one: where nights are few.
func (r *Report) lastWeek() (from, to time.Time, due bool) {
	day := r.Now.UTC().Truncate(24 * time.Hour)
	to = day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	from = to.AddDate(0, 0, -7)
	monday := to.Format(time.DateOnly)
	told := slices.ContainsFunc(r.Snapshot.Scores, func(s Score) bool { return s.Day >= monday && s.Day < r.day() })
	known := slices.ContainsFunc(r.Snapshot.Scores, func(s Score) bool { return s.Day < monday })
	return from, to, !told && known
}

// week tells what came of the vault in a week.
func (r *Report) week(from, to time.Time) string {
	within := func(t time.Time) bool { return !t.Before(from) && t.Before(to) }
	types, scopes := map[string]int{}, map[string]int{}
	var came, superseded, expired int
	var replaced []string
	for _, n := range r.after() {
		if within(n.Captured) && !built(&n) {
			came++
			types[cmp.Or(string(n.Type), "without a type")]++
			scopes[cmp.Or(n.Scope, "without a scope")]++
		}
		switch {
		case !within(n.Updated):
		case n.Status == memory.Superseded:
			superseded++
			if n.SupersededBy != "" {
				replaced = append(replaced, link(n.Slug)+" by "+link(n.SupersededBy))
			}
		case n.Status == memory.Expired:
			expired++
		}
	}
	done := map[memory.Op][]memory.Slug{}
	for _, e := range slices.Backward(r.Snapshot.Earlier) {
		for _, d := range e.Done {
			if within(e.At) && len(d.Notes) > 0 && !slices.Contains(done[d.Op], d.Notes[0]) {
				done[d.Op] = append(done[d.Op], d.Notes[0])
			}
		}
	}
	var p page
	p.line("## The week from %s to %s\n", from.Format(time.DateOnly), to.AddDate(0, 0, -1).Format(time.DateOnly))
	if came == 0 {
		p.line("- Nothing came in.")
	} else {
		line := count(came, "note", "notes") + " came in: " + tally(types)
		if len(scopes) > 1 || scopes["without a scope"] == 0 {
			line += ". By scope: " + tally(scopes)
		}
		p.line("- %s.", line)
	}
	if superseded > 0 {
		line := count(superseded, "note was", "notes were") + " superseded"
		if len(replaced) > 0 {
			line += ": " + firstFew(replaced)
		}
		p.line("- %s.", line)
	}
	if expired > 0 {
		p.line("- %s expired.", count(expired, "note was", "notes were"))
	}
	for _, told := range []struct {
		op   memory.Op
		what string
	}{{memory.OpPromote, "Proved themselves"}, {memory.OpRollup, "Entities of which more is known"}, {memory.OpInsight, "Insights"}} {
		if notes := done[told.op]; len(notes) > 0 {
			p.line("- %s: %s.", told.what, some(notes))
		}
	}
	r.trendOf(&p, from, to)
	return p.String()
}

// trendOf tells how the queue and the vault's own questions did.
func (r *Report) trendOf(p *page, from, to time.Time) {
	var week []Score
	for _, s := range r.Snapshot.Scores {
		if s.Day >= from.Format(time.DateOnly) && s.Day < to.Format(time.DateOnly) {
			week = append(week, s)
		}
	}
	if len(week) == 0 {
		return
	}
	first, last := week[0], week[len(week)-1]
	most := slices.MaxFunc(week, func(a, b Score) int { return cmp.Compare(a.Unfiled, b.Unfiled) })
	if len(week) == 1 {
		p.line("- After its one night %d were unfiled, and %s.", last.Unfiled, count(last.Notes, "note was live", "notes were live"))
	} else {
		p.line("- After each night %d at most were unfiled; at the end %d. Live notes: %d, then %d.", most.Unfiled, last.Unfiled, first.Notes, last.Notes)
	}
	if first.Recall > 0 && last.Recall > 0 {
		answered := fmt.Sprintf("%.0f %%", 100*first.Recall)
		if now := fmt.Sprintf("%.0f %%", 100*last.Recall); now != answered {
			answered += ", then " + now
		}
		p.line("- Of its own questions the vault answered %s.", answered)
	}
}

// tally names what there is most of first: "20 fix, 3 idea".
func tally(of map[string]int) string {
	names := make([]string, 0, len(of))
	for n := range of {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
	var out []string
	for i, n := range names {
		if i == 2*few {
			out = append(out, fmt.Sprintf("%d kinds more", len(names)-i))
			break
		}
		out = append(out, fmt.Sprintf("%d %s", of[n], prose(memory.Cut(n, 40))))
	}
	return strings.Join(out, ", ")
}

func firstFew(items []string) string {
	line := strings.Join(items[:min(few, len(items))], ", ")
	if more := len(items) - few; more > 0 {
		line += fmt.Sprintf(" and %d more", more)
	}
	return line
}
