package gitlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mem/internal/gitlog/gitfile"
)

// Commit is one commit to be made.
type Commit struct {
	Message
	Author    Identity // who decided; zero means the committer
	Committer Identity // zero means mem
	When      time.Time
	Files     []File
}

// File is a file as it is to be in the commit.
type File struct {
	Path   string // below the vault, slash-separated
	Data   []byte // as it is on disk; git's conversions (line ends, filters) are made here
	Remove bool   // the file is to be gone
}

// Commit makes one commit of the files on the branch that HEAD names and returns its hash. Files that are in HEAD
// already as given are left out; if that leaves none, ErrNothing. The files on disk are not touched: the caller has
// written them. What keeps a commit from being made: ErrBusy, ErrInProgress, ErrDetached, ErrStaged, ErrIgnored,
// ErrConflictMarkers, ErrMissingObject, ErrUnsupported.
//
// A hash together with an error means that the commit was made and the index is still to follow; Recover does that,
// as does the next Commit.
func (r *Repo) Commit(ctx context.Context, c Commit) (string, error) {
	h, err := r.commitFiles(ctx, c)
	if err != nil {
		return h, fmt.Errorf("commit %s: %w", c.subject(), err)
	}
	return h, nil
}

func (r *Repo) commitFiles(ctx context.Context, c Commit) (string, error) {
	if err := c.check(); err != nil {
		return "", err
	}
	if err := r.ready(); err != nil {
		return "", err
	}
	if _, err := r.finishPending(ctx); err != nil {
		return "", err
	}
	if r.cause != "" {
		return r.commitByGit(ctx, c)
	}
	if len(c.Files) >= manyFiles {
		return r.commitPacked(ctx, c)
	}
	changes, err := r.prepare(ctx, loose{r}, c.Files)
	if err != nil {
		return "", err
	}
	return r.commitPrepared(ctx, c, func(tip head) (hash, []change, error) { return r.buildOn(loose{r}, tip, c, changes) })
}

func (r *Repo) commitPrepared(ctx context.Context, c Commit, build func(tip head) (hash, []change, error)) (string, error) {
	h, err := r.publish(ctx, publication{action: action(c), by: c.committer(), strict: true, build: build})
	if h == (hash{}) && r.beyondUs(err) {
		return r.commitByGit(ctx, c)
	}
	if h == (hash{}) {
		return "", err
	}
	return hexOf(h), err
}

// manyFiles is the number of files from which a commit's objects go into a pack of its own: a folder of notes dropped
// in at once would be as many files again in the repository, of a disk block each. For a few, a pack is more files.
const manyFiles = 48

// commitPacked is Commit with its objects in one pack.
func (r *Repo) commitPacked(ctx context.Context, c Commit) (made string, err error) {
	pack, err := newPacked(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = pack.finish(made != "") }() // a keep file that cannot be removed now is swept later
	changes, err := r.prepare(ctx, pack, c.Files)
	if err != nil {
		return "", err
	}
	return r.commitPrepared(ctx, c, func(tip head) (hash, []change, error) {
		if pack.sealed { // the branch moved meanwhile: the trees and the commit are made again, the blobs are there
			return r.buildOn(loose{r}, tip, c, changes)
		}
		h, changes, err := r.buildOn(pack, tip, c, changes)
		if err == nil {
			err = pack.seal()
		}
		return h, changes, err
	})
}

// beyondUs reports whether an error says that the index is in a form that only git can change: split, or sparse. From
// then on git does all the writing.
func (r *Repo) beyondUs(err error) bool {
	if !errors.Is(err, gitfile.ErrUnsupported) {
		return false
	}
	r.cause = "the form of its index"
	return true
}

// buildOn writes the trees and the commit that the changes make on a tip, and returns those that change it.
func (r *Repo) buildOn(o objects, tip head, c Commit, changes []change) (hash, []change, error) {
	var parents []hash
	var tree hash
	if !tip.unborn {
		base, err := r.commit(tip.hash)
		if err != nil {
			return hash{}, nil, err
		}
		tree, parents = base.tree, []hash{tip.hash}
	}
	changes, err := r.different(tree, changes)
	if err != nil {
		return hash{}, nil, err
	}
	if len(changes) == 0 {
		return hash{}, nil, ErrNothing
	}
	if tree, err = patchTree(o, tree, "", changes); err != nil {
		return hash{}, nil, err
	}
	h, err := writeCommit(o, tree, parents, c)
	return h, changes, err
}

// different leaves out the changes that a tree holds already.
func (r *Repo) different(tree hash, changes []change) ([]change, error) {
	var out []change
	for _, c := range changes {
		old, err := r.entryAt(tree, c.path)
		if err != nil {
			return nil, err
		}
		if !same(old, c.entry()) {
			out = append(out, c)
		}
	}
	return out, nil
}

func (c Commit) check() error {
	if err := c.Message.check(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, f := range c.Files {
		if f.Path == "" || strings.HasPrefix(f.Path, "/") || seen[f.Path] {
			return fmt.Errorf("file %q is twice in the commit, or no path", f.Path)
		}
		seen[f.Path] = true
		if !f.Remove && hasConflictMarkers(f.Data) {
			return ErrConflictMarkers{f.Path}
		}
	}
	return nil
}

// hasConflictMarkers reports whether a file holds a merge that nobody finished: the three marks, each at the start of
// a line, in their order.
func hasConflictMarkers(data []byte) bool {
	if !bytes.Contains(data, []byte("<<<<<<< ")) {
		return false
	}
	marks := []string{"<<<<<<< ", "=======", ">>>>>>> "}
	for line := range bytes.Lines(data) {
		text := strings.TrimRight(string(line), "\r\n")
		if marks[0] == "=======" && text == marks[0] || marks[0] != "=======" && strings.HasPrefix(text, marks[0]) {
			if marks = marks[1:]; len(marks) == 0 {
				return true
			}
		}
	}
	return false
}

func (c Commit) committer() signature { return signature{c.Committer.orMem(), c.When} }

func (c Commit) author() signature {
	if c.Author == (Identity{}) {
		return c.committer()
	}
	return signature{c.Author.orMem(), c.When}
}

func (s signature) person() gitfile.Person {
	return gitfile.Person{Name: s.Name, Mail: s.Email, When: s.clamped()}
}

func (c Commit) subject() string { return cut(oneLine(c.Subject), SubjectLimit) }

// action is what the reflog says of a commit.
func action(c Commit) string { return "commit: " + c.subject() }

func mergeAction(c Commit) string { return "commit (merge): " + c.subject() }

func initialAction(action string) string {
	return strings.Replace(action, "commit:", "commit (initial):", 1)
}
