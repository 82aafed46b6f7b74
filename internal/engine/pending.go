package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// An intent is a change that has been decided and may not be committed yet. It is noted
// before the first byte is written, so that a process that dies, or a repository that is
// in the middle of a merge, costs no history: the next run makes the commit up.
type intent struct {
	ID       string           `json:"id"`
	Subject  string           `json:"subject"`
	Body     string           `json:"body"`
	Trailers []memory.Trailer `json:"trailers"`
	Author   gitlog.Identity  `json:"author"`
	When     time.Time        `json:"when"`
	Paths    []string         `json:"paths"`
	Run      string           `json:"run,omitempty"`
	// Wrote is what the change made of each path, nil where it took the file away. It is
	// known of a change whose commit was refused, so that what is written to the same file
	// later does not slip into its commit.
	Wrote map[string][]byte `json:"wrote,omitempty"`
}

// The files of .mem/ that hold intents: of single changes, and of a night's decisions.
const (
	pendingState = "pending.jsonl"
	runState     = "run.jsonl"
)

func (e *Engine) intent(c memory.Change) intent {
	i := intent{
		ID: nonce(), Subject: c.Subject(), Body: c.Reason, Trailers: c.Trailers(), Author: e.author(c.Actor), When: e.o.Now,
		Run: c.Run,
	}
	for _, f := range c.Files {
		i.Paths = append(i.Paths, f.Target())
	}
	return i
}

// note writes an intent down in one of the lists.
func (e *Engine) note(name string, i intent) error {
	line, err := json.Marshal(i)
	if err != nil {
		return err
	}
	return e.vault.AppendState(name, line)
}

// refused writes down what a change whose commit has to wait made of its files.
func (e *Engine) refused(i intent, written []vault.Written) {
	i.Wrote = map[string][]byte{}
	for _, w := range written {
		i.Wrote[w.Path] = w.Data
	}
	if err := e.note(pendingState, i); err != nil {
		e.notice("the next night commits this as an edit by hand: %v", err)
	}
}

// crossOut takes intents of single changes out of the list again.
func (e *Engine) crossOut(done ...intent) {
	left := e.intents(pendingState)
	keep := left[:0]
	for _, i := range left {
		found := false
		for _, d := range done {
			found = found || d.ID == i.ID
		}
		if !found {
			keep = append(keep, i)
		}
	}
	e.keepIntents(pendingState, keep)
}

func (e *Engine) keepIntents(name string, keep []intent) {
	if len(keep) == 0 {
		if err := e.vault.RemoveState(name); err != nil {
			e.lost("cannot clear %s: %v", name, err)
		}
		return
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, i := range keep {
		_ = enc.Encode(i) // an intent always marshals: it came from JSON
	}
	if err := e.vault.WriteState(name, b.Bytes()); err != nil {
		e.lost("cannot rewrite %s: %v", name, err)
	}
}

// intents reads a list of intents; a line that a crash cut short is left out.
func (e *Engine) intents(name string) []intent {
	data, err := e.vault.ReadState(name)
	if err != nil {
		return nil
	}
	var out []intent
	at := map[string]int{}
	for line := range bytes.Lines(data) {
		var i intent
		if json.Unmarshal(bytes.TrimSpace(line), &i) != nil || i.ID == "" {
			continue
		}
		if n, ok := at[i.ID]; ok {
			out[n] = i // what was written is known by now
			continue
		}
		at[i.ID] = len(out)
		out = append(out, i)
	}
	return out
}

// makeUp commits what earlier processes wrote and could not commit: killed, or in the
// middle of somebody's merge. It runs under the lock, before anything new is decided.
func (e *Engine) makeUp(ctx context.Context, w *vault.Writer, repo *gitlog.Repo) {
	if repo == nil {
		return
	}
	if _, err := repo.Recover(ctx); err != nil {
		e.notice("the repository needs a look: %v", err)
	}
	e.finishRun(ctx, repo)
	left := e.intents(pendingState)
	if len(left) == 0 {
		return
	}
	for n, i := range left {
		if err := e.commitIntent(ctx, repo, i); err != nil && !lasting(err) {
			e.keepIntents(pendingState, left[n:])
			return
		}
	}
	e.keepIntents(pendingState, nil)
}

// commitIntent commits the files of an intent where they differ from the history.
func (e *Engine) commitIntent(ctx context.Context, repo *gitlog.Repo, i intent) error {
	var written []vault.Written
	for path, data := range i.Wrote {
		written = append(written, vault.Written{Path: path, Data: data})
	}
	if i.Wrote == nil {
		written = e.onDisk(i.Paths)
	}
	if len(written) == 0 {
		return nil
	}
	if _, err := repo.Commit(ctx, e.commit(i, written)); err != nil && !errors.Is(err, gitlog.ErrNothing) {
		return err
	}
	return nil
}

// onDisk reads files as they are now, for a commit that leaves out what HEAD has already.
func (e *Engine) onDisk(paths []string) []vault.Written {
	var out []vault.Written
	for _, p := range paths {
		data, err := e.vault.ReadFile(p)
		if err != nil && !gone(err) {
			continue
		}
		if gone(err) {
			data = nil
		}
		out = append(out, vault.Written{Path: p, Data: data})
	}
	return out
}

// saidNoHistory reports whether it was said before that the vault has no history, and
// remembers that it is said now.
func (e *Engine) saidNoHistory() bool {
	if data, err := e.vault.ReadState("said"); err == nil && strings.Contains(string(data), "no-history") {
		return true
	}
	return e.vault.AppendState("said", []byte("no-history")) != nil
}
