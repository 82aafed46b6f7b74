package foreign

import (
	"fmt"
	"io/fs"
	"iter"
	"path"
	"strings"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// ClaudeMemory reads the auto memory of Claude Code as of November 2026: one markdown file a
// memory in PROJECT/memory, with `name`, `description` and, below `metadata` or beside them
// as it was before, `type`, `originSessionId` and `modified`. MEMORY.md is their index; where
// its lines are no links it is read as memories, a section each. Descriptions that are no
// YAML for want of quotes are read all the same.
func ClaudeMemory(p Place) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		within := path.Base(p.Path) == "memory" || exists(p.FS, "MEMORY.md")
		skip := func(name string, dir bool) error {
			if dir || within || path.Ext(name) != ".md" || strings.Contains("/"+name, "/memory/") {
				return nil // transcripts are only counted
			}
			return fmt.Errorf("not in a folder memory: %w", ErrNotMemory)
		}
		for f, err := range files(p, skip) {
			if err != nil {
				if !yield(left(f.path, err)) {
					return
				}
				continue
			}
			for _, item := range claudeNotes(p, f) {
				if !yield(item) {
					return
				}
			}
		}
	}
}

// project is the folder above memory, and the file's path below it.
func (p Place) project(name string) (project, file string) {
	whole := strings.TrimSuffix(p.Path, "/") + "/" + name
	before, file, ok := cutLast(whole, "/memory/")
	if !ok {
		return path.Base(path.Dir(whole)), path.Base(whole)
	}
	return path.Base(before), file
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

func claudeNotes(p Place, f file) []Item {
	project, name := p.project(f.path)
	source := "claude-memory:" + project + "/" + name
	if strings.EqualFold(f.stem(), "MEMORY") {
		return claudeIndex(p, f, source)
	}
	doc := frontmatter.Split([]byte(f.text()))
	n := Note{
		Place: f.path, Source: source, Lasting: true, Name: f.stem(), Captured: f.time,
		Text: strings.TrimLeft(string(doc.Body()), "\n"),
	}
	fields, nested := doc.Fields(), mapping(doc.Block(), "metadata")
	say := func(key string) string {
		if v := nested[key]; v != "" {
			return v
		}
		return strings.TrimSpace(fields.String(key))
	}
	if own := say("name"); own != "" && own != n.Name {
		n.Aliases = append(n.Aliases, own)
	}
	n.Title = strings.Join(strings.Fields(say("description")), " ")
	n.Session = say("originSessionId")
	switch kind := strings.ToLower(say("type")); kind {
	case "user", "feedback":
		n.Type = memory.Preference
	case "project":
		n.Type = memory.Workflow
	case "reference":
		n.Type = memory.Reference
	case "":
	default:
		n.Tags = append(n.Tags, kind)
	}
	if at, _, ok := frontmatter.ParseTime(say("modified")); ok {
		n.Captured, n.Updated = at, at
	}
	if strings.TrimSpace(n.Text) == "" {
		if n.Title == "" {
			return []Item{left(f.path, ErrNoText)}
		}
		n.Text = n.Title
	}
	return []Item{{Note: n}}
}

// claudeIndex reads a MEMORY.md: a list of links to the files beside it is no memory.
func claudeIndex(p Place, f file, source string) (out []Item) {
	for _, s := range sections(f.text()) {
		place := f.path + ", " + s.id
		switch {
		case onlyHeading(s.text):
		case indexes(p.FS, path.Dir(f.path), s.text):
			out = append(out, left(place, fmt.Errorf("an index of the files beside it: %w", ErrNotMemory)))
		default:
			out = append(out, Item{Note: Note{
				Place: place, Source: source + "#" + s.id, Lasting: s.once, Title: s.title, Text: s.text, Captured: f.time,
			}})
		}
	}
	return out
}

// indexes reports whether every line of a text that is no heading links to a file of the folder.
func indexes(fsys fs.FS, dir, text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		_, target, ok := strings.Cut(line, "](")
		target, _, closed := strings.Cut(target, ")")
		name := path.Join(dir, target)
		if links := memory.Links(line); !ok && len(links) > 0 {
			name, closed = path.Join(dir, string(links[0])+".md"), true
		}
		if !closed || !fs.ValidPath(name) || !exists(fsys, name) {
			return false
		}
	}
	return true
}

// mapping reads the scalars of a mapping one level below a key, in block or in flow style.
func mapping(block []byte, key string) map[string]string {
	out := map[string]string{}
	put := func(pair string) {
		k, v, ok := strings.Cut(pair, ":")
		if k, v = strings.Trim(strings.TrimSpace(k), `"'`), strings.Trim(strings.TrimSpace(v), `"'`); ok && k != "" && v != "" {
			out[k] = v
		}
	}
	inside := false
	for line := range strings.Lines(string(block)) {
		rest, head := strings.CutPrefix(line, key+":")
		switch {
		case head:
			rest = strings.TrimSpace(rest)
			if flow, ok := strings.CutPrefix(rest, "{"); ok {
				for pair := range strings.SplitSeq(strings.TrimSuffix(flow, "}"), ",") {
					put(pair)
				}
			}
			inside = rest == ""
		case inside && strings.TrimSpace(line) != "" && line[0] != ' ' && line[0] != '\t':
			inside = false
		case inside:
			put(line)
		}
	}
	return out
}
