package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"mem/internal/export"
	"mem/internal/memory"
)

// Selection says which notes an export is of: those of these slugs, else those that answer
// the query's text, else those that its filters let through. Of a query without statuses
// every status counts.
type Selection struct {
	memory.Query
	Slugs   []string
	Private bool // notes with a credential, or with a part marked as private, too
}

// ErrReserved says that a note is not given to others unless that is asked for.
var ErrReserved = errors.New("it is for its owner alone")

// Exported is the reply to an export, as `export --json` prints it.
type Exported struct {
	Format  string     `json:"format"`
	To      string     `json:"to"`
	Notes   int        `json:"notes"`   // given
	Written int        `json:"written"` // files, indexes among them
	Same    int        `json:"same"`    // files that stood there already, byte for byte
	Stale   int        `json:"stale"`   // files of an earlier export that are not of this one; they stay
	Left    []Withheld `json:"left"`    // what was not given
}

// Withheld is a note, or a file, that was not given, and why.
type Withheld struct {
	Path string `json:"path"`
	Why  string `json:"why"`
	Err  error  `json:"-"`
}

func (x *Exported) leave(path string, err error) {
	x.Left = append(x.Left, Withheld{path, err.Error(), err})
}

// ExportLines gives every note of a selection as a line of JSON.
func (e *Engine) ExportLines(ctx context.Context, s Selection, w io.Writer) (Exported, error) {
	out := Exported{Format: "jsonl", Left: []Withheld{}}
	return out, e.eachSelected(ctx, s, &out, func(n export.Note) error {
		line, err := export.JSONL(n)
		if err != nil {
			out.leave(n.Path, err)
			return nil
		}
		out.Notes++
		_, err = w.Write(line)
		return err
	})
}

// ExportMarkdown copies the files of a selection into a folder, as they lie in the vault.
func (e *Engine) ExportMarkdown(ctx context.Context, s Selection, to *export.Folder) (Exported, error) {
	out := Exported{Format: "markdown", Left: []Withheld{}}
	err := e.eachSelected(ctx, s, &out, func(n export.Note) error {
		out.Notes++
		return out.put(to, n.Path, n.Data)
	})
	return out.counted(to), err
}

// ExportOKF makes a bundle of the Open Knowledge Format of a selection.
func (e *Engine) ExportOKF(ctx context.Context, s Selection, to *export.Folder) (Exported, error) {
	out := Exported{Format: "okf", Left: []Withheld{}}
	bundle := export.NewBundle()
	var ignored Exported
	err := e.eachSelected(ctx, s, &ignored, func(n export.Note) error { bundle.Add(n.Note); return nil })
	if err != nil {
		return out, err
	}
	err = e.eachSelected(ctx, s, &out, func(n export.Note) error {
		path, data, err := bundle.File(n)
		if err != nil {
			out.leave(n.Path, err)
			return nil
		}
		out.Notes++
		return out.put(to, path, data)
	})
	if err != nil {
		return out.counted(to), err
	}
	for path, data := range bundle.Indexes() {
		if err := out.put(to, path, data); err != nil {
			return out.counted(to), err
		}
	}
	return out.counted(to), nil
}

// ExportSkill gives a note as the SKILL.md of an agent skill, and the name of its folder. long
// says that it is over what the specification recommends.
func (e *Engine) ExportSkill(slug string, forced, private bool) (name string, data []byte, long bool, err error) {
	n, err := e.open(slug)
	if err != nil {
		return "", nil, false, err
	}
	if why := e.reserved(n); why != "" && !private {
		return "", nil, false, fmt.Errorf("%s: %w: %s", n.Path, ErrReserved, why)
	}
	return export.Skill(n, forced)
}

// put writes a file; one that may not be written over is told and stops nothing.
func (x *Exported) put(to *export.Folder, path string, data []byte) error {
	err := to.Write(path, data)
	if errors.Is(err, export.ErrTaken) {
		x.leave(path, err)
		return nil
	}
	return err
}

func (x Exported) counted(to *export.Folder) Exported {
	x.Written, x.Same, x.Stale = to.Written, to.Same, to.Stale()
	return x
}

// eachSelected reads the notes of a selection, one after the other, in the order of their
// paths. One that cannot be read is left out by name.
func (e *Engine) eachSelected(ctx context.Context, s Selection, out *Exported, f func(export.Note) error) error {
	paths, err := e.selected(ctx, s)
	if err != nil {
		return err
	}
	named := len(s.Slugs) > 0 || s.Text != ""
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, data, err := e.vault.Read(path)
		switch {
		case gone(err):
			continue
		case err != nil:
			out.leave(path, err)
			continue
		case isProbe(n), !named && !s.Admits(n, e.o.Now):
			continue
		}
		if why := e.Reserved(string(data)); why != "" && !s.Private {
			out.leave(path, fmt.Errorf("%w: %s", ErrReserved, why))
			continue
		}
		if err := f(export.Note{Note: n, Data: data}); err != nil {
			return fmt.Errorf("export %s: %w", path, err)
		}
	}
	return nil
}

// mostAnswers is how many notes a question may give, when nobody says.
const mostAnswers = 1000

// selected gives the paths that a selection can be among.
func (e *Engine) selected(ctx context.Context, s Selection) ([]string, error) {
	var paths []string
	switch {
	case len(s.Slugs) > 0:
		for _, slug := range s.Slugs {
			n, err := e.open(slug)
			if err != nil {
				return nil, err
			}
			if !slices.Contains(paths, n.Path) {
				paths = append(paths, n.Path)
			}
		}
	case s.Text != "":
		if s.Limit <= 0 {
			s.Limit = mostAnswers
		}
		found, err := e.Recall(ctx, Asked{Query: s.Query, NoCount: true})
		if err != nil {
			return nil, err
		}
		for _, r := range found.Results {
			paths = append(paths, r.Path)
		}
	default:
		listing, err := e.vault.List(ctx)
		if err != nil {
			return nil, err
		}
		for _, stamp := range listing.Notes {
			paths = append(paths, stamp.Path)
		}
	}
	slices.Sort(paths)
	return paths, nil
}
