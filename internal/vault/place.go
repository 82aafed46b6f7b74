package vault

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"golang.org/x/sync/errgroup"

	"mem/internal/memory"
)

// put puts the new texts, which stage has written aside with this error, in place, and makes that
// durable; or it leaves everything as it was.
func (w *Writer) put(steps []*step, err error) ([]Written, error) {
	v := w.v
	if err == nil {
		err = w.placeAll(steps)
	}
	if err == nil {
		return report(steps, nil)
	}
	v.unstage(steps)
	return report(steps, errors.Join(err, v.takeBack(steps)))
}

// Many new texts are written by several goroutines: a disk that is asked to sync eight files
// at once takes little longer than for one (500 files: 0.9 s one by one, 0.1 s so).
const (
	manyTexts = 16
	writers   = 8
)

// stage writes each new text under a temporary name: a full disk is met here, with nothing
// changed.
func (w *Writer) stage(steps []*step) error {
	v := w.v
	var writing errgroup.Group
	if writing.SetLimit(1); len(steps) >= manyTexts {
		writing.SetLimit(writers)
	}
	err := w.stageEach(steps, func(s *step, mode fs.FileMode) {
		writing.Go(func() (err error) {
			if s.temp, err = v.writeTemp(path.Dir(s.path), s.after, mode); err != nil {
				return fmt.Errorf("writing %s: %w", s.path, err)
			}
			if s.info != nil {
				own(v.root, s.temp, s.info)
			}
			return nil
		})
	})
	return cmp.Or(writing.Wait(), err)
}

// stageEach makes the folders of the new texts, and hands each on to be written.
func (w *Writer) stageEach(steps []*step, write func(s *step, mode fs.FileMode)) error {
	v := w.v
	for _, s := range steps {
		if s.idle || s.after == nil {
			continue
		}
		if err := v.step("stage", s); err != nil {
			return err
		}
		dir := path.Dir(s.path)
		if err := v.makeFolder(dir); err != nil {
			return fmt.Errorf("writing %s: %w", s.path, err)
		}
		if !IsNotePath(s.path) {
			v.sweep(dir, w.now) // the folders of notes are swept hourly, all of them
		}
		mode := fileMode
		if s.info != nil {
			mode = s.info.Mode().Perm()
		}
		write(s, mode)
	}
	return nil
}

// placeAll puts the new texts where they belong. That the folders are durable is seen to
// once, when the Update ends: a night writes many notes into few folders.
func (w *Writer) placeAll(steps []*step) error {
	for _, s := range steps {
		if s.idle {
			continue
		}
		if err := w.v.step("place", s); err != nil {
			return err
		}
		w.unsynced[path.Dir(s.path)] = true
		if err := w.v.place(s); err != nil {
			return fmt.Errorf("writing %s: %w", s.path, err)
		}
	}
	return nil
}

// syncFolders makes durable which files the folders have that were written to.
func (w *Writer) syncFolders() error {
	var errs []error
	for dir := range w.unsynced {
		if err := syncDir(w.v.root, dir); err != nil {
			errs = append(errs, fmt.Errorf("syncing the folder %s: %w", dir, err))
		}
	}
	return errors.Join(errs...)
}

// place puts one new text where it belongs, if what stands there is still what was read:
// an editor may have saved a moment ago, without asking for a lock.
func (v *Vault) place(s *step) error {
	switch {
	case s.info == nil:
		if err := v.placeNew(s.temp, s.path); err != nil {
			return err
		}
	case !v.is(s.path, stampOf(s.path, s.info)):
		return &Stale{s.path}
	case s.after == nil:
		if err := v.root.Remove(s.path); err != nil {
			return readOnly(err)
		}
	default:
		if err := v.root.Rename(s.temp, s.path); err != nil {
			return readOnly(err)
		}
	}
	s.done, s.temp = true, ""
	if s.after == nil {
		return nil
	}
	var err error
	s.stamp, err = v.Stat(s.path)
	return err
}

// is reports whether a file is still the one that a stamp was taken of.
func (v *Vault) is(p string, stamp memory.Stamp) bool {
	now, err := v.Stat(p)
	return err == nil && now == stamp
}

func (v *Vault) unstage(steps []*step) {
	for _, s := range steps {
		if s.temp != "" {
			_ = v.root.Remove(s.temp) // a leftover is swept later
			s.temp = ""
		}
	}
}

// takeBack undoes what was placed, the last first. A file that somebody has changed since
// is left to him.
func (v *Vault) takeBack(steps []*step) error {
	var failed []error
	for i := len(steps) - 1; i >= 0; i-- {
		if s := steps[i]; s.done {
			if err := v.restore(s); err != nil {
				failed = append(failed, fmt.Errorf("%s stays changed: %w", s.path, err))
				continue
			}
			s.done = false
		}
	}
	return errors.Join(failed...)
}

func (v *Vault) restore(s *step) error {
	if err := v.step("restore", s); err != nil {
		return err
	}
	if s.after != nil && !v.is(s.path, s.stamp) {
		return &Stale{s.path}
	}
	if s.info == nil {
		return v.root.Remove(s.path)
	}
	temp, err := v.writeTemp(path.Dir(s.path), s.before, s.info.Mode().Perm())
	if err != nil {
		return err
	}
	own(v.root, temp, s.info)
	if s.after == nil {
		return v.placeNew(temp, s.path)
	}
	return v.root.Rename(temp, s.path)
}

// report says what was done. With an error it is only what could not be taken back.
func report(steps []*step, err error) ([]Written, error) {
	var out []Written
	for _, s := range steps {
		if err != nil && !s.done {
			continue
		}
		w := Written{Path: s.path, Before: hashOf(s.before, s.info), After: hashIf(s.after), Data: s.after, Stamp: s.stamp}
		if s.idle {
			w.After, w.Data = w.Before, s.before
			if s.info != nil {
				w.Data, w.Stamp = present(s.before), stampOf(s.path, s.info)
			}
		}
		out = append(out, w)
	}
	return out, err
}

// step is where a test makes a step fail.
func (v *Vault) step(name string, s *step) error {
	if v.fault == nil {
		return nil
	}
	if err := v.fault(name + " " + s.path); err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	return nil
}
