package gitlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mem/internal/gitlog/gitfile"
)

// prepare makes changes of files: converts them as `git add` would, stores their blobs, and takes what the index will
// remember of the files on disk.
func (r *Repo) prepare(ctx context.Context, o objects, files []File) ([]change, error) {
	r.attributes = nil // as they are now
	head, err := r.headTree()
	if err != nil {
		return nil, err
	}
	ignores, ignored := newIgnores(r), []string(nil)
	changes := make([]change, 0, len(files))
	for _, f := range files {
		c := change{path: r.prefix + f.Path, remove: f.Remove}
		if !f.Remove {
			old, err := r.entryAt(head, c.path)
			if err != nil {
				return nil, err
			}
			if old.Mode == 0 && ignores.match(c.path) {
				ignored = append(ignored, f.Path)
				continue
			}
			if err := r.fill(ctx, o, &c, old, f.Data); err != nil {
				return nil, fmt.Errorf("%s: %w", f.Path, err)
			}
		}
		changes = append(changes, c)
	}
	if len(ignored) > 0 {
		return nil, ErrIgnored{ignored}
	}
	return changes, nil
}

func (r *Repo) headTree() (hash, error) {
	tip, err := r.tip()
	if err != nil || tip.unborn {
		return hash{}, err
	}
	c, err := r.commit(tip.hash)
	return c.tree, err
}

// fill completes a change with the blob, mode and stat of a file. The stat is taken first and counts only if the file
// then still has the data: a stat that belongs to other content would hide that content from git for ever.
func (r *Repo) fill(ctx context.Context, o objects, c *change, old treeEntry, data []byte) error {
	f, err := r.lstat(c.path)
	switch {
	case isGone(err):
		f = diskFile{mode: gitfile.ModeFile}
		if old.Mode == gitfile.ModeExecutable {
			f.mode = old.Mode
		}
	case err != nil:
		return err
	case f.mode != gitfile.ModeFile && f.mode != gitfile.ModeExecutable:
		return errors.New("not a regular file")
	default:
		if now, err := os.ReadFile(r.onDisk(c.path)); err == nil && bytes.Equal(now, data) {
			c.stat = f.stat
		}
	}
	if c.mode = r.modeFor(f, old.Mode); c.mode == gitfile.ModeSymlink {
		return errors.New("a link")
	}
	blob, needsGit, err := r.clean(c.path, data, old.Hash)
	if err != nil {
		return err
	}
	if needsGit {
		c.hash, err = r.hashByGit(ctx, c.path, data, true)
		return err
	}
	c.hash, err = o.store(gitfile.KindBlob, "", blob)
	return err
}

// clean returns the blob that `git add` makes of a file's content; needsGit if a filter or an encoding stands between
// that only git can apply. head is the path's blob in HEAD, if it has one.
func (r *Repo) clean(path string, data []byte, head hash) (blob []byte, needsGit bool, err error) {
	conv := r.conversion(path)
	if conv.Filter != "" && r.setting("filter."+conv.Filter+".clean") == "" && r.setting("filter."+conv.Filter+".process") == "" {
		conv.Filter = "" // as git does with a driver that is not installed
	}
	autocrlf := r.setting("core.autocrlf")
	oldCRLF := false
	if bytes.Contains(data, []byte("\r\n")) && (autocrlf != "" || conv.Text != gitfile.TextByConfig) {
		if oldCRLF, err = r.indexHasCRLF(path, head); err != nil {
			return nil, false, err
		}
	}
	blob, needsGit = gitfile.Clean(data, conv, autocrlf, oldCRLF)
	return blob, needsGit, nil
}

// indexHasCRLF reports whether a path was committed with CRLF, in which case git goes on so.
func (r *Repo) indexHasCRLF(path string, head hash) (bool, error) {
	x, err := r.readIndex(map[string]bool{path: true})
	if err != nil && !errors.Is(err, errUnmerged) {
		return false, err
	}
	h := head
	if e, ok := x.entries[path]; ok {
		h = e.Hash
	}
	if h == (hash{}) {
		return false, nil
	}
	old, err := r.object(gitfile.KindBlob, h)
	if errors.Is(err, ErrMissingObject) {
		return false, nil
	}
	return gitfile.HasCRLF(old), err
}

// conversion returns what the attributes say of a path. Each attributes file is read once.
func (r *Repo) conversion(path string) gitfile.Conversion {
	dir := ""
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir = path[:i]
	}
	if r.attributes == nil {
		r.attributes = map[string]gitfile.Attributes{}
	}
	rules, ok := r.attributes[dir]
	if !ok {
		local := readAttributes("", filepath.Join(r.common, "info", "attributes"))
		rules = gitfile.Stack(r.attributesFor(dir), local)
		r.attributes[dir] = rules
	}
	return rules.Conversion(path, r.cfg.boolean("core.ignorecase", false))
}

func (r *Repo) attributesFor(dir string) gitfile.Attributes {
	user, ok := r.cfg.get("core.attributesfile")
	if rest, below := strings.CutPrefix(user, "~/"); below {
		user = filepath.Join(r.env.home(), rest)
	} else if !ok && r.env.configHome() != "" {
		user = filepath.Join(r.env.configHome(), "git", "attributes")
	}
	files := []gitfile.Attributes{
		readAttributes("", filepath.Join(filepath.Dir(r.systemConfig()), "gitattributes")),
		readAttributes("", user),
		readAttributes("", filepath.Join(r.work, ".gitattributes")),
	}
	for i, c := range dir + "/" {
		if c == '/' && i > 0 {
			files = append(files, readAttributes(dir[:i], filepath.Join(r.onDisk(dir[:i]), ".gitattributes")))
		}
	}
	return gitfile.Stack(files...)
}

func readAttributes(dir, path string) gitfile.Attributes {
	if path == "" {
		return gitfile.Attributes{}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return gitfile.Attributes{}
	}
	return gitfile.ParseAttributes(dir, data)
}
