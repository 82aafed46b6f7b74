package foreign

import (
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// importDepth is how deep one file may take in others with @path.
const importDepth = 4

// ClaudeMD reads instructions that are kept for agents, as of November 2026: CLAUDE.md,
// CLAUDE.local.md, AGENTS.md, GEMINI.md, and the rules of .claude/rules with their `paths`.
// A section of the second level is a memory, and a suggestion: it stays unfiled. Comments
// are cut out; files named by @path are read too, four deep, inside of the folder alone.
func ClaudeMD(p Place) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		r := instructions{p: p, seen: map[string]bool{}, yield: yield}
		found := false
		for _, name := range r.names() {
			if exists(p.FS, name) {
				found = true
				if !r.read(name, "", 0) {
					return
				}
			}
		}
		if !found {
			yield(left(".", fmt.Errorf("%w: there is no CLAUDE.md, AGENTS.md or GEMINI.md", ErrShape)))
		}
	}
}

// instructions is one reading, on its way from file to file.
type instructions struct {
	p     Place
	seen  map[string]bool
	yield func(Item) bool
}

func (r *instructions) names() []string {
	if r.p.File != "" {
		return []string{r.p.File}
	}
	names := []string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md"}
	_ = fs.WalkDir(r.p.FS, ".claude/rules", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".md") {
			names = append(names, name)
		}
		return nil // a folder that cannot be read has no rules
	})
	return names
}

// read gives the sections of a file, then those of the files that it takes in; false to stop.
func (r *instructions) read(name, by string, depth int) bool {
	if r.seen[name] {
		return true
	}
	r.seen[name] = true
	place := name
	if by != "" {
		place = name + ", taken in by " + by
	}
	f, err := load(r.p.FS, name)
	if err != nil {
		return r.yield(left(place, err))
	}
	doc := frontmatter.Split([]byte(f.text()))
	text, _ := uncomment(string(doc.Body()))
	paths := doc.Fields().List("paths")
	for _, s := range sections(text) {
		n := Note{
			Place: place + ", " + s.id, Source: "claude-md:" + name + "#" + s.id, Lasting: s.once,
			Title: s.title, Text: strings.TrimSpace(s.text), Type: memory.Convention, Status: memory.Unfiled, Captured: f.time,
		}
		item := Item{Note: n}
		switch {
		case onlyHeading(n.Text):
			item = left(n.Place, ErrNoText)
		case len(paths) > 0:
			item.Text = "Holds for " + strings.Join(paths, ", ") + "\n\n" + n.Text
			if item.Title == "" {
				item.Title = memory.TitleOf(n.Text)
			}
		}
		if !r.yield(item) {
			return false
		}
	}
	for _, to := range takenIn(text) {
		if !r.follow(name, to, depth+1) {
			return false
		}
	}
	return true
}

// follow reads a file that another takes in.
func (r *instructions) follow(from, to string, depth int) bool {
	name := path.Join(path.Dir(from), to)
	switch place := "@" + to + " in " + from; {
	case depth > importDepth:
		return r.yield(left(place, fmt.Errorf("more than %d files deep: %w", importDepth, ErrLink)))
	case strings.HasPrefix(to, "/"), strings.HasPrefix(to, "~"), !fs.ValidPath(name):
		return r.yield(left(place, fmt.Errorf("outside of the folder: %w", ErrLink)))
	case !exists(r.p.FS, name):
		return r.yield(left(place, fmt.Errorf("there is no such file: %w", ErrLink)))
	}
	return r.read(name, from, depth)
}

// takenIn lists what stands behind an @ that begins a word, outside of code, and has the
// look of a file's path.
func takenIn(text string) (out []string) {
	memory.MapProse(text, func(part string) string {
		for word := range strings.FieldsSeq(part) {
			to, ok := strings.CutPrefix(word, "@")
			to = strings.TrimRight(to, ".,;:)")
			if ok && strings.ContainsAny(to, "./") && path.Ext(to) != "" && !slices.Contains(out, to) {
				out = append(out, to)
			}
		}
		return part
	})
	return out
}
