package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"mem/internal/memory"
)

// The conditions that a caller may ask for with errors.Is.
var (
	ErrNoVault   = errors.New("no vault found; `mem init` makes one")
	ErrNotVault  = errors.New("not a vault")
	ErrGone      = error(gone{}) // is fs.ErrNotExist, too
	ErrNotNote   = errors.New("not a note")
	ErrNoNote    = errors.New("no such note")            // see NoNote
	ErrAmbiguous = errors.New("more notes than one")     // see Ambiguous
	ErrBadSlug   = errors.New("not a usable slug")       // the message says why
	ErrTaken     = errors.New("the name is taken")       // a file stands where one was to be made
	ErrStale     = errors.New("changed in the meantime") // see Stale
	ErrBusy      = errors.New("another mem is at work")  // see Busy
	ErrOutside   = errors.New("leads out of the vault or through a link")
	ErrBackslash = errors.New("mem writes no file with a backslash in its name: rename it")
	ErrReadOnly  = errors.New("the vault cannot be written")
)

type gone struct{}

func (gone) Error() string        { return "no such file in the vault" }
func (gone) Is(target error) bool { return target == fs.ErrNotExist }

// NoNote says that no note has the slug asked for, and which have similar ones.
type NoNote struct {
	Slug string
	Near []memory.Slug // at most five, the nearest first
}

func (e *NoNote) Error() string { return fmt.Sprintf("%q: %v", e.Slug, ErrNoNote) }

// Is makes errors.Is(err, ErrNoNote) true.
func (e *NoNote) Is(target error) bool { return target == ErrNoNote }

// Ambiguous says that several files have the slug asked for.
type Ambiguous struct {
	Slug  string
	Paths []string
}

func (e *Ambiguous) Error() string {
	return fmt.Sprintf("%q: %v has this name: %s", e.Slug, ErrAmbiguous, strings.Join(e.Paths, ", "))
}

// Is makes errors.Is(err, ErrAmbiguous) true.
func (e *Ambiguous) Is(target error) bool { return target == ErrAmbiguous }

// Stale says that a file is not as it was when a change was decided.
type Stale struct{ Path string }

func (e *Stale) Error() string { return fmt.Sprintf("%s: %v", e.Path, ErrStale) }

// Is makes errors.Is(err, ErrStale) true.
func (e *Stale) Is(target error) bool { return target == ErrStale }

// Busy says that a lock was not free in time, and which process has it.
type Busy struct {
	Lock string // ".mem/lock", ".mem/dream.lock", or that of the folder, where .mem was deleted
	PID  int    // the holder; 0 when it cannot be told
}

func (e *Busy) Error() string {
	return fmt.Sprintf("%v: %s; try again when it has ended", ErrBusy, e.held())
}

func (e *Busy) held() string {
	if e.PID > 0 {
		return fmt.Sprintf("process %d holds %s", e.PID, e.Lock)
	}
	return fmt.Sprintf("a process that does not say its number holds %s", e.Lock)
}

// Is makes errors.Is(err, ErrBusy) true.
func (e *Busy) Is(target error) bool { return target == ErrBusy }
