package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"mem/internal/frontmatter"
	"mem/internal/memory"
	"mem/internal/secret"
	"mem/internal/vault"
)

// toolCreate captures a text under a path. Where the path is no slug, or its slug was a
// note's once, the note keeps it as an alias.
func (e *Engine) toolCreate(ctx context.Context, c *ToolCall, files toolFiles) (string, error) {
	if files.file(c.Path) != nil || len(files.below(c.Path)) > 0 || c.Path == memoryRoot {
		return "", toolError(toolErrExists(c.Path))
	}
	for dir := range parents(c.Path) {
		if files.file(dir) != nil {
			return "", toolError(toolErrExists(dir))
		}
	}
	d := memory.Draft{Status: memory.Unfiled, Scope: c.Scope, Actor: c.Actor, Session: c.Session, Slug: slugOf(c.Path)}
	if d.Slug == "" {
		d.Title, d.Aliases = titleOf(c.Path), []string{c.Path}
	}
	got, err := e.Capture(ctx, []byte(c.Text), d)
	if errors.Is(err, vault.ErrTaken) {
		d.Title, d.Aliases, d.Slug = titleOf(c.Path), []string{c.Path}, ""
		got, err = e.Capture(ctx, []byte(c.Text), d)
	}
	if err != nil {
		return "", told(err)
	}
	if got.Duplicate { // the same text is there under another path: it has both from now on
		n, _, err := e.vault.Read(got.Path)
		if err == nil {
			err = e.setToolPaths(ctx, c, n, append(toolPaths(n), c.Path))
		}
		if err != nil {
			return "", err
		}
	}
	return toolCreated(c.Path), nil
}

// parents are the folders that a path is in, below the tool's own.
func parents(p string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := len(memoryRoot) + 1; i < len(p); i++ {
			if p[i] == '/' && !yield(p[:i]) {
				return
			}
		}
	}
}

func (e *Engine) toolReplace(ctx context.Context, c *ToolCall, files toolFiles) (string, error) {
	f := files.file(c.Path)
	if f == nil {
		return "", toolError(toolErrNoFile(c.Path))
	}
	if err := e.hidden(f); err != nil {
		return "", err
	}
	text := f.text()
	if c.Old == "" {
		return "", toolError(toolNotFound(c.Old, c.Path))
	}
	var lines []int
	for at := 0; ; at++ {
		i := strings.Index(text[at:], c.Old)
		if i < 0 {
			break
		}
		at += i
		lines = append(lines, 1+strings.Count(text[:at], "\n"))
	}
	switch len(lines) {
	case 0:
		return "", toolError(toolNotFound(c.Old, c.Path))
	case 1:
	default:
		return "", toolError(toolTwice(c.Old, lines))
	}
	after := strings.Replace(text, c.Old, c.Text, 1)
	if err := e.rewrite(ctx, c, f.note, after); err != nil {
		return "", told(err)
	}
	return toolReplaced(strings.Split(after, "\n"), lines[0]-1), nil
}

func (e *Engine) toolInsert(ctx context.Context, c *ToolCall, files toolFiles) (string, error) {
	f := files.file(c.Path)
	if f == nil {
		return "", toolError(toolErrGone(c.Path))
	}
	if err := e.hidden(f); err != nil {
		return "", err
	}
	lines := strings.Split(f.text(), "\n")
	if c.Line < 0 || c.Line > len(lines) {
		return "", toolError(toolErrLine(c.Line, len(lines)))
	}
	added := strings.Split(strings.TrimSuffix(c.Text, "\n"), "\n")
	if err := e.rewrite(ctx, c, f.note, strings.Join(slices.Insert(lines, c.Line, added...), "\n")); err != nil {
		return "", told(err)
	}
	return toolInserted(c.Path), nil
}

// rewrite gives a note another text: the caller's own draft in its place, any other by a
// note that supersedes it and has its names.
func (e *Engine) rewrite(ctx context.Context, c *ToolCall, n *memory.Note, text string) error {
	if c.draft(n) {
		return e.redraft(ctx, c, n, text)
	}
	names := slices.Clone(n.Aliases)
	for _, p := range toolPaths(n) {
		if !slices.Contains(names, p) {
			names = append(names, p)
		}
	}
	title := n.Title
	if n.TitleGuessed {
		title = ""
	}
	_, err := e.Capture(ctx, []byte(text), memory.Draft{Title: title, Type: n.Type, Status: memory.Unfiled, Scope: n.Scope, Tags: n.Tags, Aliases: names,
		Importance: n.Importance, Actor: c.Actor, Session: c.Session, Supersedes: []memory.Slug{n.Slug}})
	return err
}

