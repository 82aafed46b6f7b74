package gitlog

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrNoRepository means that the vault has no history: it is no repository of its own.
	ErrNoRepository = errors.New("no git repository")
	// ErrBusy means that another git held the index or the branch for longer than Options.Wait.
	ErrBusy = errors.New("another git is at work in the repository")
	// ErrDetached means that HEAD is on no branch, so that a commit would belong to nobody.
	ErrDetached = errors.New("HEAD is detached")
	// ErrUnknownRevision means that a revision names no commit, or more than one.
	ErrUnknownRevision = errors.New("unknown revision")
	// ErrMissingObject means that the repository lacks an object that it refers to: a partial clone, or damage.
	ErrMissingObject = errors.New("object is missing from the repository")
	// ErrNothing means that a commit would change no file.
	ErrNothing = errors.New("nothing to commit")
)

// damaged is an object that is there, but not as it was written. It counts as missing.
type damaged struct{ cause error }

func (e damaged) Error() string        { return "object is damaged: " + e.cause.Error() }
func (e damaged) Unwrap() error        { return e.cause }
func (e damaged) Is(target error) bool { return target == ErrMissingObject }

// ErrUnsupported says why neither mem nor the git program can commit here.
type ErrUnsupported struct{ Cause string }

func (e ErrUnsupported) Error() string { return "this repository cannot be written: " + e.Cause }

// ErrInProgress says what the operator has begun and not finished; no commit is made meanwhile.
type ErrInProgress struct{ What Operation }

func (e ErrInProgress) Error() string { return string(e.What) + " in progress" }

// ErrStaged names files whose staging by the operator differs from HEAD and from what was to be committed.
type ErrStaged struct{ Paths []string }

func (e ErrStaged) Error() string { return "staged by the operator: " + list(e.Paths) }

// ErrIgnored names new files that the repository's ignore rules exclude.
type ErrIgnored struct{ Paths []string }

func (e ErrIgnored) Error() string { return "ignored by git: " + list(e.Paths) }

// ErrConflictMarkers names a file with unresolved conflict markers.
type ErrConflictMarkers struct{ Path string }

func (e ErrConflictMarkers) Error() string { return "conflict markers in " + e.Path }

// ErrMoved names the files that changed on the branch while a chain was being made, otherwise than in the chain.
type ErrMoved struct{ Paths []string }

func (e ErrMoved) Error() string { return "changed on the branch meanwhile: " + list(e.Paths) }

func list(paths []string) string {
	if len(paths) > 3 {
		return fmt.Sprintf("%s and %d more", strings.Join(paths[:3], ", "), len(paths)-3)
	}
	return strings.Join(paths, ", ")
}
