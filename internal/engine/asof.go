package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"mem/internal/gitlog"
	"mem/internal/index"
	"mem/internal/memory"
	"mem/internal/vault"
)

// past is the vault as git knew it at a time: what of the notes was not as their files are
// now. All else is read from the files, so that it costs what has changed since.
type past struct {
	at    time.Time
	notes map[string]*memory.Note // by path; nil for a note that did not exist then
	begun time.Time               // the first commit, when it is later: nothing was known yet

	supposed *supposed // it is no past but what a night would make of the present
}

// known reports whether there was a vault at all.
func (p *past) known() bool { return p.begun.IsZero() }

// pastAt returns the vault as of a time; nil for the present, or where git does not tell:
// then the notes as they are now are judged by their dates, and a notice says so.
func (e *Engine) pastAt(ctx context.Context, at time.Time) (*past, error) {
	if at.IsZero() || !at.Before(e.o.Now) {
		return nil, nil
	}
	p, err := e.readPast(ctx, at)
	if err != nil && ctx.Err() == nil {
		e.notice("--as-of judges the notes as they are now by their dates, since git does not tell how they were: %v", err)
		return nil, nil
	}
	return p, err
}

func (e *Engine) readPast(ctx context.Context, at time.Time) (*past, error) {
	repo, err := e.history()
	if err != nil {
		return nil, err
	}
	commit, ok, err := repo.Before(ctx, at)
	switch {
	case err != nil:
		return nil, err
	case commit.Hash == "":
		return nil, errors.New("there is no commit yet")
	case !ok:
		return &past{at: at, begun: commit.When}, nil
	}
	p := &past{at: at, notes: map[string]*memory.Note{}}
	changed, err := repo.Changed(ctx, "memory")
	if err != nil {
		return nil, err
	}
	head, err := repo.Resolve("HEAD")
	if err != nil {
		return nil, err
	}
	also, fresh := []string(nil), 0
	for _, c := range changed {
		// what no commit tells of, the file's own time does
		stamp, err := e.vault.Stat(c.Path)
		if old := err == nil && stamp.MTime <= at.UnixNano(); vault.IsNotePath(c.Path) && !(old && (c.Kind == gitlog.Added || commit.Hash == head)) {
			also = append(also, c.Path)
			if c.Kind == gitlog.Added {
				fresh++
			}
		}
	}
	files, err := repo.Past(ctx, commit.Hash, also, vault.IsNotePath)
	if err != nil {
		return nil, err
	}
	for path, data := range files {
		p.notes[path] = nil
		if data != nil && len(data) <= vault.MaxFile {
			p.notes[path] = vault.Decode(path, data, commit.When)
		}
	}
	if fresh > 0 {
		e.notice("new notes that are left out, since no commit says when they came: %d", fresh)
	}
	return p, nil
}

// lay makes a request one of the vault as it was.
func (p *past) lay(req *index.Request) {
	req.Skip = map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(p.notes)) {
		if p.supposed.keepsWords(path) {
			continue
		}
		req.Skip[path] = true
		if n := p.notes[path]; n != nil {
			req.Overlay = append(req.Overlay, index.Doc{Stamp: memory.Stamp{Path: path, Size: int64(len(n.Body))}, Note: n})
		}
	}
}

// noneYet says that the vault is younger than what was asked for.
func (p *past) noneYet() string {
	return fmt.Sprintf("no relevant memory: nothing was known on %s; the first commit is of %s", p.at.UTC().Format(time.DateOnly), p.begun.UTC().Format(time.DateOnly))
}

// sight is how one question sees the vault: its notes now, or as of a time.
type sight struct {
	e    *Engine
	past *past // nil: now
	now  time.Time
}

// note reads the note at a path; nil where there is none.
func (s *sight) note(path string) *memory.Note {
	if s.past != nil {
		if n, differs := s.past.notes[path]; differs {
			return n
		}
		if s.past.supposed != nil {
			return s.past.supposed.known[path]
		}
	}
	n, _, err := s.e.vault.Read(path)
	if err != nil {
		return nil
	}
	return n
}

// named finds a note by its slug; nil where there is none.
func (s *sight) named(slug memory.Slug) *memory.Note {
	if s.past != nil {
		var found *memory.Note
		for path, n := range s.past.notes {
			if n != nil && memory.Stem(path) == slug && (found == nil || path < found.Path) {
				found = n
			}
		}
		if found != nil {
			return found
		}
	}
	path, err := s.e.vault.Resolve(string(slug))
	if err != nil {
		return nil
	}
	return s.note(path)
}

// successor is the note that has replaced another, by what that said at the time or says now.
func (s *sight) successor(n *memory.Note) memory.Slug {
	if n.SupersededBy != "" || s.past == nil || s.past.supposed != nil {
		return n.SupersededBy
	}
	if now, _, err := s.e.vault.Read(n.Path); err == nil {
		return now.SupersededBy
	}
	return ""
}
