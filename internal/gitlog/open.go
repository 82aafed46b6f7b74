package gitlog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"
)

// Open finds the history of the vault at root, an absolute path. Unless o.Parent is set only a repository of the
// vault's own counts (ErrNoRepository otherwise), and only one of this user's (ErrForeignOwner). What mem cannot write
// itself is done by the git program if o.GitPath names one; otherwise Open succeeds and Commit says ErrUnsupported.
func Open(root string, o Options) (*Repo, error) {
	work, gitDir, err := locate(root, o.Parent)
	if err != nil {
		return nil, fmt.Errorf("open the history of %s: %w", root, err)
	}
	r := &Repo{work: work, gitDir: gitDir, common: gitDir, opts: o, env: parseEnvironment(o.Environ)}
	if r.prefix, err = below(work, root); err != nil {
		return nil, fmt.Errorf("open the history of %s: %w", root, err)
	}
	if line, err := os.ReadFile(filepath.Join(gitDir, "commondir")); err == nil {
		r.common = absolute(gitDir, strings.TrimSpace(string(line)))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open the history of %s: %w", root, err)
	}
	if r.cfg, err = r.readConfig(); err != nil {
		return nil, fmt.Errorf("open the history of %s: %w", root, err)
	}
	if err := r.checkOwner(); err != nil {
		return nil, fmt.Errorf("open the history of %s: %w", root, err)
	}
	if r.cause = r.obstacle(); r.cause == "" {
		r.store = openStore(r.gitDir, r.common)
	}
	return r, nil
}

// locate returns the work tree and git directory that root belongs to.
func locate(root string, parent bool) (work, gitDir string, err error) {
	for dir := filepath.Clean(root); ; {
		gitDir, err := gitDirOf(dir)
		if err == nil || !errors.Is(err, ErrNoRepository) {
			return dir, gitDir, err
		}
		up := filepath.Dir(dir)
		if !parent || up == dir {
			return "", "", ErrNoRepository
		}
		dir = up
	}
}

// gitDirOf reads dir/.git, which is a directory, or a file that names one (linked work trees, submodules).
func gitDirOf(dir string) (string, error) {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNoRepository
	} else if err != nil {
		return "", err
	}
	if !info.IsDir() {
		text, err := os.ReadFile(git)
		if err != nil {
			return "", err
		}
		target, ok := strings.CutPrefix(string(text), "gitdir: ")
		if !ok {
			return "", fmt.Errorf("%w: %s names no git directory", ErrNoRepository, git)
		}
		git = absolute(dir, strings.TrimRight(target, "\r\n"))
	}
	if _, err := os.Lstat(filepath.Join(git, "HEAD")); err != nil {
		return "", fmt.Errorf("%w: %s has no HEAD", ErrNoRepository, git)
	}
	return git, nil
}

// obstacle names what mem's own reading and writing cannot deal with, or "".
func (r *Repo) obstacle() string {
	if v := r.cfg.number("core.repositoryformatversion", 0); v > 1 {
		return fmt.Sprintf("repository format version %d", v)
	}
	for _, e := range r.cfg.entries {
		name, ok := strings.CutPrefix(e.key, "extensions.")
		if !ok || !e.local {
			continue
		}
		switch name {
		case "noop", "noop-v1", "preciousobjects", "partialclone", "worktreeconfig", "relativeworktrees":
		case "objectformat":
			if !strings.EqualFold(e.value, "sha1") {
				return "the object format " + e.value
			}
		case "refstorage":
			if !strings.EqualFold(e.value, "files") {
				return "the ref storage " + e.value
			}
		default:
			if r.cfg.number("core.repositoryformatversion", 0) > 0 {
				return "the extension " + name
			}
		}
	}
	if r.cfg.boolean("core.bare", false) {
		return "it is bare (core.bare)"
	}
	if tree, ok := r.cfg.get("core.worktree"); ok && !sameFolder(absolute(r.gitDir, tree), r.work) {
		return "its work tree is elsewhere (core.worktree)"
	}
	return ""
}

// openStore opens the objects for reading. Alternates are resolved from the root of the volume.
func openStore(gitDir, common string) *filesystem.Storage {
	var shared billy.Filesystem
	if common != gitDir {
		shared = osfs.New(common)
	}
	top := filepath.VolumeName(common) + string(filepath.Separator)
	return filesystem.NewStorageWithOptions(
		dotgit.NewRepositoryFilesystem(osfs.New(gitDir), shared),
		cache.NewObjectLRU(32*cache.MiByte),
		filesystem.Options{KeepDescriptors: true, AlternatesFS: osfs.New(top)},
	)
}

// below returns path as a prefix below top: "" or "a/b/".
func below(top, path string) (string, error) {
	rel, err := filepath.Rel(top, path)
	if err != nil {
		return "", err
	}
	if rel == "." {
		return "", nil
	}
	return filepath.ToSlash(rel) + "/", nil
}

func absolute(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, filepath.FromSlash(path))
}

func sameFolder(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
