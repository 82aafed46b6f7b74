//go:build linux || darwin

package vault

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"mem/internal/memory"
)

// another opens the vault as another process would, with no patience.
func another(t *testing.T, v *Vault) *Vault {
	t.Helper()
	o, err := Open(v.Root())
	if err != nil {
		t.Fatal(err)
	}
	o.LockWait = time.Millisecond
	t.Cleanup(func() { o.Close() })
	return o
}

func TestTheLocksOutliveTheirFolder(t *testing.T) {
	v := newVault(t)
	other := another(t, v)
	alone := func(*Writer) error { t.Error("two write at once"); return nil }
	err := v.Update(context.Background(), func(*Writer) error {
		if err := os.RemoveAll(v.StateDir()); err != nil {
			return err
		}
		if err := other.Update(context.Background(), alone); !errors.Is(err, ErrBusy) {
			t.Errorf("while another writes: got %v, want ErrBusy", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	other.LockWait = time.Minute // its wait that was given up may have its turn just now
	if err := other.Update(context.Background(), func(*Writer) error { return nil }); err != nil {
		t.Errorf("after it: %v", err)
	}

	release, err := v.DreamLock(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(v.StateDir()); err != nil {
		t.Fatal(err)
	}
	if _, err := other.DreamLock(context.Background()); !errors.Is(err, ErrBusy) {
		t.Errorf("a night during a night: got %v, want ErrBusy", err)
	}
	release()
	if release, err = other.DreamLock(context.Background()); err != nil {
		t.Fatalf("a night after a night: %v", err)
	}
	release()
}

func TestWithoutStateOneWritesAtATime(t *testing.T) {
	for what, spoil := range map[string]func(state string) error{
		"a file":            func(state string) error { return os.WriteFile(state, nil, 0o600) },
		"a link to nowhere": func(state string) error { return os.Symlink("no/where", state) },
		"a link outside":    func(state string) error { return os.Symlink(t.TempDir(), state) },
	} {
		t.Run(what, func(t *testing.T) {
			v := newVault(t)
			if err := errors.Join(os.RemoveAll(v.StateDir()), spoil(v.StateDir())); err != nil {
				t.Fatal(err)
			}
			other := another(t, v)
			err := v.Update(context.Background(), func(w *Writer) error {
				if w.NoState() == nil {
					t.Error("nothing is said of .mem")
				}
				if err := other.Update(context.Background(), func(*Writer) error { return nil }); !errors.Is(err, ErrBusy) {
					t.Errorf("a second writer: got %v, want ErrBusy", err)
				}
				slug, err := w.Claim("kettle", "memory/2026/08")
				if err != nil {
					return err
				}
				_, err = w.Apply(memory.Change{Files: []memory.FileEdit{memory.Create{Path: at(string(slug)), Data: []byte("Words.\n")}}})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			other.LockWait = time.Minute // its wait that was given up may have its turn just now
			if slug, err := claimAndCreate(other, "kettle", "Other words."); slug != "kettle-2" || err != nil {
				t.Errorf("the next: got %s, %v, want kettle-2", slug, err)
			}
		})
	}
}
