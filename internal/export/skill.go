package export

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"mem/internal/memory"
)

// ErrNotProven says that a note is no procedure that has proved itself.
var ErrNotProven = errors.New("a skill is made of an active workflow whose trust is verified")

// Bounds of a SKILL.md (agentskills.io, docs/specification.mdx, November 2026).
const (
	skillName        = 64   // letters
	skillDescription = 1024 // letters
	skillLines       = 500
	skillTokens      = 5000
)

// Skill is a note as the SKILL.md of an agent skill, with the name that its folder has to have.
// It wraps ErrNotProven for what is no active, verified workflow, unless forced. long says
// that the text is over what the specification recommends.
func Skill(n *memory.Note, forced bool) (name string, data []byte, long bool, err error) {
	if !forced && (n.Type != memory.Workflow || n.Status != memory.Active || n.Trust != memory.Verified) {
		trust := n.Trust
		if trust == "" {
			trust = memory.Candidate
		}
		return "", nil, false, fmt.Errorf("%s is a %s, %s, %s: %w", n.Slug, typeOf(n), n.Status, trust, ErrNotProven)
	}
	name = nameOf(n)
	about := strings.Join(strings.Fields(n.Title), " ")
	if first := memory.TitleOf(withoutHeading(n.Body)); first != "" && first != about {
		about += ". " + first
	}
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: %s\ndescription: %s\nmetadata:\n  mem-slug: %s\n", name, quoted(memory.Cut(about, skillDescription)), quoted(string(n.Slug)))
	if !n.Captured.IsZero() {
		fmt.Fprintf(&b, "  captured: %s\n", quoted(n.Captured.UTC().Format(time.RFC3339)))
	}
	b.WriteString("---\n\n" + strings.TrimLeft(n.Body, "\r\n"))
	if !strings.HasSuffix(n.Body, "\n") {
		b.WriteByte('\n')
	}
	long = strings.Count(n.Body, "\n") >= skillLines || memory.Tokens(n.Body) >= skillTokens
	return name, []byte(b.String()), long, nil
}

// nameOf is a name of the letters a to z, digits and "-" alone.
func nameOf(n *memory.Note) string {
	words := strings.FieldsFunc(strings.ToLower(string(n.Slug)), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	name := strings.Join(words, "-")
	if len(name) > skillName {
		name = strings.Trim(name[:skillName], "-")
	}
	if name == "" {
		return "skill-" + string(memory.HashOf([]byte(n.Slug))[:8])
	}
	return name
}

func withoutHeading(body string) string {
	for line := range strings.Lines(body) {
		if trimmed := strings.TrimSpace(line); trimmed != "" && !strings.HasPrefix(trimmed, "#") {
			return strings.TrimSpace(body[strings.Index(body, line):])
		}
	}
	return ""
}
