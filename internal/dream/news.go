package dream

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mem/internal/memory"
)

// lastTold is when the last night before today was: what was so by then stood in its brief.
// The zero time where there was none.
func (r *Report) lastTold() time.Time {
	today, last := r.Now.UTC().Truncate(oneDay), time.Time{}
	for _, t := range r.Snapshot.Nights {
		if t.Before(today) {
			last = later(last, t)
		}
	}
	return last
}

// fresh reports whether one of some notes came in or changed since the last brief, or nobody
// knows.
func (r *Report) fresh() func([]memory.Slug) bool {
	last, updated := r.lastTold(), map[memory.Slug]time.Time{}
	for i := range r.Snapshot.Notes {
		updated[r.Snapshot.Notes[i].Slug] = r.Snapshot.Notes[i].Updated
	}
	return func(notes []memory.Slug) bool {
		return last.IsZero() || slices.ContainsFunc(notes, func(s memory.Slug) bool {
			known, ok := r.Snapshot.Known[s]
			return !ok || known.After(last) || updated[s].After(last)
		})
	}
}

// undone tells what was taken back and is not done again: how much, and one by one only what
// is new since the last brief.
func (p *page) undone(r *Report) {
	all := slices.Clone(r.Plan.Undone)
	if len(all) == 0 {
		return
	}
	slices.SortStableFunc(all, func(a, b Undone) int { return b.When.Compare(a.When) })
	last := r.lastTold()
	recent := slices.DeleteFunc(slices.Clone(all), func(u Undone) bool { return !last.IsZero() && !u.When.After(last) })
	p.section("Stays undone: %d", len(all))
	for _, u := range recent[:min(few, len(recent))] {
		line := deedOf(u.Change.Op, u.Change.Notes) + " is not " + again(u.Change.Op)
		if !u.When.IsZero() {
			line += "; taken back on " + day(u.When)
		}
		p.line("- %s (%s)", line, code(abbreviated(u.Commit)))
	}
	switch rest := len(all) - min(few, len(recent)); {
	case rest == len(all):
		p.line("As before: %s.", typed("mem dream log --undone"))
	case rest > 0:
		p.line("- and %d more: %s", rest, typed("mem dream log --undone"))
	}
}

// again is what does not happen once more to a note.
func again(op memory.Op) string {
	switch op {
	case memory.OpFile:
		return "filed again"
	case memory.OpSupersede:
		return "superseded again"
	case memory.OpExpire:
		return "expired again"
	case memory.OpPromote:
		return "judged anew by the same proof"
	case memory.OpRollup:
		return "written so again"
	default:
		return "made again"
	}
}

// staged tells what the owner has staged, which nights leave alone.
func (p *page) staged(files []string) {
	if len(files) == 0 {
		return
	}
	p.section("Staged by you, and left alone: %d", len(files))
	p.cut(len(files), few, "git status", func(i int) string { return code(files[i]) })
	p.line("\nNights neither commit nor change them until you run %s in the vault.", typed("git commit"))
}

// atOnce is how many notes one command names: as many as somebody goes through in one go.
const atOnce = 10

// oneWord is listed notes that one command settles.
type oneWord struct {
	head, tail string // of the command, around the names
	about      string // what is said of them besides, "" for nothing
	of         []Listed
}

// oneWords groups what is listed by the command that settles it, the largest group first; in
// each what was recalled most, then what is newest.
func (r *Report) oneWords(list []Listed) []oneWord {
	recalled, captured := map[memory.Slug]int{}, map[memory.Slug]time.Time{}
	for _, u := range r.Snapshot.Uses {
		if u.Op == UseShown {
			for _, s := range u.Slugs {
				recalled[s]++
			}
		}
	}
	for i := range r.Snapshot.Notes {
		captured[r.Snapshot.Notes[i].Slug] = r.Snapshot.Notes[i].Captured
	}
	var groups []oneWord
	for _, l := range list {
		head, tail, _ := strings.Cut(l.Settle, command(string(l.Notes[0])))
		about := ""
		switch {
		case l.Kind != TypeUnsure && shared(list) == "":
			about = prose(l.Why)
		case l.Kind == TypeUnsure && l.Type == "":
			about = "no word tells"
		case l.Kind == TypeUnsure:
			about = "likely " + prose(string(l.Type))
		}
		at := slices.IndexFunc(groups, func(g oneWord) bool { return g.head == head && g.tail == tail && g.about == about })
		if at < 0 {
			at, groups = len(groups), append(groups, oneWord{head: head, tail: tail, about: about})
		}
		groups[at].of = append(groups[at].of, l)
	}
	for _, g := range groups {
		slices.SortStableFunc(g.of, func(a, b Listed) int {
			x, y := a.Notes[0], b.Notes[0]
			return cmp.Or(cmp.Compare(recalled[y], recalled[x]), captured[y].Compare(captured[x]), cmp.Compare(x, y))
		})
	}
	slices.SortStableFunc(groups, func(a, b oneWord) int {
		return cmp.Or(cmp.Compare(min(1, len(b.of[0].Type)), min(1, len(a.of[0].Type))), cmp.Compare(len(b.of), len(a.of)), cmp.Compare(a.tail, b.tail))
	})
	return groups
}

// atOnce writes groups of listed notes, each with the command that settles all it names.
func (p *page) atOnce(r *Report, list []Listed) {
	switch why := shared(list); {
	case list[0].Kind == TypeUnsure:
		p.line("They stay unfiled, and are recalled all the same. A command files all that it names; give another type where the guess is wrong.\n")
	case why != "":
		p.line("%s\n", sentence(why))
	}
	for _, g := range r.oneWords(list) {
		var named, words []string
		for _, l := range g.of[:min(atOnce, len(g.of))] {
			name := link(l.Notes[0])
			if len(l.Titles) > 0 && l.Titles[0] != "" && !r.says(l.Notes[0], l.Titles[0]) {
				name += " " + code(l.Titles[0])
			}
			named, words = append(named, name), append(words, command(string(l.Notes[0])))
		}
		line := strings.Join(named, ", ")
		if more := len(g.of) - len(named); more > 0 {
			line += fmt.Sprintf(" and %d more: %s", more, typed("mem dream --dry-run"))
		}
		switch {
		case g.about == "":
		case list[0].Kind != TypeUnsure:
			line += ": " + g.about
		case len(g.of) == 1:
			line = g.about + ": " + line
		default:
			line = fmt.Sprintf("%s, %d: %s", g.about, len(g.of), line)
		}
		p.line("- %s\n  - %s", line, typed(g.head+strings.Join(words, " ")+g.tail))
	}
}

// says reports whether a note's name says what its title does.
func (r *Report) says(slug memory.Slug, title string) bool {
	if r.Snapshot.Name == nil {
		return false
	}
	name, cut := string(r.Snapshot.Name(title)), string(slug)
	return strings.HasPrefix(cut, name) || strings.HasPrefix(name, cut)
}
