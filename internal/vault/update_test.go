package vault

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mem/internal/memory"
)

// claimAndCreate is what a capture does: a name is claimed and the note made under it.
func claimAndCreate(v *Vault, base memory.Slug, body string) (memory.Slug, error) {
	var slug memory.Slug
	err := v.Update(context.Background(), func(w *Writer) error {
		var err error
		shard := memory.Shard(august)
		if slug, err = w.Claim(base, shard); err != nil {
			return err
		}
		n := &memory.Note{Slug: slug, Type: memory.Fix, Status: memory.Unfiled, Captured: august, Body: body}
		_, err = w.Apply(memory.Change{Files: []memory.FileEdit{memory.Create{Path: shard + "/" + string(slug) + ".md", Data: Encode(n)}}})
		return err
	})
	return slug, err
}

func TestClaimNumbersANameThatIsTaken(t *testing.T) {
	v := newVault(t)
	for _, p := range []string{"memory/2025/01/Kettle.md", "memory/deep/er/kettle-2.md", at("kettle-4")} {
		put(t, v, p, "Some words.\n")
	}
	long := memory.Slug(strings.Repeat("ten-letter", 6))
	put(t, v, at(string(long)), "Some words.\n")
	err := v.Update(context.Background(), func(w *Writer) error {
		for _, want := range []memory.Slug{"kettle-3", "kettle-5", "kettle-6"} {
			if got, err := w.Claim("kettle", "memory/2026/09"); got != want || err != nil {
				t.Errorf("got %s, %v; want %s", got, err, want)
			}
		}
		if got, err := w.Claim(long, "memory/2026/09"); len(got) > maxLetters || !strings.HasSuffix(string(got), "-2") || err != nil {
			t.Errorf("a long name: %s, %v", got, err)
		}
		if _, err := w.Claim("../x", "memory/2026/09"); !errors.Is(err, ErrBadSlug) {
			t.Errorf("a path: %v", err)
		}
		if _, err := w.Claim("x", "desk/projects"); !errors.Is(err, ErrOutside) {
			t.Errorf("a folder that has no notes: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !exists(v, "memory/2026/09") {
		t.Error("the folder was not made")
	}
}

func TestAWriterEndsWithItsUpdate(t *testing.T) {
	v := newVault(t)
	var kept *Writer
	if err := v.Update(context.Background(), func(w *Writer) error { kept = w; return nil }); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a writer that was kept still writes")
		}
	}()
	_, _ = kept.Apply(memory.Change{Files: []memory.FileEdit{memory.Create{Path: at("x"), Data: []byte("x")}}})
}

func TestUpdateGivesUpWhenAnotherHasTheLock(t *testing.T) {
	v := newVault(t)
	v.LockWait = 20 * time.Millisecond
	err := v.Update(context.Background(), func(*Writer) error {
		other, err := Open(v.Root())
		if err != nil {
			return err
		}
		defer other.Close()
		other.LockWait = v.LockWait
		ran := false
		err = other.Update(context.Background(), func(*Writer) error { ran = true; return nil })
		var busy *Busy
		if ran || !errors.As(err, &busy) || !errors.Is(err, ErrBusy) || busy.PID != os.Getpid() || busy.Lock != ".mem/lock" {
			t.Errorf("got %v (ran: %v)", err, ran)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := other.Update(ctx, func(*Writer) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("with the context ended: %v", err)
		}
		if got := other.Holders(); len(got) != 1 || !strings.Contains(got[0], fmt.Sprint("process ", os.Getpid())) {
			t.Errorf("holders: %q", got)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got := v.Holders()
	for try := 0; len(got) > 0 && try < 100; try++ { // the one who gave up may have its turn now, and lets go at once
		if err := v.Update(context.Background(), func(*Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
		got = v.Holders()
	}
	if len(got) != 0 {
		t.Errorf("afterwards: %q", got)
	}
}

func TestOnlyOneDreamAtATime(t *testing.T) {
	v := newVault(t)
	release, err := v.DreamLock(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.DreamLock(context.Background()); !errors.Is(err, ErrBusy) {
		t.Errorf("a second dream: %v", err)
	}
	if _, err := claimAndCreate(v, "kettle", "Captured meanwhile."); err != nil {
		t.Errorf("a capture meanwhile: %v", err)
	}
	release()
	release2, err := v.DreamLock(context.Background())
	if err != nil {
		t.Fatalf("after the first has ended: %v", err)
	}
	release2()
}

func TestALockThatWasRemovedIsNoLock(t *testing.T) {
	v := newVault(t)
	err := v.Update(context.Background(), func(*Writer) error {
		return os.RemoveAll(filepath.Join(v.Root(), ".mem"))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := claimAndCreate(v, "kettle", "Written after."); err != nil {
		t.Errorf("with .mem removed: %v", err)
	}
	if !exists(v, ".mem/.gitignore") {
		t.Error(".mem came back without its .gitignore")
	}
}

func TestLeftoversOfKilledWritersAreSweptWhenTheyAreOld(t *testing.T) {
	v := newVault(t)
	put(t, v, "memory/2026/08/.tmp-1-0000aaaa", "old")
	put(t, v, "memory/2026/08/.tmp-1-0000bbbb", "young")
	put(t, v, ".mem/.tmp-1-0000cccc", "old")
	put(t, v, "memory/2026/08/.hidden", "somebody's")
	for _, p := range []string{"memory/2026/08/.tmp-1-0000aaaa", ".mem/.tmp-1-0000cccc", "memory/2026/08/.hidden"} {
		if err := os.Chtimes(filepath.Join(v.Root(), p), august, august); err != nil {
			t.Fatal(err)
		}
	}
	update := func() {
		if err := v.Update(context.Background(), func(*Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	update()
	for p, want := range map[string]bool{"memory/2026/08/.tmp-1-0000aaaa": false, "memory/2026/08/.tmp-1-0000bbbb": true,
		".mem/.tmp-1-0000cccc": false, "memory/2026/08/.hidden": true} {
		if exists(v, p) != want {
			t.Errorf("%s: there %v, want %v", p, !want, want)
		}
	}
	put(t, v, ".mem/.tmp-1-0000cccc", "old")
	if err := os.Chtimes(filepath.Join(v.Root(), ".mem/.tmp-1-0000cccc"), august, august); err != nil {
		t.Fatal(err)
	}
	update()
	if !exists(v, ".mem/.tmp-1-0000cccc") {
		t.Error("swept twice within the hour")
	}
}

func TestManyInOneProcessClaimOneName(t *testing.T) {
	v := newVault(t)
	var mu sync.Mutex
	var got []string
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			slug, err := claimAndCreate(v, "kettle", fmt.Sprint("Kettle number ", i, "."))
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			got = append(got, string(slug))
			mu.Unlock()
		})
	}
	wg.Wait()
	allFifty(t, v, got)
}

func TestManyProcessesClaimOneName(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(t.TempDir(), "not", "yet")
	var mu sync.Mutex
	var got []string
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			cmd := exec.Command(self)
			cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", "VAULT_TEST_PLAY=claim", "VAULT_TEST_ROOT="+root)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%v: %s", err, out)
			}
			mu.Lock()
			got = append(got, string(out))
			mu.Unlock()
		})
	}
	wg.Wait()
	v, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	allFifty(t, v, got)
}

// allFifty checks that fifty writers got fifty names and made fifty sound notes.
func allFifty(t *testing.T, v *Vault, got []string) {
	t.Helper()
	want := []string{"kettle"}
	for n := 2; n <= 50; n++ {
		want = append(want, fmt.Sprint("kettle-", n))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("names: %q", got)
	}
	list, err := v.List(context.Background())
	if err != nil || len(list.Notes) != 50 || len(list.Odd) != 0 {
		t.Fatalf("%d notes, odd %v, %v", len(list.Notes), list.Odd, err)
	}
	bodies := map[string]bool{}
	for _, s := range list.Notes {
		n, _, err := v.Read(s.Path)
		if err != nil || n.Broken != "" {
			t.Fatalf("%s: %v, %v", s.Path, n, err)
		}
		bodies[n.Body] = true
	}
	if len(bodies) != 50 {
		t.Errorf("%d different texts, want 50", len(bodies))
	}
}
