package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mem/internal/foreign"
	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// Bundle makes files of the Open Knowledge Format 0.2 of notes. First each note is told to
// Add, then File gives it with its links; what is not added is not linked to.
type Bundle struct {
	paths  map[memory.Slug]string // by slug and by alias; a slug counts before an alias
	names  map[memory.Slug]bool
	titles map[string]string // by path
}

// NewBundle is a bundle without notes.
func NewBundle() *Bundle {
	return &Bundle{paths: map[memory.Slug]string{}, names: map[memory.Slug]bool{}, titles: map[string]string{}}
}

// BundlePath is where a note lies in a bundle: as in the vault, without memory/. The names that
// the format reserves are not given.
func BundlePath(notePath string) string {
	p := strings.TrimPrefix(notePath, "memory/")
	if base := strings.ToLower(path.Base(p)); base == "index.md" || base == "log.md" {
		p = strings.TrimSuffix(p, path.Ext(p)) + "-note.md"
	}
	return p
}

// Add tells of a note that the bundle is to have.
func (b *Bundle) Add(n *memory.Note) {
	p := BundlePath(n.Path)
	b.paths[n.Slug], b.names[n.Slug] = p, true
	for _, alias := range n.Aliases {
		if name := memory.Stem(alias); !b.names[name] && b.paths[name] == "" {
			b.paths[name] = p
		}
	}
	b.titles[p] = n.Title
}

// File is a note as a file of the bundle. Its own keys and its text stay as they are, but for
// the status, which gets the format's words, and the [[links]]. What is added is named in the
// frontmatter, so that an import takes it back. It wraps ErrNotText.
func (b *Bundle) File(n Note) (p string, data []byte, err error) {
	p = BundlePath(n.Path)
	if !utf8.Valid(n.Data) || bytes.IndexByte(n.Data, 0) >= 0 {
		return p, nil, ErrNotText
	}
	if doc := frontmatter.Split(n.Data); doc.Editable() == nil {
		if data, err = b.families(n, doc); err == nil {
			return p, b.linked(data), nil
		}
	}
	// A block that cannot be edited becomes text below one that can.
	plain := Note{Note: n.Note, Data: frontmatter.Compose([]frontmatter.Field{{Key: "type", Value: frontmatter.Text(typeOf(n.Note))}}, n.Data)}
	if data, err = b.families(plain, frontmatter.Split(plain.Data)); err != nil {
		return p, nil, err
	}
	return p, b.linked(data), nil
}

func typeOf(n *memory.Note) string {
	if n.Type == "" {
		return string(memory.Reference)
	}
	return string(n.Type)
}

// statusOf maps the four statuses to the three of the format.
func statusOf(s memory.Status) string {
	switch s {
	case memory.Active:
		return "stable"
	case memory.Superseded, memory.Expired:
		return "deprecated"
	default:
		return "draft"
	}
}

// families adds the nested keys of the format.
func (b *Bundle) families(n Note, doc frontmatter.Doc) ([]byte, error) {
	fields := doc.Fields()
	var edits []frontmatter.Edit
	var added []string
	add := func(key string, v frontmatter.Value) {
		if !fields.Has(key) {
			edits, added = append(edits, frontmatter.Set(key, v)), append(added, key)
		}
	}
	add("type", frontmatter.Text(typeOf(n.Note)))
	if fields.Has("type") && strings.TrimSpace(fields.String("type")) == "" {
		edits = append(edits, frontmatter.Set("type", frontmatter.Text(typeOf(n.Note))))
	}
	if n.Title != "" {
		add("title", frontmatter.Text(memory.Cut(n.Title, 200)))
	}
	if was := fields.String("status"); was != "" {
		edits = append(edits, frontmatter.Set("status", frontmatter.Text(statusOf(n.Status))), frontmatter.Set(foreign.OKFStatus, frontmatter.Text(was)))
	} else {
		add("status", frontmatter.Text(statusOf(n.Status)))
	}
	if !n.ValidUntil.IsZero() {
		add("stale_after", frontmatter.Date(n.ValidUntil.UTC().Add(-time.Nanosecond)))
	}
	var nested strings.Builder
	for _, family := range []struct{ key, lines string }{
		{"generated", generated(n.Note)}, {"verified", verified(n.Note)}, {"sources", b.sources(n.Note)},
	} {
		if family.lines != "" && !fields.Has(family.key) {
			nested.WriteString(family.key + ":\n" + family.lines)
			added = append(added, family.key)
		}
	}
	edits = append(edits, frontmatter.Set(foreign.OKFAdded, frontmatter.List(added)))
	data, err := frontmatter.Apply(n.Data, edits...)
	if err != nil {
		return nil, err
	}
	return spliced(data, nested.String())
}

