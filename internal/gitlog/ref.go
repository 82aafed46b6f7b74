package gitlog

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// head is where HEAD points.
type head struct {
	ref    string // the branch's full name; "" when HEAD is detached
	hash   hash   // zero while the branch is unborn
	unborn bool
}

// errRefMoved: somebody moved the branch between our reading and our writing.
var errRefMoved = errors.New("the branch has moved")

// readHead follows HEAD to the branch and its commit. Only a detached HEAD has a hash and no ref.
func (r *Repo) readHead() (head, error) {
	name := "HEAD"
	for range 6 {
		target, h, err := r.readRef(name)
		switch {
		case errors.Is(err, fs.ErrNotExist) && name != "HEAD":
			return head{ref: name, unborn: true}, nil
		case err != nil:
			return head{}, fmt.Errorf("read %s: %w", name, err)
		case target != "":
			name = target
		case name == "HEAD":
			return head{hash: h}, nil
		default:
			return head{ref: name, hash: h}, nil
		}
	}
	return head{}, fmt.Errorf("read HEAD: refs that name each other")
}

// readRef returns what a ref holds: another ref's name or a hash. fs.ErrNotExist if there is no such ref.
func (r *Repo) readRef(name string) (target string, h hash, err error) {
	path := r.refPath(name)
	data, err := os.ReadFile(path)
	if err != nil {
		if info, e := os.Stat(path); errors.Is(err, fs.ErrNotExist) || e == nil && info.IsDir() || errors.Is(err, syscall.ENOTDIR) {
			h, err = r.packedRef(name)
		}
		return "", h, err
	}
	text := strings.TrimSpace(string(data))
	if target, ok := strings.CutPrefix(text, "ref:"); ok {
		return strings.TrimSpace(target), hash{}, nil
	}
	if len(text) < 40 || len(text) > 40 && text[40] != ' ' && text[40] != '\t' {
		return "", hash{}, errors.New("the ref is damaged")
	}
	h, err = parseHash(text[:40])
	return "", h, err
}

func (r *Repo) packedRef(name string) (h hash, err error) {
	found := fs.ErrNotExist
	err = r.eachPacked(func(ref, text string) bool {
		if ref == name {
			h, found = parseHash(text)
		}
		return ref != name
	})
	return h, errors.Join(err, found)
}

// eachPacked calls see with each ref of packed-refs and the text of its hash, until it says no. fs.ErrNotExist without
// such a file.
func (r *Repo) eachPacked(see func(ref, text string) bool) error {
	data, err := os.ReadFile(filepath.Join(r.common, "packed-refs"))
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := bytes.TrimRight(lines.Bytes(), "\r")
		if len(line) > 41 && line[40] == ' ' && !see(string(line[41:]), string(line[:40])) {
			break
		}
	}
	return lines.Err()
}

func (r *Repo) refPath(name string) string {
	base := r.common
	if !strings.HasPrefix(name, "refs/") || hasAnyPrefix(name, "refs/bisect/", "refs/worktree/", "refs/rewritten/") {
		base = r.gitDir
	}
	return filepath.Join(base, filepath.FromSlash(name))
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

func parseHash(text string) (h hash, err error) {
	if len(text) != 2*len(h) {
		return h, fmt.Errorf("%q is no object name", text)
	}
	_, err = hex.Decode(h[:], []byte(text))
	return h, err
}

func hexOf(h hash) string { return hex.EncodeToString(h[:]) }

// moveRef points a branch from old (zero: it must not exist) to new, or says errRefMoved. The lock is the branch's
// own, as git takes it; it holds the new value from the moment it exists, by which Recover knows it for ours.
func (r *Repo) moveRef(ctx context.Context, name string, old, new hash) error {
	path := r.refPath(name)
	if err := r.makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	lock := path + ".lock"
	if err := r.waitFor(ctx, func() error { return r.temp().create(lock, []byte(hexOf(new)+"\n")) }); err != nil {
		return fmt.Errorf("lock %s: %w", name, r.lockedBy(err, lock))
	}
	err := r.at("ref locked")
	if err == nil {
		err = r.takeMode(lock, path)
	}
	if err != nil {
		os.Remove(lock)
		return err
	}
	if _, now, err := r.readRef(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		os.Remove(lock)
		return fmt.Errorf("read %s: %w", name, err)
	} else if now != old {
		os.Remove(lock)
		return errRefMoved
	}
	if err := replaceRef(lock, path); err != nil {
		os.Remove(lock)
		return fmt.Errorf("move %s: %w", name, err)
	}
	return nil
}

// replaceRef renames a branch's lock over the branch. Only an empty folder, left by a branch below this name, is removed
// for it: the file itself is all that is known of the branch.
func replaceRef(lock, path string) error {
	err := os.Rename(lock, path)
	if info, statErr := os.Lstat(path); err != nil && statErr == nil && info.IsDir() && os.Remove(path) == nil {
		err = os.Rename(lock, path)
	}
	return err
}

// logRef appends to the reflogs of HEAD and of the branch, as core.logAllRefUpdates has it. A reflog that cannot be
// written is no reason to take a commit back.
func (r *Repo) logRef(name string, old, new hash, by signature, action string) {
	line := fmt.Sprintf("%x %x %s\t%s\n", old[:], new[:], by, action)
	create := r.cfg.boolean("core.logallrefupdates", true) || strings.EqualFold(r.setting("core.logallrefupdates"), "always")
	for _, ref := range []string{name, "HEAD"} {
		base := r.common
		if ref == "HEAD" {
			base = r.gitDir
		}
		path := filepath.Join(base, "logs", filepath.FromSlash(ref))
		if lastLine(path) == strings.TrimSuffix(line, "\n") {
			continue
		}
		flags := os.O_WRONLY | os.O_APPEND
		if create {
			flags |= os.O_CREATE
			_ = r.makeFolder(filepath.Dir(path))
		}
		fresh := !exists(path)
		if f, err := os.OpenFile(path, flags, 0o666); err == nil {
			_, _ = f.WriteString(line)
			_ = f.Close()
			if fresh {
				_ = r.share(path)
			}
		}
	}
}

// lastLine returns a file's last line, or "" if there is none.
func lastLine(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	tail := make([]byte, min(info.Size(), 8192))
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil {
		return ""
	}
	text := strings.TrimSuffix(string(tail), "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}
