package dream

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mem/internal/memory"
)

// deeds tells what was done by one operation, each with the line that undoes it. Where
// that would be long it is told by type, or by reason, the most notable first.
func (p *page) deeds(r *Report, d deed, n int) {
	if n == 0 {
		return
	}
	p.heading("%s: %d", strings.ToUpper(d.many[:1])+d.many[1:], n)
	list := make([]Done, 0, n)
	for _, done := range r.Applied {
		if done.Op == d.op {
			list = append(list, done)
		}
	}
	weight := r.notability()
	if n > longest {
		slices.SortStableFunc(list, func(a, b Done) int { return cmp.Compare(weight[b.Notes[0]], weight[a.Notes[0]]) })
		if names, groups := r.grouped(d.op, list); len(names) > 1 && len(names) <= longest {
			p.many(r, names, groups)
			return
		}
	}
	types := r.givenTypes()
	p.items(len(list), r.logged(), func(i int) string {
		done := list[i]
		line := deedOf(done.Op, done.Notes)
		if t := types[done.Notes[0]]; t != "" && done.Op == memory.OpFile {
			line += " as " + prose(string(t))
		}
		if done.Op != memory.OpFile {
			line += ": " + prose(done.Reason)
		}
		if done.Commit != "" {
			line += " · " + typed(command("mem", "dream", "undo", abbreviated(done.Commit)))
		}
		return line
	})
}

// grouped puts what was done by type, or by reason, the largest group first.
func (r *Report) grouped(op memory.Op, list []Done) (names []string, groups map[string][]Done) {
	by := reasonOf
	if op == memory.OpFile {
		by = r.typeAfter()
	}
	groups = map[string][]Done{}
	for _, done := range list {
		name := by(done)
		if groups[name] == nil {
			names = append(names, name)
		}
		groups[name] = append(groups[name], done)
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(groups[b]), len(groups[a])), cmp.Compare(a, b))
	})
	return names, groups
}

// namedOfMany is how many of a group are named where a night is told in groups.
const namedOfMany = 3

// many tells in a line each how many there are of a group, and names the most notable.
func (p *page) many(r *Report, names []string, groups map[string][]Done) {
	for _, name := range names {
		group := groups[name]
		var some []string
		for _, done := range group[:min(namedOfMany, len(group))] {
			one := deedOf(done.Op, done.Notes)
			if done.Commit != "" {
				one += " " + code(abbreviated(done.Commit))
			}
			some = append(some, one)
		}
		line := fmt.Sprintf("%d %s: %s", len(group), name, strings.Join(some, ", "))
		if more := len(group) - len(some); more > 0 {
			line += fmt.Sprintf(" and %d more", more)
		}
		p.line("- %s", line)
	}
	if first := groups[names[0]][0].Commit; first != "" {
		p.line("\nOne of them is undone by its commit, as %s; all are named by %s.",
			typed(command("mem", "dream", "undo", abbreviated(first))), typed(r.logged()))
	}
}

// typeAfter tells of a filed note which type it has now, as a line begins.
func (r *Report) typeAfter() func(Done) string {
	types := map[memory.Slug]memory.Type{}
	for _, n := range r.after() {
		types[n.Slug] = n.Type
	}
	return func(d Done) string {
		if t := types[d.Notes[0]]; t != "" {
			return "as " + prose(string(t))
		}
		return "without a type"
	}
}

// reasonOf is why a decision was taken, whichever notes it is about.
func reasonOf(d Done) string {
	reason := d.Reason
	for _, s := range d.Notes {
		reason = strings.ReplaceAll(reason, string(s), "the other")
	}
	return "(" + strings.TrimRight(prose(reason), ".") + ")"
}

// notability says how much a note is worth to be named before others: what was marked as
// important, what proved itself, and what others link to.
func (r *Report) notability() map[memory.Slug]int {
	weight := map[memory.Slug]int{}
	for i := range r.Snapshot.Notes {
		n := &r.Snapshot.Notes[i]
		weight[n.Slug] += 100 * cmp.Or(n.Importance, memory.DefaultImportance)
		if n.Trust == memory.Verified {
			weight[n.Slug] += 50
		}
		for _, to := range memory.Links(n.Body) {
			if to != n.Slug {
				weight[to]++
			}
		}
	}
	return weight
}

// logged is the command that lists all of the night's decisions, and its brief.
func (r *Report) logged() string {
	return command("mem", "log", "--run", r.Plan.Run, "-n", strconv.Itoa(len(r.Applied)+1))
}

// givenTypes are the types that the night gave.
func (r *Report) givenTypes() map[memory.Slug]memory.Type {
	types := map[memory.Slug]memory.Type{}
	for _, decided := range r.Plan.Decisions {
		if t := givenType(&decided.Change); t != "" {
			types[decided.Change.Notes[0]] = t
		}
	}
	return types
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
	case op == memory.OpUse:
		return some(notes)
	default:
		return link(notes[0])
	}
}

// types tells what was filed with a type that the vault does not know, unless it is proposed
// to make the type known.
func (p *page) types(r *Report) {
	var unknown []Listed
	types, proposed := r.typesBefore(), r.proposedTypes()
	for _, l := range r.Plan.Listed {
		if l.Kind.Passing() && !proposed[types[l.Notes[0]]] {
			unknown = append(unknown, l)
		}
	}
	if len(unknown) == 0 {
		return
	}
	p.heading("Types to look at")
	if len(unknown) == 1 {
		p.line("- %s: %s · %s in mem.yaml", prose(unknown[0].Why), some(unknown[0].Notes), typed(typeSetting(memory.Cut(string(types[unknown[0].Notes[0]]), 40))))
		return
	}
	slices.SortStableFunc(unknown, func(a, b Listed) int { return cmp.Compare(len(b.Notes), len(a.Notes)) })
	p.line("- types that are not among those of this vault: %s", typeNames(unknown, types))
}

func (r *Report) typesBefore() map[memory.Slug]memory.Type {
	types := map[memory.Slug]memory.Type{}
	for i := range r.Snapshot.Notes {
		types[r.Snapshot.Notes[i].Slug] = r.Snapshot.Notes[i].Type
	}
	return types
}

// proposedTypes are those of the line of mem.yaml that the brief proposes.
func (r *Report) proposedTypes() map[memory.Type]bool {
	out := map[memory.Type]bool{}
	for _, p := range r.Plan.Proposals {
		if list, ok := strings.CutPrefix(p.Setting, "types: ["); ok {
			for _, t := range strings.Split(strings.TrimSuffix(list, "]"), ", ") {
				out[memory.Type(t)] = true
			}
		}
	}
	return out
}

// typeNames names types with how many notes have them, and the line of mem.yaml that
// makes them known.
func typeNames(unknown []Listed, types map[memory.Slug]memory.Type) string {
	var counted, names []string
	for _, l := range unknown[:min(longest, len(unknown))] {
		name := memory.Cut(string(types[l.Notes[0]]), 40)
		counted, names = append(counted, fmt.Sprintf("%s (%d)", prose(name), len(l.Notes))), append(names, name)
	}
	line := strings.Join(counted, ", ")
	if more := len(unknown) - len(names); more > 0 {
		line += fmt.Sprintf(" and %d more", more)
	}
	return line + " · " + typed(typeSetting(names...)) + " in mem.yaml"
}

// typeSetting is the line of mem.yaml that makes types known.
func typeSetting(names ...string) string { return "types: [" + strings.Join(names, ", ") + "]" }
