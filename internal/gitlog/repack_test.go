package gitlog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// git may pack the repository anew at any moment, and then drops the packed objects that nothing refers to. What mem
// has written and not yet put on the branch must not be among them.
func TestHistorySurvivesRepackingAtAnyMoment(t *testing.T) {
	v := newVault(t)
	stop := v.repackUntil()
	commits := 1
	for round := range 25 {
		name := func(i int) string { return fmt.Sprintf("memory/%02d/%d.md", round, i) }
		v.commit("capture: 0", v.note(name(0), fmt.Sprintf("captured %d\n", round)))
		c := v.begin(v.open())
		for i := range 5 {
			v.add(c, "insight: i", v.note(name(i), fmt.Sprintf("decided %d, %d\n", round, i)))
		}
		v.commit("capture: 9", v.note(name(9), fmt.Sprintf("captured meanwhile %d\n", round)))
		v.join(c)
		commits += 8
	}
	stop()
	v.same("commits", v.git("rev-list", "--count", "HEAD"), fmt.Sprint(commits))
	v.clean()
}

// repackUntil has git repack in the background until what it returns is called, or the test ends.
func (v *vault) repackUntil() (stop func()) {
	done, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-done:
				stopped <- nil
				return
			default:
			}
			if out, err := v.tryGit("repack", "-qad"); err != nil {
				<-done
				stopped <- fmt.Errorf("git repack: %w: %s", err, out)
				return
			}
		}
	}()
	stop = sync.OnceFunc(func() {
		close(done)
		if err := <-stopped; err != nil {
			v.Error(err)
		}
	})
	v.Cleanup(stop)
	return stop
}

func TestPackOfAChainIsKeptUntilTheBranchHasIt(t *testing.T) {
	v := newVault(t)
	r := v.open()
	r.step = func(name string) error {
		if name == "pack closed" || name == "pending recorded" {
			v.git("repack", "-qad")
		}
		return nil
	}
	c := v.begin(r)
	v.add(c, "file: a", v.note("memory/a.md", "a\n"))
	v.add(c, "file: b", v.note("memory/b.md", "b\n"))
	v.join(c)
	v.clean()
	v.git("repack", "-qad")
	v.same("packs", v.packs("*"), "idx pack")
	v.clean()
}

func TestPackOfAChainThatIsNotJoinedGoes(t *testing.T) {
	v := newVault(t)
	r := v.open()
	full := errors.New("disk full")
	r.step = func(name string) error {
		if name == "pack closed" {
			v.same("while it is joined", v.packs("*"), "idx keep pack")
			return full
		}
		return nil
	}
	c := v.begin(r)
	v.add(c, "file: a", v.note("memory/a.md", "a\n"))
	if _, err := c.Join(context.Background(), dreaming()); !errors.Is(err, full) {
		t.Fatalf("got %v, want the failure", err)
	}
	c.Abort()
	v.same("afterwards", v.packs("*"), "")
	v.sound()
}

func TestKeepFileOfAKilledChainIsSweptOnceNothingWaitsForIt(t *testing.T) {
	for _, c := range []struct {
		what  string
		sweep func(r *Repo) error
	}{
		{"by Recover", func(r *Repo) error { _, err := r.Recover(context.Background()); return err }},
		{"by Begin", func(r *Repo) error {
			chain, err := r.Begin(context.Background(), dreaming())
			if err == nil {
				chain.Abort()
			}
			return err
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			v := newVaultWithNotes(t)
			v.dyingAt("chain", "pack closed")
			if _, err := v.open().Recover(context.Background()); err != nil {
				t.Fatal(err)
			}
			v.same("while the chain waits", v.packs("*"), "idx keep pack")
			if err := os.RemoveAll(v.opts.StateDir); err != nil {
				t.Fatal(err)
			}
			v.write(".git/objects/pack/pack-theirs.keep", "fetch-pack 1 on host")
			if err := c.sweep(v.open()); err != nil {
				t.Fatal(err)
			}
			v.same("afterwards", v.packs("*"), "idx keep pack")
			v.same("theirs", v.packs("theirs*"), "keep")
		})
	}
}

// packs returns the extensions of the files of packs, sorted.
func (v *vault) packs(pattern string) string {
	v.Helper()
	files, err := filepath.Glob(v.gitDir() + "/objects/pack/pack-" + pattern)
	if err != nil {
		v.Fatal(err)
	}
	var out []string
	for _, f := range files {
		out = append(out, strings.TrimPrefix(filepath.Ext(f), "."))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
