package foreign

import (
	"fmt"
	"iter"
	"net/url"
	"path"
	"strings"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// Keys by which an export of mem says what it changed in a note's frontmatter, so that
// reading it again gives the note as it was.
const (
	OKFAdded  = "mem_added"  // the keys that it added
	OKFStatus = "mem_status" // the status before it was mapped
)

// OKF reads a bundle of the Open Knowledge Format 0.2 (and 0.1, whose `timestamp` is read
// too): every markdown file but index.md and log.md, whole. `deprecated` is retired here as
// well; a link to a file of the bundle becomes a [[link]]. Of a bundle that mem exported the
// notes are as they were.
func OKF(p Place) iter.Seq[Item] {
	skip := func(name string, dir bool) error {
		if base := path.Base(name); !dir && (strings.EqualFold(base, "index.md") || strings.EqualFold(base, "log.md")) {
			return fmt.Errorf("the format reserves the name: %w", ErrNotMemory)
		}
		return nil
	}
	return wholeFiles(p, "okf", skip, okfNote)
}

func okfNote(n *Note, f file, doc frontmatter.Doc) error {
	fields := doc.Fields()
	if strings.TrimSpace(fields.String("type")) == "" {
		return fmt.Errorf("%w: there is no type", ErrShape)
	}
	data := f.data
	generated := instant(mapping(doc.Block(), "generated")["at"])
	if _, said := fields.Time("captured"); !said && !generated.IsZero() {
		n.Captured = generated
	}
	if fields.Has(OKFAdded) || fields.Has(OKFStatus) {
		return okfBack(n, data, fields)
	}
	n.Origin = memory.OriginExternal // somebody's, whoever wrote it
	n.ValidUntil = until(fields.String("stale_after"))
	if strings.EqualFold(strings.TrimSpace(fields.String("status")), "deprecated") {
		n.Status = memory.Expired
	}
	n.File = relinked(data, len(data)-len(doc.Body()))
	return nil
}

// okfBack takes back what mem's export did to a note.
func okfBack(n *Note, data []byte, fields frontmatter.Fields) error {
	edits := []frontmatter.Edit{frontmatter.Remove(OKFAdded), frontmatter.Remove(OKFStatus)}
	for _, key := range fields.List(OKFAdded) {
		edits = append(edits, frontmatter.Remove(key))
	}
	if was := fields.String(OKFStatus); was != "" {
		edits = append(edits, frontmatter.Set("status", frontmatter.Text(was)))
	}
	back, err := frontmatter.Apply(data, edits...)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrShape, err)
	}
	doc := frontmatter.Split(back)
	if doc.HasBlock() && strings.TrimSpace(string(doc.Block())) == "" { // the export put it there
		back = doc.Body()
		doc = frontmatter.Split(back)
	}
	if strings.TrimSpace(string(doc.Body())) == "" {
		return ErrNoText
	}
	n.File, n.Own = relinked(back, len(back)-len(doc.Body())), true
	return nil
}

// relinked turns [text](/path/slug.md) of the bytes from an offset on into [[slug]], or
// [[slug|text]] where the text is another.
func relinked(data []byte, from int) []byte {
	return append(data[:from:from], memory.MapProse(string(data[from:]), relink)...)
}

func relink(part string) string {
	var b strings.Builder
	for {
		open := strings.Index(part, "](/")
		if open < 0 {
			return b.String() + part
		}
		begin, end := strings.LastIndexByte(part[:open], '['), strings.IndexByte(part[open:], ')')
		if end < 0 {
			return b.String() + part
		}
		end += open + 1
		link := ""
		if begin >= 0 && (begin == 0 || part[begin-1] != '!') {
			link = wikilink(part[begin+1:open], part[open+3:end-1])
		}
		if link == "" {
			b.WriteString(part[:end])
		} else {
			b.WriteString(part[:begin] + link)
		}
		part = part[end:]
	}
}

// wikilink is the [[link]] to a file of the bundle, "" when the target is none.
func wikilink(shown, target string) string {
	target, err := url.PathUnescape(target)
	if err != nil {
		return ""
	}
	file, heading, within := strings.Cut(target, "#")
	slug, ok := strings.CutSuffix(path.Base(file), ".md")
	switch {
	case !ok || slug == "" || strings.ContainsAny(shown+target, "[]|"):
		return ""
	case shown == slug, within && shown == slug+"#"+heading:
		return "[[" + shown + "]]"
	case within:
		slug += "#" + heading
	}
	return "[[" + slug + "|" + shown + "]]"
}
