package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mem/internal/memory"
)

// Brief is one note in a list: enough to choose by.
type Brief struct {
	Slug     memory.Slug   `json:"slug"`
	Path     string        `json:"path"`
	Title    string        `json:"title"`
	Type     memory.Type   `json:"type"`
	Status   memory.Status `json:"status"`
	Scope    string        `json:"scope"`
	Captured string        `json:"captured"`
	Tags     []string      `json:"tags"`
}

func brief(n *memory.Note) Brief {
	return Brief{Slug: n.Slug, Path: n.Path, Title: n.Title, Type: n.Type, Status: n.Status, Scope: n.Scope,
		Captured: instant(n.Captured), Tags: orEmpty(n.Tags)}
}

// List returns the notes that the query's filters admit, newest first; its Text is not
// looked at. Limit 0 means all.
func (e *Engine) List(ctx context.Context, q memory.Query) ([]Brief, error) {
	notes, err := e.notes(ctx)
	if err != nil {
		return nil, err
	}
	out := []Brief{}
	slices.SortStableFunc(notes, newestFirst)
	for _, n := range notes {
		if (q.Limit <= 0 || len(out) < q.Limit) && !isProbe(n) && q.Admits(n, e.o.Now) {
			out = append(out, brief(n))
		}
	}
	return out, nil
}

func newestFirst(a, b *memory.Note) int {
	return cmp.Or(b.Captured.Compare(a.Captured), strings.Compare(a.Path, b.Path))
}

// notes reads every note, in the order of their paths.
func (e *Engine) notes(ctx context.Context) ([]*memory.Note, error) {
	listing, err := e.vault.List(ctx)
	if err != nil {
		return nil, err
	}
	return e.readNotes(ctx, listing.Notes)
}

func (e *Engine) readNotes(ctx context.Context, stamps []memory.Stamp) ([]*memory.Note, error) {
	all := make([]*memory.Note, len(stamps))
	e.each(len(stamps), func(i int) {
		if ctx.Err() == nil {
			if n, _, err := e.vault.Read(stamps[i].Path); err == nil {
				all[i] = n
			}
		}
	})
	return slices.DeleteFunc(all, func(n *memory.Note) bool { return n == nil }), ctx.Err()
}

// Recent returns the newest notes that the query admits; 0 means ten. Shards are read
// from the newest on, until there are enough.
func (e *Engine) Recent(ctx context.Context, q memory.Query) ([]Brief, error) {
	if q.Limit <= 0 {
		q.Limit = 10
	}
	listing, err := e.vault.List(ctx)
	if err != nil {
		return nil, err
	}
	groups := byShard(listing.Notes)
	var have []*memory.Note
	for i, g := range groups {
		notes, err := e.readNotes(ctx, g.stamps)
		if err != nil {
			return nil, err
		}
		for _, n := range notes {
			if !isProbe(n) && q.Admits(n, e.o.Now) {
				have = append(have, n)
			}
		}
		if g.month != "" && len(have) >= q.Limit && i+1 < len(groups) {
			break
		}
	}
	slices.SortStableFunc(have, newestFirst)
	out := []Brief{}
	for _, n := range have[:min(q.Limit, len(have))] {
		out = append(out, brief(n))
	}
	return out, nil
}

type shardGroup struct {
	month  string // "2026/08"; "" for notes that lie in no month's folder
	stamps []memory.Stamp
}

// byShard groups notes by month: what lies in none comes first, then the newest month.
func byShard(stamps []memory.Stamp) []shardGroup {
	at := map[string]int{}
	var groups []shardGroup
	for _, s := range stamps {
		month := ""
		if rest, ok := strings.CutPrefix(s.Path, "memory/"); ok && len(rest) > 8 && rest[4] == '/' && rest[7] == '/' {
			month = rest[:7]
		}
		i, ok := at[month]
		if !ok {
			i, at[month] = len(groups), len(groups)
			groups = append(groups, shardGroup{month: month})
		}
		groups[i].stamps = append(groups[i].stamps, s)
	}
	slices.SortStableFunc(groups, func(a, b shardGroup) int {
		switch {
		case a.month == "":
			return -1
		case b.month == "":
			return 1
		}
		return strings.Compare(b.month, a.month)
	})
	return groups
}

// open resolves a name as a person types it (a slug, a path, a [[link]]) to its note.
func (e *Engine) open(name string) (*memory.Note, error) {
	name = strings.TrimSpace(name)
	name = strings.TrimSuffix(strings.TrimPrefix(name, "[["), "]]")
	path, err := e.vault.Resolve(name)
	if err != nil {
		return nil, err
	}
	n, _, err := e.vault.Read(path)
	return n, err
}
