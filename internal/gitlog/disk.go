package gitlog

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"mem/internal/gitlog/gitfile"
)

// diskFile is what lstat says of a file, in git's terms.
type diskFile struct {
	mode uint32 // one of gitfile's modes, ModeFolder for a folder; 0 for a fifo, a device, a socket
	size int64
	stat gitfile.Stat
}

func (r *Repo) lstat(path string) (diskFile, error) { return lstat(r.onDisk(path)) }

func (r *Repo) onDisk(path string) string { return filepath.Join(r.work, filepath.FromSlash(path)) }

// isGone reports whether an error of lstat means that there is no such file.
func isGone(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) }

// modeFor returns the mode that git would record for a file on disk, given the entry that it has so far: where the
// file system keeps no executable bits or links (core.fileMode, core.symlinks), the entry knows better.
func (r *Repo) modeFor(f diskFile, entry uint32) uint32 {
	switch {
	case f.mode == gitfile.ModeFile && entry == gitfile.ModeSymlink && !r.cfg.boolean("core.symlinks", true):
		return entry
	case f.mode != gitfile.ModeFile && f.mode != gitfile.ModeExecutable || r.cfg.boolean("core.filemode", true):
		return f.mode
	case entry == gitfile.ModeExecutable:
		return entry
	}
	return gitfile.ModeFile
}

// statMatches reports whether a file still has the times and the size that the index recorded. It does not say that
// the content is the same if the index is no older than the file; see racily.
func (r *Repo) statMatches(e gitfile.Entry, f diskFile) bool {
	a, b := e.Stat, f.stat
	if r.modeFor(f, e.Mode) != e.Mode || a.Size != b.Size || a.Size == 0 && e.Hash != emptyBlob() ||
		a.MTimeSec != b.MTimeSec || a.MTimeNsec != 0 && a.MTimeNsec != b.MTimeNsec {
		return false
	}
	if v, _ := r.cfg.get("core.checkstat"); v == "minimal" {
		return true
	}
	if r.cfg.boolean("core.trustctime", true) && (a.CTimeSec != b.CTimeSec || a.CTimeNsec != 0 && a.CTimeNsec != b.CTimeNsec) {
		return false
	}
	return agree(a.Ino, b.Ino) && agree(a.UID, b.UID) && agree(a.GID, b.GID)
}

// agree holds for a value that one side does not know.
func agree(a, b uint32) bool { return a == b || a == 0 || b == 0 }

func emptyBlob() hash { return gitfile.HashOf(gitfile.KindBlob, nil) }

// hashOnDisk returns the entry that `git add` would make of a file: blob and mode.
func (r *Repo) hashOnDisk(ctx context.Context, path string, f diskFile, e gitfile.Entry) (hash, uint32, error) {
	mode := r.modeFor(f, e.Mode)
	if f.mode == gitfile.ModeSymlink {
		target, err := os.Readlink(r.onDisk(path))
		return gitfile.HashOf(gitfile.KindBlob, []byte(filepath.ToSlash(target))), mode, err
	}
	data, err := os.ReadFile(r.onDisk(path))
	if err != nil || mode == gitfile.ModeSymlink {
		return gitfile.HashOf(gitfile.KindBlob, data), mode, err
	}
	blob, needsGit, err := r.clean(path, data, e.Hash)
	if err != nil {
		return hash{}, mode, err
	}
	if needsGit {
		if h, err := r.hashByGit(ctx, path, data, false); err == nil {
			return h, mode, nil
		}
		return hash{}, mode, nil // cannot be told; Commit will say why
	}
	return gitfile.HashOf(gitfile.KindBlob, blob), mode, nil
}
