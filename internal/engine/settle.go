package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"mem/internal/gitlog"
	"mem/internal/memory"
	"mem/internal/vault"
)

// heldBack names the notes that are in somebody's hands just now: staged otherwise than on
// disk, or in the middle of a merge. A night leaves them alone.
func (e *Engine) heldBack(ctx context.Context) map[string]bool {
	out := map[string]bool{}
	repo, err := e.history()
	if err != nil {
		return out
	}
	changed, err := repo.Changed(ctx, "memory")
	if err != nil {
		return out // the commit itself refuses what it must not take
	}
	for _, c := range changed {
		out[c.Path] = c.Staged || c.Conflicted
	}
	return out
}

// handEdit is the change that records what somebody did to a note outside mem.
func handEdit(c gitlog.Change, actor memory.Actor) memory.Change {
	did, slug := "edited", memory.Stem(c.Path)
	switch c.Kind {
	case gitlog.Added:
		did = "added"
	case gitlog.Deleted:
		did = "deleted"
	case gitlog.Modified:
	}
	out := memory.Change{
		Op: memory.OpEdit, Notes: []memory.Slug{slug}, Detail: string(slug) + " " + did, Actor: actor,
		Reason: "Found on disk: " + did + " outside mem.", Files: []memory.FileEdit{memory.Adopt{Path: c.Path}},
	}
	if !vault.IsNotePath(c.Path) { // a brief, mem.yaml, facts.md
		out.Notes, out.Detail = nil, c.Path+" "+did
	}
	return out
}

// together makes one change of many hand edits: a folder of notes dropped in at once.
func together(list []memory.Change, actor memory.Actor) memory.Change {
	all := memory.Change{
		Op: memory.OpEdit, Detail: fmt.Sprintf("%d files found on disk", len(list)), Actor: actor,
		Reason: fmt.Sprintf("Found on disk: %d files added, edited or deleted outside mem.", len(list)),
	}
	for _, c := range list {
		all.Notes, all.Files = append(all.Notes, c.Notes...), append(all.Files, c.Files...)
	}
	return all
}

// adopt commits a hand edit under the person's own identity.
func (e *Engine) adopt(ctx context.Context, repo *gitlog.Repo, c memory.Change, id gitlog.Identity) error {
	var written []vault.Written
	for _, f := range c.Files {
		data, err := e.vault.ReadFile(f.Target())
		switch {
		case gone(err):
			data = nil
		case err != nil:
			return err
		}
		written = append(written, vault.Written{Path: f.Target(), Data: data})
	}
	commit := e.commit(e.intent(c), written)
	if id.Name != "" && id.Email != "" {
		commit.Author = id
	}
	if _, err := repo.Commit(ctx, commit); err != nil && !errors.Is(err, gitlog.ErrNothing) {
		return err
	}
	return nil
}

// hasConflict reports whether a note is in the middle of somebody's merge.
func hasConflict(n *memory.Note) bool { return strings.Contains(n.Broken, "conflict marker") }
