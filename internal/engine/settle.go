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

// heldBack names the notes that are not in the history as they are on disk: edited since
// the night began, staged, or in the middle of a merge. A night leaves them alone, so that
// no decision takes somebody's words along.
// On a dry run, before which nothing is committed, edits by hand are taken for settled.
func (e *Engine) heldBack(ctx context.Context, dry bool) (map[string]bool, error) {
	out := map[string]bool{}
	repo, err := e.history()
	if err != nil {
		return out, nil
	}
	changed, err := repo.Changed(ctx, "memory")
	if err != nil {
		return out, fmt.Errorf("look for edits by hand: %w", err)
	}
	staged, err := repo.Staged(ctx, "memory")
	if err != nil {
		return out, fmt.Errorf("look for what is staged: %w", err)
	}
	for _, c := range changed {
		out[c.Path] = c.Conflicted || !dry && !c.InChain
	}
	for _, path := range staged {
		out[path] = true
	}
	return out, nil
}

// doubts are problems of a night that are not a note's: what it cannot know for sure.
func (e *Engine) doubts() []memory.Finding {
	var out []memory.Finding
	if e.settings.Supposed {
		out = append(out, memory.Finding{Code: "settings-value", Path: "mem.yaml", Grave: true,
			Detail: "whether nights are staged is not to be read from it, so they are", Remedy: "Say approval: none or approval: staged under dream."})
	}
	if _, findings, err := e.vault.Settings(); err == nil {
		for _, f := range findings {
			if !f.Grave { // else no night runs, or something refuses by itself
				out = append(out, f)
			}
		}
	}
	repo, err := e.history()
	if err != nil {
		return out // the night says that nothing is committed
	}
	if st, err := repo.State(); err == nil && st.Shallow {
		out = append(out, memory.Finding{Code: "history-shallow", Path: ".git", Grave: true,
			Detail: "the clone is shallow, so a decision that was taken back before its history begins may be taken again", Remedy: "git fetch --unshallow brings the rest."})
	}
	return out
}

// stagedFiles are the vault's files that the owner has staged; none where that is not known.
func (e *Engine) stagedFiles(ctx context.Context) []string {
	repo, err := e.history()
	if err != nil {
		return nil
	}
	staged, err := repo.Staged(ctx, "memory", "desk/briefs", "mem.yaml", factsFile)
	if err != nil {
		return nil
	}
	return staged
}

// settleFirst commits what somebody did to files by hand, under their own name, before a
// change of mem's touches the same files.
func (e *Engine) settleFirst(ctx context.Context, repo *gitlog.Repo, c memory.Change) {
	var touched []string
	for _, f := range c.Files {
		switch f.(type) {
		case memory.Keys, memory.Build, memory.Replace:
			touched = append(touched, f.Target())
		case memory.Create, memory.Adopt:
		}
	}
	if len(touched) == 0 {
		return
	}
	changed, err := repo.Changed(ctx, touched...)
	if err != nil {
		return // the commit itself says what is wrong
	}
	staged, err := repo.Staged(ctx, touched...)
	if err != nil {
		return
	}
	id, actor := e.person()
	for _, x := range changed {
		if !slices.Contains(staged, x.Path) && !x.Staged && !x.Conflicted && !x.InChain {
			if err := e.adopt(ctx, repo, handEdit(x, actor), id); err != nil {
				e.explain(err)
			}
		}
	}
}

// handEdit is the change that records what somebody did to a note outside mem.
func handEdit(c gitlog.Change, actor memory.Actor) memory.Change {
	did, slug := "edited", memory.Stem(c.Path)
	switch c.Kind {
	case gitlog.Added:
		did = "added"
	case gitlog.Deleted:
		did = "deleted"
	case gitlog.Modified, gitlog.Unreadable:
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
