package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mem/internal/dream"
	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// brief writes the night's page and its picture, unless they say so already.
func (n *nightRun) brief(ctx context.Context, s dream.Snapshot, plan dream.Plan, out *Dreamt) error {
	day := n.e.o.Now.UTC().Format(time.DateOnly)
	page := briefOf(day)
	picture := "desk/briefs/brief-" + day + ".svg"
	out.Brief = page
	err := n.e.vault.Update(ctx, func(w *vault.Writer) error {
		n.begin(ctx, w)
		before, err := n.readFile(page)
		if err != nil && !gone(err) {
			return err
		}
		report := dream.Report{Now: n.e.o.Now, Plan: plan, Snapshot: s, Before: before, Left: out.Left, Edits: out.Edits, Probe: n.probe}
		for _, d := range out.Applied {
			if n.sketch != nil {
				d.Commit = "" // it is another once the decision is approved
			}
			report.Applied = append(report.Applied, dream.Done{Op: d.Op, Notes: d.Notes, Reason: d.Reason, Commit: d.Commit})
		}
		report.Staged, report.StagedFiles = n.sketch != nil, out.StagedFiles
		c := memory.Change{Op: memory.OpBrief, Detail: day, Actor: memory.Dreamer, Run: n.run,
			Reason: "The brief says what the night decided and what needs a person."}
		c.Files = append(c.Files, n.page(page, dream.Brief(report))...)
		if len(c.Files) == 0 {
			return nil
		}
		c.Files = append(c.Files, n.page(picture, dream.Graph(report))...)
		_, err = n.one(ctx, w, c, nil)
		return err
	})
	return err
}

// page returns the edit that makes a file of mem's own hold data; none when it does.
func (n *nightRun) page(path string, data []byte) []memory.FileEdit {
	before, err := n.readFile(path)
	if err == nil && string(before) == string(data) {
		return nil
	}
	edit := memory.Replace{Path: path, Data: data}
	if err == nil {
		edit.Want = memory.HashOf(before)
	}
	return []memory.FileEdit{edit}
}

// join puts the chain on the branch: one merge for the night, or the one commit itself.
func (n *nightRun) join(ctx context.Context, out *Dreamt) error {
	err := n.e.vault.Update(ctx, func(w *vault.Writer) error {
		if n.chain == nil {
			return nil // no history, or none just now: what was written is in the list of intents
		}
		hash, err := n.e.join(ctx, n.chain, n.e.nightCommit(n.run, out.Summary))
		if err != nil {
			n.e.explain(err)
			return nil // the intents stay: the next run makes the night up
		}
		out.Commit = hash
		if n.sketch != nil && hash != "" {
			out.Staged = n.aside
		}
		return n.e.vault.RemoveState(runState)
	})
	return err
}

// later reports whether what keeps the night from being committed will pass.
func (n *nightRun) later() bool {
	return n.lastErr != nil && !lasting(n.lastErr) && !errors.Is(n.lastErr, gitlog.ErrNoRepository)
}

// join ties a chain to the branch. Files that changed on the branch meanwhile are taken
// as they are on disk: whoever changed them saw what the night had written.
func (e *Engine) join(ctx context.Context, chain *gitlog.Chain, merge gitlog.Commit) (string, error) {
	hash, err := chain.Join(ctx, merge)
	var moved gitlog.ErrMoved
	if !errors.As(err, &moved) {
		return hash, err
	}
	for _, p := range moved.Paths {
		data, err := e.vault.ReadFile(p)
		if err != nil && !gone(err) {
			return "", err
		}
		merge.Files = append(merge.Files, gitlog.File{Path: p, Data: data, Remove: gone(err)})
	}
	return chain.Join(ctx, merge)
}

// nightCommit is the merge that a night is on the branch as.
func (e *Engine) nightCommit(run, summary string) gitlog.Commit {
	if summary == "" {
		summary = "nothing decided"
	}
	return gitlog.Commit{
		Message: nightMessage(e.o.Now, run, summary),
		Author:  e.author(memory.Dreamer), Committer: e.committer(), When: e.o.Now,
	}
}

func nightMessage(day time.Time, run, summary string) gitlog.Message {
	body := "One night of dreaming; each decision is a commit of its own behind this merge."
	subject := "dream: " + day.UTC().Format(time.DateOnly) + " · " + summary
	if utf8.RuneCountInString(subject) > gitlog.SubjectLimit { // cut between two counts, and told in full below
		body += "\n\nIn all: " + summary + "."
		for utf8.RuneCountInString(subject+", …") > gitlog.SubjectLimit && strings.Contains(subject, ", ") {
			subject = subject[:strings.LastIndex(subject, ", ")]
		}
		subject += ", …"
	}
	return gitlog.Message{
		Subject: subject,
		Body:    body,
		Trailers: []gitlog.Trailer{
			{Key: "Mem-Op", Value: "dream"}, {Key: "Mem-Actor", Value: string(memory.Dreamer)}, {Key: "Mem-Run", Value: run},
		},
	}
}

