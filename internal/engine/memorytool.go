package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"mem/internal/frame"
	"mem/internal/memory"
	"mem/internal/vault"
)

// ToolCall is one command of the memory tool.
type ToolCall struct {
	Command        string
	Path, NewPath  string // rename: from and to
	Text           string // of create and insert, and the new text of str_replace
	Old            string // of str_replace
	Line           int    // of insert: after which line; 0 = at the beginning
	Range          []int  // of view: first and last line, -1 = to the end; nil = all
	Actor          memory.Actor
	Session, Scope string
}

// ToolReply is what the tool answers, as `memory-tool --json` prints it.
type ToolReply struct {
	Content string `json:"content"`
	IsError bool   `json:"is_error"`
}

// toolError is an answer that says what was wrong with the call.
type toolError string

func (e toolError) Error() string { return string(e) }

// mostListed is how many notes a listing has, newest first: it goes into a context whole.
const mostListed = 200

// MemoryTool carries out one command of Anthropic's memory tool. No path of it is ever
// opened: it is one of the names that the live notes of the scope have, or it is not there.
// A note is /memories/SLUG.md, unless an alias that begins with /memories/ names it
// otherwise. A create is a capture, a delete an expiry, a rename an alias; an edit changes
// the caller's own unfiled note, and is a new note that supersedes any other.
func (e *Engine) MemoryTool(ctx context.Context, c ToolCall) (ToolReply, error) {
	content, err := e.memoryTool(ctx, &c)
	var wrong toolError
	if errors.As(err, &wrong) {
		return ToolReply{Content: string(wrong), IsError: true}, nil
	}
	return ToolReply{Content: content}, err
}

func (e *Engine) memoryTool(ctx context.Context, c *ToolCall) (string, error) {
	for _, p := range []*string{&c.Path, &c.NewPath} {
		if *p == "" && (p == &c.Path || c.Command == "rename") {
			return "", toolError("Error: a path is missing")
		}
		clean, ok := jailed(*p)
		if *p != "" && !ok {
			return "", toolError(toolErrOutside(*p))
		}
		*p = clean
	}
	c.Text, _ = frame.CutFences(c.Text) // what mem itself put before the agent is not learnt again
	files, err := e.toolFiles(ctx, c.Scope)
	if err != nil {
		return "", err
	}
	switch c.Command {
	case "view":
		return e.toolView(c, files)
	case "create":
		return e.toolCreate(ctx, c, files)
	case "str_replace":
		return e.toolReplace(ctx, c, files)
	case "insert":
		return e.toolInsert(ctx, c, files)
	case "delete":
		return e.toolDelete(ctx, c, files)
	case "rename":
		return e.toolRename(ctx, c, files)
	}
	return "", toolError(fmt.Sprintf("Error: unknown command %q: it is one of view, create, str_replace, insert, delete, rename", c.Command))
}

// jailed returns a path in the form in which names are compared; ok is false for one that
// means, or that anything may take to mean, a place outside the tool's folder.
func jailed(p string) (clean string, ok bool) {
	low := strings.ToLower(p)
	odd := func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' }
	if strings.ContainsFunc(p, odd) || strings.Contains(low, "%2e") || strings.Contains(low, "%2f") || strings.Contains(low, "%5c") || strings.Contains(low, "%25") {
		return p, false
	}
	if slices.Contains(strings.Split(p, "/"), "..") || p != memoryRoot && !strings.HasPrefix(p, memoryRoot+"/") {
		return p, false
	}
	return path.Clean(p), true
}

// toolFile is a note under one of its names.
type toolFile struct {
	path string
	note *memory.Note
}

// text is what the tool shows of a note: its body, without the line's end at its end.
func (f *toolFile) text() string { return strings.TrimSuffix(f.note.Body, "\n") }

type toolFiles []toolFile

// toolFiles are the live notes of a scope, newest first, but for those that another of them
// replaces.
func (e *Engine) toolFiles(ctx context.Context, scope string) (toolFiles, error) {
	notes, err := e.notes(ctx)
	if err != nil {
		return nil, err
	}
	notes = slices.DeleteFunc(notes, func(n *memory.Note) bool { return !n.Status.Live() || !n.VisibleFrom(scope) || isProbe(n) })
	replaced := map[memory.Slug]bool{}
	for _, n := range notes {
		for _, s := range n.Supersedes {
			if s != n.Slug {
				replaced[s] = true
			}
		}
	}
	slices.SortStableFunc(notes, newestFirst)
	var out toolFiles
	for _, n := range notes {
		if !replaced[n.Slug] {
			for _, p := range toolPaths(n) {
				out = append(out, toolFile{p, n})
			}
		}
	}
	return out, nil
}

