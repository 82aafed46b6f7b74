package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"mem/internal/dream"
	"mem/internal/engine"
	"mem/internal/memory"
)

// hands is what the owner does: edits, deletions, and taking back what nights decided.
func (y *year) hands() {
	switch roll := y.rng.IntN(100); {
	case roll < 8:
		y.edited()
	case roll < 11:
		y.deleted()
	case roll < 14:
		y.forgotten()
	case roll < 17:
		y.undoOne()
	case roll < 19:
		y.undoNight()
	case roll < 22:
		y.revertOne()
	case roll < 23:
		y.revertNight()
	case roll < 26:
		y.setBack()
	}
}

// edited adds a sentence to a note in an editor.
func (y *year) edited() {
	slug, k := y.someNote()
	if k == nil {
		return
	}
	n := y.survey()[slug]
	if n == nil || !n.Status.Live() {
		return
	}
	y.later()
	add := fmt.Sprintf(" Looked at again on day %d.", len(y.days))
	data, err := os.ReadFile(y.path(n))
	if err == nil {
		err = os.WriteFile(y.path(n), append(bytes.TrimRight(data, "\n"), add+"\n"...), 0o600)
	}
	if err != nil {
		y.breaks("edit: %v", err)
	}
	k.body, k.fact.loose = k.body+add, true
	y.total.Edits++
}

// someNote chooses a note that tells what holds of a fact.
func (y *year) someNote() (memory.Slug, *kept) {
	f := y.someFact(func(*fact) bool { return true })
	if f == nil {
		return "", nil
	}
	s := y.newest(f)
	return s, y.notes[s]
}

// newest is the note that tells what holds of a fact, the first of several that are live.
func (y *year) newest(f *fact) memory.Slug {
	notes := y.survey()
	for _, s := range y.order {
		if k := y.notes[s]; k.fact == f && k.version == len(f.texts)-1 && notes[s] != nil && notes[s].Status.Live() {
			return s
		}
	}
	i := slices.IndexFunc(y.order, func(s memory.Slug) bool { k := y.notes[s]; return k.fact == f && k.version == len(f.texts)-1 })
	return y.order[i]
}

// deleted removes all notes of a fact from the disk.
func (y *year) deleted() {
	f := y.someFact(func(*fact) bool { return true })
	if f == nil {
		return
	}
	y.later()
	notes := y.survey()
	for _, s := range y.order {
		if k := y.notes[s]; k.fact == f && notes[s] != nil {
			if err := os.Remove(y.path(notes[s])); err != nil {
				y.breaks("delete: %v", err)
			}
		}
	}
	f.gone = true
	y.total.Edits++
}

// forgotten tells mem to forget a fact.
func (y *year) forgotten() {
	f := y.someFact(func(*fact) bool { return true })
	if f == nil {
		return
	}
	y.later()
	notes := y.survey()
	var names []string
	for _, s := range y.order {
		if k := y.notes[s]; k.fact == f && notes[s] != nil && notes[s].Status.Live() {
			names = append(names, string(s))
		}
	}
	y.do("forget", func(e *engine.Engine) error { _, err := e.Forget(y.ctx, names, "human:Ada", ""); return err })
	f.gone = true
}

// decision chooses one that a recent night took.
func (y *year) decision() (engine.Decided, bool) {
	if len(y.runs) == 0 {
		return engine.Decided{}, false
	}
	run := pick(y, y.runs)
	d := pick(y, run.Applied)
	return d, d.Op != memory.OpRollup && d.Op != memory.OpUse && d.Commit != "" && !y.undone[key(d)]
}

func key(d engine.Decided) string {
	return string(d.Op) + " " + strings.Join(strings.Fields(fmt.Sprint(d.Notes)), " ")
}

// takenBack remembers that a decision was, and that its notes are the person's business.
func (y *year) takenBack(d engine.Decided) {
	if d.Op == memory.OpUse { // counts are folded in anew
		return
	}
	if d.Op != memory.OpRollup {
		y.undone[key(d)] = true
	}
	y.total.Undos++
	for _, s := range d.Notes {
		y.loose[s] = true
		if k := y.notes[s]; k != nil && k.fact != nil && d.Op == memory.OpSupersede {
			k.fact.loose = true
		}
	}
}

func (y *year) undoOne() {
	if d, ok := y.decision(); ok {
		y.undo(d.Commit)
	}
}

func (y *year) undoNight() {
	if len(y.runs) > 0 {
		y.undo(y.runs[len(y.runs)-1].Run)
	}
}

