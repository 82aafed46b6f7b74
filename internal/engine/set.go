package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mem/internal/frontmatter"
	"mem/internal/memory"
	"mem/internal/vault"
)

// ErrKey says that a key cannot be set, or not to that.
var ErrKey = errors.New("cannot set")

// Assignment is one key=value of `mem set`; an empty value removes the key.
type Assignment struct{ Key, Value string }

// Set edits keys of a note's frontmatter, surgically, as one commit.
func (e *Engine) Set(ctx context.Context, name string, list []Assignment, actor memory.Actor, session string) (Edited, error) {
	n, err := e.open(name)
	if err != nil {
		return Edited{}, err
	}
	if len(list) == 0 {
		return Edited{}, fmt.Errorf("%w: nothing is to be set", ErrKey)
	}
	list = slices.Clone(list)
	cutField(&session)
	values := []named{{"session", session}, {"actor", string(actor)}}
	for i := range list {
		cutField(&list[i].Value)
		values = append(values, named{list[i].Key, list[i].Key + ": " + list[i].Value})
	}
	if err := e.refuseSecrets(values); err != nil {
		return Edited{}, err
	}
	edits, said, meaning, err := e.assignments(n, list)
	if err != nil {
		return Edited{}, err
	}
	if meaning {
		edits = append(edits, memory.KeyEdit{Key: "updated", Value: memory.Instant(e.o.Now)})
	}
	return e.edit(ctx, n, edits, memory.Change{
		Op: memory.OpSet, Detail: string(n.Slug) + " " + strings.Join(said, " "), Actor: actor, Session: session,
		Reason: "Set by " + string(actor) + ": " + strings.Join(said, ", ") + ".",
	})
}

// SetAll is Set for several notes, a commit each. Where one of them is not to be found none is
// edited; where one cannot be edited the error says so, and those before it are.
func (e *Engine) SetAll(ctx context.Context, names []string, list []Assignment, actor memory.Actor, session string) ([]Edited, error) {
	for _, name := range names {
		if _, err := e.open(name); err != nil {
			return nil, err
		}
	}
	out := make([]Edited, 0, len(names))
	for i, name := range names {
		edited, err := e.Set(ctx, name, list, actor, session)
		if err != nil {
			if i > 0 {
				err = fmt.Errorf("%w (set before it: %d of %d)", err, i, len(names))
			}
			return out, err
		}
		out = append(out, edited)
	}
	return out, nil
}

// Uneditable says that mem does not edit a note, and why.
type Uneditable struct{ Path, Why string }

func (e *Uneditable) Error() string { return e.Path + ": not edited: " + e.Why }

// Edited is the reply to an edit of one note.
type Edited struct {
	Slug      memory.Slug `json:"slug"`
	Path      string      `json:"path"`
	Changed   bool        `json:"changed"` // false: the file said so already
	Committed bool        `json:"committed"`
	Commit    string      `json:"commit"`
	Indexed   bool        `json:"indexed"`
}

// edit carries out edits of one note's frontmatter, unless the file says so already. The
// note is read again under the lock: whatever a night did to it meanwhile, this still holds.
func (e *Engine) edit(ctx context.Context, n *memory.Note, edits []memory.KeyEdit, c memory.Change) (Edited, error) {
	out := Edited{Slug: n.Slug, Path: n.Path}
	c.Notes = append([]memory.Slug{n.Slug}, c.Notes...)
	receipts, err := e.apply(ctx, func(*vault.Writer) ([]memory.Change, error) {
		now, _, err := e.vault.Read(n.Path)
		if err != nil {
			return nil, err
		}
		if now.Broken != "" {
			return nil, &Uneditable{Path: now.Path, Why: now.Broken}
		}
		keys := memory.Keys{Path: now.Path, Want: now.Hash, Set: edits}
		if changes, err := e.vault.WouldChange(keys); err != nil || !changes {
			return nil, err
		}
		c.Files = []memory.FileEdit{keys}
		return []memory.Change{c}, nil
	})
	if err != nil || len(receipts) == 0 {
		return out, err
	}
	out.Changed = true
	out.Committed, out.Commit, out.Indexed = receipts[0].Committed, receipts[0].Commit, receipts[0].Indexed
	return out, nil
}