// toolPaths are the names of a note in the tool's folder.
func toolPaths(n *memory.Note) []string {
	var out []string
	for _, a := range n.Aliases {
		if p, ok := jailed(a); ok && p != memoryRoot {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		out = []string{memoryRoot + "/" + string(n.Slug) + ".md"}
	}
	return out
}

func (l toolFiles) file(p string) *toolFile {
	for i := range l {
		if l[i].path == p {
			return &l[i]
		}
	}
	return nil
}

// below are the files in a folder, at any depth.
func (l toolFiles) below(dir string) toolFiles {
	var out toolFiles
	for _, f := range l {
		if strings.HasPrefix(f.path, dir+"/") {
			out = append(out, f)
		}
	}
	return out
}

// hidden is the answer about a note that is its owner's alone, nil about any other.
func (e *Engine) hidden(f *toolFile) error {
	if why := e.reserved(f.note); why != "" {
		return toolError(fmt.Sprintf("Error: %s is not shown: %s", f.path, why))
	}
	return nil
}

func (e *Engine) toolView(c *ToolCall, l toolFiles) (string, error) {
	if f := l.file(c.Path); f != nil {
		if err := e.hidden(f); err != nil {
			return "", err
		}
		lines := strings.Split(f.text(), "\n")
		if c.Range == nil {
			return toolContent(c.Path, lines, 1), nil
		}
		from, to := c.Range[0], c.Range[1]
		if to == -1 || to > len(lines) {
			to = len(lines)
		}
		if from < 1 || from > len(lines) || to < from {
			return "", toolError(toolErrRange(c.Range[0], c.Range[1], len(lines)))
		}
		return toolContent(c.Path, lines[from-1:to], from), nil
	}
	files := l.below(c.Path)
	if len(files) == 0 && c.Path != memoryRoot {
		return "", toolError(toolNoPath(c.Path))
	}
	return toolListing(c.Path, files.listing(c.Path)), nil
}

// listing has a row for the folder, its files, its folders and their files.
func (l toolFiles) listing(dir string) []string {
	total, sizes := 0, map[string]int{}
	shown, more := 0, 0
	for _, f := range l {
		size := len(f.text())
		total += size
		parts := strings.Split(strings.TrimPrefix(f.path, dir+"/"), "/")
		if strings.HasPrefix(parts[0], ".") || parts[0] == "node_modules" {
			continue
		}
		if len(parts) > 1 {
			sizes[dir+"/"+parts[0]+"/"] += size
		}
		if len(parts) > 2 {
			sizes[dir+"/"+parts[0]+"/"+parts[1]+"/"] += size
			continue
		}
		if shown++; shown > mostListed {
			more++
			continue
		}
		sizes[f.path] = size
	}
	rows := []string{toolSize(total) + "\t" + dir}
	for _, p := range slices.Sorted(maps.Keys(sizes)) {
		rows = append(rows, toolSize(sizes[p])+"\t"+p)
	}
	if more > 0 {
		rows = append(rows, fmt.Sprintf("(%d older files are not listed)", more))
	}
	return rows
}

// draft reports whether a note is the caller's own, and nobody has filed it yet.
func (c *ToolCall) draft(n *memory.Note) bool {
	return n.Status == memory.Unfiled && n.Actor == c.Actor && n.Session == c.Session
}

// told makes what a write path refuses an answer of the tool: the model can do otherwise.
func told(err error) error {
	var credential *ErrSecret
	for _, known := range []error{memory.ErrBlank, memory.ErrNotText, memory.ErrTooLong, memory.ErrBadValue, ErrPrivate, ErrKey} {
		if errors.Is(err, known) {
			return toolError("Error: " + err.Error())
		}
	}
	var fixed *Uneditable
	if errors.As(err, &credential) || errors.As(err, &fixed) || errors.Is(err, vault.ErrBadSlug) {
		return toolError("Error: " + err.Error())
	}
	return err
}

// slugOf is the slug that a path asks for, "" when it is none.
func slugOf(p string) memory.Slug {
	name, ok := strings.CutPrefix(p, memoryRoot+"/")
	slug := strings.TrimSuffix(name, ".md")
	if !ok || slug == name || CheckSlug(slug) != nil {
		return ""
	}
	return memory.Slug(slug)
}

// titleOf is a title for what has only a path.
func titleOf(p string) string {
	name := strings.TrimPrefix(p, memoryRoot+"/")
	name = strings.TrimSuffix(name, path.Ext(name))
	return strings.TrimSpace(cmp.Or(strings.NewReplacer("_", " ", "-", " ", "/", ": ").Replace(name), "Notes"))
}
