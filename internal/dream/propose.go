package dream

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"mem/internal/memory"
)

// Proposal is a change to mem.yaml that the owner may want. No night makes it.
type Proposal struct {
	Why     string   `json:"why"`     // what was seen, one sentence
	Setting string   `json:"setting"` // "types: [learning]"
	Diff    string   `json:"diff"`    // of mem.yaml, as git apply reads it; "" where its text leaves doubt
	Of      []string `json:"of"`      // slugs and figures that it rests on, the first of them
}

// The bounds of what is proposed: chosen.
const (
	typedAlike  = 5  // live notes of a type that the vault does not know
	undoneAlike = 3  // decisions of a job that somebody took back
	undoneShare = 5  // and one in so many of those it took
	corrected   = 3  // notes whose type somebody changed after a night had given it
	waitsOften  = 3  // nights in a row that had more decisions than they may take
	quietNights = 30 // nights after which what never applied is named
	misjudged   = 3  // questions that were refused though the right note was there
)

// propose looks for what people undo and correct, for settings that never apply, and for
// bounds that the vault's own questions contradict.
func propose(_ context.Context, n *night) error {
	n.proposeTypes()
	n.proposeSkips()
	n.proposeUntyped()
	n.proposeRoom()
	n.proposeUnused()
	n.proposeBound()
	return nil
}

// propose adds a proposal to set a setting, or to add items to it.
func (n *night) propose(name, value string, item bool, of []string, why string, args ...any) {
	p := Proposal{Why: fmt.Sprintf(why, args...), Setting: name + ": " + whole(value, item), Of: of[:min(few, len(of))]}
	if text, ok := withSetting(n.Config, name, value, item); ok {
		p.Diff = unified(settingsFile, n.Config, text)
	}
	n.plan.Proposals = append(n.plan.Proposals, p)
}

// proposeTypes asks for types that many notes have and the vault does not know.
func (n *night) proposeTypes() {
	of := map[memory.Type][]string{}
	for i := range n.Notes {
		note := n.later(&n.Notes[i])
		if note.Status.Live() && note.Type != "" && note.Type != memory.Entity && !n.policy.Settings.Known(note.Type) && typeWord(string(note.Type)) {
			of[note.Type] = append(of[note.Type], string(note.Slug))
		}
	}
	var types, examples, counted []string
	for t, notes := range of {
		if len(notes) >= typedAlike {
			types = append(types, string(t))
		}
	}
	slices.SortFunc(types, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(of[memory.Type(b)]), len(of[memory.Type(a)])), cmp.Compare(a, b))
	})
	for _, t := range types {
		counted = append(counted, fmt.Sprintf("%s (%d)", t, len(of[memory.Type(t)])))
		examples = append(examples, of[memory.Type(t)][0])
	}
	if len(types) > 0 {
		n.propose("types", strings.Join(types, ", "), true, examples, "Live notes have types that this vault does not know: %s", together(counted))
	}
}

