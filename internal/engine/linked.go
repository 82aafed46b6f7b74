package engine

import (
	"context"

	"mem/internal/memory"
)

// Linked is a note one step from a result.
type Linked struct {
	Slug   memory.Slug   `json:"slug"`
	Title  string        `json:"title"`
	Type   memory.Type   `json:"type"`
	Status memory.Status `json:"status"`
	Link   string        `json:"link"` // how the result names it: link, derived_from, supersedes, superseded_by
	Via    memory.Slug   `json:"via"`  // the result
}

// linked follows the [[links]] of the results and what their frontmatter names, one step.
// Each note is told once, by the best result that leads to it; one that the scope does not
// see, or that is not there, is left out.
func (s *sight) linked(ctx context.Context, results []memory.Ranked, scope string) []Linked {
	out := []Linked{}
	seen := map[memory.Slug]bool{}
	for _, r := range results {
		step := func(link string, targets ...memory.Slug) {
			for _, slug := range targets {
				if slug == "" || slug == r.Note.Slug || seen[slug] {
					continue
				}
				if n := s.meant(ctx, slug, link); n != nil && n.VisibleFrom(scope) && !isProbe(n) && !seen[n.Slug] {
					seen[slug], seen[n.Slug] = true, true
					out = append(out, Linked{Slug: n.Slug, Title: n.Title, Type: n.Type, Status: n.Status, Link: link, Via: r.Note.Slug})
				}
			}
		}
		step("supersedes", r.Note.Supersedes...)
		step("superseded_by", r.Note.SupersededBy)
		step("derived_from", r.Note.DerivedFrom...)
		step("link", memory.Links(r.Note.Body)...)
	}
	return out
}

// meant is the note that a result names; only a [[link]] may go by an alias.
func (s *sight) meant(ctx context.Context, slug memory.Slug, link string) *memory.Note {
	n := s.named(slug)
	if n != nil || link != "link" || s.past != nil {
		return n
	}
	v, err := s.e.refresh(ctx)
	if err != nil {
		return nil
	}
	if n, err = s.e.linkedTo(ctx, v, slug); err != nil {
		return nil
	}
	return n
}
