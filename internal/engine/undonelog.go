package engine

import (
	"context"
	"slices"

	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// NightEvent is a line of dream log.
type NightEvent struct {
	Event
	Undone Undoing `json:"undone,omitzero"` // with --undone
}

// Undoing says by whom and how a decision was taken back.
type Undoing struct {
	By     string `json:"by"`
	When   string `json:"when"` // RFC 3339; "" for an edit that is not committed
	How    string `json:"how"`  // undo, revert or edit
	Commit string `json:"commit"`
}

// How a decision may be taken back.
const (
	byUndo   = "undo"   // mem dream undo, or a rejection
	byRevert = "revert" // git revert
	byEdit   = "edit"   // of the note
)

// UndoneLog lists the decisions of nights that somebody took back and that do not hold now,
// the newest decision first. Who took them back is read from the history: an undo and a
// revert name what they take back, an edit is found in the history of the note. A rollup is
// among them until a later night has written the note of the entity again.
func (e *Engine) UndoneLog(ctx context.Context, limit int) ([]NightEvent, error) {
	repo, err := e.history()
	if err != nil {
		return nil, err
	}
	out, told := []NightEvent{}, map[memory.DecisionKey]bool{}
	back, rebuilt := newTakenBack(), map[memory.Slug]bool{}
	for entry, err := range repo.Log(ctx, gitlog.Query{}) {
		if err != nil {
			return nil, err
		}
		ev := eventOf(entry)
		back.see(entry, ev)
		if ev.Run == "" || len(ev.Notes) == 0 || told[ev.key()] {
			continue
		}
		if ev.Op == string(memory.OpRollup) {
			rebuilt[ev.Notes[0]] = rebuilt[ev.Notes[0]] || !back.has(ev)
			if rebuilt[ev.Notes[0]] {
				continue
			}
		} else if e.holds(ev) {
			continue
		}
		u, is := e.undoing(ctx, repo, ev, &back)
		if !is {
			continue
		}
		told[ev.key()] = true
		if out = append(out, NightEvent{Event: ev, Undone: u}); len(out) == limit {
			break
		}
	}
	return out, nil
}

// holds reports whether the note that a decision is about is as the decision left it.
func (e *Engine) holds(ev Event) bool {
	n, err := e.open(string(ev.Notes[0]))
	if gone(err) || err != nil {
		return ev.Op != string(memory.OpInsight)
	}
	return held(ev, n)
}

// held is holds for one state of the note.
func held(ev Event, n *memory.Note) bool {
	switch memory.Op(ev.Op) {
	case memory.OpFile:
		return n.Status != memory.Unfiled
	case memory.OpSupersede:
		return !n.Status.Live() && (len(ev.Notes) < 2 || n.SupersededBy == ev.Notes[1])
	case memory.OpExpire:
		return !n.Status.Live()
	case memory.OpPromote:
		return n.Trust == memory.Verified
	default:
		return true
	}
}

// undoing finds who took a decision back. A later decision of dream's own is nobody's.
func (e *Engine) undoing(ctx context.Context, repo *gitlog.Repo, ev Event, back *takenBack) (Undoing, bool) {
	if entry, is := back.by(ev); is {
		by := eventOf(entry.Entry)
		how := byRevert
		if by.Op == string(opUndo) {
			how = byUndo
		}
		return Undoing{By: by.Actor, When: by.When, How: how, Commit: by.Commit}, true
	}
	files, err := repo.Diff(ev.Commit)
	if err != nil || len(files) == 0 {
		return Undoing{}, false
	}
	at := slices.IndexFunc(files, func(f gitlog.FileDiff) bool { return memory.Stem(f.Path) == ev.Notes[0] })
	if at < 0 {
		return Undoing{}, false
	}
	path := files[at].Path
	history, err := repo.History(ctx, path)
	if err != nil {
		return Undoing{}, false
	}
	later := slices.IndexFunc(history, func(x gitlog.Entry) bool { return x.Hash == ev.Commit })
	for i := later - 1; i >= 0; i-- {
		data, err := repo.FileAt(ctx, history[i].Hash, path)
		if err != nil || data != nil && held(ev, vault.Decode(path, data, history[i].When)) {
			continue
		}
		by := eventOf(history[i])
		return Undoing{By: by.Actor, When: by.When, How: byEdit, Commit: by.Commit}, by.Run == ""
	}
	_, person := e.person()
	return Undoing{By: string(person), How: byEdit}, later >= 0
}
