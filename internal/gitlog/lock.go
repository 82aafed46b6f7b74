package gitlog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// indexLock is .git/index.lock, held by us. It says so, `mem <vault> <pid> <nonce>`, and does not hold the new index,
// which is written beside it. So a lock that a killed mem left is known from a live git's: the caller has the vault's
// own lock, hence another lock with our vault's name belongs to nobody any more.
//
// It is a symbolic link to those words, for a link comes into being together with them, whatever is killed or cut off,
// and no git can create the file while it is there. Where there are no links it is a file that holds the words.
type indexLock struct{ path, words string }

func (r *Repo) lockIndex(ctx context.Context) (*indexLock, error) {
	l := &indexLock{
		path:  filepath.Join(r.gitDir, "index.lock"),
		words: fmt.Sprintf("mem %s %d %016x", r.vaultID(), os.Getpid(), rand.Uint64()),
	}
	err := r.waitFor(ctx, func() error {
		err := l.take()
		if errors.Is(err, fs.ErrExist) && r.clearIndexLock() {
			err = l.take()
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("lock the index: %w", err)
	}
	return l, nil
}

// clearIndexLock removes the index lock if a killed process of this vault left it.
func (r *Repo) clearIndexLock() bool {
	path := filepath.Join(r.gitDir, "index.lock")
	return r.isOurs(lockWords(path)) && os.Remove(path) == nil
}

func (r *Repo) isOurs(words string) bool { return strings.HasPrefix(words, "mem "+r.vaultID()+" ") }

func (l *indexLock) take() error {
	err := os.Symlink(l.words, l.path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return writeNew(l.path, true, []byte(l.words))
}

// release gives the index back, unless the lock is no longer ours.
func (l *indexLock) release() {
	if lockWords(l.path) == l.words {
		os.Remove(l.path)
	}
}

// lockWords returns what a lock says, "" if it is not there or not ours to read.
func lockWords(path string) string {
	if words, err := os.Readlink(path); err == nil {
		return words
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(data)
}

// vaultID names this vault among all that commit to the repository. It does not depend on where the repository is
// mounted.
func (r *Repo) vaultID() string {
	tree, err := filepath.Rel(r.common, r.gitDir)
	if err != nil {
		tree = r.gitDir
	}
	sum := sha256.Sum256([]byte(filepath.ToSlash(tree) + "\x00" + r.prefix))
	return hex.EncodeToString(sum[:6])
}

func (r *Repo) temp() temp { return temp(r.vaultID()) }

// waitFor tries to take a lock until it is free, for Options.Wait at most; then ErrBusy.
func (r *Repo) waitFor(ctx context.Context, take func() error) error {
	wait := r.opts.Wait
	if wait == 0 {
		wait = 2 * time.Second
	}
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		err := take()
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		timer := time.NewTimer(pause/2 + rand.N(pause))
		select {
		case <-timer.C:
		case <-limited.Done():
			timer.Stop()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return ErrBusy
		}
	}
}
