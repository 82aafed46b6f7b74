package dream

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"mem/internal/memory"
)

// mostFacts is how many facts an entity's note names as what it was built from; the newest.
const mostFacts = 1000

// rollup keeps one note for each entity and scope: what its active notes say of it, as they
// stand after tonight. The note is born once, and later only rebuilt; a person's words in it
// stay. It is never read for building anything, itself included.
func rollup(ctx context.Context, n *night) error {
	if n.Name == nil {
		return nil
	}
	g := n.gather()
	pages := n.pages(g)
	for _, e := range g.all {
		if err := ctx.Err(); err != nil {
			return err
		}
		page := pages.take(e)
		facts := n.facts(e)
		switch {
		case page != nil && len(facts) > 0:
			n.rebuild(ctx, page, n.write(g, e, facts))
		case page == nil && e.qualifies(facts) && (!e.person || !e.project): // else the name does not tell which
			if slug := n.free(e); slug != "" {
				want := n.write(g, e, facts)
				want.Slug, want.Path = slug, memory.Shard(want.Captured)+"/"+string(slug)+".md"
				n.names[folded(slug)]++
				n.inOtherWords(ctx, &want, "")
				n.build(want, "")
			}
		case page != nil:
			n.empty(page)
		}
	}
	for _, page := range pages.left() {
		n.empty(page)
	}
	return nil
}

// facts are the notes that hold and tell of an entity, the newest last.
func (n *night) facts(e *entity) []*memory.Note {
	var out []*memory.Note
	for _, note := range e.notes {
		if now := n.later(note); now.Status == memory.Active && now.ValidAt(n.Now) {
			out = append(out, note)
		}
	}
	return out
}

// pages are the notes of entities that there are.
type pages struct {
	of    map[string]*memory.Note // by scope and any of their names
	notes []*memory.Note
	taken map[*memory.Note]bool
}

func (n *night) pages(g *entities) *pages {
	p := &pages{of: map[string]*memory.Note{}, taken: map[*memory.Note]bool{}}
	for i := range n.Notes {
		note := &n.Notes[i]
		if note.Type != memory.Entity || !n.touchable(note) {
			continue
		}
		p.notes = append(p.notes, note)
		for _, name := range append([]string{string(note.Slug), note.Title}, note.Aliases...) {
			at := in(note.Scope, g.key(strings.TrimPrefix(name, "@")))
			if p.of[at] == nil {
				p.of[at] = note
			}
		}
	}
	return p
}

// take returns the note of an entity, nil when there is none. A note is one entity's.
func (p *pages) take(e *entity) *memory.Note {
	for _, key := range append([]memory.Slug{e.key}, e.keys...) {
		if page := p.of[in(e.scope, key)]; page != nil && !p.taken[page] {
			p.taken[page] = true
			return page
		}
	}
	return nil
}

// left are the notes that nothing tells of any more.
func (p *pages) left() []*memory.Note {
	return slices.DeleteFunc(p.notes, func(n *memory.Note) bool { return p.taken[n] })
}

// free chooses the name of a new entity's note; "" when a note of a person's has it, which is
// then what there is to say, or when no name is to be had.
func (n *night) free(e *entity) memory.Slug {
	for _, note := range n.bySlug[e.key] {
		if note.Status.Live() && (note.Scope == "" || note.Scope == e.scope) {
			return ""
		}
	}
	names := []string{string(e.key)}
	if e.scope != "" {
		names = append(names, string(e.key)+" "+e.scope)
	}
	for i := 2; i < 10; i++ {
		names = append(names, fmt.Sprintf("%s %d", e.key, i))
	}
	for _, name := range names {
		if slug := n.Name(name); n.names[folded(slug)] == 0 {
			return slug
		}
	}
	return ""
}

// rebuild brings an entity's note up to what is known, unless somebody has made it theirs.
func (n *night) rebuild(ctx context.Context, page *memory.Note, want writing) {
	mine, yours, ok := memory.Unseal(page.Body)
	switch {
	case !ok:
		if !slices.Equal(want.DerivedFrom, page.DerivedFrom) && page.Status.Live() {
			n.list(EntityEdited, fmt.Sprintf("its text was edited by hand, so it is left as it is; %s of it now", count(want.facts, "note tells", "notes tell")),
				command("mem", "set", string(page.Slug), "type=reference"), page)
		}
		return
	case !page.Status.Live() && mine != nothing(page.Title):
		return // somebody retired it
	}
	want.Slug, want.Path, want.Captured = page.Slug, page.Path, page.Captured
	if n.Name(page.Title) != n.Name(want.Title) && !slices.ContainsFunc(append(want.Aliases, listedNames(mine)...), func(a string) bool { return a == page.Title }) {
		want.Title = page.Title // somebody named it otherwise
	}
	want.Aliases = merged(want.Aliases, page.Aliases, listedNames(mine))
	want.Body += yours
	want.state = want.Body
	switch {
	case want.rules.stillHolds(mine):
		want.Body = memory.Seal(mine) + yours
	case page.Body != want.Body:
		n.inOtherWords(ctx, &want, yours)
	}
	if !same(page, &want.Note) || page.Body != want.Body {
		n.build(want, page.Hash)
	}
}

// empty takes everything out of a note of which nothing is known any more, and retires it.
func (n *night) empty(page *memory.Note) {
	mine, yours, ok := memory.Unseal(page.Body)
	if !ok || !page.Status.Live() || mine == nothing(page.Title) {
		return
	}
	want := writing{Note: *page}
	want.Status, want.DerivedFrom, want.Body = memory.Expired, nil, memory.Seal(nothing(page.Title))+yours
	n.build(want, page.Hash)
}

func nothing(name string) string { return "Nothing is known of " + quoted(name) + " now.\n" }

// same reports whether the keys of a note are as they are to be.
func same(a, b *memory.Note) bool {
	return a.Status == b.Status && a.Title == b.Title && a.Updated.Equal(b.Updated) &&
		slices.Equal(a.Aliases, b.Aliases) && slices.Equal(a.DerivedFrom, b.DerivedFrom)
}

// merged are the names that mem gives, and those that somebody has added to the ones it gave.
func merged(given, there, gave []string) []string {
	out := slices.Clone(given)
	for _, a := range there {
		if !slices.Contains(gave, a) && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// build decides that a note is written as it is wanted.
func (n *night) build(want writing, was memory.Hash) {
	facts := want.DerivedFrom
	state := memory.HashOf([]byte(want.Title + "\x00" + strings.Join(want.Aliases, "\x00") + "\x00" + cmp.Or(want.state, want.Body)))[:8]
	name := memory.Cut(flat(want.Title), titleLength)
	reason := fmt.Sprintf("%s of %s.", count(want.facts, "note tells", "notes tell"), name)
	if want.facts == 0 {
		reason = fmt.Sprintf("No note tells of %s any more.", name)
	}
	c := memory.Change{
		Op: memory.OpRollup, Notes: []memory.Slug{want.Slug}, Detail: string(want.Slug), Reason: reason,
		Files: []memory.FileEdit{memory.Build{Want: was, Note: want.Note}},
	}
	for _, s := range facts[max(0, len(facts)-few):] {
		c.Evidence = append(c.Evidence, string(s))
	}
	c.Evidence = append(c.Evidence, memory.StatePrefix+string(state))
	if want.witness != "" {
		c.Evidence = append(c.Evidence, want.witness)
	}
	for _, note := range want.told {
		c.Reads = append(c.Reads, memory.Read{Path: note.Path, Hash: note.Hash})
	}
	n.decide(JobRollup, &want.Note, c)
}
