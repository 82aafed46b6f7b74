package memory

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// Bounds of a captured text, in bytes.
const (
	MaxText  = 256 << 10 // refused above
	LongText = 8 << 10   // above it a memory is probably more than one concept
)

// Errors of NormalText and Draft.Check; each is wrapped with what was found.
var (
	ErrBlank    = errors.New("there is no text")
	ErrNotText  = errors.New("not text")
	ErrTooLong  = errors.New("too long")
	ErrBadValue = errors.New("bad value")
)

// NormalText turns what came in into the text that is stored: a BOM is taken off, UTF-16
// with a BOM is decoded, CRLF becomes LF; all else stays. It wraps ErrBlank, ErrNotText
// or ErrTooLong.
func NormalText(raw []byte) (string, error) {
	text, err := decode(raw)
	if err != nil {
		return "", err
	}
	if len(text) > MaxText {
		return "", fmt.Errorf("%w: %d bytes, at most %d can be one memory", ErrTooLong, len(text), MaxText)
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if strings.ContainsRune(text, 0) {
		return "", fmt.Errorf("%w: it has a NUL byte", ErrNotText)
	}
	if strings.TrimSpace(text) == "" {
		return "", ErrBlank
	}
	return text, nil
}

// TooLong reports whether a note's body is a longer text than a capture can be. The line
// break that writing puts behind a text does not count.
func TooLong(body string) bool { return len(strings.TrimSuffix(body, "\n")) > MaxText }

func decode(raw []byte) (string, error) {
	if len(raw) >= 2 && (raw[0] == 0xff && raw[1] == 0xfe || raw[0] == 0xfe && raw[1] == 0xff) {
		if len(raw)%2 != 0 {
			return "", fmt.Errorf("%w: UTF-16 with half a letter at its end", ErrNotText)
		}
		units := make([]uint16, 0, len(raw)/2)
		for i := 2; i < len(raw); i += 2 {
			hi, lo := raw[i], raw[i+1]
			if raw[0] == 0xff {
				hi, lo = lo, hi
			}
			units = append(units, uint16(hi)<<8|uint16(lo))
		}
		return string(utf16.Decode(units)), nil
	}
	raw = []byte(strings.TrimPrefix(string(raw), "\ufeff"))
	if !utf8.Valid(raw) {
		return "", fmt.Errorf("%w: byte %d is not UTF-8", ErrNotText, firstInvalid(raw)+1)
	}
	return string(raw), nil
}

func firstInvalid(raw []byte) int {
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(raw)
}

// Draft is a memory about to be captured, before it has a name.
type Draft struct {
	Text        string // as NormalText returns it
	Title       string
	Slug        Slug // asked for; "" = made from the title or text
	Type        Type // "" = guessed
	Status      Status
	Tags        []string
	Aliases     []string
	Source      string
	Scope       string
	Importance  int // 0 = not said
	DerivedFrom []Slug
	Supersedes  []Slug
	ValidFrom   time.Time
	ValidUntil  time.Time
	Actor       Actor
	Origin      Origin
	Session     string
}

// Check returns what is wrong with the draft's values, wrapping ErrBadValue.
func (d *Draft) Check(s Settings) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: "+format, append([]any{ErrBadValue}, args...)...)
	}
	switch {
	case d.Status != Unfiled && d.Status != Active:
		return bad("status %q: a capture is unfiled or active", d.Status)
	case d.Type == Entity:
		return bad("type entity: entities are built by dream alone")
	case d.Type != "" && !s.Known(d.Type):
		return bad("type %q: it is one of %s", d.Type, s.TypeNames())
	case d.Importance < 0 || d.Importance > 10:
		return bad("importance %d: it is 1 to 10", d.Importance)
	case !d.ValidFrom.IsZero() && !d.ValidUntil.IsZero() && d.ValidUntil.Before(d.ValidFrom):
		return bad("valid until %s is before valid from %s", d.ValidUntil.Format(time.DateOnly), d.ValidFrom.Format(time.DateOnly))
	case d.Origin != "" && d.Origin != OriginOwner && d.Origin != OriginAgent && d.Origin != OriginExternal:
		return bad("origin %q: it is owner, agent or external", d.Origin)
	case d.Scope == AllScopes:
		return bad(`scope "all" means every scope and cannot be one`)
	}
	lines := []struct {
		name   string
		values []string
	}{
		{"title", []string{d.Title}}, {"source", []string{d.Source}}, {"scope", []string{d.Scope}}, {"actor", []string{string(d.Actor)}},
		{"session", []string{d.Session}}, {"tags", d.Tags}, {"aliases", d.Aliases},
	}
	for _, line := range lines {
		for _, value := range line.values {
			if err := oneLine(line.name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// oneLine refuses what no single line of frontmatter should hold.
func oneLine(name, value string) error {
	if strings.ContainsFunc(value, func(r rune) bool {
		return r < 0x20 && r != '\t' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029
	}) {
		return fmt.Errorf("%w: %s has a line break or a control character", ErrBadValue, name)
	}
	if !utf8.ValidString(value) {
		return fmt.Errorf("%w: %s is not UTF-8", ErrBadValue, name)
	}
	if len(value) > 2000 {
		return fmt.Errorf("%w: %s has %d bytes, at most 2000 fit on its line", ErrBadValue, name, len(value))
	}
	return nil
}

// Note makes the note that the draft becomes when it is captured at the given instant.
func (d *Draft) Note(slug Slug, at time.Time) *Note {
	at = at.UTC().Truncate(time.Second)
	n := &Note{
		Slug: slug, Path: Shard(at) + "/" + string(slug) + ".md",
		Type: d.Type, Status: d.Status, Captured: at, Updated: at,
		Title: d.Title, Tags: d.Tags, Aliases: d.Aliases, Scope: d.Scope, Importance: d.Importance,
		Source: d.Source, DerivedFrom: d.DerivedFrom, Supersedes: d.Supersedes,
		ValidFrom: d.ValidFrom, ValidUntil: d.ValidUntil,
		Actor: d.Actor, Session: d.Session, Body: d.Text, HasBlock: true, Declared: string(d.Status),
	}
	if d.Origin != OriginAgent {
		n.Origin = d.Origin
	}
	return n
}

// TypeNames lists the types that a note may be given, for messages.
func (s *Settings) TypeNames() string {
	var names []string
	for _, t := range Types {
		names = append(names, string(t))
	}
	for _, t := range s.Types {
		names = append(names, string(t))
	}
	return strings.Join(names, " ")
}
