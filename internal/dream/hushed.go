package dream

import (
	"strings"

	"mem/internal/memory"
)

// What stands in the place of a text that no night repeats.
const (
	notShownPrivate    = "(private)"
	notShownCredential = "(not shown: it holds a credential)"
)

// hushed is what is said in the place of a note's text where that is not to be repeated, and
// "" where it may be. A night writes only of such a note what its name is: what it repeats is
// committed, in files that nobody looks through for it.
func (s *Snapshot) hushed(n *memory.Note) string {
	switch {
	case secretive(n):
		return notShownPrivate
	case s.Credential != nil && s.Credential(n.Title+"\n"+n.Body):
		return notShownCredential
	default:
		return ""
	}
}

// secretive reports whether a note has what its owner meant for nobody else.
func secretive(n *memory.Note) bool { return marked(n.Title) || marked(n.Body) }

func marked(text string) bool {
	return strings.Contains(text, "<") && strings.Contains(strings.ToLower(text), "<private")
}

// withoutCredentials takes the lines out of a brief's block that hold a credential all the
// same: one in a field that is not looked at, in a question, in the words of a problem.
func (s *Snapshot) withoutCredentials(block string) string {
	if s.Credential == nil || !s.Credential(block) {
		return block
	}
	var out strings.Builder
	for line := range strings.Lines(block) {
		if s.Credential(line) {
			line = "- " + notShownCredential + "\n"
		}
		out.WriteString(line)
	}
	return out.String()
}
