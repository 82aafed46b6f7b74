package engine

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"mem/internal/frontmatter"
	"mem/internal/memory"
	"mem/internal/vault"
)

// SplitList reads a list as people and models write it on a command line: "a, b", a JSON
// list ["a","b"], or a YAML flow list [a, b]. Empty items are dropped, doubles too.
func SplitList(s string) []string {
	s = strings.TrimSpace(s)
	var items []string
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		if json.Unmarshal([]byte(s), &items) != nil {
			items = strings.Split(s[1:len(s)-1], ",")
		}
	} else {
		items = strings.Split(s, ",")
	}
	out := []string{}
	seen := map[string]bool{}
	for _, item := range items {
		item = strings.Trim(strings.TrimSpace(item), `"'`)
		if item = strings.TrimSpace(item); item != "" && !seen[item] {
			seen[item] = true
			out = append(out, item)
		}
	}
	return out
}

// ParseTime reads a date or an instant as people write it; dateOnly reports that no time
// of day was given.
func ParseTime(s string) (t time.Time, dateOnly, ok bool) { return frontmatter.ParseTime(s) }

// ParseUntil reads an end as people write it: a plain date means the whole of that day.
func ParseUntil(s string) (time.Time, bool) { return vault.ParseUntil(s) }

// CheckSlug says why a name cannot be a slug, nil when it can.
func CheckSlug(s string) error { return vault.CheckSlug(s) }

// Slugs returns the slugs that begin with prefix, for the shell's completion; at most limit.
func (e *Engine) Slugs(ctx context.Context, prefix string, limit int) []string {
	listing, err := e.vault.List(ctx)
	if err != nil {
		return nil
	}
	var out []string
	for _, s := range listing.Notes {
		if slug := string(memory.Stem(s.Path)); strings.HasPrefix(slug, prefix) && len(out) < limit {
			out = append(out, slug)
		}
	}
	return out
}
