package engine

import (
	"context"
	"slices"

	"mem/internal/dream"
	"mem/internal/memory"
	"mem/internal/vault"
)

// supposed is a vault as a night would leave it, for questions to it before anything is
// written: past holds the notes that would differ, this what is the same.
type supposed struct {
	known map[string]*memory.Note // every note as it is, by path
	words map[string]bool         // those that would differ in status and its kind alone: the index has their words
	view  view                    // what of the files the index does not know
}

// keepsWords reports whether the index is right about the words of a note that differs.
func (s *supposed) keepsWords(path string) bool { return s != nil && s.words[path] }

// wordless lists the keys whose words nobody searches for.
func wordless() []string {
	return []string{"status", "type", "updated", "supersedes", "superseded_by", "valid_from", "valid_until", "trust", "uses", "last_used"}
}

// suppose begins with the vault as it is.
func (e *Engine) suppose(ctx context.Context, notes []memory.Note) (*past, error) {
	v, err := e.refreshAll(ctx)
	if err != nil {
		return nil, err
	}
	p := &past{at: e.o.Now, notes: map[string]*memory.Note{}, supposed: &supposed{known: map[string]*memory.Note{}, words: map[string]bool{}, view: v}}
	for i := range notes {
		p.supposed.known[notes[i].Path] = &notes[i]
	}
	return p, nil
}

// after returns the vault as some more decisions would leave it.
func (p *past) after(decisions []dream.Decision) *past {
	next := &past{at: p.at, notes: map[string]*memory.Note{}, supposed: &supposed{known: p.supposed.known, words: map[string]bool{}, view: p.supposed.view}}
	for path, n := range p.notes {
		next.notes[path], next.supposed.words[path] = n, p.supposed.words[path]
	}
	for _, d := range decisions {
		for _, f := range d.Change.Files {
			next.edit(f)
		}
	}
	return next
}

func (p *past) edit(f memory.FileEdit) {
	path := f.Target()
	if !vault.IsNotePath(path) {
		return
	}
	before, again := p.notes[path]
	if !again {
		before = p.supposed.known[path]
	}
	switch f := f.(type) {
	case memory.Keys:
		if before == nil {
			return
		}
		after := dream.After(before, f.Set)
		only := !slices.ContainsFunc(f.Set, func(k memory.KeyEdit) bool { return !slices.Contains(wordless(), k.Key) })
		p.notes[path], p.supposed.words[path] = &after, only && (!again || p.supposed.words[path])
	case memory.Build:
		after := f.Note
		if before != nil { // its other keys are somebody's
			after = *before
			after.Status, after.Updated, after.Title, after.Aliases, after.DerivedFrom, after.Body =
				f.Note.Status, f.Note.Updated, f.Note.Title, f.Note.Aliases, f.Note.DerivedFrom, f.Note.Body
		}
		p.notes[path], p.supposed.words[path] = &after, false
	case memory.Create:
		p.notes[path], p.supposed.words[path] = vault.Decode(path, f.Data, p.at), false
	case memory.Replace:
		p.notes[path], p.supposed.words[path] = nil, false
		if f.Data != nil {
			p.notes[path] = vault.Decode(path, f.Data, p.at)
		}
	case memory.Adopt: // nothing changes
	}
}

// differs lists the paths that a state has otherwise than an earlier one, and whether any
// text among them is new.
func (p *past) differs(before *past) (paths map[string]bool, texts bool) {
	paths = map[string]bool{}
	for path, n := range p.notes {
		if was, ok := before.notes[path]; !ok || was != n {
			paths[path] = true
			texts = texts || !p.supposed.words[path]
		}
	}
	return paths, texts
}
