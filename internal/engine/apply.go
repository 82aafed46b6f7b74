package engine

import (
	"context"
	"errors"
	"fmt"

	"mem/internal/gitlog"
	"mem/internal/index"
	"mem/internal/memory"
	"mem/internal/vault"
)

// Receipt says what became of a change.
type Receipt struct {
	Files     []string // written or adopted, relative to the vault
	Commit    string   // "" when nothing was committed
	Committed bool
	Indexed   bool
}

// decide makes changes while the vault stands still. It is given the right to claim
// names, and judges nothing that takes long.
type decide func(w *vault.Writer) ([]memory.Change, error)

// apply is the write path: files, then a commit for each change, and the index, which a
// single change is told while the commit is made. An error means that the change at fault
// is not on disk; what comes after the files is a notice, and is made up for by the next
// run.
func (e *Engine) apply(ctx context.Context, d decide) ([]Receipt, error) {
	receipts, told, err := e.write(ctx, true, d)
	e.tellIndex(ctx, receipts, told)
	return receipts, err
}

// write is apply up to the index, which is told of a single change meanwhile if tell says so.
func (e *Engine) write(ctx context.Context, tell bool, d decide) (receipts []Receipt, told *telling, err error) {
	err = e.vault.Update(ctx, func(w *vault.Writer) error {
		e.noState = w.NoState()
		repo, noRepo := e.history()
		e.makeUp(ctx, w, repo)
		if repo != nil {
			repo.ReadAhead()
		}
		changes, err := d(w)
		if err != nil {
			return err
		}
		for _, c := range changes {
			r, err := e.carryOut(ctx, w, repo, noRepo, c, func(files []string) {
				if tell && len(changes) == 1 {
					told = e.beginTelling(ctx, files)
				}
			})
			if err != nil {
				return err
			}
			receipts = append(receipts, r)
		}
		return nil
	})
	if e.noState != nil && len(receipts) > 0 {
		e.notice(".mem cannot be written: %v; what was written is kept all the same, but is in no index, and no night runs: make .mem a folder that you may write, or take away what is in its place", e.noState)
	}
	return receipts, told, err
}

// carryOut does one change under the lock: the intent is noted, the files are written, of
// which onDisk is told, the commit is made, the intent is crossed out.
func (e *Engine) carryOut(ctx context.Context, w *vault.Writer, repo *gitlog.Repo, noRepo error, c memory.Change, onDisk func(files []string)) (Receipt, error) {
	intent := e.intent(c)
	if repo != nil {
		e.settleFirst(ctx, repo, c)
		if err := e.note(pendingState, intent); err != nil {
			e.lost("cannot note what is about to be written: %v", err)
		}
	}
	written, err := w.Apply(c)
	if err != nil {
		switch {
		case repo == nil:
		case len(written) > 0: // it could not be taken back either: it is no edit by hand
			e.refused(intent, written)
		default:
			e.crossOut(intent)
		}
		return Receipt{}, err
	}
	r := Receipt{}
	for _, f := range c.Files {
		r.Files = append(r.Files, f.Target())
	}
	onDisk(r.Files)
	if repo == nil {
		e.explain(noRepo)
		return r, nil
	}
	r.Commit, err = repo.Commit(ctx, e.commit(intent, written))
	if err != nil && !errors.Is(err, gitlog.ErrNothing) {
		e.explain(err)
		if lasting(err) {
			e.crossOut(intent)
		} else {
			e.refused(intent, written)
		}
		return r, nil
	}
	r.Committed = r.Commit != ""
	e.crossOut(intent)
	return r, nil
}

// lasting reports whether an error of a commit will be the same tomorrow, so that there
// is no use in keeping the intent: the next night finds what was left on disk.
func lasting(err error) bool {
	var unsupported gitlog.ErrUnsupported
	var staged gitlog.ErrStaged
	var ignored gitlog.ErrIgnored
	var markers gitlog.ErrConflictMarkers
	return errors.As(err, &unsupported) || errors.As(err, &staged) || errors.As(err, &ignored) || errors.As(err, &markers)
}

// passes reports whether what keeps a commit from being made is the operator's to end, or
// will be the same for ever: no night has failed for it.
func passes(err error) bool {
	var inProgress gitlog.ErrInProgress
	var none *NoHistory
	return lasting(err) || errors.As(err, &inProgress) || errors.As(err, &none) || errors.Is(err, gitlog.ErrDetached) ||
		errors.Is(err, gitlog.ErrBusy) || errors.Is(err, gitlog.ErrNoRepository)
}

