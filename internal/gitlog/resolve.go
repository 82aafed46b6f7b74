package gitlog

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"mem/internal/gitlog/gitfile"
)

// Resolve returns the full hash of the commit that a revision names: HEAD, a branch, a tag, a full hash, or at least
// four digits of one that no other commit begins with. ErrUnknownRevision otherwise.
func (r *Repo) Resolve(rev string) (string, error) {
	if r.store == nil {
		return r.resolveByGit(rev)
	}
	c, err := r.resolve(rev)
	if err != nil {
		return "", err
	}
	return hexOf(c.hash), nil
}

func (r *Repo) resolve(rev string) (commitHeader, error) {
	h, err := r.named(rev)
	if errors.Is(err, fs.ErrNotExist) && len(rev) >= 4 && len(rev) <= 40 && isHex(rev) {
		h, err = r.abbreviated(strings.ToLower(rev))
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrUnknownRevision
	}
	if err != nil {
		return commitHeader{}, fmt.Errorf("%q: %w", rev, err)
	}
	c, err := r.commitOf(h)
	if err != nil {
		return c, fmt.Errorf("%q: %w", rev, err)
	}
	return c, nil
}

// named looks a revision up among the refs, in git's order.
func (r *Repo) named(rev string) (hash, error) {
	if rev == "HEAD" {
		h, err := r.readHead()
		if err == nil && h.unborn {
			err = errUnborn
		}
		return h.hash, err
	}
	if rev == "" || strings.ContainsAny(rev, " ~^:?*[\\") || strings.Contains(rev, "..") {
		return hash{}, fs.ErrNotExist
	}
	for _, dir := range []string{"refs/", "refs/tags/", "refs/heads/", "refs/remotes/"} {
		name := dir + strings.TrimPrefix(rev, "refs/")
		target, h, err := r.readRef(name)
		if target != "" {
			_, h, err = r.readRef(target)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return h, err
		}
	}
	return hash{}, fs.ErrNotExist
}

// abbreviated finds the one commit whose hash begins with the digits.
func (r *Repo) abbreviated(digits string) (hash, error) {
	if len(digits) == 40 {
		return parseHash(digits)
	}
	whole, err := hex.DecodeString(digits[:len(digits)&^1])
	if err != nil {
		return hash{}, err
	}
	candidates, err := r.store.HashesWithPrefix(whole)
	if err != nil {
		return hash{}, err
	}
	var found []hash
	for _, c := range candidates {
		if strings.HasPrefix(c.String(), digits) && r.isCommit(hash(c)) {
			found = append(found, hash(c))
		}
	}
	switch len(found) {
	case 0:
		return hash{}, fs.ErrNotExist
	case 1:
		return found[0], nil
	}
	return hash{}, fmt.Errorf("%d commits begin so: %w", len(found), ErrUnknownRevision)
}

func (r *Repo) isCommit(h hash) bool {
	o, err := r.store.EncodedObject(plumbing.AnyObject, plumbing.Hash(h))
	return err == nil && o.Type() == plumbing.CommitObject
}

// commitOf follows annotated tags to the commit. Nearly always it is one already: what is asked for and not there is
// looked for in all packs anew, and a walk of a long history asks for each of its commits.
func (r *Repo) commitOf(h hash) (commitHeader, error) {
	c, err := r.commit(h)
	for range 5 {
		if !errors.Is(err, ErrMissingObject) {
			break
		}
		data, missing := r.object("tag", h)
		if missing != nil {
			break
		}
		target, _ := strings.CutPrefix(string(data), "object ")
		if h, err = parseHash(target[:min(40, len(target))]); err != nil {
			return commitHeader{}, err
		}
		c, err = r.commit(h)
	}
	if errors.Is(err, ErrMissingObject) {
		return c, fmt.Errorf("%w: %w", ErrUnknownRevision, err)
	} else if errors.Is(err, gitfile.ErrCorrupt) {
		return c, err
	}
	return c, err
}

func isHex(s string) bool {
	return strings.Trim(s, "0123456789abcdefABCDEF") == ""
}
