package engine

import (
	"context"
	"errors"
	"slices"

	"mem/internal/index"
	"mem/internal/memory"
	"mem/internal/vault"
)

// linkedTo reads the note that a [[link]] means: the one of this slug, else one that has it
// as an alias, as the links of an imported vault go by the old names of its files. Of several
// the one whose path comes first counts.
func (e *Engine) linkedTo(ctx context.Context, v view, link memory.Slug) (*memory.Note, error) {
	n, err := e.open(string(link))
	if !errors.Is(err, vault.ErrNoNote) {
		return n, err
	}
	answer, searchErr := e.search(ctx, v, index.Request{Question: string(link), K: wide, Scope: memory.AllScopes, AnyStatus: true})
	if searchErr != nil {
		return nil, err
	}
	paths := make([]string, len(answer.Matches))
	for i, m := range answer.Matches {
		paths[i] = m.Path
	}
	slices.Sort(paths)
	for _, p := range paths {
		if x, _, readErr := e.vault.Read(p); readErr == nil && goesBy(x, link) {
			return x, nil
		}
	}
	return nil, err
}

// goesBy reports whether a [[link]] means a note, by its slug or an alias.
func goesBy(n *memory.Note, link memory.Slug) bool {
	key := vault.FoldKey(link)
	return vault.FoldKey(n.Slug) == key || slices.ContainsFunc(n.Aliases, func(name string) bool {
		return vault.FoldKey(memory.Stem(name)) == key
	})
}
