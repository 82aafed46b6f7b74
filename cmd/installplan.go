package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mem/internal/gitlog"
	"mem/internal/install"
)

// byHand is an installation's no, with what a person can do instead.
type byHand struct {
	err error
	do  string
}

func (e *byHand) Error() string { return e.err.Error() }
func (e *byHand) Unwrap() error { return e.err }

// A placing is what an installation, or its end, does to the files: all of it is worked out,
// and refused if it has to be, before the first is touched.
type placing struct {
	record installed
	now    placement // what the record says afterwards
	steps  []placeStep
	mode   fs.FileMode // of a new file
	dirs   fs.FileMode
	notes  []string
}

// placeStep is what becomes of one file.
type placeStep struct {
	homeFile
	after []byte // nil = no file
}

// idle reports whether nothing is to be written.
func (s *placeStep) idle() bool {
	return (s.text == nil) == (s.after == nil) && bytes.Equal(s.text, s.after)
}

func (s *placeStep) action() string {
	switch {
	case s.idle():
		return "as it is"
	case s.text == nil:
		return "made"
	case s.after == nil:
		return "removed"
	}
	return "changed"
}

// placing works out an installation: every file as it is wanted. No files is its end.
func (a *app) placing(p placement, files []install.File) (*placing, error) {
	record, err := a.installations()
	if err != nil {
		return nil, err
	}
	out := &placing{record: record, now: p, mode: 0o600, dirs: 0o700}
	if p.Project != "" { // of a project others read them too
		out.mode, out.dirs = 0o644, 0o755
	}
	var before []install.Put
	if old := record.find(p.Target, p.Project); old != nil {
		before = old.Files
	}
	for _, f := range files {
		at := slices.IndexFunc(before, func(d install.Put) bool { return d.Path == f.Path })
		done := install.Put{Path: f.Path}
		if at >= 0 {
			done = before[at]
			before = slices.Delete(slices.Clone(before), at, at+1)
		}
		if err := out.put(&f, done, at >= 0); err != nil {
			return nil, err
		}
	}
	for i := len(before) - 1; i >= 0; i-- { // what was put last goes first
		if err := out.take(before[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (p *placing) put(f *install.File, done install.Put, known bool) error {
	s := placeStep{}
	var err error
	if s.homeFile, err = readHome(f.Path); err != nil {
		return err
	}
	p.tellLink(&s)
	if known && f.Holds(s.text, done) {
		s.after = s.text
		p.steps, p.now.Files = append(p.steps, s), append(p.now.Files, done)
		return nil
	}
	without := s.text
	if known {
		if without, err = install.Take(s.text, done); err != nil {
			return refused(f.Path, err)
		}
	}
	if s.after, done, err = f.Add(without); err != nil {
		return refused(f.Path, err)
	}
	p.steps, p.now.Files = append(p.steps, s), append(p.now.Files, done)
	return nil
}

func (p *placing) take(done install.Put) error {
	s := placeStep{}
	var err error
	if s.homeFile, err = readHome(done.Path); err != nil {
		return err
	}
	p.tellLink(&s)
	if s.after, err = install.Take(s.text, done); err != nil {
		return refused(done.Path, err)
	}
	p.steps = append(p.steps, s)
	return nil
}

// tellLink says where a file lies that is reached over a link.
func (p *placing) tellLink(s *placeStep) {
	if fi, err := os.Lstat(s.path); err == nil && fi.Mode()&fs.ModeSymlink != 0 {
		p.notes = append(p.notes, fmt.Sprintf("%s is a link: %s is written, and the link stays", s.path, s.real))
	} else if dir, err := realOfNew(filepath.Dir(s.path)); err == nil && filepath.Join(dir, filepath.Base(s.path)) != s.path {
		p.notes = append(p.notes, fmt.Sprintf("%s is reached over a link: %s is written", s.path, s.real))
	}
}

// refused says what to do by hand where mem does not edit.
func refused(path string, err error) error {
	do := "mem install TARGET --print shows what belongs in: put it there by hand"
	switch {
	case errors.Is(err, install.ErrTaken):
		do = "take that entry out by hand and run this again, or leave it: mem install TARGET --print shows what mem would put there"
	case errors.Is(err, install.ErrChanged):
		do = "keep it, or take mem's part out by hand and run this again: mem install TARGET --print shows what mem writes"
	}
	return &byHand{fmt.Errorf("%s: %w", path, err), do}
}

// carryOut writes what was worked out. The record is written first: an installation that is
// broken off is finished, or taken back, by the next.
func (p *placing) carryOut() error {
	ending := len(p.now.Files) == 0
	for _, s := range p.steps {
		if s.text == nil && s.after != nil {
			p.record.willMake(s.real)
		}
	}
	if !ending {
		p.record.set(p.now)
		if err := p.record.save(); err != nil {
			return err
		}
	}
	for _, s := range p.steps {
		if err := p.write(&s); err != nil {
			return err
		}
	}
	if !ending {
		return nil
	}
	p.record.set(p.now)
	if len(p.record.Targets) > 0 {
		p.record.Folders = removeFolders(p.record.Folders)
	}
	return p.record.save()
}

func (p *placing) write(s *placeStep) error {
	switch now, err := readHome(s.path); {
	case err != nil:
		return err
	case !bytes.Equal(now.text, s.text) || (now.text == nil) != (s.text == nil):
		return &byHand{fmt.Errorf("%s changed meanwhile", s.path), "run this again"}
	case s.idle():
		return nil
	case s.after == nil:
		return os.Remove(s.real)
	}
	mode := p.mode
	if s.text != nil {
		mode = s.mode
	}
	return writeHome(s.real, s.after, mode, p.dirs)
}

// diff shows what becomes of each file that changes.
func (p *placing) diff(a *app) {
	for _, s := range p.steps {
		if !s.idle() {
			a.diff(gitlog.FileDiff{Path: s.path, Before: s.text, After: s.after})
		}
	}
}
