package export

import (
	"bytes"
	"encoding/json"
	"time"
	"unicode/utf8"

	"mem/internal/memory"
)

// line is a note as `mem import jsonl` reads it. The file says all; the other keys are for
// those who do not read frontmatter.
type line struct {
	Slug       memory.Slug   `json:"slug"`
	Text       string        `json:"text"`
	Title      string        `json:"title,omitempty"`
	Captured   string        `json:"captured,omitempty"`
	Scope      string        `json:"scope,omitempty"`
	Tags       []string      `json:"tags,omitempty"`
	Aliases    []string      `json:"aliases,omitempty"`
	Type       memory.Type   `json:"type,omitempty"`
	Status     memory.Status `json:"status"`
	Session    string        `json:"session,omitempty"`
	Source     string        `json:"source,omitempty"`
	Importance int           `json:"importance,omitempty"`
	File       string        `json:"file"`
}

// JSONL is a note as one line, from which an import makes the very file again. It wraps
// ErrNotText.
func JSONL(n Note) ([]byte, error) {
	if !utf8.Valid(n.Data) || bytes.IndexByte(n.Data, 0) >= 0 {
		return nil, ErrNotText
	}
	l := line{
		Slug: n.Slug, Text: n.Body, Scope: n.Scope, Tags: n.Tags, Aliases: n.Aliases, Type: n.Type, Status: n.Status,
		Session: n.Session, Source: n.Source, File: string(n.Data),
	}
	if n.HasBlock && !n.TitleGuessed {
		l.Title = n.Title
	}
	if n.Importance != memory.DefaultImportance {
		l.Importance = n.Importance
	}
	if y := n.Captured.Year(); y > 1 && y <= 9999 {
		l.Captured = n.Captured.UTC().Format(time.RFC3339)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(l)
	return b.Bytes(), err
}
