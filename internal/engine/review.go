package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// Reviewed is what came of approving or rejecting decisions of a staged night.
type Reviewed struct {
	Run      string    `json:"run"`
	Approved []Decided `json:"approved"`
	Rejected []Decided `json:"rejected"`
	Left     []string  `json:"left"`   // what could not be approved, a sentence each: it stays open
	Open     int       `json:"open"`   // decisions that wait still
	Commit   string    `json:"commit"` // that they are on the branch with; "" when nothing is
}

// Review settles decisions of a staged night, named by their commits; approve and reject
// both nil settle nothing, and a list that is empty but not nil means all that are open.
// What is approved is carried out as a night's decisions are, under their own author, reason
// and evidence. What is rejected goes into the history together with its taking back, so that
// it is not decided again, here or in a clone. The branch is deleted once nothing is open.
func (e *Engine) Review(ctx context.Context, run string, approve, reject []string, actor memory.Actor) (Reviewed, error) {
	out := Reviewed{Approved: []Decided{}, Rejected: []Decided{}, Left: []string{}}
	release, err := e.vault.DreamLock(ctx)
	if err != nil {
		return out, err
	}
	e.dreaming = true
	defer func() { e.dreaming = false; release() }()
	repo, err := e.history()
	if err != nil {
		return out, err
	}
	s, err := e.stagedRun(ctx, run)
	if err != nil {
		return out, err
	}
	if approve != nil || reject != nil { // a review that was killed may have written what it could not commit
		err := e.vault.Update(ctx, func(w *vault.Writer) error { e.makeUp(ctx, w, repo); return nil })
		if err != nil {
			return out, err
		}
		was := s
		if s, err = e.stagedRun(ctx, run); errors.Is(err, ErrNotStaged) {
			out.Run = was.Run
			e.dropStaged(ctx, was)
			return out, nil
		} else if err != nil {
			return out, err
		}
	}
	out.Run = s.Run
	var yes, no []StagedDecision
	if approve != nil {
		if yes, err = s.choose(approve); err != nil {
			return out, err
		}
	}
	if reject != nil {
		if no, err = s.choose(reject); err != nil {
			return out, err
		}
	}
	if len(yes) > 0 {
		if err := e.approve(ctx, repo, &s, yes, len(no), actor, &out); err != nil {
			return out, err
		}
	}
	if len(no) > 0 {
		if err := e.reject(ctx, repo, &s, no, actor, &out); err != nil {
			return out, err
		}
	}
	left := []StagedRun{s}
	left[0].Open = 0
	if err := settled(ctx, repo, left); err != nil {
		return out, err
	}
	moot := slices.DeleteFunc(slices.Clone(out.Rejected), func(d Decided) bool { return d.Commit != "" })
	if out.Open = left[0].Open - len(moot); out.Open == 0 {
		e.dropStaged(ctx, s)
	}
	if out.Commit == "" {
		out.Open = max(0, out.Open-len(out.Approved)) // written, and committed by the next run: nobody has to say a word
	}
	return out, nil
}

// approve carries out decisions of a staged night on the branch.
func (e *Engine) approve(ctx context.Context, repo *gitlog.Repo, s *StagedRun, list []StagedDecision, rejected int, actor memory.Actor, out *Reviewed) error {
	held, err := e.heldBack(ctx, false)
	if err != nil {
		return err
	}
	sketch := e.vault.Sketch()
	var due []dream.Decision
	for _, d := range list {
		c, err := e.changeOf(ctx, repo, s, d, sketch, held)
		if err == nil {
			_, err = sketch.Compose(c)
		}
		if err != nil {
			out.Left = append(out.Left, fmt.Sprintf("%s: %v", d.Subject, err))
			continue
		}
		c.Evidence = append(slices.Clone(c.Evidence), "approved by "+string(actor))
		due = append(due, dream.Decision{Change: c})
	}
	if len(due) == 0 {
		return nil
	}
	n := &nightRun{e: e, run: s.Run}
	night := Dreamt{Run: s.Run}
	applied, err := n.apply(ctx, due, &night)
	out.Approved = append(out.Approved, applied...)
	out.Left = append(out.Left, night.Left...)
	out.Left = append(out.Left, night.Problems...)
	if err == nil && s.brief.Hash != "" && len(applied)+rejected == s.Open {
		n.bring(ctx, repo, s)
	}
	night.Summary = dream.Summary(countOps(applied))
	err = errors.Join(err, n.join(context.WithoutCancel(ctx), &night))
	out.Commit = night.Commit
	return err
}

// bring writes the staged night's brief where the page is as it was then; else it is left.
func (n *nightRun) bring(ctx context.Context, repo *gitlog.Repo, s *StagedRun) {
	sketch := n.e.vault.Sketch()
	c, err := n.e.changeOf(ctx, repo, s, StagedDecision{Decided: Decided{Subject: s.brief.Subject}, entry: s.brief}, sketch, nil)
	if err == nil {
		err = n.e.vault.Update(ctx, func(w *vault.Writer) error {
			_, err := n.one(ctx, w, c, nil)
			return err
		})
	}
	if err != nil {
		n.e.notice("the brief of the night is left out: %v", err)
	}
}

