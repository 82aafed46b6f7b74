package gitlog

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mem/internal/gitlog/gitfile"
)

// commitByGit is Commit where only the git program can write: the same steps with git's plumbing, on an index of our
// own made from HEAD. Only the last step touches the operator's index, and there only the entries of the commit.
func (r *Repo) commitByGit(ctx context.Context, c Commit) (string, error) {
	for range 5 {
		ref, tip, err := r.readyByGit(ctx)
		if err != nil {
			return "", err
		}
		changes, err := r.prepareByGit(ctx, tip, c.Files)
		if err != nil {
			return "", err
		}
		if err := r.refuseStaged(ctx, tip, changes); err != nil {
			return "", err
		}
		made, err := r.commitOnByGit(ctx, tip, parentsOf(tip), changes, c)
		if err != nil {
			return "", err
		}
		p := publication{by: c.committer(), action: action(c)}
		if err = r.publishByGit(ctx, p, ref, tip, made, changes); !errors.Is(err, errRefMoved) {
			return published(made, err)
		}
	}
	return "", ErrBusy
}

func parentsOf(tip string) []string {
	if tip == "" {
		return nil
	}
	return []string{tip}
}

func (r *Repo) readyByGit(ctx context.Context) (ref, tip string, err error) {
	if ref, tip, err = r.tipByGit(ctx); err != nil {
		return "", "", err
	}
	if ref == "" {
		return "", "", ErrDetached
	}
	if err := r.brokenByGit(ctx, tip); err != nil {
		return "", "", err
	}
	for name, op := range map[string]Operation{"CHERRY_PICK_HEAD": CherryPick, "REVERT_HEAD": Revert} {
		if h, err := r.line(ctx, gitCall{}, "rev-parse", "-q", "--verify", name); err == nil && h != "" {
			return "", "", ErrInProgress{op}
		}
	}
	if out, err := r.git(ctx, gitCall{}, "ls-files", "-u", "-z"); err != nil || out != "" {
		return "", "", errors.Join(err, errUnmerged)
	}
	return ref, tip, nil
}

// prepareByGit stores the blobs of files and returns the entries that differ from those of the tip.
func (r *Repo) prepareByGit(ctx context.Context, tip string, files []File) (map[string]gitEntry, error) {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = r.prefix + f.Path
	}
	old := map[string]gitEntry{}
	for chunk := range chunks(paths) {
		part, _, err := r.treeByGit(ctx, tip, chunk...)
		if err != nil {
			return nil, err
		}
		maps.Copy(old, part)
	}
	ignores, ignored := newIgnores(r), []string(nil)
	changes := map[string]gitEntry{}
	for i, f := range files {
		path := paths[i]
		var e gitEntry
		if !f.Remove {
			if old[path].mode == "" && ignores.match(path) {
				ignored = append(ignored, f.Path)
				continue
			}
			blob, err := r.line(ctx, gitCall{stdin: f.Data}, "hash-object", "-w", "--stdin", "--path="+path)
			if err != nil {
				return nil, err
			}
			e = gitEntry{r.modeByGit(path, old[path].mode), blob}
		}
		if e != old[path] {
			changes[path] = e
		}
	}
	if len(ignored) > 0 {
		return nil, ErrIgnored{ignored}
	}
	if len(changes) == 0 {
		return nil, ErrNothing
	}
	return changes, nil
}

func (r *Repo) modeByGit(path, old string) string {
	var was uint32
	if old == "100755" {
		was = gitfile.ModeExecutable
	}
	f, err := r.lstat(path)
	if err != nil {
		f.mode = max(was, gitfile.ModeFile)
	}
	return fmt.Sprintf("%o", r.modeFor(f, was))
}

func (r *Repo) refuseStaged(ctx context.Context, tip string, changes map[string]gitEntry) error {
	paths := slices.Sorted(maps.Keys(changes))
	staged, err := r.stagedByGit(ctx, tip, paths)
	if err != nil {
		return err
	}
	var refused []string
	for _, p := range paths {
		if e, ok := staged[p]; ok && e != changes[p] {
			refused = append(refused, r.inVault(p))
		}
	}
	if len(refused) > 0 {
		return ErrStaged{refused}
	}
	return nil
}

// stagedByGit returns the index's entries for those of the paths that it has otherwise than the commit.
func (r *Repo) stagedByGit(ctx context.Context, commit string, paths []string) (map[string]gitEntry, error) {
	index, err := r.indexByGit(ctx, paths)
	if err != nil {
		return nil, err
	}
	staged := map[string]gitEntry{}
	for chunk := range chunks(paths) {
		inCommit, _, err := r.treeByGit(ctx, commit, chunk...)
		if err != nil {
			return nil, err
		}
		for _, p := range chunk {
			if index[p] != inCommit[p] {
				staged[p] = index[p]
			}
		}
	}
	return staged, nil
}

// commitOnByGit writes the commit that the changes make of a base.
func (r *Repo) commitOnByGit(ctx context.Context, base string, parents []string, changes map[string]gitEntry, c Commit) (string, error) {
	if err := c.check(); err != nil {
		return "", err
	}
	index := filepath.Join(r.gitDir, tempPrefix+string(r.temp())+"-index")
	defer os.Remove(index)
	defer os.Remove(index + ".lock")
	own := gitCall{env: []string{"GIT_INDEX_FILE=" + index}}
	read := []string{"read-tree", base}
	if base == "" {
		read = []string{"read-tree", "--empty"}
	}
	if _, err := r.git(ctx, own, read...); err != nil {
		return "", err
	}
	own.stdin = r.indexInfo(changes)
	if _, err := r.git(ctx, own, "update-index", "-z", "--index-info"); err != nil {
		return "", err
	}
	own.stdin = nil
	tree, err := r.line(ctx, own, "write-tree")
	if err != nil {
		return "", err
	}
	return r.commitTreeByGit(ctx, tree, parents, c)
}

func (r *Repo) commitTreeByGit(ctx context.Context, tree string, parents []string, c Commit) (string, error) {
	args := []string{"commit-tree", tree}
	for _, p := range parents {
		args = append(args, "-p", p)
	}
	by, at := c.committer(), c.author()
	return r.line(ctx, gitCall{stdin: []byte(c.Message.String()), env: []string{
		"GIT_AUTHOR_NAME=" + at.Name, "GIT_AUTHOR_EMAIL=" + at.Email, "GIT_AUTHOR_DATE=" + at.gitDate(),
		"GIT_COMMITTER_NAME=" + by.Name, "GIT_COMMITTER_EMAIL=" + by.Email, "GIT_COMMITTER_DATE=" + by.gitDate(),
	}}, args...)
}

func (s signature) gitDate() string {
	return fmt.Sprintf("@%d %s", s.clamped().Unix(), s.clamped().Format("-0700"))
}

func (r *Repo) indexInfo(changes map[string]gitEntry) []byte {
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(changes)) {
		b.WriteString(changes[p].line(p, r.noHash()))
	}
	return []byte(b.String())
}

// noHash is the name of no object, as long as the repository's names are.
func (r *Repo) noHash() string {
	if strings.EqualFold(r.setting("extensions.objectformat"), "sha256") {
		return strings.Repeat("0", 64)
	}
	return strings.Repeat("0", 40)
}