// madeUp is the message for the merge of a night that was killed, from those of what it had decided.
func (e *Engine) madeUp(decisions []gitlog.Message) gitlog.Message {
	counts, run := map[memory.Op]int{}, ""
	for _, m := range decisions {
		for _, t := range m.Trailers {
			switch t.Key {
			case "Mem-Op":
				counts[memory.Op(t.Value)]++
			case "Mem-Run":
				run = t.Value
			}
		}
	}
	day, err := time.Parse("20060102", run[:min(8, len(run))])
	if err != nil {
		day = e.o.Now // a run of another form of name
	}
	summary := dream.Summary(counts)
	if summary == "" {
		summary = "nothing decided"
	}
	return nightMessage(day, run, summary+" (made up for)")
}

// finishRun makes up a night that was killed: what it had committed to its chain is
// joined, what it had written besides is committed, what it had not written is dropped.
// A night that is under way is left alone.
func (e *Engine) finishRun(ctx context.Context, repo *gitlog.Repo) {
	chains, _ := filepath.Glob(filepath.Join(e.vault.StateDir(), "chain-*.pending*")) // begun, whatever came of it
	if len(chains) == 0 && !e.vault.HasState(runState) {
		return
	}
	if !e.dreaming { // asked before its list is read, which is long while it is under way
		release, err := e.vault.DreamLock(ctx)
		if err != nil {
			return
		}
		defer release()
	}
	left := e.intents(runState)
	if _, _, err := repo.RecoverChain(ctx, e.madeUp); err != nil {
		e.explain(err)
		return
	}
	for _, i := range left {
		if err := e.commitIntent(ctx, repo, i); err != nil && !lasting(err) {
			e.explain(err)
			return
		}
	}
	if err := e.vault.RemoveState(runState); err != nil {
		e.notice("cannot clear %s: %v", runState, err)
	}
}

// manyEdits is the number of hand edits above which they are committed together.
const manyEdits = 20

// settle commits, before anything is decided, what people did by hand: each edit under
// its own subject and their name, never mixed with a decision.
func (e *Engine) settle(ctx context.Context) (int, error) {
	edits := 0
	id, actor := e.person()
	err := e.vault.Update(ctx, func(w *vault.Writer) error {
		repo, err := e.history()
		if err != nil {
			e.explain(err)
			return nil
		}
		e.makeUp(ctx, w, repo)
		listing, err := e.vault.List(ctx)
		if err != nil {
			return err
		}
		e.dropProbes(w, listing)
		changed, err := repo.Changed(ctx, "memory", "desk/briefs", "mem.yaml", "facts.md")
		if err != nil {
			return fmt.Errorf("look for edits by hand, so that no decision takes them along: %w", err)
		}
		staged, err := repo.Staged(ctx)
		if err != nil {
			return fmt.Errorf("look for what is staged: %w", err)
		}
		var list []memory.Change
		var deleted []string
		for _, c := range changed {
			note := vault.IsNotePath(c.Path)
			if c.Staged || slices.Contains(staged, c.Path) || c.Conflicted || c.InChain || strings.HasPrefix(c.Path, "memory/") && !note {
				continue
			}
			if _, err := e.vault.ReadFile(c.Path); err != nil && !gone(err) {
				e.notice("left as it is: %v", err) // a link, a folder, what may not be read
				continue
			}
			if n, _, err := e.vault.Read(c.Path); note && err == nil && (isProbe(n) || hasConflict(n)) {
				continue
			}
			if note && c.Kind == gitlog.Deleted {
				deleted = append(deleted, c.Path)
			}
			list = append(list, handEdit(c, actor))
		}
		e.retire(deleted)
		edits = len(list)
		if len(list) > manyEdits {
			list = []memory.Change{together(list, actor)}
		}
		for _, c := range list {
			if err := e.adopt(ctx, repo, c, id); err != nil {
				e.explain(err) // what is not settled is held back from the night
			}
		}
		return nil
	})
	return edits, err
}

// remember keeps when the last night was, for status; a night that did not file says nothing
// of what waits.
func (e *Engine) remember(out Dreamt, filed bool) {
	last := lastDream{At: e.o.Now.UTC(), Run: out.Run, Summary: out.Summary}
	for _, u := range out.Undone {
		last.Undone = append(last.Undone, u.Notes[0])
	}
	if !filed {
		last.Waiting = e.lastDream().Waiting
	}
	for _, l := range out.Listed {
		if filed && l.Kind.Waits() {
			last.Waiting = append(last.Waiting, l.Notes...)
		}
	}
	data, err := json.Marshal(last)
	if err == nil {
		err = e.vault.WriteState(dreamState, data)
	}
	if err != nil {
		e.fail("it cannot be remembered that the night went well: %v", err)
	}
}

const dreamState = "dream.json"

type lastDream struct {
	At      time.Time     `json:"at"`
	Run     string        `json:"run"`
	Summary string        `json:"summary"`
	Undone  []memory.Slug `json:"undone"`  // notes that nights leave to their owner
	Waiting []memory.Slug `json:"waiting"` // unfiled notes that wait for their owner's word
}

// lastDream returns what is remembered of the last night; the zero value when nothing is.
func (e *Engine) lastDream() lastDream {
	var last lastDream
	if data, err := e.vault.ReadState(dreamState); err == nil {
		_ = json.Unmarshal(data, &last) // what cannot be read was not remembered
	}
	return last
}
