package vault

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"mem/internal/memory"
)

// tree makes folders (names ending in "/") and files below a new directory.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		full := filepath.Join(dir, n)
		if n[len(n)-1] == '/' {
			if err := os.MkdirAll(full, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLocate(t *testing.T) {
	dir := tree(t, "a/memory/2026/08/", "b/mem.yaml", "b/deep/er/", "c/.memory/memory/", "c/src/", "d/memory", "d/mem.yaml/", "e/")
	rows := []struct {
		name  string
		place Place
		want  string
		named bool
		err   error
	}{
		{"the flag comes before everything", Place{Flag: "x", Env: "/y", Dir: dir + "/a", Config: "/z"}, dir + "/a/x", true, nil},
		{"the variable comes before the place", Place{Env: "/y", Dir: dir + "/a", Config: "/z"}, "/y", true, nil},
		{"a vault is found from within", Place{Dir: dir + "/a/memory/2026/08"}, dir + "/a", false, nil},
		{"a mem.yaml alone makes a vault", Place{Dir: dir + "/b/deep/er"}, dir + "/b", false, nil},
		{"a project's .memory counts", Place{Dir: dir + "/c/src"}, dir + "/c/.memory", false, nil},
		{"a file called memory and a folder called mem.yaml make none", Place{Dir: dir + "/d"}, "", false, ErrNoVault},
		{"the config is asked last", Place{Dir: dir + "/e", Config: "/z/../w"}, "/w", false, nil},
		{"nothing says anything", Place{Dir: dir + "/e"}, "", false, ErrNoVault},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			got, named, err := Locate(r.place)
			if got != r.want || named != r.named || !errors.Is(err, r.err) {
				t.Errorf("got %q, %v, %v; want %q, %v, %v", got, named, err, r.want, r.named, r.err)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	dir := tree(t, "vault/memory/", "yaml/mem.yaml", "empty/", "cloned/.git/HEAD", "other/README.md", "file", "blocked/memory", "linked/x")
	if err := os.Symlink(dir+"/vault/memory", dir+"/linked/memory"); err != nil {
		t.Fatal(err)
	}
	rows := []struct {
		name string
		want error
	}{
		{"vault", nil},
		{"yaml", nil},
		{"empty", nil},
		{"cloned", nil},
		{"other", ErrNotVault},
		{"absent", ErrNotVault},
		{"file", ErrNotVault},
		{"blocked", ErrNotVault},
		{"linked", ErrOutside},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			v, err := Open(filepath.Join(dir, r.name))
			if !errors.Is(err, r.want) {
				t.Fatalf("got %v, want %v", err, r.want)
			}
			if err != nil {
				return
			}
			defer v.Close()
			list, err := v.List(context.Background())
			if err != nil || len(list.Notes) != 0 {
				t.Errorf("listing: %v, %v", list, err)
			}
		})
	}
}

func TestEnsureMakesAVaultOnceAndKeepsWhatIsThere(t *testing.T) {
	dir := tree(t, "clone/.git/HEAD", "clone/README.md")
	root := filepath.Join(dir, "new", "vault")
	v, fresh, err := Ensure(root)
	if err != nil || !fresh {
		t.Fatalf("a new vault: fresh %v, %v", fresh, err)
	}
	for p, want := range map[string]os.FileMode{".": 0o700, "memory": 0o700, ".mem": 0o700, ".mem/.gitignore": 0o600} {
		fi, err := os.Stat(filepath.Join(root, p))
		if err != nil || fi.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want mode %v", p, fi.Mode(), err, want)
		}
	}
	if got := text(t, v, ".mem/.gitignore"); got != "*\n" {
		t.Errorf(".mem/.gitignore: %q", got)
	}
	if _, fresh, err = Ensure(root); err != nil || !fresh {
		t.Errorf("a process that was killed before Founded: fresh %v, %v", fresh, err)
	}
	if err := v.Founded(); err != nil {
		t.Fatal(err)
	}
	if _, fresh, err = Ensure(root); err != nil || fresh {
		t.Errorf("after Founded: fresh %v, %v", fresh, err)
	}
	if err := os.RemoveAll(filepath.Join(root, ".mem")); err != nil {
		t.Fatal(err)
	}
	if _, fresh, err = Ensure(root); err != nil || fresh || !exists(v, ".mem/.gitignore") {
		t.Errorf("with .mem removed: fresh %v, %v", fresh, err)
	}
	c, fresh, err := Ensure(filepath.Join(dir, "clone"))
	if err != nil || fresh {
		t.Fatalf("a clone: fresh %v, %v", fresh, err)
	}
	if !exists(c, "memory") || !exists(c, "README.md") {
		t.Error("the clone did not get its memory")
	}
	if _, _, err := Ensure(filepath.Join(dir, "clone", "README.md")); err == nil {
		t.Error("a file became a vault")
	}
}

func TestEnsureByManyAtOnce(t *testing.T) {
	root := filepath.Join(t.TempDir(), "deep", "vault")
	var wg sync.WaitGroup
	var fresh atomic.Int32
	for range 50 {
		wg.Go(func() {
			v, f, err := Ensure(root)
			if err != nil {
				t.Error(err)
				return
			}
			defer v.Close()
			if f {
				fresh.Add(1)
			}
			if _, err := apply(v, memory.Replace{Path: "desk/briefs/x.md", Data: []byte("x")}); err != nil && !errors.Is(err, ErrStale) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if fresh.Load() != 50 {
		t.Errorf("%d of 50 know that the vault is new; nobody has called Founded", fresh.Load())
	}
}

func TestNearestScope(t *testing.T) {
	dir := tree(t, "a/b/c/", "a/b/.mem-scope/")
	if got := NearestScope(dir + "/a/b/c"); got != "" {
		t.Errorf("without a file: %q", got)
	}
	if err := os.WriteFile(dir+"/a/.mem-scope", []byte("\ufeffapi-server \r\nmore\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := NearestScope(dir + "/a/b/c"); got != "api-server" {
		t.Errorf("got %q, want api-server", got)
	}
}

func TestConfiguredVault(t *testing.T) {
	rows := []struct{ name, config, want string }{
		{"a path", "vault: /srv/notes\n", "/srv/notes"},
		{"home is meant by ~/", "vault: ~/notes # mine\n", "/home/ada/notes"},
		{"nothing is said", "judge: x\n", ""},
		{"the file is empty", "", ""},
	}
	for _, r := range rows {
		if got, err := ConfiguredVault([]byte(r.config), "/home/ada"); got != filepath.FromSlash(r.want) || err != nil {
			t.Errorf("%s: got %q, %v; want %q", r.name, got, err, r.want)
		}
	}
	if _, err := ConfiguredVault([]byte("vault: [\n"), ""); err == nil {
		t.Error("broken YAML gave no error")
	}
}
