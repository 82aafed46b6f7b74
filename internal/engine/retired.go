package engine

import (
	"slices"
	"strings"

	"mem/internal/dream"
	"mem/internal/memory"
	"mem/internal/vault"
)

// retiredState lists slugs whose notes were deleted, a line each. A slug is never used
// again: links to it would lead to something else.
const retiredState = "retired"

// retire notes the slugs of notes that are gone, unless they lie somewhere else now.
func (e *Engine) retire(paths []string) {
	if len(paths) == 0 {
		return
	}
	known := map[memory.Slug]bool{}
	for _, s := range e.retired() {
		known[s] = true
	}
	var slugs []memory.Slug
	for _, p := range paths {
		if s := memory.Stem(p); !known[s] && !strings.HasPrefix(string(s), dream.ProbePrefix) {
			known[s] = true
			slugs = append(slugs, s)
		}
	}
	for _, s := range e.vault.Free(slugs) { // the others may have come after the files were listed
		if err := e.vault.AppendState(retiredState, []byte(s)); err != nil {
			e.notice("the name %s may be given again: %v", s, err)
		}
	}
}

func (e *Engine) retired() []memory.Slug {
	data, err := e.vault.ReadState(retiredState)
	if err != nil {
		return nil
	}
	var out []memory.Slug
	for line := range strings.Lines(string(data)) {
		out = append(out, memory.Slug(strings.TrimSpace(line)))
	}
	return out
}

// claim takes the first name of base, base-2, base-3, … that no note has, or had.
func (e *Engine) claim(w *vault.Writer, base memory.Slug, shard string) (memory.Slug, error) {
	gone := e.retired()
	repo, _ := e.history()
	for {
		slug, err := w.Claim(base, shard)
		if err != nil {
			return "", err
		}
		had := slices.Contains(gone, slug)
		if !had && repo != nil {
			_, had, _ = repo.FileAtHead(shard + "/" + string(slug) + ".md")
		}
		if !had {
			return slug, nil
		}
	}
}
