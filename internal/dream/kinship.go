package dream

import "mem/internal/memory"

// kinship says whose first or last name a single name is. It is somebody's only where nobody
// else in sight could be meant: "Sam" is neither Sam Ito nor Sam Okafor once both are known.
type kinship struct {
	full  map[string]map[memory.Slug]bool // by scope and part: the full names that have it
	notes map[string]int                  // by scope and name: the notes that have it
	both  map[string]int                  // by scope, full name and part: the notes that have both
}

func newKinship() kinship {
	return kinship{full: map[string]map[memory.Slug]bool{}, notes: map[string]int{}, both: map[string]int{}}
}

// meet learns the names of a note.
func (k *kinship) meet(scope string, named []mention, r *census) {
	for _, m := range named {
		if m.by != byName {
			continue
		}
		k.notes[in(scope, m.key)]++
		first, last, ok := r.words.Parts(m.as)
		if !ok {
			continue
		}
		for _, part := range []memory.Slug{r.key(first), r.key(last)} {
			at := in(scope, part)
			if k.full[at] == nil {
				k.full[at] = map[memory.Slug]bool{}
			}
			k.full[at][m.key] = true
			for _, other := range named {
				if other.key == part {
					k.both[in(scope, m.key, part)]++
					break
				}
			}
		}
	}
}

// meant returns which name a mention stands for: its own, or the full one that it is a part
// of. It is not clear when there are several, or when a name is only written like one of them.
func (k *kinship) meant(scope string, m mention) (key memory.Slug, clear bool) {
	var one memory.Slug
	known := 0
	scopes := []string{scope}
	if scope != "" {
		scopes = append(scopes, "")
	}
	for i, s := range scopes {
		for full := range k.full[in(s, m.key)] {
			if i == 0 || !k.full[in(scope, m.key)][full] {
				one, known = full, known+1
			}
		}
	}
	if known == 0 {
		return m.key, true
	}
	if known > 1 { // an @name is somebody's own all the same
		return m.key, m.by == byPerson || m.by == byLink
	}
	full, bare, both := 0, 0, 0
	for _, s := range scopes {
		full, bare, both = full+k.notes[in(s, one)], bare+k.notes[in(s, m.key)], both+k.both[in(s, one, m.key)]
	}
	if both > 0 || full >= 2 && 10*full >= bare {
		return one, true
	}
	return m.key, true
}

func in(scope string, keys ...memory.Slug) string {
	for _, k := range keys {
		scope += "\x00" + string(k)
	}
	return scope
}
