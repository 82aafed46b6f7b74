package vault

import (
	"strings"
	"time"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// Encode writes a new note: the keys in the order of the format, absent ones left out, a
// blank line, the body as it is, and a last newline if it has none. It is for notes that
// have no file yet; a file that is there is only ever edited.
func Encode(n *memory.Note) []byte {
	var b block
	b.text("type", string(n.Type))
	b.text("status", string(n.Status))
	b.instant("captured", n.Captured)
	b.instant("updated", n.Updated)
	b.text("slug", string(n.Slug))
	b.text("title", n.Title)
	b.list("tags", n.Tags)
	b.list("aliases", n.Aliases)
	b.text("scope", n.Scope)
	if n.Importance != 0 && n.Importance != memory.DefaultImportance {
		b.add("importance", frontmatter.Int(n.Importance))
	}
	b.text("source", n.Source)
	b.slugs("derived_from", n.DerivedFrom)
	b.slugs("supersedes", n.Supersedes)
	b.text("superseded_by", string(n.SupersededBy))
	b.dayOrInstant("valid_from", n.ValidFrom, 0)
	b.dayOrInstant("valid_until", n.ValidUntil, -1)
	b.text("trust", string(n.Trust))
	if n.Uses > 0 {
		b.add("uses", frontmatter.Int(n.Uses))
	}
	b.day("last_used", n.LastUsed)
	b.text("actor", string(n.Actor))
	b.text("origin", string(n.Origin))
	b.text("session", n.Session)
	body := n.Body
	if !strings.HasSuffix(body, "\n") {
		body += "\n"
	}
	return frontmatter.Compose(b.fields, []byte(body))
}

// block gathers the keys that have a value.
type block struct{ fields []frontmatter.Field }

func (b *block) add(key string, v frontmatter.Value) {
	b.fields = append(b.fields, frontmatter.Field{Key: key, Value: v})
}

func (b *block) text(key, value string) {
	if value != "" {
		b.add(key, frontmatter.Text(value))
	}
}

func (b *block) list(key string, items []string) {
	if len(items) > 0 {
		b.add(key, frontmatter.List(items))
	}
}

func (b *block) slugs(key string, slugs []memory.Slug) {
	items := make([]string, len(slugs))
	for i, s := range slugs {
		items[i] = string(s)
	}
	b.list(key, items)
}

func (b *block) instant(key string, t time.Time) {
	if !t.IsZero() {
		b.add(key, frontmatter.Time(t))
	}
}

func (b *block) day(key string, t time.Time) {
	if !t.IsZero() {
		b.add(key, frontmatter.Date(t.UTC()))
	}
}

// dayOrInstant writes midnight as a day, off days later: the end of a window is kept as
// the midnight after its last day.
func (b *block) dayOrInstant(key string, t time.Time, off int) {
	if !t.IsZero() && t.Truncate(24*time.Hour).Equal(t) {
		t = t.UTC().AddDate(0, 0, off)
		b.day(key, t)
		return
	}
	b.instant(key, t)
}
