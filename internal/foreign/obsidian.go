package foreign

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// Obsidian reads a vault of Obsidian, as of 1.9 (2025): every markdown file, whole and with
// its properties. Tags that stand in the text are added to the property. The words are the
// owner's, but for clippings: a note whose `source` or `url` is an address is from outside.
func Obsidian(p Place) iter.Seq[Item] {
	return wholeFiles(p, "obsidian", nil, func(n *Note, _ file, doc frontmatter.Doc) error {
		n.Tags, n.Origin = inlineTags(string(doc.Body())), memory.OriginOwner
		for _, key := range []string{"source", "url"} {
			if s := doc.Fields().String(key); strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
				n.Origin = memory.OriginExternal
			}
		}
		return nil
	})
}

// BasicMemory reads a project of basic-memory, as of its note format of November 2026: every
// markdown file, whole and with its frontmatter. Title and permalink, by which its links go,
// become aliases; the tags of observations are added to the tags.
func BasicMemory(p Place) iter.Seq[Item] {
	return wholeFiles(p, "basic-memory", nil, func(n *Note, _ file, doc frontmatter.Doc) error {
		n.Tags = inlineTags(string(doc.Body()))
		for _, key := range []string{"title", "permalink"} {
			if v := strings.TrimSpace(doc.Fields().String(key)); v != "" && v != n.Name && !slices.Contains(n.Aliases, v) {
				n.Aliases = append(n.Aliases, v)
			}
		}
		return nil
	})
}

// inlineTags lists the #tags of a text, outside of its code, each once: letters, digits,
// _, - and /, of which one is no digit.
func inlineTags(body string) (out []string) {
	memory.MapProse(body, func(part string) string {
		for word := range strings.FieldsSeq(part) {
			tag, ok := strings.CutPrefix(word, "#")
			if end := strings.IndexFunc(tag, notOfTag); end >= 0 {
				tag = tag[:end]
			}
			if tag = strings.Trim(tag, "/"); ok && strings.ContainsFunc(tag, unicode.IsLetter) && !slices.Contains(out, tag) {
				out = append(out, tag)
			}
		}
		return part
	})
	return out
}

func notOfTag(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_' && r != '-' && r != '/'
}
