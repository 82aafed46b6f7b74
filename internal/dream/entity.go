package dream

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"mem/internal/memory"
	"mem/internal/naming"
)

// An entity is made from this many active notes on; a name that is only read from texts needs more.
const (
	leastDeclared = 2 // notes, where a link, an @name or a tag says that it is one
	leastNamed    = 5 // notes, where only the way in which it is written does
	leastDays     = 2 // on which these were captured
)

// entity is a person, a project or another thing that has a name, as the notes of one scope
// know it: what one scope says does not get into another.
type entity struct {
	key      memory.Slug
	scope    string
	spelled  map[string]int // how it is written, and in how many notes
	keys     []memory.Slug  // of all spellings
	declared map[*memory.Note]bool
	notes    []*memory.Note // that name it, whatever became of them
	outside  []*memory.Note // the same, of live ones that came from outside
	person   bool           // declared as one
	project  bool
}

// qualifies reports whether so many notes make an entity.
func (e *entity) qualifies(notes []*memory.Note) bool { return e.enough(notes) > 0 }

// enough is how many of the notes, the first ones, make an entity; 0 when all of them do not.
func (e *entity) enough(notes []*memory.Note) int {
	declared, days, day := false, 0, ""
	for i, n := range notes { // by time
		declared = declared || e.declared[n]
		if d := dayOf(n); d != day {
			days, day = days+1, d
		}
		if declared && i+1 >= leastDeclared || i+1 >= leastNamed && days >= leastDays {
			return i + 1
		}
	}
	return 0
}

// birth is when the notes had become enough for an entity; what became of them since does not
// count, so that it is the same whenever it is asked.
func (e *entity) birth() time.Time {
	n := e.enough(e.notes)
	if n == 0 {
		n = len(e.notes)
	}
	return e.notes[n-1].Captured
}

// name is how it is called: written in full, and most often so.
func (e *entity) name(r *census) string {
	best := ""
	for as, n := range e.spelled {
		if strings.HasPrefix(as, "@") || r.key(as) != e.key {
			continue
		}
		if best == "" || cmp.Or(cmp.Compare(n, e.spelled[best]), cmp.Compare(best, as)) > 0 {
			best = as
		}
	}
	if best != "" {
		return best
	}
	words := strings.ReplaceAll(string(e.key), "-", " ")
	if e.person {
		words = capitalised(words)
	}
	return words
}

// aliases are its other names.
func (e *entity) aliases(name string) []string {
	var out []string
	for as := range e.spelled {
		if !strings.EqualFold(as, name) {
			out = append(out, as)
		}
	}
	slices.Sort(out)
	return out
}

func capitalised(words string) string {
	fields := strings.Fields(words)
	for i, w := range fields {
		r := []rune(w)
		fields[i] = strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return strings.Join(fields, " ")
}

// entities are those of a vault, in the order in which they were born.
type entities struct {
	*census
	people kinship
	all    []*entity
	of     map[string]*entity
}

// gather reads every note once for its words, and asks then what these name. Each processor learns
// a part of the notes and joins what it has learnt.
func (n *night) gather() *entities {
	g := &entities{of: map[string]*entity{}, people: newKinship()}
	g.census = &census{night: n, words: naming.New(), keys: map[string]memory.Slug{}}
	phrases := make([][]naming.Phrase, len(n.Notes))
	declared := make([][]string, len(n.Notes)) // links, @names and tags
	speaks := make([]bool, len(n.Notes))
	each := make([]*census, workers()) // of each processor: its words, and the keys that it has asked for
	for i := range each {
		each[i] = &census{night: n, words: naming.New(), keys: map[string]memory.Slug{}}
	}
	abreast(len(n.Notes), func(worker, i int) {
		note := &n.Notes[i]
		if speaks[i] = g.speaks(note); !speaks[i] {
			return
		}
		c := each[worker]
		own := note.OwnedBy() != memory.OriginExternal
		phrases[i] = c.words.Read(ownTitle(note), note.Body, own)
		if declared[i] = memory.Entities(note, nil); own {
			c.words.Declare(declared[i])
		}
	})
	for _, c := range each {
		g.words.Join(c.words)
		c.words = g.words
	}
	named := make([][]mention, len(n.Notes))
	abreast(len(n.Notes), func(worker, i int) {
		if speaks[i] {
			named[i] = each[worker].mentions(phrases[i], declared[i])
		}
	})
	for i := range n.Notes {
		if note := &n.Notes[i]; note.OwnedBy() != memory.OriginExternal {
			g.people.meet(note.Scope, named[i], g.census)
		}
	}
	for i := range n.Notes {
		for _, m := range named[i] {
			g.add(&n.Notes[i], m)
		}
	}
	for _, e := range g.all {
		slices.SortStableFunc(e.notes, func(a, b *memory.Note) int { return a.Captured.Compare(b.Captured) })
	}
	g.all = slices.DeleteFunc(g.all, func(e *entity) bool { return len(e.notes) == 0 }) // known from outside alone
	slices.SortFunc(g.all, func(a, b *entity) int {
		return cmp.Or(a.birth().Compare(b.birth()), cmp.Compare(a.scope, b.scope), cmp.Compare(a.key, b.key))
	})
	return g
}

func ownTitle(n *memory.Note) string {
	if titled(n) {
		return n.Title
	}
	return ""
}

// speaks reports whether a note may tell of anything at all.
func (g *entities) speaks(n *memory.Note) bool {
	return n.Broken == "" && !built(n) && !g.ambiguous(n) && !secretive(n) && !isProbe(n.Body)
}

// add gives a note to what it names.
func (g *entities) add(note *memory.Note, m mention) {
	key, clear := m.key, true
	if m.by != byProject {
		key, clear = g.people.meant(note.Scope, m)
	}
	if !clear {
		return
	}
	e := g.of[note.Scope+"\x00"+string(key)]
	if e == nil {
		e = &entity{key: key, scope: note.Scope, spelled: map[string]int{}, declared: map[*memory.Note]bool{}}
		g.of[note.Scope+"\x00"+string(key)] = e
		g.all = append(g.all, e)
	}
	if note.OwnedBy() == memory.OriginExternal {
		if now := g.later(note); now.Status.Live() && !slices.Contains(e.outside, note) {
			e.outside = append(e.outside, note)
		}
		return
	}
	switch m.by {
	case byName:
		e.spelled[m.as]++
	case byPerson:
		e.person = true
		if m.key != key {
			e.spelled["@"+m.as]++
		}
	case byProject:
		e.project = true
	case byLink:
		if strings.ToLower(m.as) != m.as {
			e.spelled[m.as]++
		}
	}
	if m.by != byName {
		e.declared[note] = true
	}
	if !slices.Contains(e.keys, m.key) {
		e.keys = append(e.keys, m.key)
	}
	if len(e.notes) == 0 || e.notes[len(e.notes)-1] != note {
		e.notes = append(e.notes, note)
	}
}
