package dream

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"mem/internal/memory"
)

// Report is what a brief tells: a night's plan, and what became of it.
type Report struct {
	Now      time.Time
	Plan     Plan
	Snapshot Snapshot // that the plan was made from
	Applied  []Done   // in the order in which it was done
	Left     []string // subjects of decisions whose files changed meanwhile
	Edits    int      // edits by hand that were committed before the night
	Before   []byte   // the day's brief as it stands; nil when there is none
}

// Done is a decision that was carried out.
type Done struct {
	Op     memory.Op
	Notes  []memory.Slug
	Reason string
	Commit string // "" in a vault without history
}

// longest is how many lines a list in a brief has: the whole is to be read in two minutes.
const longest = 20

// Brief returns the day's brief as it is to stand after the night. It is Before with two
// blocks of its own put in: what this run decided, and what is open now. Every other
// byte is somebody's and stays. A run without a decision adds nothing to a day that has
// been told already, so that a second quiet run returns Before itself.
func Brief(r Report) []byte {
	page := bytes.Clone(r.Before)
	if len(page) == 0 {
		page = []byte("# The night of " + r.day() + "\n")
	}
	if !r.quiet() || !hasRun(page) {
		page = weave(page, block{name: "run " + r.Plan.Run, text: r.told()}, openBlock)
	}
	return weave(page, block{name: openBlock, text: r.open()}, "")
}

// openBlock is the name of the block that every run of a day rewrites.
const openBlock = "open"

func (r *Report) day() string { return r.Now.UTC().Format(time.DateOnly) }

// quiet reports whether there is nothing that happened.
func (r *Report) quiet() bool {
	return len(r.Applied) == 0 && len(r.Left) == 0 && len(r.Plan.Dropped) == 0
}

// told is the block about what this run did.
func (r *Report) told() string {
	var p page
	counts := map[memory.Op]int{}
	for _, d := range r.Applied {
		counts[d.Op]++
	}
	summary := Summary(counts)
	if summary == "" {
		summary = "nothing to decide"
	}
	p.line("## %s UTC · %s", r.Now.UTC().Format("15:04"), summary)
	p.line("")
	p.line("%s", r.queue())
	if r.Edits > 0 {
		p.line("%s committed first, as somebody's own.", count(r.Edits, "edit by hand was", "edits by hand were"))
	}
	for _, d := range deeds() {
		p.deeds(r, d, counts[d.op])
	}
	p.types(r.Plan.Listed)
	if len(r.Left) > 0 {
		p.heading("Left for another night: %d, because a file changed meanwhile", len(r.Left))
		p.items(len(r.Left), "", func(i int) string { return prose(r.Left[i]) })
	}
	if n := len(r.Plan.Dropped); n > 0 {
		p.line("\nOver the limit of one night: %s for the next.", count(n, "decision waits", "decisions wait"))
	}
	if len(r.Applied) > 0 && r.Applied[0].Commit != "" {
		p.line("")
		p.line("To undo all of it: %s", code(command("mem", "dream", "undo", r.Plan.Run)))
	}
	return p.String()
}

// queue tells the two numbers of the queue before and after.
func (r *Report) queue() string {
	gone := map[memory.Slug]bool{}
	for _, d := range r.Applied {
		if len(d.Notes) > 0 {
			gone[d.Notes[0]] = true
		}
	}
	var left []memory.Note
	for i := range r.Snapshot.Notes {
		if n := &r.Snapshot.Notes[i]; n.Status == memory.Unfiled && !gone[n.Slug] {
			left = append(left, *n)
		}
	}
	before, after := r.Plan.Before, QueueOf(left)
	line := fmt.Sprintf("Unfiled: %d before, %d after.", before.Unfiled, after.Unfiled)
	switch {
	case !after.Oldest.IsZero():
		line += " The oldest that waits is of " + after.Oldest.UTC().Format(time.DateOnly) + "."
	case !before.Oldest.IsZero():
		line += " The oldest was of " + before.Oldest.UTC().Format(time.DateOnly) + "."
	}
	return line
}

// open is the block about what is open now, whoever left it so.
func (r *Report) open() string {
	var p page
	p.line("## Needs your eye")
	start := p.Len()
	p.listed(r.Plan.Listed, Doubtful, OtherTitle, SaidAgain, EmptyButKept, StatusUnknown, TooLarge)
	if p.Len() == start {
		p.line("")
		p.line("Nothing.")
	}
	if problems := r.Plan.Problems; len(problems) > 0 {
		p.line("")
		p.line("## Problems")
		p.line("")
		p.items(len(problems), "mem check", func(i int) string { return problem(problems[i]) })
	}
	if undone := r.Plan.Undone; len(undone) > 0 {
		p.line("")
		p.line("## Stays undone")
		p.line("")
		p.items(len(undone), "mem dream --dry-run", func(i int) string {
			d := undone[i]
			return deedOf(d.Change.Op, d.Change.Notes) + ": somebody undid " + code(abbreviated(d.Commit)) + "."
		})
	}
	p.line("")
	p.line("![[brief-%s.svg]]", r.day())
	return p.String()
}

// page is markdown in the making.
type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *page) heading(format string, args ...any) {
	p.line("\n### "+format+"\n", args...)
}