// redraft writes a draft's text anew. All of its frontmatter but "updated" stays.
func (e *Engine) redraft(ctx context.Context, c *ToolCall, n *memory.Note, raw string) error {
	text, err := memory.NormalText([]byte(raw))
	if err != nil {
		return err
	}
	if text, _ = secret.CutPrivate(text); strings.TrimSpace(text) == "" {
		return ErrPrivate
	}
	if err := e.refuseSecrets([]named{{"text", text}}); err != nil {
		return err
	}
	_, err = e.apply(ctx, func(*vault.Writer) ([]memory.Change, error) {
		now, _, err := e.vault.Read(n.Path)
		if err != nil {
			return nil, err
		}
		if now.Hash != n.Hash {
			return nil, fmt.Errorf("%s: %w", n.Path, vault.ErrStale)
		}
		data, err := e.vault.ReadFile(n.Path)
		if err != nil {
			return nil, err
		}
		body := frontmatter.Split(data).Body()
		head := data[:len(data)-len(body)]
		lead, _ := strings.CutSuffix(string(body), now.Body) // the blank line below the block
		after, err := frontmatter.Apply(slices.Concat(head, []byte(lead+text+"\n")), frontmatter.Set("updated", frontmatter.Time(e.o.Now)))
		if err != nil {
			return nil, &Uneditable{Path: n.Path, Why: err.Error()}
		}
		return []memory.Change{{
			Op: memory.OpEdit, Notes: []memory.Slug{n.Slug}, Detail: string(n.Slug) + " by its writer", Actor: c.Actor, Session: c.Session,
			Reason: "A draft was written anew by " + string(c.Actor) + ".",
			Files:  []memory.FileEdit{memory.Replace{Path: n.Path, Want: now.Hash, Data: after}},
		}}, nil
	})
	return err
}

func (e *Engine) toolDelete(ctx context.Context, c *ToolCall, files toolFiles) (string, error) {
	if c.Path == memoryRoot {
		return "", toolError("Error: Cannot delete the " + memoryRoot + " directory itself")
	}
	gone := files.below(c.Path)
	if f := files.file(c.Path); f != nil {
		gone = toolFiles{*f}
	}
	if len(gone) == 0 {
		return "", toolError(toolErrGone(c.Path))
	}
	names := make([]string, len(gone))
	for i, f := range gone {
		names[i] = f.note.Path
	}
	if _, err := e.Forget(ctx, names, c.Actor, c.Session); err != nil {
		return "", told(err)
	}
	return toolDeleted(c.Path), nil
}

// toolRename gives a note, or each of a folder, another alias: its file keeps its name.
func (e *Engine) toolRename(ctx context.Context, c *ToolCall, files toolFiles) (string, error) {
	moved := files.below(c.Path)
	if f := files.file(c.Path); f != nil {
		moved = toolFiles{*f}
	}
	switch {
	case c.Path == memoryRoot || c.NewPath == memoryRoot:
		return "", toolError("Error: Cannot rename the " + memoryRoot + " directory itself")
	case len(moved) == 0:
		return "", toolError(toolErrGone(c.Path))
	case files.file(c.NewPath) != nil || len(files.below(c.NewPath)) > 0:
		return "", toolError(toolErrDestination(c.NewPath))
	case strings.HasPrefix(c.NewPath, c.Path+"/"):
		return "", toolError("Error: Cannot rename " + c.Path + " into itself")
	}
	for dir := range parents(c.NewPath) {
		if files.file(dir) != nil {
			return "", toolError(toolErrDestination(dir))
		}
	}
	for _, f := range moved {
		n, _, err := e.vault.Read(f.note.Path) // it may have moved under another of its names
		if err != nil {
			return "", err
		}
		paths := toolPaths(n)
		for i, p := range paths {
			if p == f.path {
				paths[i] = c.NewPath + strings.TrimPrefix(f.path, c.Path)
			}
		}
		if err := e.setToolPaths(ctx, c, n, paths); err != nil {
			return "", told(err)
		}
	}
	return toolRenamed(c.Path, c.NewPath), nil
}

// setToolPaths sets the names that a note has in the tool's folder; its other aliases stay.
func (e *Engine) setToolPaths(ctx context.Context, c *ToolCall, n *memory.Note, paths []string) error {
	names := slices.DeleteFunc(slices.Clone(n.Aliases), func(a string) bool { _, ok := jailed(a); return ok })
	natural := memoryRoot + "/" + string(n.Slug) + ".md"
	if len(paths) != 1 || paths[0] != natural {
		names = append(names, paths...)
	}
	draft := memory.Draft{Text: "x", Status: memory.Unfiled, Aliases: names}
	if err := draft.Check(e.settings); err != nil {
		return err
	}
	if err := e.refuseSecrets([]named{{"aliases", strings.Join(names, "\n")}}); err != nil {
		return err
	}
	value := memory.Value(memory.List(names))
	if len(names) == 0 {
		value = memory.Absent{}
	}
	_, err := e.edit(ctx, n, []memory.KeyEdit{{Key: "aliases", Value: value}}, memory.Change{
		Op: memory.OpSet, Detail: string(n.Slug) + " aliases", Actor: c.Actor, Session: c.Session,
		Reason: "Named otherwise by " + string(c.Actor) + ".",
	})
	return err
}
