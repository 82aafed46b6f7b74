package gitlog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// Four committers that share the vault's lock, a chain that they overtake, and a person with git who commits other
// files all the while: no commit of anybody's is lost, and git finds no fault.
//
// `git commit` reads the index before it locks it. If mem commits between the two, git fails, for HEAD has moved, but
// leaves its old index behind, and the person's second try takes mem's file out of the tree again. That is git's to
// mend; the file is still on disk, so that the next mem finds it uncommitted and makes up for it, as here.
func TestNobodysCommitIsLost(t *testing.T) {
	v := newVault(t)
	v.opts.Wait = 20 * time.Second
	const committers, each, byHand = 4, 12, 15
	var vaultLock sync.Mutex
	var all sync.WaitGroup
	for who := range committers {
		all.Go(func() {
			r := v.open()
			for i := range each {
				vaultLock.Lock()
				f := v.note(fmt.Sprintf("memory/%d/%d.md", who, i), fmt.Sprint(who, i))
				_, err := r.Commit(context.Background(), changing(fmt.Sprintf("capture: %d-%d", who, i), f))
				vaultLock.Unlock()
				if err != nil {
					t.Errorf("committer %d: %v", who, err)
				}
			}
		})
	}
	all.Go(func() {
		for i := range byHand {
			v.write("hand.txt", fmt.Sprint(i))
			for _, args := range [][]string{{"add", "hand.txt"}, {"commit", "-qm", fmt.Sprint("hand: ", i)}} {
				v.insist(args...)
			}
		}
	})
	all.Go(func() {
		r := v.open()
		vaultLock.Lock()
		c, err := r.Begin(context.Background(), dreaming())
		vaultLock.Unlock()
		if err != nil {
			t.Error(err)
			return
		}
		for i := range each {
			vaultLock.Lock()
			_, err := c.Add(context.Background(), changing(fmt.Sprint("file: ", i), v.note(fmt.Sprintf("memory/dream/%d.md", i), "x")))
			vaultLock.Unlock()
			if err != nil {
				t.Error(err)
			}
		}
		vaultLock.Lock()
		defer vaultLock.Unlock()
		if _, err := c.Join(context.Background(), dreaming()); err != nil {
			t.Error(err)
		}
	})
	all.Wait()
	v.makeUp()
	v.clean()
	subjects := v.git("log", "--format=%s")
	for prefix, want := range map[string]int{"capture: ": committers * each, "hand: ": byHand, "file: ": each, "dream: ": 1} {
		if got := strings.Count("\n"+subjects, "\n"+prefix); got != want {
			t.Errorf("%d commits %q, want %d", got, prefix, want)
		}
	}
	v.same("entries of the reflog", fmt.Sprint(strings.Count(v.git("reflog"), "\n")), v.git("rev-list", "--first-parent", "--count", "HEAD~1"))
}

// makeUp commits what is not committed, as the next mem does.
func (v *vault) makeUp() {
	v.Helper()
	changes, err := v.open().Changed(context.Background(), "memory")
	if err != nil {
		v.Fatal(err)
	}
	for _, c := range changes {
		data, err := os.ReadFile(v.dir + "/" + c.Path)
		if err != nil {
			v.Fatalf("%s is %s: %v", c.Path, c.Kind, err)
		}
		v.commit("edit: made up for", File{Path: c.Path, Data: data})
	}
}

// insist runs git as a patient person would: it gives up at once when a lock is held or HEAD moves under it.
func (v *vault) insist(args ...string) {
	v.Helper()
	for range 500 {
		out, err := v.tryGit(args...)
		if err == nil {
			return
		}
		if !strings.Contains(out, ".lock") && !strings.Contains(out, "cannot lock ref") {
			v.Errorf("git %s: %s", strings.Join(args, " "), out)
			return
		}
	}
	v.Errorf("git %s: never came through", strings.Join(args, " "))
}

// Two vaults in one repository, each under its own lock, share the index and the branch alone.
func TestTwoVaultsInOneRepository(t *testing.T) {
	v := newVault(t)
	var all sync.WaitGroup
	for _, name := range []string{"one", "two"} {
		inner := *v
		inner.dir, inner.opts = v.dir+"/"+name, Options{Parent: true, StateDir: t.TempDir(), System: v.opts.System, Wait: 20 * time.Second}
		inner.write("memory/a.md", "")
		all.Go(func() {
			r := inner.open()
			for i := range 15 {
				f := inner.note("memory/a.md", fmt.Sprint(i))
				if _, err := r.Commit(context.Background(), changing("set: a", f)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
	all.Wait()
	v.clean()
	v.same("commits", v.git("rev-list", "--count", "HEAD"), "31")
}

func TestCommitStopsWhenAskedTo(t *testing.T) {
	v := newVault(t)
	v.write(".git/index.lock", "")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := v.open().Commit(ctx, changing("capture: a", v.note("memory/a.md", "a")))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	v.remove(".git/index.lock")
	v.sound()
}