func (y *year) undo(name string) {
	y.later()
	y.do("undo", func(e *engine.Engine) error {
		got, err := e.Undo(y.ctx, name, "human:Ada")
		for _, d := range got.Undone {
			y.takenBack(d)
		}
		return err
	})
}

// revertOne takes a decision back with plain git; where later edits are in its way git is told to forget it.
func (y *year) revertOne() {
	d, ok := y.decision()
	if !ok || !y.reverted("--no-edit", d.Commit) {
		return
	}
	y.takenBack(d)
}

// revertNight takes the last night back with plain git.
func (y *year) revertNight() {
	if len(y.runs) == 0 {
		return
	}
	run := y.runs[len(y.runs)-1]
	args := []string{"--no-edit", run.Commit}
	if parents := y.mustGit("rev-list", "--parents", "-n1", run.Commit); strings.Count(parents, " ") > 1 {
		args = []string{"--no-edit", "-m", "1", run.Commit}
	}
	if y.reverted(args...) {
		for _, d := range run.Applied {
			y.takenBack(d)
		}
	}
}

func (y *year) reverted(args ...string) bool {
	y.later()
	if y.mustGit("status", "--porcelain") != "" {
		return false // a revert waits until what is on the desk is committed
	}
	if _, err := y.git(append([]string{"revert"}, args...)...); err != nil {
		y.mustGit("revert", "--abort")
		return false
	}
	y.total.Reverts++
	return true
}

// setBack makes a note that a night superseded live again, in an editor.
func (y *year) setBack() {
	d, ok := y.decision()
	if !ok || d.Op != memory.OpSupersede {
		return
	}
	n := y.survey()[d.Notes[0]]
	if n == nil || n.Status != memory.Superseded {
		return
	}
	y.later()
	data, err := os.ReadFile(y.path(n))
	if err == nil {
		var lines []string
		for line := range strings.Lines(string(data)) {
			switch {
			case strings.HasPrefix(line, "status:"):
				line = "status: active\n"
			case strings.HasPrefix(line, "superseded_by:"), strings.HasPrefix(line, "valid_until:"):
				continue
			}
			lines = append(lines, line)
		}
		err = os.WriteFile(y.path(n), []byte(strings.Join(lines, "")), 0o600)
	}
	if err != nil {
		y.breaks("set back: %v", err)
	}
	y.takenBack(d)
	y.total.Edits++
}

// settled is the owner's Sunday: what waits for a word gets one, what changed in words that no
// rule can tell is closed, of what was said twice one is kept, and likenesses are told apart.
func (y *year) settled() {
	y.later()
	notes := y.survey()
	for _, s := range y.order {
		n, k := notes[s], y.notes[s]
		switch {
		case n == nil || k.fact == nil || k.fact.gone || k.at.After(y.now.AddDate(0, 0, -2)):
		case n.Status == memory.Unfiled:
			y.set(s, "type", string(k.fact.form.kind), "status", "active")
		case n.Status.Live() && k.version < len(k.fact.texts)-1 && !k.fact.loose:
			y.set(s, "status", "superseded", "superseded_by", string(y.newest(k.fact)))
		}
	}
	apart := map[memory.Slug]string{}
	for _, l := range y.listed {
		if len(l.Notes) != 2 || notes[l.Notes[0]] == nil || notes[l.Notes[1]] == nil {
			continue
		}
		switch a, b := y.notes[l.Notes[0]], y.notes[l.Notes[1]]; {
		case a == nil || b == nil || a.fact == nil || b.fact == nil:
		case (l.Kind == dream.SaidAgain || l.Kind == dream.OtherType) && a.fact == b.fact && a.version == b.version && !a.fact.loose && !a.fact.gone:
			y.set(l.Notes[0], "status", "superseded", "superseded_by", string(l.Notes[1]))
		case l.Kind == dream.NearCopies && a.fact != b.fact && !a.fact.gone && !b.fact.gone:
			for _, s := range append(notes[l.Notes[0]].DistinctFrom, l.Notes[1]) {
				apart[l.Notes[0]] += "," + string(s)
			}
			y.set(l.Notes[0], "distinct_from", apart[l.Notes[0]])
		}
	}
}

// set is mem set; of a note's own keys and values.
func (y *year) set(s memory.Slug, pairs ...string) {
	var list []engine.Assignment
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, engine.Assignment{Key: pairs[i], Value: pairs[i+1]})
	}
	y.do("set", func(e *engine.Engine) error { _, err := e.Set(y.ctx, string(s), list, "human:Ada", ""); return err })
}
