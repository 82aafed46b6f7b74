package gitlog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// publication is a commit on its way to the branch.
type publication struct {
	// build writes the objects for a given tip and returns the commit to put there and the files it changes. It is
	// called again if the tip moves meanwhile.
	build  func(tip head) (hash, []change, error)
	by     signature // for the reflog
	action string    // for the reflog
	strict bool      // a file staged by the operator is an error; else its entry in the index is left as it is
}

// publish moves the branch to what build makes, and the index with it. The index lock is held around the move of the
// ref: if HEAD were ahead of the index for others to see, the operator's next commit would take ours back.
//
//	build · index.lock · build again if the branch moved · new index beside the old · pending record ·
//	ref.lock, ref · reflog · index · record dropped · unlock
func (r *Repo) publish(ctx context.Context, p publication) (hash, error) {
	tip, err := r.tip()
	if err != nil {
		return hash{}, err
	}
	made, changes, err := p.build(tip)
	if err != nil {
		return hash{}, err
	}
	if err := r.awaitWritten(); err != nil {
		return hash{}, err
	}
	if err := r.at("objects written"); err != nil {
		return hash{}, err
	}
	lock, err := r.lockIndex(ctx)
	if err != nil {
		return hash{}, err
	}
	defer lock.release()
	if err := r.at("index locked"); err != nil {
		return hash{}, err
	}
	for range 5 {
		now, err := r.tip()
		if err == nil {
			err = r.ready()
		}
		if err != nil {
			return hash{}, err
		}
		if now != tip {
			made, changes, err = p.build(now)
			if err == nil {
				err = r.awaitWritten()
			}
			if err != nil {
				return hash{}, err
			}
			tip = now
		}
		if err = r.move(ctx, p, tip, made, changes); !errors.Is(err, errRefMoved) {
			return published(made, err)
		}
	}
	return hash{}, ErrBusy
}

// errIndexBehind: the branch has moved and the index has not.
var errIndexBehind = errors.New("the index has not followed")

// published returns the commit if the branch has moved to it, whatever came after.
func published[H hash | string](made H, err error) (H, error) {
	if err != nil && !errors.Is(err, errIndexBehind) {
		var none H
		return none, err
	}
	return made, err
}

// move is the part of publish that must happen as one; the index lock is held.
func (r *Repo) move(ctx context.Context, p publication, tip head, made hash, changes []change) error {
	next, err := r.nextIndex(ctx, tip, changes, p.strict)
	if err != nil {
		return err
	}
	defer next.discard()
	record, err := r.record(tip, made, changes, p)
	if err != nil {
		return err
	}
	if err := r.savePending(record); err != nil {
		return err
	}
	if err := r.at("pending recorded"); err != nil {
		return errors.Join(err, r.dropPending())
	}
	if err := r.moveRef(ctx, tip.ref, tip.hash, made); err != nil {
		return errors.Join(err, r.dropPending())
	}
	if err := r.follow(p, tip, made, record, next); err != nil {
		return fmt.Errorf("%w: %w", errIndexBehind, err)
	}
	return nil
}

// follow brings reflog and index after the branch, which has moved.
func (r *Repo) follow(p publication, tip head, made hash, record pending, next newIndex) error {
	if err := r.at("ref moved"); err != nil {
		return err
	}
	r.logRef(tip.ref, tip.hash, made, p.by, record.Action)
	if err := r.at("reflog written"); err != nil {
		return err
	}
	if err := next.install(); err != nil {
		return err
	}
	if err := r.at("index replaced"); err != nil {
		return err
	}
	if err := r.dropPending(); err != nil {
		return err
	}
	return r.at("pending dropped")
}

// tip returns the branch and where it is; ErrDetached without one.
func (r *Repo) tip() (head, error) {
	h, err := r.readHead()
	if err == nil && h.ref == "" {
		err = ErrDetached
	}
	return h, err
}

// newIndex is an index ready to take the old one's place.
type newIndex struct{ tmp, path string }

func (n newIndex) install() error { return os.Rename(n.tmp, n.path) }

// discard removes it, unless it was installed.
func (n newIndex) discard() { os.Remove(n.tmp) }

func (r *Repo) indexPath() string { return filepath.Join(r.gitDir, "index") }
