package engine

import (
	"context"
	"slices"
	"strings"

	"mem/internal/index"
	"mem/internal/memory"
)

// Relation is a neighbour of a note.
type Relation struct {
	Brief
	Link       string  `json:"link"`       // out, in, both, supersedes, superseded_by, derived_from; "" by likeness alone
	Similarity float64 `json:"similarity"` // Jaccard of the words' stems, 0 to 1
}

// Related returns the neighbours of a note: those it links to, those that link to it,
// those its frontmatter names, then live ones that are alike. Limit 0 means ten.
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
	r := relations{e: e, of: n, at: map[memory.Slug]int{}}
	for _, s := range memory.Links(n.Body) {
		r.add(s, "out")
	}
	for _, s := range n.Supersedes {
		r.add(s, "supersedes")
	}
	for _, s := range n.DerivedFrom {
		r.add(s, "derived_from")
	}
	r.add(n.SupersededBy, "superseded_by")
	inbound, err := e.search(ctx, v, index.Request{Question: string(n.Slug), K: wide, Scope: memory.AllScopes, AnyStatus: true})
	if err != nil {
		return nil, err
	}
	for _, m := range inbound.Matches {
		if x, _, err := e.vault.Read(m.Path); err == nil && slices.Contains(memory.Links(x.Body), n.Slug) {
			r.add(x.Slug, "in")
		}
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
	slices.SortStableFunc(r.list, func(a, b Relation) int {
		if (a.Link == "") != (b.Link == "") {
			if a.Link != "" {
				return -1
			}
			return 1
		}
		switch {
		case a.Similarity > b.Similarity:
			return -1
		case a.Similarity < b.Similarity:
			return 1
		}
		return strings.Compare(string(a.Slug), string(b.Slug))
	})
	return orEmpty(r.list[:min(limit, len(r.list))]), nil
}

// relations collects neighbours, each once, with how it is linked.
type relations struct {
	e    *Engine
	of   *memory.Note
	list []Relation
	at   map[memory.Slug]int
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
	r.list = append(r.list, Relation{Brief: brief(n), Link: link, Similarity: round(index.Likeness(r.of.Body, n.Body))})
}
