package memory

import (
	"slices"
	"strings"
	"unicode"
)

// Entities returns the people and projects that a note names, each once, in one spelling:
// "@ada" for an @name in its text or a tag "@ada", "person/ada" or "people/ada"; "project/atlas"
// for a tag of that kind; "[[slug]]" for a link. An @name inside code or a mail address is
// none. Of other tags isProject says which name a project; nil says none.
func Entities(n *Note, isProject func(tag string) bool) []string {
	var out []string
	add := func(kind, name string) {
		name = strings.Trim(strings.ToLower(name), "-_./")
		if name != "" && !slices.Contains(out, kind+name) {
			out = append(out, kind+name)
		}
	}
	for _, tag := range n.Tags {
		tag = strings.TrimLeft(strings.TrimSpace(tag), "#")
		kind, name, _ := strings.Cut(strings.ReplaceAll(tag, ":", "/"), "/")
		switch strings.ToLower(kind) {
		case "person", "people":
			add("@", strings.TrimPrefix(name, "@"))
			continue
		case "project", "projects":
			add("project/", name)
			continue
		}
		if person, ok := strings.CutPrefix(tag, "@"); ok {
			add("@", person)
		} else if tag != "" && isProject != nil && isProject(strings.ToLower(tag)) {
			add("project/", tag)
		}
	}
	if strings.Contains(n.Body, "@") {
		for _, line := range prose(n.Body) {
			for _, name := range mentions(line) {
				add("@", name)
			}
		}
	}
	for _, slug := range Links(n.Body) {
		if entity := "[[" + string(slug) + "]]"; !slices.Contains(out, entity) {
			out = append(out, entity)
		}
	}
	return out
}

// mentions returns the @names of a line.
func mentions(line string) []string {
	var out []string
	before := ' '
	for i, r := range line {
		if r == '@' && !wordRune(before) && !strings.ContainsRune("./@_-+", before) {
			name := line[i+1:]
			if end := strings.IndexFunc(name, func(r rune) bool { return !wordRune(r) && r != '-' && r != '_' && r != '.' && !unicode.IsMark(r) }); end >= 0 {
				if name[end:][0] == '@' || name[end:][0] == '/' { // an address, or a package of a scope
					name, end = "", 0
				}
				name = name[:end]
			}
			out = append(out, name)
		}
		before = r
	}
	return out
}
