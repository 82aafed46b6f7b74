package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// opUndo takes decisions back.
const opUndo = memory.OpUndo

// How the undo of a night and the rejection of a staged one begin to tell what they are.
const (
	wholeRun   = "run "
	rejectedBy = "Rejected by "
)

// ErrNothingToUndo says that a name is no decision or night of dream.
var ErrNothingToUndo = errors.New("no decision of dream")

// NotOfDream is a commit that no night made: plain git takes it back.
type NotOfDream struct{ Commit, Subject string } // the hash, shortened

func (e *NotOfDream) Error() string {
	return fmt.Sprintf("%v: %s %q", ErrNothingToUndo, e.Commit, e.Subject)
}

// Unwrap returns ErrNothingToUndo.
func (e *NotOfDream) Unwrap() error { return ErrNothingToUndo }

// Undone is the reply to dream undo.
type Undone struct {
	Undone []Decided `json:"undone"`
	Kept   []string  `json:"kept"` // decisions that could not be taken back, a sentence each
	Commit string    `json:"commit"`
}

// Undo takes back a whole night (by its run, or its merge) or one decision (by its
// commit), as one new commit. Where a note was edited since, only the keys that the
// decision set are set back; where those were changed too, the decision is kept and named.
// What is taken back already is not done again: a reply that names nothing says so of all.
func (e *Engine) Undo(ctx context.Context, name string, actor memory.Actor) (Undone, error) {
	repo, err := e.history()
	if err != nil {
		return Undone{}, err
	}
	entries, what, err := findDecisions(ctx, repo, name)
	if err != nil {
		return Undone{}, err
	}
	back, err := takenBackIn(ctx, repo)
	if err != nil {
		return Undone{}, err
	}
	out := Undone{Undone: []Decided{}, Kept: []string{}}
	receipts, err := e.apply(ctx, func(w *vault.Writer) ([]memory.Change, error) {
		c := memory.Change{Op: opUndo, Detail: what, Actor: actor, Reason: "Taken back by " + string(actor) + "; dream does not decide it again."}
		now := map[string][]byte{} // files as they will be, nil = none
		for _, entry := range entries {
			ev := eventOf(entry)
			if ev.Op == string(memory.OpBrief) || ev.Op == "dream" || back.has(ev) { // what is there now is somebody's own
				continue
			}
			switch changes, err := e.takeBack(ctx, repo, entry, now); {
			case err != nil:
				out.Kept = append(out.Kept, fmt.Sprintf("%s: %v", entry.Subject, err))
				continue
			case !changes:
				continue
			}
			out.Undone = append(out.Undone, Decided{Op: memory.Op(ev.Op), Notes: ev.Notes, Subject: ev.Subject, Reason: ev.Reason, Commit: ev.Commit})
			c.Evidence = append(c.Evidence, entry.Hash)
			for _, s := range ev.Notes {
				if !slices.Contains(c.Notes, s) {
					c.Notes = append(c.Notes, s)
				}
			}
		}
		for _, path := range sortedKeys(now) {
			before, err := e.vault.ReadFile(path)
			switch {
			case gone(err): // it was made, and somebody deleted it
			case err != nil:
				return nil, err
			case string(before) != string(now[path]) || now[path] == nil:
				c.Files = append(c.Files, memory.Replace{Path: path, Want: memory.HashOf(before), Data: now[path]})
			}
		}
		if len(c.Files) == 0 {
			return nil, nil
		}
		return []memory.Change{c}, nil
	})
	if len(receipts) > 0 {
		out.Commit = receipts[0].Commit
	}
	return out, err
}

// findDecisions returns the decisions that a name stands for, the last first.
func findDecisions(ctx context.Context, repo *gitlog.Repo, name string) ([]gitlog.Entry, string, error) {
	run := name
	if strings.TrimSpace(name) == "" { // an unset variable of a script is no name of every night
		return nil, "", fmt.Errorf("%w: no name was given", ErrNothingToUndo)
	}
	if hash, err := repo.Resolve(name); err == nil {
		entry, err := entryOf(ctx, repo, hash)
		if err != nil {
			return nil, "", err
		}
		ev := eventOf(entry)
		switch {
		case ev.Run == "" || ev.Op == string(opUndo):
			return nil, "", &NotOfDream{Commit: entry.Short, Subject: entry.Subject}
		case !entry.Merge:
			return []gitlog.Entry{entry}, entry.Subject, nil
		}
		run = ev.Run
	}
	var out []gitlog.Entry
	for x, err := range repo.Log(ctx, gitlog.Query{Trailers: []gitlog.Trailer{{Key: "Mem-Run", Value: run}}}) {
		if err != nil {
			return nil, "", err
		}
		if !x.Merge && eventOf(x).Op != string(opUndo) {
			out = append(out, x)
		}
	}
	if len(out) == 0 {
		return nil, "", fmt.Errorf("%w: %q", ErrNothingToUndo, name)
	}
	return out, wholeRun + run, nil
}

