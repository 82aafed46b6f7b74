package vault

import (
	"errors"
	"maps"
	"path"

	"mem/internal/memory"
)

// Sketch is a vault as it would be after some changes: they are composed and checked as
// Apply does it, and nothing is written.
type Sketch struct {
	v     *Vault
	files map[string][]byte // as they would be; nil = no such file
}

// Sketch begins with the files as they are.
func (v *Vault) Sketch() *Sketch { return &Sketch{v: v, files: map[string][]byte{}} }

// Compose is Writer.Apply on the sketch: whole or not at all. What it returns has no stamps.
func (s *Sketch) Compose(c memory.Change) ([]Written, error) {
	for _, r := range c.Reads {
		data, err := s.ReadFile(r.Path)
		if err != nil && !errors.Is(err, ErrGone) {
			return nil, err
		}
		if hashIf(data) != r.Hash {
			return nil, &Stale{r.Path}
		}
	}
	next := map[string][]byte{}
	var out []Written
	for _, e := range c.Files {
		p := e.Target()
		if err := errors.Join(writable(p), s.v.noLinks(path.Dir(p))); err != nil {
			return nil, err
		}
		before, err := s.ReadFile(p)
		if err != nil && !errors.Is(err, ErrGone) {
			return nil, err
		}
		after, err := s.v.composed(e, before)
		if err != nil {
			return nil, err
		}
		next[p] = after
		out = append(out, Written{Path: p, Before: hashIf(before), After: hashIf(after), Data: after})
	}
	maps.Copy(s.files, next)
	return out, nil
}

// ReadFile returns a file as it would be; ErrGone when there would be none.
func (s *Sketch) ReadFile(path string) ([]byte, error) {
	data, changed := s.files[path]
	switch {
	case changed && data == nil:
		return nil, ErrGone
	case changed:
		return data, nil
	}
	data, _, err := s.v.load(path)
	if err != nil {
		return nil, err
	}
	return present(data), nil
}