// spliced puts lines at the end of a block, and reads them again before it trusts them.
func spliced(data []byte, lines string) ([]byte, error) {
	doc := frontmatter.Split(data)
	head := len(data) - len(doc.Body())
	fence := bytes.LastIndexByte(bytes.TrimRight(data[:head], "\r\n"), '\n') + 1
	if bytes.HasSuffix(data[:fence], []byte("\r\n")) {
		lines = strings.ReplaceAll(lines, "\n", "\r\n")
	}
	out := slices.Concat(data[:fence], []byte(lines), data[fence:])
	after := frontmatter.Split(out)
	if after.Editable() != nil || !bytes.Equal(after.Body(), doc.Body()) {
		return nil, fmt.Errorf("add lines to the frontmatter: %w", frontmatter.ErrUnsafe)
	}
	return out, nil
}

// quoted is a string as YAML and JSON alike read it.
func quoted(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string is always encoded
	return strings.TrimSuffix(b.String(), "\n")
}

// who is an actor in the words of the format: human:ID, process:ID, or TOOL/VERSION.
func who(n *memory.Note) string {
	name := strings.Join(strings.Fields(n.Actor.Name()), "-")
	switch {
	case n.Actor.Kind() == "human" || n.Actor.Kind() == "process":
		return n.Actor.Kind() + ":" + name
	case name != "":
		return strings.ReplaceAll(name, "/", "-") + "/unknown"
	case n.OwnedBy() == memory.OriginOwner:
		return "human:owner"
	}
	return "process:mem"
}

func generated(n *memory.Note) string {
	if y := n.Captured.Year(); y < 2 || y > 9999 {
		return "  by: " + quoted(who(n)) + "\n"
	}
	return "  by: " + quoted(who(n)) + "\n  at: " + n.Captured.UTC().Format(time.RFC3339) + "\n"
}

func verified(n *memory.Note) string {
	if n.Trust != memory.Verified {
		return ""
	}
	at := n.Updated
	if n.LastUsed.After(at) {
		at = n.LastUsed
	}
	if at.IsZero() {
		at = n.Captured
	}
	return "  - by: " + quoted(string(memory.Dreamer)) + "\n    at: " + at.UTC().Format(time.RFC3339) + "\n"
}

func (b *Bundle) sources(n *memory.Note) string {
	var out strings.Builder
	if n.Source != "" {
		fmt.Fprintf(&out, "  - id: source\n    resource: %s\n", quoted(n.Source))
	}
	for _, s := range n.DerivedFrom {
		if p := b.paths[s]; p != "" {
			fmt.Fprintf(&out, "  - id: %s\n    resource: %s\n", quoted(string(s)), quoted("/"+p))
		}
	}
	return out.String()
}

// linked turns the [[links]] of a file's text into links of the bundle.
func (b *Bundle) linked(data []byte) []byte {
	body := frontmatter.Split(data).Body()
	head := data[:len(data)-len(body)]
	return append(slices.Clone(head), memory.MapProse(string(body), b.link)...)
}

func (b *Bundle) link(part string) string {
	var out strings.Builder
	for {
		open := strings.Index(part, "[[")
		if open < 0 {
			return out.String() + part
		}
		end := strings.Index(part[open:], "]]")
		if end < 0 {
			return out.String() + part
		}
		end += open
		target, shown, named := strings.Cut(part[open+2:end], "|")
		file, heading, within := strings.Cut(target, "#")
		p := b.paths[memory.Stem(path.Clean(strings.TrimSpace(file)))]
		if !named {
			shown = target
		}
		if p == "" || file == "" || strings.ContainsAny(target+shown, "[]|^\\") || open > 0 && part[open-1] == '!' {
			out.WriteString(part[:end+2]) // nothing there to lead to, or an embedding
			part = part[end+2:]
			continue
		}
		if within {
			p += "#" + heading
		}
		out.WriteString(part[:open] + "[" + shown + "](/" + escaped(p) + ")")
		part = part[end+2:]
	}
}

// escaped is a path as a link of markdown may hold it.
func escaped(p string) string {
	return strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29").Replace(p)
}

// Indexes gives the index.md of the bundle and of each of its folders.
func (b *Bundle) Indexes() map[string][]byte {
	folders := map[string][]string{}
	for p := range b.titles {
		folders[path.Dir(p)] = append(folders[path.Dir(p)], p)
	}
	out, root := map[string][]byte{}, []string{}
	for dir, files := range folders {
		slices.Sort(files)
		var text strings.Builder
		text.WriteString("# " + dir + "\n\n")
		for _, p := range files {
			fmt.Fprintf(&text, "* [%s](/%s)\n", strings.NewReplacer("[", "(", "]", ")", "\n", " ").Replace(b.titles[p]), escaped(p))
		}
		if dir == "." {
			root = append(root, strings.TrimPrefix(text.String(), "# .\n\n"))
			continue
		}
		root = append(root, fmt.Sprintf("* [%s](/%s/index.md): %d\n", dir, escaped(dir), len(files)))
		out[dir+"/index.md"] = []byte(text.String())
	}
	slices.Sort(root)
	out["index.md"] = []byte("# Memory\n\n" + strings.Join(root, ""))
	return out
}
