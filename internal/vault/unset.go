package vault

import (
	"fmt"
	"slices"
	"strings"

	"mem/internal/frontmatter"
)

// Unset takes a decision back from a note that was edited since: of the keys that before
// and after differ in, each is set back in current to what it was, unless it is that already.
// Stale when the bodies differ, or when one of the keys is neither as the decision left it nor
// as it was before.
func Unset(current, before, after []byte) ([]byte, error) {
	now, old, decided := frontmatter.Split(current), frontmatter.Split(before), frontmatter.Split(after)
	if string(old.Body()) != string(decided.Body()) {
		return nil, fmt.Errorf("the text was changed, not only keys: %w", ErrStale)
	}
	var edits []frontmatter.Edit
	for _, key := range union(old.Fields().Keys(), decided.Fields().Keys()) {
		was, set := valueOf(old.Fields(), key), valueOf(decided.Fields(), key)
		switch {
		case was == set, valueOf(now.Fields(), key) == was:
		case valueOf(now.Fields(), key) != set:
			return nil, fmt.Errorf("%s: %w", key, ErrStale)
		case !old.Fields().Has(key):
			edits = append(edits, frontmatter.Remove(key))
		default:
			edits = append(edits, frontmatter.Set(key, asWritten(old.Fields(), key)))
		}
	}
	return frontmatter.Apply(current, edits...)
}

func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, key := range b {
		if !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// valueOf is a key's value in a form that can be compared; an absent key has its own.
func valueOf(f frontmatter.Fields, key string) string {
	if !f.Has(key) {
		return "\x00absent"
	}
	return f.String(key) + "\x00" + strings.Join(f.List(key), "\x00")
}

// asWritten is a key's value as it is to be written again: lists where the format has
// them, else what was typed.
func asWritten(f frontmatter.Fields, key string) frontmatter.Value {
	list, text := f.List(key), f.String(key)
	switch key {
	case "tags", "aliases", "derived_from", "supersedes", "distinct_from":
		return frontmatter.List(list)
	}
	if text == "" && len(list) > 1 {
		return frontmatter.List(list)
	}
	return frontmatter.Plain(text)
}
