package gitlog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mem/internal/gitlog/gitfile"
)

func TestLooseObjectsAreAsGitReadsThem(t *testing.T) {
	v := newVault(t)
	tree, err := gitfile.PatchTree(nil, []treeEntry{{Name: "a", Mode: gitfile.ModeFile, Hash: emptyBlob()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := loose{v.open()}
	for _, c := range []struct {
		what string
		kind gitfile.Kind
		data []byte
	}{
		{"an empty blob", gitfile.KindBlob, nil},
		{"a blob", gitfile.KindBlob, []byte("text\n")},
		{"a large blob", gitfile.KindBlob, bytes.Repeat([]byte("large and the same, "), 100_000)},
		{"an empty tree", gitfile.KindTree, nil},
		{"a tree", gitfile.KindTree, tree},
	} {
		for range 2 { // the second time it is there
			h, err := l.store(c.kind, "", c.data)
			if err != nil {
				t.Fatalf("%s: %v", c.what, err)
			}
			v.same(c.what, v.git("cat-file", "-t", hexOf(h))+" "+v.git("cat-file", "-s", hexOf(h)), fmt.Sprintf("%s %d", c.kind, len(c.data)))
		}
	}
	if left, _ := filepath.Glob(v.gitDir() + "/objects/??/tmp_*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	v.sound()
}

func TestLooseObjectThatIsThereIsWrittenAnew(t *testing.T) {
	text := []byte("captured before, and forgotten\n")
	for _, c := range []struct {
		what  string
		spoil func(path string) error
	}{
		{"emptied by a power cut", func(path string) error { return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o444)) }},
		{"old enough to be pruned", func(path string) error {
			old := time.Now().AddDate(0, -1, 0)
			return os.Chtimes(path, old, old)
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			v := newVault(t)
			l := loose{v.open()}
			h, err := l.store(gitfile.KindBlob, "", text)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.spoil(filepath.Join(v.gitDir(), "objects", hexOf(h)[:2], hexOf(h)[2:])); err != nil {
				t.Fatal(err)
			}
			if _, err := l.store(gitfile.KindBlob, "", text); err != nil {
				t.Fatal(err)
			}
			v.git("prune", "--expire=2.weeks.ago")
			v.same("content", v.git("cat-file", "blob", hexOf(h))+"\n", string(text))
		})
	}
}