// items writes a list, cut where it gets long; more is the command that shows the rest.
func (p *page) items(n int, more string, item func(int) string) {
	shown := n
	if n > longest {
		shown = longest - 1
	}
	for i := range shown {
		p.line("- %s", item(i))
	}
	switch {
	case shown == n:
	case more == "":
		p.line("- and %d more", n-shown)
	default:
		p.line("- and %d more: %s", n-shown, code(more))
	}
}

// deeds lists what was done by one operation, each with the line that undoes it.
func (p *page) deeds(r *Report, d deed, n int) {
	if n == 0 {
		return
	}
	p.heading("%s: %d", strings.ToUpper(d.many[:1])+d.many[1:], n)
	types := map[memory.Slug]memory.Type{}
	for _, decided := range r.Plan.Decisions {
		types[decided.Change.Notes[0]] = givenType(&decided.Change)
	}
	list := make([]Done, 0, n)
	for _, done := range r.Applied {
		if done.Op == d.op {
			list = append(list, done)
		}
	}
	p.items(n, command("mem", "log", "--run", r.Plan.Run), func(i int) string {
		done := list[i]
		line := deedOf(done.Op, done.Notes)
		if t := types[done.Notes[0]]; t != "" {
			line += " as " + prose(string(t))
		}
		if done.Op != memory.OpFile {
			line += ": " + prose(done.Reason)
		}
		if done.Commit != "" {
			line += " · " + code(command("mem", "dream", "undo", abbreviated(done.Commit)))
		}
		return line
	})
}

// givenType is the type that a decision gives a note, "" when it gives none.
func givenType(c *memory.Change) memory.Type {
	for _, f := range c.Files {
		if keys, ok := f.(memory.Keys); ok {
			for _, k := range keys.Set {
				if t, ok := k.Value.(memory.Text); ok && k.Key == "type" {
					return memory.Type(t)
				}
			}
		}
	}
	return ""
}

// deedOf names a decision by its notes.
func deedOf(op memory.Op, notes []memory.Slug) string {
	switch {
	case len(notes) == 0:
		return string(op)
	case op == memory.OpSupersede && len(notes) > 1:
		return link(notes[0]) + " by " + link(notes[1])
	default:
		return link(notes[0])
	}
}

// listed writes what is listed of some kinds, a list for each.
func (p *page) listed(all []Listed, kinds ...Kind) {
	for _, kind := range kinds {
		var list []Listed
		for _, l := range all {
			if l.Kind == kind {
				list = append(list, l)
			}
		}
		if len(list) == 0 {
			continue
		}
		p.heading("%s: %d", kind.heading(), len(list))
		p.items(len(list), "mem dream --dry-run", func(i int) string { return asked(list[i]) })
	}
}

func (k Kind) heading() string {
	switch k {
	case StatusUnknown:
		return "A status that mem does not know"
	case TooLarge:
		return "Too large for one memory"
	case OtherTitle:
		return "One text under two titles"
	case SaidAgain:
		return "Said again after something else"
	case Doubtful:
		return "Declared as replaced, but not clearly"
	case EmptyButKept:
		return "Empty, but a person's"
	case TypeUnknown, TypeUnsure:
	}
	panic("dream: no heading for kind " + string(k)) // unreachable: those two are told in types
}

// types tells in a line each what was filed without a type, or with one that is not known.
func (p *page) types(all []Listed) {
	var unsure []memory.Slug
	var lines []string
	for _, l := range all {
		switch {
		case l.Kind == TypeUnsure:
			unsure = append(unsure, l.Notes...)
		case l.Kind.Passing():
			lines = append(lines, prose(l.Why)+": "+some(l.Notes)+" · "+code(l.Settle))
		}
	}
	if len(unsure) > 0 {
		lines = append(lines, "no rule is sure of the type: "+some(unsure)+" · "+code(command("mem", "set", string(unsure[0]), "type=reference")))
	}
	if len(lines) > 0 {
		p.heading("Types to look at")
		p.items(len(lines), "", func(i int) string { return lines[i] })
	}
}

// few is how many notes are named where many are meant.
const few = 5

// some names the first of some notes, and how many more there are.
func some(notes []memory.Slug) string {
	named := make([]string, 0, few)
	for _, s := range notes[:min(few, len(notes))] {
		named = append(named, link(s))
	}
	line := strings.Join(named, ", ")
	if more := len(notes) - few; more > 0 {
		line += fmt.Sprintf(" and %d more", more)
	}
	return line
}

// asked is one listed thing in a line: what the notes say, why, and the command that settles it.
func asked(l Listed) string {
	named := make([]string, 0, len(l.Notes))
	for i, s := range l.Notes {
		name := link(s)
		if i < len(l.Titles) && l.Titles[i] != "" {
			name += " " + code(l.Titles[i])
		}
		named = append(named, name)
	}
	return strings.Join(named, " and ") + ": " + prose(l.Why) + " · " + code(l.Settle)
}

// problem is a finding in a line.
func problem(f memory.Finding) string {
	where := ""
	switch {
	case f.Path != "" && f.Line > 0:
		where = code(fmt.Sprintf("%s:%d", f.Path, f.Line)) + ": "
	case f.Path != "":
		where = code(f.Path) + ": "
	}
	return where + sentence(f.Detail) + " " + sentence(f.Remedy) + " (" + prose(f.Code) + ")"
}
