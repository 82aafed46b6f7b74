package vault

import (
	"errors"
	"fmt"
	"strings"

	"mem/internal/memory"
)

// The conditions that a caller may ask for with errors.Is.
var (
	ErrNoVault   = errors.New("no vault found; `mem init` makes one")
	ErrNotVault  = errors.New("not a vault")
	ErrGone      = errors.New("no such file in the vault")
	ErrNotNote   = errors.New("not a note")
	ErrNoNote    = errors.New("no such note")            // see NoNoteError
	ErrAmbiguous = errors.New("more notes than one")     // see AmbiguousError
	ErrBadSlug   = errors.New("not a usable slug")       // the message says why
	ErrTaken     = errors.New("the name is taken")       // a file stands where one was to be made
	ErrStale     = errors.New("changed in the meantime") // see StaleError
	ErrBusy      = errors.New("another mem is at work")  // see BusyError
	ErrOutside   = errors.New("leads out of the vault or through a link")
	ErrReadOnly  = errors.New("the vault cannot be written")
)

// NoNoteError says that no note has the slug asked for, and which have similar ones.
type NoNoteError struct {
	Slug string
	Near []memory.Slug // at most five, the nearest first
}

func (e *NoNoteError) Error() string { return fmt.Sprintf("%q: %v", e.Slug, ErrNoNote) }

// Is makes errors.Is(err, ErrNoNote) true.
func (e *NoNoteError) Is(target error) bool { return target == ErrNoNote }

// AmbiguousError says that several files have the slug asked for.
type AmbiguousError struct {
	Slug  string
	Paths []string
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q: %v has this name: %s", e.Slug, ErrAmbiguous, strings.Join(e.Paths, ", "))
}

// Is makes errors.Is(err, ErrAmbiguous) true.
func (e *AmbiguousError) Is(target error) bool { return target == ErrAmbiguous }

// StaleError says that a file is not as it was when a change was decided.
type StaleError struct{ Path string }

func (e *StaleError) Error() string { return fmt.Sprintf("%s: %v", e.Path, ErrStale) }

// Is makes errors.Is(err, ErrStale) true.
func (e *StaleError) Is(target error) bool { return target == ErrStale }

// BusyError says that a lock was not free in time, and which process has it.
type BusyError struct {
	Lock string // ".mem/lock" or ".mem/dream.lock"
	PID  int    // the holder; 0 when it cannot be told
}

func (e *BusyError) Error() string {
	who := "a process that does not say its number"
	if e.PID > 0 {
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("%v: %s holds %s; try again when it has ended", ErrBusy, who, e.Lock)
}

// Is makes errors.Is(err, ErrBusy) true.
func (e *BusyError) Is(target error) bool { return target == ErrBusy }
