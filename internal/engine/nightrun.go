package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"mem/internal/dream"
	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// nightRun applies the decisions of one run onto its chain.
type nightRun struct {
	e       *Engine
	run     string
	chain   *gitlog.Chain
	lastErr error // why there is no chain
	probe   dream.Probe

	sketch *vault.Sketch // of a staged night, which writes no file; nil otherwise
	aside  string        // the branch that it becomes
	wrote  map[string]made
	ahead  *vault.Prepared // the next decision, begun; nil = it is not
}

// made is what a night has made of a file so far.
type made struct{ from, to memory.Hash }

// current returns a change as it has to be now: what this night itself has made of a file
// since the plan is what the plan expects of it. Another's edit is still found out.
func (n *nightRun) current(c memory.Change) memory.Change {
	now := func(path string, was memory.Hash) memory.Hash {
		if m, ok := n.wrote[path]; ok && m.from == was {
			return m.to
		}
		return was
	}
	c.Files, c.Reads = slices.Clone(c.Files), slices.Clone(c.Reads)
	for i, f := range c.Files {
		switch f := f.(type) {
		case memory.Keys:
			f.Want = now(f.Path, f.Want)
			c.Files[i] = f
		case memory.Build:
			f.Want = now(f.Note.Path, f.Want)
			c.Files[i] = f
		case memory.Replace:
			f.Want = now(f.Path, f.Want)
			c.Files[i] = f
		case memory.Create, memory.Adopt: // expect nothing of a file that stands
		}
	}
	for i, r := range c.Reads {
		c.Reads[i].Hash = now(r.Path, r.Hash)
	}
	return c
}

// keep notes what a change has made of its files.
func (n *nightRun) keep(written []vault.Written) {
	if n.wrote == nil {
		n.wrote = map[string]made{}
	}
	for _, w := range written {
		m, again := n.wrote[w.Path]
		if !again {
			m.from = w.Before
		}
		m.to = w.After
		n.wrote[w.Path] = m
	}
}

// apply carries out decisions in batches. One whose files changed since it was made is
// left for the next night.
func (n *nightRun) apply(ctx context.Context, decisions []dream.Decision, out *Dreamt) ([]Decided, error) {
	applied := []Decided{}
	var receipts []Receipt // that the index has not been told of
	index, uncancelled := &teller{e: n.e}, context.WithoutCancel(ctx)
	defer func() { index.tell(uncancelled, receipts); index.wait(uncancelled) }()
	defer n.dropAhead()
	unwritten, first := 0, ""
	for next := 0; next < len(decisions); {
		asked := time.Now() // waits, not dates
		err := n.e.vault.Update(ctx, func(w *vault.Writer) error {
			n.begin(ctx, w)
			if n.sketch != nil && n.chain == nil {
				out.Problems = append(out.Problems, n.notStaged().Error())
				next = len(decisions)
				return nil
			}
			begun := time.Now() // waits, not dates
			last := turn(begun.Sub(asked))
			for some := 0; next < len(decisions) && some < batch && time.Since(begun) < last; some++ {
				c := decisions[next].Change
				var then *memory.Change
				if next+1 < len(decisions) && some+1 < batch {
					then = &decisions[next+1].Change
				}
				r, err := n.one(ctx, w, c, then)
				switch {
				case errors.Is(err, vault.ErrStale), gone(err):
					out.Left = append(out.Left, c.Subject())
				case ctx.Err() != nil:
					return ctx.Err()
				case err != nil:
					text := fmt.Sprintf("%s: %v", c.Subject(), err)
					out.Problems = append(out.Problems, text)
					if refusedByDisk(err) {
						unwritten, first = unwritten+1, cmp.Or(first, text)
					}
				default:
					receipts = append(receipts, r)
					applied = append(applied, decidedOf(c, r.Commit))
				}
				next++
			}
			n.dropAhead() // what others do without the lock, it does not know
			return ctx.Err()
		})
		if err != nil {
			return applied, err
		}
		if len(receipts) >= toldAtOnce {
			index.tell(uncancelled, receipts)
			receipts = nil
		}
		n.e.step(next, len(decisions))
	}
	if unwritten > 0 {
		n.e.fail("%d of %d decisions could not be written, the first: %s", unwritten, len(decisions), first)
	}
	return applied, nil
}

// begin starts the chain when the first decision is due.
func (n *nightRun) begin(ctx context.Context, w *vault.Writer) {
	if n.chain != nil || n.lastErr != nil {
		return
	}
	repo, err := n.e.history()
	if err == nil {
		n.e.makeUp(ctx, w, repo)
		n.chain, err = repo.BeginAside(ctx, n.e.nightCommit(n.run, ""), n.aside)
	}
	if err != nil {
		n.lastErr = err
		n.e.explain(err)
	}
}

func (n *nightRun) dropAhead() {
	if n.ahead != nil {
		n.ahead.Drop()
		n.ahead = nil
	}
}

// one carries out one decision under the lock. While it is committed, the texts of the next are written
// aside.
func (n *nightRun) one(ctx context.Context, w *vault.Writer, c memory.Change, then *memory.Change) (Receipt, error) {
	if n.sketch != nil {
		return n.stage(ctx, c)
	}
	ahead := n.ahead
	n.ahead = nil
	i := n.e.intent(c)
	i.Run = n.run
	if n.chain != nil {
		if err := n.e.note(runState, i); err != nil {
			if ahead != nil {
				ahead.Drop()
			}
			return Receipt{}, fmt.Errorf("note what is about to be written: %w", err)
		}
	}
	var written []vault.Written
	var err error
	if ahead != nil {
		written, err = w.ApplyPrepared(ahead)
	} else {
		written, err = w.Apply(n.current(c))
	}
	if err != nil {
		if len(written) > 0 && n.chain != nil { // it could not be taken back either: it is no edit by hand
			n.e.refused(i, written)
		}
		return Receipt{}, err
	}
	n.keep(written)
	if n.chain != nil && then != nil {
		n.ahead = w.Prepare(n.current(*then))
	}
	if n.chain == nil && n.later() && len(written) > 0 {
		n.e.refused(i, written)
	}
	r := Receipt{}
	for _, f := range written {
		r.Files = append(r.Files, f.Path)
	}
	if n.chain != nil && len(written) > 0 {
		if r.Commit, err = n.chain.Add(ctx, n.e.commit(i, written)); err != nil && !errors.Is(err, gitlog.ErrNothing) {
			n.e.explain(err)
		}
	}
	return r, nil
}
