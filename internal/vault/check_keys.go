package vault

import (
	"bytes"
	"fmt"
	"strings"

	"mem/internal/memory"
)

// values reports keys that are missing or say what mem does not know.
func (i *inspection) values(known *memory.Settings) {
	if !i.doc.HasBlock() {
		return
	}
	n, f := i.note, i.doc.Fields()
	var missing []string
	if n.Type == "" {
		missing = append(missing, "type")
	}
	for _, key := range []string{"status", "captured"} {
		if strings.TrimSpace(f.String(key)) == "" {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 {
		i.add("key-missing", 0, "The note does not say: "+strings.Join(missing, ", ")+".")
	}
	if n.Type != "" && n.Type != memory.Entity && !known.Known(n.Type) {
		i.add("type-unknown", max(i.doc.Line("type"), i.doc.Line("kind")), fmt.Sprintf("The type %q is none that this vault knows.", memory.Cut(string(n.Type), 40)))
	}
	if _, ok := memory.ParseStatus(n.Declared); !ok && n.Declared != "" {
		i.unknown("status")
	}
	if word(f, "trust") != "" && n.Trust == "" {
		i.unknown("trust")
	}
	if word(f, "origin") != "" && n.Origin == "" {
		i.unknown("origin")
	}
	i.number("importance", 1, 10)
	i.number("uses", 0, 1<<31-1)
	if n.Status == memory.Superseded && n.SupersededBy == "" {
		i.add("superseded-by-nothing", i.doc.Line("status"), "")
	}
}

func (i *inspection) unknown(key string) {
	says := memory.Cut(i.doc.Fields().String(key), 40)
	i.add(key+"-unknown", i.doc.Line(key), fmt.Sprintf("%s: %q is none that mem knows.", key, says))
}

func (i *inspection) number(key string, least, most int) {
	f := i.doc.Fields()
	if strings.TrimSpace(f.String(key)) == "" {
		return
	}
	if x, ok := f.Int(key); !ok || x < least || x > most {
		i.add("number-range", i.doc.Line(key), fmt.Sprintf("%s: %q is not a whole number in its range.", key, memory.Cut(f.String(key), 40)))
	}
}

// card takes down what the note says of others.
func (i *inspection) card() card {
	n := i.note
	c := card{path: n.Path, slug: n.Slug, aliases: n.Aliases, supersedes: n.Supersedes, by: n.SupersededBy}
	name := func(key string, slugs ...memory.Slug) {
		for _, s := range slugs {
			if s != "" {
				c.named = append(c.named, named{key, s, i.doc.Line(key)})
			}
		}
	}
	name("derived_from", n.DerivedFrom...)
	name("supersedes", n.Supersedes...)
	name("distinct_from", n.DistinctFrom...)
	name("superseded_by", n.SupersededBy)
	for _, s := range memory.Links(n.Body) {
		if !fileLink(s) {
			c.named = append(c.named, named{"", s, i.lineWith(string(s))})
		}
	}
	return c
}

// fileLink reports whether a [[link]] leads to a picture or the like: it has an extension.
func fileLink(s memory.Slug) bool {
	dot := strings.LastIndexByte(string(s), '.')
	if dot < 0 {
		return false
	}
	ext := string(s[dot+1:])
	return len(ext) >= 2 && len(ext) <= 5 && strings.Trim(strings.ToLower(ext), "abcdefghijklmnopqrstuvwxyz0123456789") == "" &&
		strings.Trim(ext, "0123456789") != ""
}

// lineWith returns the first line that has a [[link]] and the text.
func (i *inspection) lineWith(text string) int {
	number := 0
	for line := range bytes.Lines(i.text) {
		number++
		if _, link, ok := bytes.Cut(line, []byte("[[")); ok && bytes.Contains(link, []byte(text)) {
			return number
		}
	}
	return 0
}
