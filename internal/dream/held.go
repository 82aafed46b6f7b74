package dream

import (
	"strings"

	"mem/internal/memory"
)

// heldBack tells what guards kept from being done.
func (p *page) heldBack(r *Report) {
	if len(r.Plan.Barred) == 0 && len(r.Probe.Lost) == 0 {
		return
	}
	p.line("")
	p.line("## Held back")
	p.line("")
	barred := r.Plan.Barred
	p.items(len(barred), "mem dream --dry-run", func(i int) string { return held(barred[i]) })
	lost := r.Probe.Lost
	p.items(len(lost), "mem eval probe", func(i int) string { return "No longer answered: " + lostLine(lost[i]) })
}

// held is one thing that a guard held back, in a line with the command that does it all the same.
func held(b Barred) string {
	what := count(b.Decisions, "decision", "decisions") + " of " + string(b.Job)
	if b.Whole {
		what = "Nothing of " + string(b.Job)
	}
	line := what + ": " + sentence(b.Why)
	for i, l := range b.Lost {
		if i == few {
			line += " And " + count(len(b.Lost)-few, "more question.", "more questions.")
			break
		}
		line += " Lost would be " + lostLine(l)
	}
	if len(b.Subjects) > 0 {
		shown := make([]string, len(b.Subjects))
		for i, s := range b.Subjects {
			shown[i] = code(s)
		}
		line += " It wanted " + strings.Join(shown, ", ")
		if more := b.Decisions - len(b.Subjects); more > 0 {
			line += " and " + count(more, "other", "others")
		}
		line += "."
	}
	if b.Guard == GuardProbe {
		return line + " · " + code("mem status")
	}
	return line + " · " + typed(command("mem", "dream", "--allow", string(b.Job)))
}

func lostLine(l Lost) string {
	line := code(l.Query)
	if len(l.Expected) > 0 {
		line += ", for " + links(l.Expected, " or ")
	}
	if len(l.Came) > 0 {
		return line + ": " + links(l.Came, ", ") + " would come."
	}
	return line + ": no answer."
}

func links(slugs []string, between string) string {
	out := make([]string, len(slugs))
	for i, s := range slugs {
		out[i] = link(memory.Slug(s))
	}
	return strings.Join(out, between)
}
