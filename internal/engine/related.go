package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mem/internal/index"
	"mem/internal/memory"
)

// Relation is a neighbour of a note.
type Relation struct {
	Brief
	Link       string   `json:"link"`       // out, in, both, supersedes, superseded_by, derived_from; "" for none
	Shared     []string `json:"shared"`     // people, projects and notes that both name: @ada, project/atlas, [[slug]]
	Similarity float64  `json:"similarity"` // Jaccard of the words' stems, 0 to 1
}

// Related returns the neighbours of a note: those it links to, those that link to it,
// those its frontmatter names, then live ones that name the same people, projects or notes,
// then those that are alike. Limit 0 means ten.
func (e *Engine) Related(ctx context.Context, name, scope string, limit int) ([]Relation, error) {
	n, err := e.open(name)
	if err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = 10
	}
	v, err := e.refresh(ctx)
	if err != nil {
		return nil, err
	}
	r := relations{e: e, of: n, scope: scope, at: map[memory.Slug]int{}}
	names := append([]string{string(n.Slug)}, n.Aliases...)
	r.entities = memory.Entities(n, r.isProject)
	for _, s := range memory.Links(n.Body) {
		if to, err := e.linkedTo(ctx, v, s); err == nil {
			r.add(to.Slug, "out")
		}
	}
	for _, s := range n.Supersedes {
		r.add(s, "supersedes")
	}
	for _, s := range n.DerivedFrom {
		r.add(s, "derived_from")
	}
	r.add(n.SupersededBy, "superseded_by")
	for _, name := range names {
		inbound, err := e.search(ctx, v, index.Request{Question: name, K: wide, Scope: memory.AllScopes, AnyStatus: true})
		if err != nil {
			return nil, err
		}
		for _, m := range inbound.Matches {
			x, _, err := e.vault.Read(m.Path)
			if err == nil && slices.ContainsFunc(memory.Links(x.Body), func(link memory.Slug) bool { return goesBy(n, link) }) {
				r.add(x.Slug, "in")
			}
		}
	}
	if err := r.addSharing(ctx, v); err != nil {
		return nil, err
	}
	alikes, err := e.search(ctx, v, index.Request{Question: memory.Cut(n.Title+" "+n.Body, 2000), K: 3 * limit, Scope: scope})
	if err != nil {
		return nil, err
	}
	for _, m := range alikes.Matches {
		if x, _, err := e.vault.Read(m.Path); err == nil && x.VisibleFrom(scope) && index.Likeness(n.Body, x.Body) >= 0.1 {
			r.add(x.Slug, "")
		}
	}
	slices.SortStableFunc(r.list, nearestFirst)
	return orEmpty(r.list[:min(limit, len(r.list))]), nil
}

func nearestFirst(a, b Relation) int {
	return cmp.Or(linkedFirst(a.Link, b.Link), cmp.Compare(len(b.Shared), len(a.Shared)), cmp.Compare(b.Similarity, a.Similarity),
		strings.Compare(string(a.Slug), string(b.Slug)))
}

func linkedFirst(a, b string) int {
	switch {
	case (a == "") == (b == ""):
		return 0
	case a != "":
		return -1
	default:
		return 1
	}
}

// relations collects neighbours, each once, with how it is linked.
type relations struct {
	e        *Engine
	of       *memory.Note
	scope    string
	entities []string
	list     []Relation
	at       map[memory.Slug]int
}

func (r *relations) add(s memory.Slug, link string) {
	if s == "" || s == r.of.Slug {
		return
	}
	if i, ok := r.at[s]; ok {
		if link == "in" && r.list[i].Link == "out" {
			r.list[i].Link = "both"
		}
		return
	}
	n, err := r.e.open(string(s))
	if err != nil || isProbe(n) || link == "" && !n.Status.Live() {
		return
	}
	r.at[s] = len(r.list)
	r.list = append(r.list, Relation{Brief: brief(n), Link: link, Shared: r.shared(n), Similarity: round(index.Likeness(r.of.Body, n.Body))})
}

// mostEntities is how many of a note's people, projects and links are looked for in others.
const mostEntities = 12

// addSharing finds the notes that name what the note names, one search for each.
func (r *relations) addSharing(ctx context.Context, v view) error {
	for _, entity := range r.entities[:min(mostEntities, len(r.entities))] {
		word := strings.Trim(entity, "@[]")
		if _, name, ok := strings.Cut(word, "project/"); ok {
			word = name
		}
		found, err := r.e.search(ctx, v, index.Request{Question: word, K: wide, Scope: r.scope})
		if err != nil {
			return err
		}
		for _, m := range found.Matches {
			if x, _, err := r.e.vault.Read(m.Path); err == nil && x.VisibleFrom(r.scope) && slices.Contains(memory.Entities(x, r.isProject), entity) {
				r.add(x.Slug, "")
			}
		}
	}
	return nil
}

// shared is what both notes name.
func (r *relations) shared(n *memory.Note) []string {
	out := []string{}
	if len(r.entities) == 0 {
		return out
	}
	theirs := memory.Entities(n, r.isProject)
	for _, entity := range r.entities {
		if slices.Contains(theirs, entity) {
			out = append(out, entity)
		}
	}
	return out
}

// isProject reports whether a tag names a project: desk/projects/ has a folder for it.
func (r *relations) isProject(tag string) bool { return r.e.vault.HasProject(tag) }
