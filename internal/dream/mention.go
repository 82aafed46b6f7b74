package dream

import (
	"slices"
	"strings"
	"unicode"

	"mem/internal/memory"
	"mem/internal/naming"
)

// byWhat is how a note names somebody or something.
type byWhat int

const (
	byName    byWhat = iota // in its text, written as names are
	byPerson                // @ada, or a tag person/ada
	byProject               // a tag project/atlas
	byLink                  // a [[link]] to a note that is not there
)

// mention is a name in a note. Names that are called alike in a vault are one.
type mention struct {
	key memory.Slug // what a note of this name would be called
	as  string      // as it is written
	by  byWhat
}

// census finds the names in the notes of a vault.
type census struct {
	*night
	words *naming.Vocabulary
	keys  map[string]memory.Slug // what has been asked of Name
}

// key is what a note of a name would be called, "" for a name without letters: a date, a number.
func (c *census) key(name string) memory.Slug {
	k, known := c.keys[name]
	if !known {
		if strings.ContainsFunc(name, unicode.IsLetter) {
			k = c.Name(name)
		}
		c.keys[name] = k
	}
	return k
}

// mentions returns what a note names, each once: by its words, and by what memory.Entities finds in it.
func (c *census) mentions(phrases []naming.Phrase, declared []string) []mention {
	var out []mention
	add := func(as string, by byWhat) {
		m := mention{c.key(as), as, by}
		if m.key != "" && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	for _, p := range phrases {
		if name := c.words.Name(p); name != "" {
			add(name, byName)
		}
	}
	for _, e := range declared {
		if person, ok := strings.CutPrefix(e, "@"); ok {
			if nobody(person) {
				continue
			}
			add(strings.TrimPrefix(person, "@"), byPerson)
		} else if project, ok := strings.CutPrefix(e, "project/"); ok {
			add(project, byProject)
		} else if link := strings.TrimSuffix(strings.TrimPrefix(e, "[["), "]]"); !c.stands(memory.Slug(link)) {
			add(link, byLink)
		}
	}
	return out
}

// nobody reports whether an @word names no person, as all know: whom a chat calls together, and what
// code has of that form.
func nobody(handle string) bool {
	switch handle {
	case "here", "channel", "everyone", "everybody", "all", "team", "online", "media", "import", "charset", "supports", "keyframes", "font-face", "apply", "layer",
		"override", "deprecated", "test", "before", "after", "autowired", "transactional", "nullable", "notnull", "inject", "bean", "component", "service",
		"param", "params", "return", "returns", "throws", "see", "since", "todo", "type", "types", "ts-ignore", "ts-expect-error", "ts-nocheck",
		"property", "dataclass", "staticmethod", "classmethod", "pytest", "latest", "next", "beta", "alpha", "noon", "midnight", "home", "work":
		return true
	default:
		return false
	}
}

// stands reports whether a link leads to a note that somebody wrote.
func (c *census) stands(link memory.Slug) bool {
	notes := c.bySlug[link]
	if len(notes) == 0 {
		notes = c.bySlug[c.key(string(link))]
	}
	return slices.ContainsFunc(notes, func(n *memory.Note) bool { return n.Type != memory.Entity })
}