func typeWord(t string) bool {
	return len(t) <= 40 && !strings.ContainsFunc(t, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' })
}

// proposeSkips asks whether a job is wanted whose decisions somebody keeps taking back.
func (n *night) proposeSkips() {
	of := map[Job][]string{}
	ops := map[Job]memory.Op{}
	for _, u := range n.plan.Undone {
		of[u.Job] = append(of[u.Job], string(u.Change.Notes[0]))
		ops[u.Job] = u.Change.Op
	}
	taken := map[memory.Op]int{}
	for _, e := range n.Earlier {
		for op, c := range e.Counts {
			taken[op] += c
		}
	}
	for _, job := range Jobs() {
		undone := of[job]
		if slices.Contains(memory.SkippableJobs[:], string(job)) && len(undone) >= undoneAlike && len(undone)*undoneShare >= taken[ops[job]] {
			slices.Sort(undone)
			n.propose("dream.skip", string(job), true, undone, "%d decisions of the job %s were taken back, of %d that nights took of that kind", len(undone), job, max(taken[ops[job]], len(undone)))
		}
	}
}

// proposeUntyped asks whether nights should name types at all, where people keep changing them.
func (n *night) proposeUntyped() {
	given, changed := 0, []string(nil)
	for i := range n.Notes {
		note := &n.Notes[i]
		t, ok := n.Given[note.Slug]
		if !ok || !note.Status.Live() {
			continue
		}
		given++
		if note.Type != "" && note.Type != t {
			changed = append(changed, string(note.Slug)+": "+string(t)+" → "+string(note.Type))
		}
	}
	if len(changed) >= corrected && len(changed)*undoneShare >= given {
		n.propose("dream.skip", skipTypes, true, changed, "Of %d types that nights gave, somebody changed %d", given, len(changed))
	}
}

// proposeRoom asks for a higher limit where nights keep reaching it.
func (n *night) proposeRoom() {
	waits, limit := 0, n.policy.limit()
	for _, s := range slices.Backward(n.Scores) {
		if s.Waits == 0 {
			break
		}
		waits++
	}
	if n.besides() > limit && waits+1 >= waitsOften && limit > 0 {
		n.propose("dream.max_changes", fmt.Sprint(2*limit), false, []string{fmt.Sprintf("%d decisions tonight besides filing", n.besides())},
			"%d nights in a row had more to decide than the limit of %d allows", waits+1, limit)
	}
}

// besides counts the decisions besides filing.
func (n *night) besides() int {
	c := 0
	for i := range n.plan.Decisions {
		if n.plan.Decisions[i].Job != JobFile {
			c++
		}
	}
	return c
}

// proposeUnused names types of mem.yaml that no note has ever had while the vault was dreamt of.
func (n *night) proposeUnused() {
	if len(n.Scores) < quietNights {
		return
	}
	used := map[memory.Type]bool{}
	for i := range n.Notes {
		used[n.Notes[i].Type] = true
	}
	for _, t := range n.policy.Settings.Types {
		if text, ok := withoutType(n.Config, string(t)); !used[t] && ok {
			n.plan.Proposals = append(n.plan.Proposals, Proposal{
				Why:     fmt.Sprintf("In %d nights no note has had the type %s", len(n.Scores), t),
				Setting: "types without " + string(t), Diff: unified(settingsFile, n.Config, text), Of: []string{},
			})
		}
	}
}

// proposeBound asks for another recall.min_coverage where the owner's own questions say so: they
// are refused though the right note is the best there is, and none that has to be refused would
// be answered.
func (n *night) proposeBound() {
	t := n.Trial
	if len(t.Missed) < misjudged || t.Refused < misjudged {
		return
	}
	var of []string
	bound := t.Bound
	for _, m := range t.Missed {
		if m.Evidence > t.Highest {
			bound = min(bound, m.Evidence)
			of = append(of, m.Query)
		}
	}
	bound = float64(int(100*bound)) / 100
	if len(of) >= misjudged && bound > t.Highest && bound > 0 && bound < t.Bound {
		n.propose("recall.min_coverage", fmt.Sprintf("%.2f", bound), false, of,
			"%d questions of eval/gold.jsonl are refused though their note is the best there is; with this bound they are answered, and none of the %d that have to be refused", len(of), t.Refused)
	}
}

// proposals shows what could be changed.
func (p *page) proposals(all []Proposal) {
	if len(all) == 0 {
		return
	}
	p.section("Proposals: %d", len(all))
	p.line("Changes to %s that no night makes. Edit it, or save the lines and %s.", code(settingsFile), code("git apply"))
	for _, one := range all[:min(pairs, len(all))] {
		line := strings.TrimRight(prose(one.Why), ".")
		if one.Diff == "" { // which says it too
			line += ": " + typed(one.Setting)
		}
		if len(one.Of) > 0 {
			var of []string
			for _, o := range one.Of[:min(namedOfMany, len(one.Of))] {
				of = append(of, code(o))
			}
			line += ". Seen in " + strings.Join(of, ", ")
		}
		p.line("\n- %s.", line)
		if one.Diff == "" {
			continue
		}
		fence := "```"
		for strings.Contains(one.Diff, fence) {
			fence += "`"
		}
		p.line("\n%sdiff\n%s%s", fence, one.Diff, fence)
	}
}