// changeOf makes a change of a decision's commit, for the files as they are now.
func (e *Engine) changeOf(ctx context.Context, repo *gitlog.Repo, s *StagedRun, d StagedDecision, now *vault.Sketch, held map[string]bool) (memory.Change, error) {
	ev := eventOf(d.entry)
	c := memory.Change{
		Op: memory.Op(ev.Op), Notes: ev.Notes, Detail: strings.TrimPrefix(d.entry.Subject, ev.Op+": "), Reason: ev.Reason,
		Evidence: ev.Evidence, Actor: memory.Actor(ev.Actor), Run: s.Run,
	}
	for _, session := range d.entry.Trailer("Mem-Session") {
		c.Session = session
	}
	diffs, err := repo.Diff(d.entry.Hash)
	if err != nil {
		return c, err
	}
	edited := map[string]bool{}
	for _, f := range diffs {
		edited[f.Path] = true
		if held[f.Path] {
			return c, fmt.Errorf("%s is staged, or has edits that are not committed", f.Path)
		}
		cur, err := now.ReadFile(f.Path)
		if err != nil && !gone(err) {
			return c, err
		}
		edit, err := towards(f, cur)
		if err != nil {
			return c, err
		}
		c.Files = append(c.Files, edit)
	}
	return c, e.restsOn(ctx, repo, s, d, now, edited)
}

// towards is the edit that does to a file, nil for none, what a commit did to it.
func towards(f gitlog.FileDiff, cur []byte) (memory.FileEdit, error) {
	switch {
	case (cur == nil) != (f.Before == nil), unixLines(cur) != unixLines(f.Before):
		return nil, stale{f.Path}
	case cur == nil:
		return memory.Create{Path: f.Path, Data: f.After}, nil
	case string(cur) == string(f.Before):
		return memory.Replace{Path: f.Path, Want: memory.HashOf(cur), Data: f.After}, nil
	}
	data, err := vault.Unset(cur, f.After, f.Before) // git keeps the file with other line ends
	return memory.Replace{Path: f.Path, Want: memory.HashOf(cur), Data: data}, err
}

// reject puts decisions into the history together with their taking back.
func (e *Engine) reject(ctx context.Context, repo *gitlog.Repo, s *StagedRun, list []StagedDecision, actor memory.Actor, out *Reviewed) error {
	return e.vault.Update(ctx, func(w *vault.Writer) error {
		e.makeUp(ctx, w, repo)
		chain, err := repo.BeginWhole(ctx, e.nightCommit(s.Run, ""))
		if err != nil {
			return err
		}
		defer chain.Abort()
		c := memory.Change{Op: opUndo, Detail: wholeRun + s.Run, Actor: actor, Reason: rejectedBy + string(actor) + "; dream does not decide it again."}
		restore := map[string]gitlog.File{}
		for _, d := range list {
			hash, err := e.takeIn(ctx, repo, chain, d, restore)
			d.Commit = hash
			switch {
			case errors.Is(err, gitlog.ErrNothing): // it is so already, by whatever way
			case err != nil:
				return fmt.Errorf("%s: %w", d.Subject, err)
			default:
				c.Evidence = append(c.Evidence, hash)
				c.Notes = append(c.Notes, d.Notes...)
			}
			out.Rejected = append(out.Rejected, d.Decided)
		}
		if chain.Len() == 0 {
			return nil
		}
		undo := e.commit(e.intent(c), nil)
		for _, f := range restore {
			undo.Files = append(undo.Files, f)
		}
		if _, err := chain.Add(ctx, undo); err != nil {
			return err
		}
		merge := e.nightCommit(s.Run, "")
		merge.Subject = "dream: " + e.o.Now.UTC().Format(time.DateOnly) + fmt.Sprintf(" · %d rejected", len(list))
		merge.Body = "Decisions that were rejected before they held; they are taken back behind this merge."
		hash, err := chain.Join(ctx, merge)
		if out.Commit == "" {
			out.Commit = hash
		}
		return err
	})
}

// takeIn adds a rejected decision to a chain, and what the files have to be after it.
func (e *Engine) takeIn(ctx context.Context, repo *gitlog.Repo, chain *gitlog.Chain, d StagedDecision, restore map[string]gitlog.File) (string, error) {
	diffs, err := repo.Diff(d.entry.Hash)
	if err != nil {
		return "", err
	}
	c := gitlog.Commit{Message: d.entry.Message, Author: d.entry.Author, Committer: e.committer(), When: e.o.Now}
	for _, f := range diffs {
		if _, again := restore[f.Path]; !again {
			now, err := repo.FileAt(ctx, "HEAD", f.Path)
			if err != nil {
				return "", err
			}
			restore[f.Path] = gitlog.File{Path: f.Path, Data: now, Remove: now == nil}
		}
		c.Files = append(c.Files, gitlog.File{Path: f.Path, Data: f.After, Remove: f.After == nil})
	}
	return chain.Add(ctx, c)
}
