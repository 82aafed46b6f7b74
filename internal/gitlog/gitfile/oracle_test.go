package gitfile

import (
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repo is a real repository; git itself says what is right.
type repo struct {
	t   testing.TB
	dir string
}

func newRepo(t testing.TB) repo {
	t.Helper()
	r := repo{t, t.TempDir()}
	r.git("init", "-q", "-b", "main", "--template=")
	r.write(".git/info/exclude", "") // a folder that a template would bring
	return r
}

// git runs git, with no configuration but the repository's, and gives what it prints without the last newline.
func (r repo) git(args ...string) string { r.t.Helper(); return r.pipe("", args...) }

func (r repo) pipe(stdin string, args ...string) string {
	r.t.Helper()
	out, err := r.try(stdin, args...)
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (r repo) try(stdin string, args ...string) (string, error) { return r.run(stdin, nil, args...) }

// run runs git with more in its environment.
func (r repo) run(stdin string, env []string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = r.dir, strings.NewReader(stdin)
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "GIT_") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "LC_ALL=C",
		"GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org", "GIT_AUTHOR_DATE=1754200000 +0200",
		"GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.org", "GIT_COMMITTER_DATE=1754200000 +0200")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	return strings.TrimSuffix(string(out), "\n"), err
}

// write makes a file in the work tree.
func (r repo) write(path, content string) {
	r.t.Helper()
	full := filepath.Join(r.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// blob stores a blob with git.
func (r repo) blob(content string) Hash {
	r.t.Helper()
	return mustHash(r.t, r.pipe(content, "hash-object", "-w", "--stdin"))
}

func (r repo) index() []byte {
	r.t.Helper()
	data, err := os.ReadFile(r.path("index"))
	if err != nil && !os.IsNotExist(err) {
		r.t.Fatal(err)
	}
	return data
}

func (r repo) setIndex(data []byte) {
	r.t.Helper()
	if err := os.WriteFile(r.path("index"), data, 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// path is a path in the folder .git.
func (r repo) path(elem ...string) string {
	return filepath.Join(append([]string{r.dir, ".git"}, elem...)...)
}

func mustHash(t testing.TB, s string) Hash {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(Hash{}) {
		t.Fatalf("not a hash: %q", s)
	}
	return Hash(b)
}
