package dream

import (
	"slices"
	"strings"

	"mem/internal/memory"
)

// The most words that a key and its value have.
const (
	longestKey        = 5
	longestKeyedValue = 6
)

// keyed is a note that is one line "key: value".
type keyed struct {
	key   []spoken
	value []spoken
	exact string // the value as it is written
	path  bool   // the key is a path of names: db.port
}

// keyedNote is the key and the value of a note; nil for one that is anything else.
func keyedNote(note *memory.Note) *keyed {
	line, _ := withoutLabel(strings.TrimSpace(note.Body))
	if strings.Contains(line, "\n") || strings.Contains(line, "://") || strings.HasSuffix(line, "?") || len(line) > 200 {
		return nil
	}
	at := strings.IndexAny(line, ":=")
	if at <= 0 || at+1 == len(line) || line[at] == ':' && line[at+1] != ' ' || strings.ContainsAny(line[at+1:], ":=;") {
		return nil
	}
	name := strings.Trim(strings.TrimSpace(line[:at]), "`*_\"'- ")
	k := &keyed{key: telling(name), value: telling(line[at+1:]), exact: strings.Trim(strings.TrimSpace(line[at+1:]), "`\"'. "),
		path: !strings.Contains(name, " ") && strings.ContainsAny(name, "._-/")}
	if len(k.key) > 0 && changeWord(k.key[len(k.key)-1].word) {
		return nil // "Market update:" is said each day of another day
	}
	if ok := len(k.key) > 0 && len(k.key) <= longestKey && len(k.value) > 0 && len(k.value) <= longestKeyedValue && !strings.ContainsAny(name, ".,;!?()") || k.path && len(k.value) > 0; !ok {
		return nil
	}
	return k
}

// rekeyed reports whether two notes are one key with two values of which only one can hold.
// A key of one word says too little of what it is a key of, unless a tag or title does.
func rekeyed(older, newer *statement) bool {
	k, l := older.keyed, newer.keyed
	if k == nil || l == nil || k.path != l.path || !slices.EqualFunc(k.key, l.key, sameWord) {
		return false
	}
	a, b := older.note, newer.note
	if unsettled(a.Body) || unsettled(b.Body) ||
		likeWording(k.exact, l.exact) != otherwise {
		return false
	}
	sameTitle := titled(a) && titled(b) && sameHeading(a, b)
	if titled(a) != titled(b) || titled(a) && !sameTitle {
		return false
	}
	if content(k.key) < 2 && !k.path && !sameTitle && (len(a.Tags) == 0 || strangers(a.Tags, b.Tags) || len(b.Tags) == 0) {
		return false
	}
	if len(k.value) == 1 && len(l.value) == 1 && opposite(k.value[0].word, l.value[0].word, states()) {
		return true
	}
	switch values(k.value, l.value) {
	case aNumber, aDay, aMonth, aColour:
		return true
	case aName, aThing:
		single := !strings.Contains(k.exact, " ") && !strings.Contains(l.exact, " ")
		return single && (k.path || onlyOne(append(slices.Clone(k.key), spoken{word: "is", is: true})) || leadsToOne(k.key[0].word))
	}
	panic("dream: unknown kind of value") // unreachable: the set is closed
}

// leadsToOne reports whether a key that begins so is of something of which there is one.
func leadsToOne(w string) bool {
	return slices.Contains([]string{"default", "current", "primary", "main", "active", "preferred", "package"}, w)
}
