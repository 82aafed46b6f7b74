package engine

import (
	"context"
	"slices"

	"mem/internal/memory"
)

// knownSources says which memories of a format the vault has, by the ids that they have
// there.
type knownSources struct {
	bySource map[string][]knownNote
	texts    map[memory.Hash]bool // of the format's notes, whatever their ids
}

// knownNote is a note with the hash of its text.
type knownNote struct {
	slug memory.Slug
	text memory.Hash
	live bool
}

// knownSources reads the vault once for it.
func (e *Engine) knownSources(ctx context.Context, format string) (*knownSources, error) {
	k := &knownSources{map[string][]knownNote{}, map[memory.Hash]bool{}}
	listing, err := e.vault.List(ctx)
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(listing.Notes, moveWindow) {
		notes, err := e.readNotes(ctx, part)
		if err != nil {
			return nil, err
		}
		for _, n := range notes {
			if n.Source == "" {
				continue
			}
			text := wordsOf(n.Body)
			k.bySource[n.Source] = append(k.bySource[n.Source], knownNote{n.Slug, text, n.Status.Live()})
			if isFrom(n.Source, format) {
				k.texts[text] = true
			}
		}
	}
	return k, nil
}

func wordsOf(body string) memory.Hash { return memory.HashOf([]byte(memory.Canonical(body))) }

func isFrom(source, format string) bool {
	return len(source) > len(format) && source[:len(format)] == format && source[len(format)] == ':'
}

// find reports whether a draft's memory is there with the same text, and else which live
// notes are an older state of it. A source that is not the format's own, an address for one,
// can be that of many notes: then the name has to be the same too.
func (k *knownSources) find(d *importDraft) (same bool, changed []memory.Slug) {
	text := wordsOf(d.Text)
	if !d.lasting {
		return k.texts[text], nil
	}
	for _, n := range k.bySource[d.Source] {
		named := d.file == nil || d.file.note.Source == "" || n.slug == d.base
		switch {
		case named && n.text == text:
			return true, nil
		case named && n.live:
			changed = append(changed, n.slug)
		}
	}
	return false, changed
}

// add notes a memory that is about to be stored, so that it is stored once.
func (k *knownSources) add(d *importDraft) {
	text := wordsOf(d.Text)
	if d.lasting {
		k.bySource[d.Source] = append(k.bySource[d.Source], knownNote{d.base, text, false})
	} else {
		k.texts[text] = true
	}
}
