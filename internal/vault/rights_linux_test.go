package vault

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// asNobody runs f with the rights of a user who is not root, on this thread alone: for
// root no folder is unreadable.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if _, err := unix.SetfsuidRetUid(65534); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = unix.SetfsuidRetUid(0) }()
	f()
}

// giveAway makes a tree nobody's, so that only its modes keep him out.
func giveAway(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, _ fs.DirEntry, err error) error {
		if err != nil || os.Geteuid() != 0 {
			return err
		}
		return os.Lchown(p, 65534, 65534)
	})
	if err != nil {
		t.Fatal(err)
	}
	for d := filepath.Dir(dir); len(d) > len(os.TempDir()); d = filepath.Dir(d) { // t.TempDir is root's alone
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFolderThatCannotBeReadIsNamedAndTheRestIsListed(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), "x")
	put(t, v, "memory/2026/07/locked.md", "x")
	giveAway(t, v.Root())
	closed := filepath.Join(v.Root(), "memory/2026/07")
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(closed, 0o700)
	w := walk{root: v.root, deep: true, folders: map[string]int64{}}
	w.helper.SetLimit(0) // all on the thread whose rights were taken away
	asNobody(t, func() {
		if err := w.folder(context.Background(), "memory"); err != nil {
			t.Error(err)
		}
		if _, err := v.ListShard(context.Background(), "memory/2026/07"); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("listing the folder itself: got %v", err)
		}
	})
	got := w.listing()
	if !slices.Equal(paths(got), []string{at("kettle")}) || !slices.Equal(got.Unread, []string{"memory/2026/07"}) {
		t.Errorf("notes %q, unread %q", paths(got), got.Unread)
	}
	if !slices.Equal(codes(got.Odd, "memory/2026/07"), []string{"folder-unreadable"}) {
		t.Errorf("findings: %v", got.Odd)
	}
}

func TestAVaultThatCannotBeWrittenSaysSo(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), note("kettle", "", "Boil."))
	giveAway(t, v.Root())
	for _, dir := range []string{"memory/2026/08", ".mem"} {
		if err := os.Chmod(filepath.Join(v.Root(), dir), 0o500); err != nil {
			t.Fatal(err)
		}
		asNobody(t, func() {
			_, err := apply(v, keys(t, v, at("kettle"), "status", "expired"))
			if !errors.Is(err, ErrReadOnly) {
				t.Errorf("%s: got %v, want ErrReadOnly", dir, err)
			}
			if n, _, err := v.Read(at("kettle")); err != nil || n.Status != "active" {
				t.Errorf("%s: the note is %v, %v", dir, n, err)
			}
		})
	}
	for _, dir := range []string{"memory/2026/08", ".mem"} {
		if err := os.Chmod(filepath.Join(v.Root(), dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}
