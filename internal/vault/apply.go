package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"mem/internal/frontmatter"
	"mem/internal/memory"
)

// Written is what Apply did to one file. Before == After: nothing had to be written.
type Written struct {
	Path          string
	Before, After memory.Hash // "" = no such file
	Data          []byte      // as it is now; nil = no such file
	Stamp         memory.Stamp
}

// Apply carries out a change, whole or not at all: every edit is composed and checked, and
// every new text is written and synced under a temporary name, before the first file is
// touched; when a later step fails, the earlier ones are taken back. If even that fails the
// error says which files stay changed, and they are returned.
//
// Stale when a file that the change edits or rests on is not as it was when decided, or the
// name of a note that it builds was taken meanwhile;
// ErrTaken when a file stands where Create makes one; ErrBackslash for a name with one; ErrOutside for a path through a
// link. A Replace whose Data is nil removes the file. Modes of edited files are kept.
func (w *Writer) Apply(c memory.Change) ([]Written, error) {
	if err := w.v.expectAll(c.Reads); err != nil {
		return nil, err
	}
	steps, err := w.v.composeAll(c.Files)
	if err != nil {
		return nil, err
	}
	return w.put(steps, w.stage(steps))
}

func (v *Vault) composeAll(edits []memory.FileEdit) ([]*step, error) {
	steps := make([]*step, 0, len(edits))
	seen := map[string]bool{}
	for _, e := range edits {
		s, err := v.compose(e)
		if err != nil {
			return nil, err
		}
		if seen[s.path] {
			return nil, fmt.Errorf("%s: the change edits it twice", s.path)
		}
		seen[s.path] = true
		steps = append(steps, s)
	}
	return steps, nil
}

// WouldChange reports whether an edit of keys would write anything, or why it is refused.
func (v *Vault) WouldChange(k memory.Keys) (bool, error) {
	s, err := v.compose(k)
	return err == nil && !s.idle, err
}

// step is one edit, ready to be carried out.
type step struct {
	path   string
	before []byte      // nil = no such file
	info   fs.FileInfo // of before; nil = no such file
	after  []byte      // nil = no such file
	idle   bool        // nothing is to be written
	temp   string      // after, under its temporary name
	stamp  memory.Stamp
	done   bool
}

// compose reads what an edit is about and works out what becomes of it.
func (v *Vault) compose(e memory.FileEdit) (*step, error) {
	s := &step{path: e.Target()}
	if err := writable(s.path); err != nil {
		return nil, err
	}
	err := v.noLinks(path.Dir(s.path))
	if err != nil {
		return nil, err
	}
	s.before, s.info, err = v.load(s.path)
	if err != nil && !errors.Is(err, ErrGone) {
		return nil, err
	}
	was := s.before
	if s.info != nil {
		was = present(was)
	}
	if s.after, err = v.composed(e, was); err != nil {
		return nil, err
	}
	s.idle = hashIf(was) == hashIf(s.after)
	return s, nil
}

// composed works out what an edit makes of a file; nil is no file, before and after.
func (v *Vault) composed(e memory.FileEdit, before []byte) (after []byte, err error) {
	switch e := e.(type) {
	case memory.Create:
		if before != nil {
			return nil, fmt.Errorf("%s: %w", e.Path, ErrTaken)
		}
		return present(e.Data), nil
	case memory.Keys:
		if before == nil || memory.HashOf(before) != e.Want {
			return nil, &Stale{e.Path}
		}
		if after, err = frontmatter.Apply(before, keyEdits(e.Set)...); err != nil {
			return nil, fmt.Errorf("editing %s: %w", e.Path, err)
		}
		return after, nil
	case memory.Build:
		return v.build(e, before)
	case memory.Replace:
		if hashIf(before) != e.Want {
			return nil, &Stale{e.Path}
		}
		return e.Data, nil
	case memory.Adopt:
		return before, nil
	default: // unreachable: the set is closed
		panic(fmt.Sprintf("vault: unknown edit %T", e))
	}
}

// writable refuses paths that are no business of a change: mem's own state, git's, and
// what would not be found again as a note.
func writable(p string) error {
	if !fs.ValidPath(p) || p == "." || strings.Contains(p, "\x00") {
		return fmt.Errorf("%q: %w", p, ErrOutside)
	}
	if strings.Contains(p, `\`) { // it parts folders on some systems
		return fmt.Errorf("%s: %w", p, ErrBackslash)
	}
	top, _, _ := strings.Cut(p, "/")
	if strings.EqualFold(top, stateDir) || strings.EqualFold(top, ".git") {
		return fmt.Errorf("%s: not a file that a change may write: %w", p, ErrOutside)
	}
	if top == notesDir && !IsNotePath(p) {
		return fmt.Errorf("%s: %w", p, ErrNotNote)
	}
	return nil
}

func (v *Vault) expectAll(reads []memory.Read) error {
	for _, r := range reads {
		if err := v.expect(r.Path, r.Hash); err != nil {
			return err
		}
	}
	return nil
}

func (v *Vault) expect(p string, want memory.Hash) error {
	data, info, err := v.load(p)
	if err != nil && !errors.Is(err, ErrGone) {
		return err
	}
	if hashOf(data, info) != want {
		return &Stale{p}
	}
	return nil
}

func hashOf(data []byte, info fs.FileInfo) memory.Hash {
	if info == nil {
		return ""
	}
	return memory.HashOf(data)
}

func hashIf(data []byte) memory.Hash {
	if data == nil {
		return ""
	}
	return memory.HashOf(data)
}

// present makes empty data differ from none.
func present(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

func keyEdits(set []memory.KeyEdit) []frontmatter.Edit {
	edits := make([]frontmatter.Edit, len(set))
	for i, k := range set {
		switch value := k.Value.(type) {
		case memory.Text:
			edits[i] = frontmatter.Set(k.Key, frontmatter.Text(string(value)))
		case memory.List:
			edits[i] = frontmatter.Set(k.Key, frontmatter.List(value))
		case memory.Int:
			edits[i] = frontmatter.Set(k.Key, frontmatter.Int(int(value)))
		case memory.Instant:
			edits[i] = frontmatter.Set(k.Key, frontmatter.Time(time.Time(value)))
		case memory.Day:
			edits[i] = frontmatter.Set(k.Key, frontmatter.Date(time.Time(value)))
		case memory.Absent:
			edits[i] = frontmatter.Remove(k.Key)
		default: // unreachable: the set is closed
			panic(fmt.Sprintf("vault: unknown value %T of %s", value, k.Key))
		}
	}
	return edits
}
