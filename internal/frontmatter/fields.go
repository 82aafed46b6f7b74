package frontmatter

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// kind is what a key holds, as far as reading needs to know.
type kind uint8

const (
	kindNull   kind = iota // nothing, ~ or null
	kindPlain              // a scalar without quotes, whatever type YAML sees in it
	kindQuoted             // a quoted or block scalar
	kindList
	kindOther // a mapping or a reference that is not followed
)

// entry is one top-level key. The line is 1-based within the block.
type entry struct {
	key   string
	line  int
	kind  kind
	text  string   // of a scalar, as written; "" for null
	items []string // of a list: its scalars as written, nested lists flattened, nulls left out
	maps  bool     // the list has items that are no scalars and not in items
}

func find(entries []entry, key string) (entry, bool) {
	for i := range entries {
		if entries[i].key == key {
			return entries[i], true
		}
	}
	return entry{}, false
}

func (e entry) scalar() bool { return e.kind == kindPlain || e.kind == kindQuoted }

// list reads the entry as a list: a scalar is a list of one, a plain one with commas of several.
func (e entry) list() []string {
	switch e.kind {
	case kindList:
		return slices.Clone(e.items)
	case kindQuoted:
		if strings.TrimSpace(e.text) == "" {
			return nil
		}
		return []string{e.text}
	case kindPlain:
		var items []string
		for item := range strings.SplitSeq(e.text, ",") {
			if item = strings.TrimSpace(item); item != "" {
				items = append(items, item)
			}
		}
		return items
	default: // null and other hold no items
		return nil
	}
}

// Fields is what could be understood of a block. The zero value is a block without keys.
type Fields struct{ entries []entry }

// Has reports whether the key is there, with or without a value.
func (f Fields) Has(key string) bool {
	_, ok := find(f.entries, key)
	return ok
}

// String returns a scalar as written, without its quotes: 1.10 stays "1.10". A list of one is its item; null, longer
// lists and mappings are "".
func (f Fields) String(key string) string {
	e, _ := find(f.entries, key)
	if e.kind == kindList && len(e.items) == 1 {
		return e.items[0]
	}
	return e.text
}

// List returns the items of a list as written. A scalar is a list of one; a plain scalar is split on commas. It is nil
// when there is nothing.
func (f Fields) List(key string) []string {
	e, _ := find(f.entries, key)
	return e.list()
}

// Int returns a decimal number, quoted or not.
func (f Fields) Int(key string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(f.String(key)))
	return n, err == nil
}

// Time returns a date or an instant in UTC, as ParseTime reads it.
func (f Fields) Time(key string) (time.Time, bool) {
	t, _, ok := ParseTime(f.String(key))
	return t, ok
}

// Keys returns the top-level keys in the order of the block, each once.
func (f Fields) Keys() []string {
	keys := make([]string, len(f.entries))
	for i, e := range f.entries {
		keys[i] = e.key
	}
	return keys
}
