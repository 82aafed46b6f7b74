package gitlog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Whatever happens to the index after it was read ahead must count as if it had not been.
func TestAnIndexThatChangedSinceItWasReadAheadIsReadAgain(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(v *vault)
		status string
	}{
		{"nothing", func(*vault) {}, ""},
		{"the operator stages another file", func(v *vault) {
			v.write("wip.txt", "wip\n")
			v.git("add", "wip.txt")
		}, "A  wip.txt"},
		{"the operator commits", func(v *vault) {
			v.write("mine.txt", "mine\n")
			v.git("add", "mine.txt")
			v.git("commit", "-qm", "mine")
		}, ""},
		{"another mem commits", func(v *vault) { v.commit("capture: other", v.note("memory/2026/08/other.md", "another\n")) }, ""},
		{"the index is gone", func(v *vault) {
			if err := os.Remove(filepath.Join(v.gitDir(), "index")); err != nil {
				v.Fatal(err)
			}
			v.git("read-tree", "HEAD")
		}, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			v := newVault(t)
			r := v.open()
			r.ReadAhead()
			r.ReadAhead() // as good as once
			a := <-r.ahead
			if a.file == nil || !a.checked {
				t.Fatal("nothing was read ahead: the test shows nothing")
			}
			r.ahead <- a
			c.change(v)
			if _, err := r.Commit(context.Background(), changing("capture: gantry", v.note("memory/2026/08/gantry.md", "yellow\n"))); err != nil {
				t.Fatal(err)
			}
			v.same("status", v.git("status", "--porcelain"), c.status)
			v.same("files", v.git("show", "--format=", "--name-only", "HEAD"), "memory/2026/08/gantry.md")
			v.sound()
		})
	}
}

func TestADamagedIndexIsSaidToBeSoThoughItWasReadAhead(t *testing.T) {
	v := newVault(t)
	path := filepath.Join(v.gitDir(), "index")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[20] ^= 1 // in the first entry's time: only the checksum tells
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	r := v.open()
	r.ReadAhead()
	_, err = r.Commit(context.Background(), changing("capture: gantry", v.note("memory/2026/08/gantry.md", "yellow\n")))
	if err == nil || errors.Is(err, ErrNothing) {
		t.Errorf("a commit with a damaged index: %v", err)
	}
	now, err := os.ReadFile(path)
	if err != nil || string(now) != string(data) {
		t.Errorf("the damaged index was written over (%v)", err)
	}
}
