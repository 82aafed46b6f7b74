package gitlog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"mem/internal/gitlog/gitfile"
)

// pending is what a commit is about to do to the ref and the index, on disk from before the ref moves until the index
// has followed. It is all that a later process needs to finish the work of a killed one. It lies in the git directory,
// not in Options.StateDir: who deletes that may leave git's index behind HEAD for ever.
type pending struct {
	Ref    string
	Old    string // "" for an unborn branch
	New    string
	Name   string
	Email  string
	When   time.Time
	Action string
	Paths  []pendingPath
}

// pendingPath is a path from the top of the work tree and its entry before and after; a mode of 0 is no entry.
type pendingPath struct {
	Path             string
	OldMode, NewMode uint32
	OldHash, NewHash string
}

func (r *Repo) pendingPath() string {
	return filepath.Join(r.gitDir, "mem-"+r.vaultID()+".pending")
}

func (r *Repo) stateDir() string {
	if r.opts.StateDir != "" {
		return r.opts.StateDir
	}
	return r.gitDir
}

func (r *Repo) record(tip head, made hash, changes []change, p publication) (pending, error) {
	rec := pending{Ref: tip.ref, New: hexOf(made), Action: p.action,
		Name: p.by.Name, Email: p.by.Email, When: p.by.clamped()}
	var tree hash
	if tip.unborn {
		rec.Action = initialAction(rec.Action)
	} else {
		base, err := r.commit(tip.hash)
		if err != nil {
			return rec, err
		}
		rec.Old, tree = hexOf(tip.hash), base.tree
	}
	for _, c := range changes {
		old, err := r.entryAt(tree, c.path)
		if err != nil {
			return rec, err
		}
		rec.Paths = append(rec.Paths, pendingPath{c.path, old.Mode, c.entry().Mode, hexOf(old.Hash), hexOf(c.entry().Hash)})
	}
	return rec, nil
}

func (r *Repo) savePending(p pending) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return r.temp().replace(r.pendingPath(), data)
}

func (r *Repo) dropPending() error {
	err := os.Remove(r.pendingPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// finishPending does what a killed process left undone between moving the ref and replacing the index, and says
// whether there was anything.
func (r *Repo) finishPending(ctx context.Context) (bool, error) {
	data, err := os.ReadFile(r.pendingPath())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	var p pending
	if json.Unmarshal(data, &p) != nil || p.Ref == "" {
		return false, r.dropPending() // it never got as far as moving the ref
	}
	if r.cause == "" {
		err = r.finish(ctx, p)
	}
	if r.cause != "" || r.beyondUs(err) {
		err = r.finishByGit(ctx, p)
	}
	if err != nil {
		return false, fmt.Errorf("finish the commit %.7s: %w", p.New, err)
	}
	return true, r.dropPending()
}

func (r *Repo) finish(ctx context.Context, p pending) error {
	lock, err := r.lockIndex(ctx)
	if err != nil {
		return err
	}
	defer lock.release()
	refLock := r.refPath(p.Ref) + ".lock"
	if text, err := os.ReadFile(refLock); err == nil && string(text) == p.New+"\n" {
		if err := os.Remove(refLock); err != nil {
			return err
		}
	}
	return r.followIndex(ctx, p)
}

// followIndex brings the index up to the recorded commit: an entry that still is the old one, while HEAD has the new
// one, was not yet replaced. Anything else is somebody's later work.
func (r *Repo) followIndex(ctx context.Context, p pending) error {
	tip, err := r.tip()
	if err != nil {
		return err
	}
	made, err := parseHash(p.New)
	if err != nil || tip.unborn {
		return err
	}
	if tip.ref == p.Ref && tip.hash == made {
		old, _ := parseHash(p.Old) // zero when there was none
		r.logRef(p.Ref, old, made, signature{Identity{p.Name, p.Email}, p.When}, p.Action)
	}
	base, err := r.commit(tip.hash)
	if err != nil {
		return err
	}
	paths := map[string]bool{}
	for _, c := range p.Paths {
		paths[c.Path] = true
	}
	x, err := r.readIndex(paths)
	if err != nil {
		return err
	}
	var late []gitfile.Change
	for _, c := range p.Paths {
		inHead, err := r.entryAt(base.tree, c.Path)
		if err != nil {
			return err
		}
		if same(inHead, pendingEntry(c.NewMode, c.NewHash)) && same(x.entry(c.Path), pendingEntry(c.OldMode, c.OldHash)) {
			late = append(late, gitfile.Change{Path: c.Path, Remove: c.NewMode == 0, Mode: inHead.Mode, Hash: inHead.Hash})
		}
	}
	if len(late) == 0 {
		return nil
	}
	next, err := r.patchIndex(ctx, x, late)
	if err != nil {
		return err
	}
	defer next.discard()
	return next.install()
}

func pendingEntry(mode uint32, text string) treeEntry {
	h, err := parseHash(text)
	if err != nil || mode == 0 {
		return treeEntry{}
	}
	return treeEntry{Mode: mode, Hash: h}
}
