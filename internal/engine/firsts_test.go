package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a night remembers of first commits is what the history says, and may be deleted.
func TestFirstCommitsAreRememberedAndFoundAnew(t *testing.T) {
	v := newVault(t)
	path := "memory/2026/08/gate.md"
	v.writeFile(filepath.Join(v.root, path), "The gate is rented.\n")
	v.dream()
	dropped := v.now
	state := filepath.Join(v.root, ".mem", firstsState)
	if got := v.read(state); !strings.Contains(got, `"`+path+`":"2026-08-03T22:00:00Z"`) {
		t.Fatalf("remembered is %s", got)
	}
	for _, test := range []struct {
		name   string
		spoilt func() error
	}{
		{"as it is", func() error { return nil }},
		{"deleted", func() error { return os.Remove(state) }},
		{"spoilt", func() error { return os.WriteFile(state, []byte(`{"memory`), 0o600) }},
	} {
		if err := test.spoilt(); err != nil {
			t.Fatal(err)
		}
		v.now = v.now.Add(24 * time.Hour)
		e := v.open()
		times, err := e.firstCommits(t.Context(), []string{path, "memory/2026/08/none.md"})
		if err != nil || len(times) != 1 || !times[path].Equal(dropped) {
			t.Errorf("%s: %v, %v", test.name, times, err)
		}
	}
}