// explain tells why something was not committed.
func (e *Engine) explain(err error) {
	if err == nil {
		return
	}
	if !passes(err) {
		e.fail("not committed: %v", err)
	}
	text := fmt.Sprintf("not committed: %v; the file is safe", err)
	if errors.Is(err, gitlog.ErrNoRepository) {
		if e.saidNoHistory() {
			return
		}
		text = "this vault has no git repository of its own: nothing is committed (mem init makes one)"
	}
	e.notice("%s", text)
}

// commit makes the commit of an intent from what is on disk.
func (e *Engine) commit(i intent, written []vault.Written) gitlog.Commit {
	c := gitlog.Commit{
		Message: gitlog.Message{Subject: i.Subject, Body: i.Body}, When: i.When,
		Author: i.Author, Committer: e.committer(),
	}
	for _, t := range i.Trailers {
		c.Trailers = append(c.Trailers, gitlog.Trailer(t))
	}
	for _, w := range written {
		c.Files = append(c.Files, gitlog.File{Path: w.Path, Data: w.Data, Remove: w.Data == nil})
	}
	return c
}

func filesOf(receipts []Receipt) []string {
	var files []string
	for _, r := range receipts {
		files = append(files, r.Files...)
	}
	return files
}

// telling is the index being told of files.
type telling struct {
	paths []string // those that are notes
	done  chan error
}

// beginTelling brings the notes among some files into the index, in the background.
func (e *Engine) beginTelling(ctx context.Context, files []string) *telling {
	t := &telling{done: make(chan error, 1)}
	for _, p := range files {
		if vault.IsNotePath(p) {
			t.paths = append(t.paths, p)
		}
	}
	if len(t.paths) == 0 {
		t.done <- nil
		return t
	}
	go func() {
		var put []index.Doc
		var remove []string
		for _, p := range t.paths {
			doc, err := e.doc(p)
			switch {
			case err == nil:
				put = append(put, doc)
			case gone(err):
				remove = append(remove, p)
			}
		}
		t.done <- e.index.Update(ctx, put, remove)
	}()
	return t
}

// tellIndex brings the notes that were written into the index, or waits until told has done
// so. What the index cannot take now is found by the next recall, which compares files and
// index.
func (e *Engine) tellIndex(ctx context.Context, receipts []Receipt, told *telling) {
	if told == nil {
		told = e.beginTelling(ctx, filesOf(receipts))
	}
	err := <-told.done
	if len(told.paths) == 0 {
		return
	}
	if err != nil {
		if !errors.Is(err, index.ErrAbsent) || !e.buildSmall(ctx) {
			e.postpone(told.paths, err)
			return
		}
	}
	for i := range receipts {
		receipts[i].Indexed = true
	}
}

// teller tells the index of what many changes have written, some at a time, while the next are made.
type teller struct {
	e        *Engine
	receipts []Receipt
	told     *telling // of these; nil = none are on their way
}

// tell begins to tell of some changes, once those before are told.
func (t *teller) tell(ctx context.Context, receipts []Receipt) {
	t.wait(ctx)
	t.receipts, t.told = receipts, t.e.beginTelling(ctx, filesOf(receipts))
}

// wait waits until all are told.
func (t *teller) wait(ctx context.Context) {
	if t.told != nil {
		t.e.tellIndex(ctx, t.receipts, t.told)
		t.told = nil
	}
}

// postpone notes that the index does not know some files yet.
func (e *Engine) postpone(paths []string, cause error) {
	if err := e.index.Postpone(paths); err != nil {
		e.lost("not indexed yet (%v); the next recall finds it all the same", cause)
		return
	}
	switch {
	case errors.Is(cause, index.ErrAbsent), errors.Is(cause, index.ErrOutdated), errors.Is(cause, index.ErrDamaged):
		e.notice("not indexed yet: the index has to be built; the next recall does so")
	default:
		e.notice("not indexed yet: %v; the next recall finds it all the same", cause)
	}
}

// doc reads a note as the index wants it.
func (e *Engine) doc(path string) (index.Doc, error) {
	stamp, err := e.vault.Stat(path)
	if err != nil {
		return index.Doc{}, err
	}
	n, _, err := e.vault.Read(path)
	if err != nil {
		return index.Doc{}, err
	}
	return index.Doc{Stamp: stamp, Note: n}, nil
}
