package gitlog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"mem/internal/gitlog/gitfile"
)

// Recover finishes or drops what a killed process of this vault left of a commit, and says in a line each what it did.
// The caller holds the vault's lock. A chain is left alone: see RecoverChain. While the operator is in the
// middle of something nothing is done.
func (r *Repo) Recover(ctx context.Context) (done []string, err error) {
	if r.ready() != nil {
		return nil, nil
	}
	finished, err := r.finishPending(ctx)
	if errors.Is(err, ErrDetached) || errors.Is(err, errUnmerged) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("recover the history: %w", err)
	}
	if finished {
		done = append(done, "finished an interrupted commit")
	}
	if r.clearIndexLock() {
		done = append(done, "removed the index lock of an interrupted commit")
	}
	swept := 0
	dirs := []string{r.gitDir, r.stateDir()}
	if h, err := r.readHead(); err == nil && h.ref != "" {
		dirs = append(dirs, filepath.Dir(r.refPath(h.ref)))
	}
	for _, dir := range dirs {
		swept += r.temp().sweep(dir)
	}
	if !r.chainLeft() {
		swept += r.sweepKeeps()
	}
	if swept > 0 {
		done = append(done, fmt.Sprintf("removed %d unfinished files", swept))
	}
	return done, nil
}

// RecoverChain makes the chain of a killed process anew from its record and joins it, as one commit or with the
// merge given to Begin, whose message was made before anything was done: message makes a better one of those of the
// commits that are joined; nil leaves it. What changed on the branch since the chain began is left out. It returns the
// hash that Join would, "" if there was nothing to do, and how many commits there were. The caller holds the vault's
// lock and is sure that no process is still adding to a chain.
func (r *Repo) RecoverChain(ctx context.Context, message func(done []Message) Message) (hash string, commits int, err error) {
	if _, err := r.finishPending(ctx); err != nil {
		return "", 0, fmt.Errorf("recover a chain: %w", err)
	}
	aside := r.chainPath() + ".old" // the record while a recovery makes its own: an earlier recovery was killed
	if exists(aside) {
		if err := os.Rename(aside, r.chainPath()); err != nil {
			return "", 0, fmt.Errorf("recover a chain: %w", err)
		}
	}
	records, err := r.chainRecords()
	if err != nil || len(records) == 0 {
		r.dropChainRecord()
		return "", 0, err
	}
	if records[0].Aside != "" || records[0].Whole { // nothing of it is on disk: who made it makes it again
		if records[0].Aside != "" {
			ref := r.refPath(heads + records[0].Aside) // a name that no one else uses
			os.Remove(ref + ".lock")
			r.temp().sweep(filepath.Dir(ref))
		}
		r.dropChainRecord()
		r.sweepKeeps()
		return "", 0, nil
	}
	if err := r.ready(); err != nil {
		return "", 0, fmt.Errorf("recover a chain: %w", err)
	}
	kept, err := r.stillDue(ctx, records)
	if err != nil {
		return "", 0, fmt.Errorf("recover a chain: %w", err)
	}
	if err := os.Rename(r.chainPath(), aside); err != nil {
		return "", 0, fmt.Errorf("recover a chain: %w", err)
	}
	hash, commits, err = r.replay(ctx, records[0].Commit, message, kept)
	if err != nil && hash == "" {
		return "", 0, errors.Join(fmt.Errorf("recover a chain: %w", err), os.Rename(aside, r.chainPath()))
	}
	if e := os.Remove(aside); e != nil {
		return hash, commits, errors.Join(err, e)
	}
	r.sweepKeeps()
	return hash, commits, err
}

func (r *Repo) replay(ctx context.Context, join Commit, message func([]Message) Message, commits []Commit) (string, int, error) {
	c, err := r.begin(ctx, chainEntry{Commit: join})
	if err != nil {
		return "", 0, err
	}
	defer c.Abort()
	var done []Message
	for _, next := range commits {
		var staged ErrStaged
		switch _, err := c.Add(ctx, next); {
		case err == nil:
			done = append(done, next.Message)
		case !errors.Is(err, ErrNothing) && !errors.As(err, &staged):
			return "", 0, err
		}
	}
	if message != nil && len(done) > 0 {
		join.Message = message(done)
	}
	h, err := c.Join(ctx, join)
	return h, len(done), err
}

// stillDue returns the recorded commits without the files that the branch has otherwise by now than where the chain
// began: whoever committed those saw the files as the chain had left them.
func (r *Repo) stillDue(ctx context.Context, records []chainEntry) ([]Commit, error) {
	touched := map[string]bool{}
	var paths []string
	for _, rec := range records[1:] {
		for _, f := range rec.Files {
			if !touched[f.Path] {
				touched[f.Path] = true
				paths = append(paths, f.Path)
			}
		}
	}
	moved, err := r.movedSince(ctx, records[0].Base, paths)
	if err != nil {
		return nil, err
	}
	var due []Commit
	for _, rec := range records[1:] {
		c := rec.Commit
		c.Files = nil
		for _, f := range rec.Files {
			if !moved[f.Path] {
				c.Files = append(c.Files, f)
			}
		}
		if len(c.Files) > 0 {
			due = append(due, c)
		}
	}
	return due, nil
}

// movedSince reports which files of the vault are in HEAD otherwise than in a commit, "" for one without files.
func (r *Repo) movedSince(ctx context.Context, base string, paths []string) (map[string]bool, error) {
	moved := map[string]bool{}
	for _, p := range paths {
		then, err := r.blobAt(ctx, base, p)
		if err != nil {
			return nil, err
		}
		now, err := r.blobAt(ctx, "HEAD", p)
		if err != nil {
			return nil, err
		}
		moved[p] = then != now
	}
	return moved, nil
}

// blobAt names a file's blob in a commit, "" if it is not there.
func (r *Repo) blobAt(ctx context.Context, rev, path string) (string, error) {
	if rev == "" {
		return "", nil
	}
	if r.store == nil {
		if rev == "HEAD" {
			_, tip, err := r.tipByGit(ctx)
			if err != nil {
				return "", err
			}
			rev = tip
		}
		entries, _, err := r.treeByGit(ctx, rev, r.prefix+path)
		return entries[r.prefix+path].hash, err
	}
	c, err := r.resolve(rev)
	if errors.Is(err, errUnborn) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	e, err := r.entryAt(c.tree, r.prefix+path)
	if err != nil || e.Mode == 0 || e.Mode == gitfile.ModeFolder {
		return "", err
	}
	return hexOf(e.Hash), nil
}
