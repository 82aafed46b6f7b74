package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mem/internal/memory"
)

func TestCaptureIsOnDiskCommittedAndFoundByAnother(t *testing.T) {
	v := newVault(t)
	c := v.capture("The relay closes at nine.")
	if !c.Committed || !c.Indexed || c.Path != "memory/2026/08/the-relay-closes-at-nine.md" {
		t.Errorf("got %+v", c)
	}
	if got := v.recall("relay closes"); !slices.Equal(got, []string{string(c.Slug)}) {
		t.Errorf("recalled %v", got)
	}
	if got, want := v.git("log", "-1", "--format=%an|%ae|%cn|%s"), "tester|tester@localhost|Ada|capture: the-relay-closes-at-nine"; got != want {
		t.Errorf("commit: got %q, want %q", got, want)
	}
	v.clean()
}

func TestTheSameTextAgain(t *testing.T) {
	for _, test := range []struct {
		name    string
		between func(v *testVault, first Captured)
		scope   string
		text    string
		once    bool
	}{
		{"within a day is one memory", func(*testVault, Captured) {}, "", "The relay closes at nine.", true},
		{"with other white space at its end is one memory", func(*testVault, Captured) {}, "", "The relay closes at nine.  \n\n", true},
		{"after the list of captures was deleted is one memory", func(v *testVault, _ Captured) {
			if err := os.Remove(filepath.Join(v.root, ".mem", capturesState)); err != nil {
				v.t.Fatal(err)
			}
		}, "", "The relay closes at nine.", true},
		{"two days later is a new fact", func(v *testVault, _ Captured) { v.now = v.now.Add(48 * time.Hour) }, "", "The relay closes at nine.", false},
		{"in another scope is another memory", func(*testVault, Captured) {}, "api", "The relay closes at nine.", false},
		{"after it was forgotten is a new fact", func(v *testVault, first Captured) {
			if _, err := v.open().Forget(v.t.Context(), []string{string(first.Slug)}, "human:ada", ""); err != nil {
				v.t.Fatal(err)
			}
		}, "", "The relay closes at nine.", false},
		{"with another number is another memory", func(*testVault, Captured) {}, "", "The relay closes at ten.", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVault(t)
			first := v.capture("The relay closes at nine.")
			test.between(v, first)
			second, err := v.open().Capture(t.Context(), []byte(test.text), memory.Draft{Status: memory.Unfiled, Actor: "agent:tester", Scope: test.scope})
			if err != nil {
				t.Fatal(err)
			}
			if second.Duplicate != test.once || (second.Slug == first.Slug) != test.once {
				t.Errorf("got duplicate %v, slug %s after %s; want one memory: %v", second.Duplicate, second.Slug, first.Slug, test.once)
			}
			v.clean()
		})
	}
}

func TestCaptureNamesWhatIsAlike(t *testing.T) {
	v := newVault(t)
	first := v.capture("The depot in bay twelve holds forty crates of tile.")
	second := v.capture("The depot in bay thirteen holds forty crates of tile.")
	if len(second.Similar) != 1 || second.Similar[0].Slug != first.Slug || second.Similar[0].Similarity < alike {
		t.Errorf("similar: got %+v, want %s", second.Similar, first.Slug)
	}
}

func TestRefusedCapturesLeaveNothing(t *testing.T) {
	v := newVault(t)
	before := v.tree()
	var secret *ErrSecret
	for _, test := range []struct {
		name  string
		text  string
		draft memory.Draft
		want  func(error) bool
	}{
		{"a credential in the text", "clone from https://bob:" + "s3cr3tW" + "ordZq@git.example.invalid/x", memory.Draft{}, func(err error) bool { return errors.As(err, &secret) }},
		{"a credential in the source", "The winch is blue", memory.Draft{Source: "https://bob:" + "s3cr3tW" + "ordZq@x.invalid/"}, func(err error) bool { return errors.As(err, &secret) }},
		{"only a private span", "<private>all</private>", memory.Draft{}, func(err error) bool { return errors.Is(err, ErrPrivate) }},
		{"a type that nobody knows", "x y", memory.Draft{Type: "nonsense"}, func(err error) bool { return errors.Is(err, memory.ErrBadValue) }},
	} {
		test.draft.Status = memory.Unfiled
		_, err := v.open().Capture(t.Context(), []byte(test.text), test.draft)
		if !test.want(err) {
			t.Errorf("%s: got %v", test.name, err)
		}
		if err != nil && strings.Contains(err.Error(), "s3cr3tW") {
			t.Errorf("%s: the error prints the value", test.name)
		}
	}
	if after := v.tree(); len(after) != len(before) {
		t.Errorf("%d files before, %d after", len(before), len(after))
	}
}

func TestANameIsNeverGivenAgain(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(v *testVault, path string)
	}{
		{"after its note was deleted", func(v *testVault, path string) { remove(v, path) }},
		{"after the deletion was noticed and committed", func(v *testVault, path string) {
			remove(v, path)
			v.recall("relay")
			v.git("add", "-A", "memory")
			v.git("commit", "-qm", "gone")
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVault(t)
			c := v.capture("The relay closes at nine.")
			test.do(v, filepath.Join(v.root, c.Path))
			if again := v.capture("The relay closes at nine."); again.Slug != c.Slug+"-2" {
				t.Errorf("got %s again", again.Slug)
			}
		})
	}
}

func remove(v *testVault, path string) {
	v.t.Helper()
	if err := os.Remove(path); err != nil {
		v.t.Fatal(err)
	}
}

func TestManyCapturesAtOnceOnAVaultThatIsNotThere(t *testing.T) {
	v := &testVault{t: t, root: filepath.Join(t.TempDir(), "new"), now: evening}
	const n = 24
	var wg sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		wg.Go(func() {
			e, err := OpenOrMake(t.Context(), v.root, Options{Now: evening, User: "ada"})
			if err != nil {
				errs[i] = err
				return
			}
			defer e.Close()
			c, err := e.Capture(t.Context(), fmt.Appendf(nil, "Text number %d says zq%dx.", i, i), memory.Draft{Title: "One title", Status: memory.Unfiled, Actor: "agent:t"})
			if err == nil && !c.Committed {
				err = fmt.Errorf("not committed: %+v", c)
			}
			errs[i] = err
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if got := v.recall(fmt.Sprintf("zq%dx", i)); len(got) != 1 {
			t.Errorf("capture %d: recalled %v", i, got)
		}
	}
	count := 0
	for _, s := range v.subjects() {
		if strings.HasPrefix(s, "capture: ") {
			count++
		}
	}
	if count != n {
		t.Errorf("%d commits of captures, want %d", count, n)
	}
	v.clean()
}