func entryOf(ctx context.Context, repo *gitlog.Repo, hash string) (gitlog.Entry, error) {
	for entry, err := range repo.Log(ctx, gitlog.Query{Rev: hash, Limit: 1}) {
		return entry, err
	}
	return gitlog.Entry{}, gitlog.ErrUnknownRevision
}

// takeBack computes into now how the files of a decision would be without it. It changes
// nothing where they are so already.
func (e *Engine) takeBack(ctx context.Context, repo *gitlog.Repo, entry gitlog.Entry, now map[string][]byte) (changes bool, err error) {
	diffs, err := repo.Diff(entry.Hash)
	if err != nil {
		return false, err
	}
	next := map[string][]byte{}
	for _, d := range diffs {
		if d.Path, err = e.standing(d); err != nil {
			return false, err
		}
		cur, ok := now[d.Path]
		if !ok {
			if cur, err = e.vault.ReadFile(d.Path); err != nil && (d.Before != nil || !gone(err)) {
				if gone(err) {
					return false, fmt.Errorf("%s is not there any more", d.Path)
				}
				return false, err
			}
		}
		switch {
		case d.After == nil:
			return false, fmt.Errorf("%s was removed by it: use git revert %s", d.Path, entry.Short)
		case d.Before == nil && cur == nil: // a note that it made is gone
			continue
		case string(cur) == string(d.After), e.picture(ctx, repo, entry, d.Path, cur):
			next[d.Path] = d.Before
		case d.Before == nil:
			return false, fmt.Errorf("%s was made by it and has changed since: take the later changes back first, or delete it", d.Path)
		case string(cur) == string(d.Before):
			continue
		default:
			if next[d.Path], err = vault.Unset(cur, d.Before, d.After); err != nil {
				return false, fmt.Errorf("%s was edited since: %w", d.Path, err)
			}
		}
		changes = changes || d.Before == nil || string(next[d.Path]) != string(cur)
	}
	for p, data := range next {
		now[p] = data
	}
	return changes, nil
}

// standing returns where the note is that a decision changed: another place than then, if somebody has
// moved its file and it is that note by its date or its text. An error says that another note stands
// in its place.
func (e *Engine) standing(d gitlog.FileDiff) (string, error) {
	if !vault.IsNotePath(d.Path) || d.After == nil {
		return d.Path, nil
	}
	then := vault.Decode(d.Path, d.After, e.o.Now)
	is := func(path string) bool { // for sure
		now, _, err := e.vault.Read(path)
		return err == nil && now.Slug == then.Slug && (memory.Same(now.Body, then.Body) || dated(now, then) && now.Captured.Equal(then.Captured))
	}
	here, _, err := e.vault.Read(d.Path)
	if err == nil && (!dated(here, then) || is(d.Path)) || err != nil && !gone(err) {
		return d.Path, nil
	}
	found, missing := e.vault.Resolve(string(memory.Stem(d.Path)))
	paths := []string{found}
	if several := (*vault.Ambiguous)(nil); errors.As(missing, &several) {
		paths, missing = several.Paths, nil
	}
	paths = slices.DeleteFunc(paths, func(path string) bool { return missing != nil || !is(path) })
	switch {
	case len(paths) == 1:
		return paths[0], nil
	case err == nil:
		return "", fmt.Errorf("%s is another note now", d.Path)
	default:
		return d.Path, nil
	}
}

// dated reports whether the dates of two notes are known.
func dated(a, b *memory.Note) bool { return !a.CapturedGuessed && !b.CapturedGuessed }

// picture reports whether a file is a note that rollups made and nobody else has touched. It
// shows what is active and holds nothing of its own, so that one of its makings can be taken
// back with those that came later: the next night makes it of what is active then.
func (e *Engine) picture(ctx context.Context, repo *gitlog.Repo, entry gitlog.Entry, path string, cur []byte) bool {
	if eventOf(entry).Op != string(memory.OpRollup) {
		return false
	}
	history, err := repo.History(ctx, path)
	if err != nil || len(history) == 0 {
		return false
	}
	if last, err := repo.FileAt(ctx, history[0].Hash, path); err != nil || unixLines(last) != unixLines(cur) {
		return false
	}
	return !slices.ContainsFunc(history, func(x gitlog.Entry) bool {
		ev := eventOf(x)
		return ev.Op != string(memory.OpRollup) && ev.Op != string(opUndo)
	})
}

func sortedKeys(m map[string][]byte) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, strings.Compare)
	return keys
}
