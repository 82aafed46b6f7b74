package gitlog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A disk that lost the end of the history: mem must say so, and neither begin a new one nor build upon it.
func TestBrokenHistoryIsReportedAndNotBuiltUpon(t *testing.T) {
	for what, spoil := range map[string]func(path string) error{
		"is gone":    os.Remove,
		"is empty":   func(path string) error { return overwrite(path, func(d []byte) []byte { return nil }) },
		"is cut off": func(path string) error { return overwrite(path, func(d []byte) []byte { return d[:len(d)/2] }) },
		"is garbage": func(path string) error { return overwrite(path, func(d []byte) []byte { return []byte("garbage") }) },
		"has a wrong end": func(path string) error {
			return overwrite(path, func(d []byte) []byte { d[len(d)-6] ^= 0x55; return d })
		},
		"has a byte turned": func(path string) error {
			return overwrite(path, func(d []byte) []byte { d[len(d)/2] ^= 0x10; return d })
		},
		"cannot be inflated":     func(path string) error { return overwrite(path, func(d []byte) []byte { d[0] ^= 0x55; return d }) },
		"is zeroed, length kept": func(path string) error { return overwrite(path, func(d []byte) []byte { return make([]byte, len(d)) }) },
	} {
		for _, rev := range []string{"HEAD", "HEAD^{tree}"} {
			for _, form := range []string{"plain", "a split index", "SHA-256"} {
				t.Run(rev+" "+what+", "+form, func(t *testing.T) {
					t.Parallel()
					v := newVault(t)
					switch form {
					case "a split index":
						v.git("update-index", "--split-index")
						v.opts.GitPath = gitProgram(t)
					case "SHA-256":
						if err := os.RemoveAll(v.gitDir()); err != nil {
							t.Fatal(err)
						}
						v.git("init", "-q", "-b", "main", "--object-format=sha256")
						v.opts.GitPath = gitProgram(t)
					}
					v.commit("capture: a", v.note("memory/a.md", "a\n"))
					if s, err := v.open().State(); err != nil || s.Broken != "" {
						t.Errorf("before: got %q, %v", s.Broken, err)
					}
					head, name := v.git("rev-parse", "main"), v.git("rev-parse", rev)
					if err := spoil(filepath.Join(v.gitDir(), "objects", name[:2], name[2:])); err != nil {
						t.Fatal(err)
					}
					s, err := v.open().State()
					if err != nil || !strings.Contains(s.Broken, name) && !strings.Contains(s.Broken, head) || s.Branch != "main" {
						t.Errorf("got %q on %q, %v, want it to name %s", s.Broken, s.Branch, err, rev)
					}
					if _, err := v.open().Commit(context.Background(), changing("capture: c", v.note("memory/c.md", "c\n"))); !errors.Is(err, ErrMissingObject) {
						t.Errorf("commit: got %v, want ErrMissingObject", err)
					}
					if _, err := v.open().Begin(context.Background(), dreaming()); !errors.Is(err, ErrMissingObject) {
						t.Errorf("begin: got %v, want ErrMissingObject", err)
					}
					v.same("the branch", v.git("rev-parse", "main"), head)
				})
			}
		}
	}
}

func overwrite(path string, change func(data []byte) []byte) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return errors.Join(os.Remove(path), os.WriteFile(path, change(data), 0o444))
}
