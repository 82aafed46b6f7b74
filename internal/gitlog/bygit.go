package gitlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"

	"mem/internal/gitlog/gitfile"
)

// gitTimeout bounds one run of the git program.
const gitTimeout = 30 * time.Second

// git runs the git program on this repository, whatever the environment says, and returns its output. No hook runs,
// nothing is signed, nobody is asked. A lock in its way is fs.ErrExist.
func (r *Repo) git(ctx context.Context, call gitCall, args ...string) (string, error) {
	if r.opts.GitPath == "" {
		return "", ErrUnsupported{r.cause}
	}
	ctx, cancel := context.WithTimeout(ctx, gitTimeout)
	defer cancel()
	base := []string{
		"--git-dir=" + r.gitDir, "--work-tree=" + r.work, "--literal-pathspecs",
		"-c", "core.hooksPath=" + os.DevNull, "-c", "commit.gpgSign=false", "-c", "core.fsmonitor=false",
		"-c", "gc.auto=0", "-c", "log.follow=false", "-c", "log.showSignature=false", "-c", "core.quotePath=false",
	}
	cmd := exec.CommandContext(ctx, r.opts.GitPath, append(base, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = r.work, r.env.forGit(call.env...), time.Second
	cmd.Stdin = bytes.NewReader(call.stdin)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	if err == nil {
		return out.String(), nil
	}
	said := oneLine(complaint.String())
	if strings.Contains(said, ".lock': File exists") {
		err = fs.ErrExist
	}
	return out.String(), fmt.Errorf("git %s: %w: %s", args[0], err, cut(said, 300))
}

// gitCall is what a run of git is given beside its arguments. The zero value is nothing.
type gitCall struct {
	stdin []byte
	env   []string
}

// line runs git and returns its output without the newline at the end. Exit code 1 without a word, which git uses for
// "there is none", gives "".
func (r *Repo) line(ctx context.Context, call gitCall, args ...string) (string, error) {
	out, err := r.git(ctx, call, args...)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && out == "" {
		return "", nil
	}
	return strings.TrimSuffix(out, "\n"), err
}

// hashByGit returns the blob that git makes of a file's content with the path's filters, and stores it if asked to.
func (r *Repo) hashByGit(ctx context.Context, path string, data []byte, store bool) (hash, error) {
	if r.opts.GitPath == "" {
		return hash{}, ErrUnsupported{"a filter of its attributes needs the git program"}
	}
	args := []string{"hash-object", "--stdin", "--path=" + path}
	if store {
		args = append(args, "-w")
	}
	text, err := r.line(ctx, gitCall{stdin: data}, args...)
	if err != nil {
		return hash{}, err
	}
	return parseHash(text)
}

// gitObject reads an object that mem cannot reach itself.
func (r *Repo) gitObject(kind gitfile.Kind, h hash) ([]byte, error) {
	out, err := r.git(context.Background(), gitCall{}, "cat-file", string(kind), hexOf(h))
	if err != nil {
		return nil, fmt.Errorf("%s %x: %w", kind, h, fmt.Errorf("%w: %w", ErrMissingObject, err))
	}
	return []byte(out), nil
}

// tipByGit returns the branch that HEAD names and its commit, "" while there is none.
func (r *Repo) tipByGit(ctx context.Context) (ref, commit string, err error) {
	if ref, err = r.line(ctx, gitCall{}, "symbolic-ref", "-q", "HEAD"); err != nil {
		return "", "", err
	}
	commit, err = r.line(ctx, gitCall{}, "rev-parse", "-q", "--verify", "HEAD") // it names a commit even if that is gone
	return ref, commit, err
}

// brokenByGit returns ErrMissingObject if a commit or its tree cannot be read.
func (r *Repo) brokenByGit(ctx context.Context, commit string) error {
	if commit == "" {
		return nil
	}
	if _, err := r.git(ctx, gitCall{}, "cat-file", "tree", commit+"^{tree}"); err != nil {
		return fmt.Errorf("commit %s: %w: %w", commit, ErrMissingObject, err)
	}
	return nil
}

// gitEntry is a path's entry in the index or in a tree as git prints it; a mode of "" is none.
type gitEntry struct{ mode, hash string }

func (e gitEntry) line(path, none string) string {
	if e.mode == "" {
		return "0 " + none + "\t" + path + "\x00"
	}
	return e.mode + " " + e.hash + "\t" + path + "\x00"
}

// treeByGit returns the entries of a commit for the paths (all below a folder, or all there are without any).
func (r *Repo) treeByGit(ctx context.Context, commit string, paths ...string) (map[string]gitEntry, []string, error) {
	if commit == "" {
		return nil, nil, nil
	}
	out, err := r.git(ctx, gitCall{}, append([]string{"ls-tree", "-r", "-z", "--full-tree", commit, "--"}, nonEmpty(paths)...)...)
	if err != nil {
		return nil, nil, err
	}
	entries, order := map[string]gitEntry{}, []string(nil)
	for record := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		meta, path, _ := strings.Cut(record, "\t")
		if f := strings.Fields(meta); len(f) == 3 {
			entries[path] = gitEntry{f[0], f[2]}
			order = append(order, path)
		}
	}
	return entries, order, nil
}

// indexByGit returns the entries of the index for the paths.
func (r *Repo) indexByGit(ctx context.Context, paths []string) (map[string]gitEntry, error) {
	entries := map[string]gitEntry{}
	for chunk := range chunks(paths) {
		out, err := r.git(ctx, gitCall{}, append([]string{"ls-files", "-s", "-z", "--full-name", "--"}, chunk...)...)
		if err != nil {
			return nil, err
		}
		for record := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
			meta, path, _ := strings.Cut(record, "\t")
			f := strings.Fields(meta)
			if len(f) == 3 && f[2] != "0" {
				return nil, errUnmerged
			} else if len(f) == 3 {
				entries[path] = gitEntry{f[0], f[1]}
			}
		}
	}
	return entries, nil
}

// chunks cuts paths into argument lists that every system takes.
func chunks(paths []string) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		for len(paths) > 0 {
			n, size := 0, 0
			for n < len(paths) && (n == 0 || size+len(paths[n]) < 16<<10) {
				size += len(paths[n]) + 1
				n++
			}
			if !yield(paths[:n]) {
				return
			}
			paths = paths[n:]
		}
	}
}

func nonEmpty(paths []string) (out []string) {
	for _, p := range paths {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}