// fixedKeys are never set by hand through mem, each with the reason.
var fixedKeys = map[string]string{
	"captured": "it says when mem wrote the file, and names the shard",
	"slug":     "it is the file's name, and others link to it",
	"origin":   "it says whose words these are",
}

// bookkeeping are the keys whose change is no change of meaning.
var bookkeeping = []string{"uses", "last_used", "trust", "updated", "importance", "tags", "aliases", "session", "actor", "distinct_from"}

// assignments turns what was asked into edits. meaning reports whether the note says
// something else afterwards, so that `updated` is due.
func (e *Engine) assignments(n *memory.Note, list []Assignment) (edits []memory.KeyEdit, said []string, meaning bool, err error) {
	for _, a := range list {
		if why, ok := fixedKeys[a.Key]; ok {
			return nil, nil, false, fmt.Errorf("%w %s: %s", ErrKey, a.Key, why)
		}
		if !plainKey(a.Key) {
			return nil, nil, false, fmt.Errorf("%w %q: a key is letters, digits, _ and -", ErrKey, a.Key)
		}
		if slices.ContainsFunc(edits, func(x memory.KeyEdit) bool { return x.Key == a.Key }) {
			return nil, nil, false, fmt.Errorf("%w %s twice", ErrKey, a.Key)
		}
		value, err := e.value(a)
		if err != nil {
			return nil, nil, false, err
		}
		edits = append(edits, memory.KeyEdit{Key: a.Key, Value: value})
		said = append(said, a.Key+"="+memory.Cut(a.Value, 40))
		meaning = meaning || !slices.Contains(bookkeeping, a.Key)
	}
	if slices.ContainsFunc(edits, func(x memory.KeyEdit) bool { return x.Key == "updated" }) {
		meaning = false
	}
	return edits, said, meaning, nil
}

func plainKey(key string) bool {
	for i, r := range key {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || !(r >= '0' && r <= '9' || r == '-')) {
			return false
		}
	}
	return key != "" && len(key) <= 64
}

// value reads the text of an assignment as the kind of value that its key has.
func (e *Engine) value(a Assignment) (memory.Value, error) {
	bad := func(want string) error { return fmt.Errorf("%w %s to %q: %s", ErrKey, a.Key, a.Value, want) }
	if a.Value == "" {
		if a.Key == "status" {
			return nil, bad("a note has a status")
		}
		return memory.Absent{}, nil
	}
	if strings.ContainsAny(a.Value, "\n\r\x00") {
		return nil, bad("a value is one line")
	}
	switch a.Key {
	case "status":
		if s, ok := memory.ParseStatus(a.Value); ok {
			return memory.Text(s), nil
		}
		return nil, bad("it is unfiled, active, superseded or expired")
	case "type":
		if t := memory.Type(a.Value); e.settings.Known(t) || t == memory.Entity {
			return memory.Text(t), nil
		}
		return nil, bad("it is one of " + e.settings.TypeNames())
	case "trust":
		if t := memory.Trust(a.Value); t == memory.Candidate || t == memory.Verified {
			return memory.Text(t), nil
		}
		return nil, bad("it is candidate or verified")
	case "importance":
		if i, err := strconv.Atoi(a.Value); err == nil && i >= 1 && i <= 10 {
			return memory.Int(i), nil
		}
		return nil, bad("it is a number from 1 to 10")
	case "uses":
		if i, err := strconv.Atoi(a.Value); err == nil && i >= 0 {
			return memory.Int(i), nil
		}
		return nil, bad("it is a number")
	case "valid_from", "valid_until", "last_used", "updated":
		return dateValue(a.Value, bad)
	case "tags", "aliases", "supersedes", "derived_from", "distinct_from":
		return memory.List(SplitList(a.Value)), nil
	default:
		return memory.Text(a.Value), nil
	}
}

func dateValue(s string, bad func(string) error) (memory.Value, error) {
	t, dateOnly, ok := frontmatter.ParseTime(s)
	switch {
	case !ok:
		return nil, bad("it is a date such as 2026-08-03, or an instant such as 2026-08-03T14:22:00Z")
	case dateOnly:
		return memory.Day(t), nil
	default:
		return memory.Instant(t.UTC().Truncate(time.Second)), nil
	}
}
