//go:build linux || darwin

package vault

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// makeSpecial puts things that are neither files nor folders into a folder and returns
// their names.
func makeSpecial(t *testing.T, dir string) []string {
	t.Helper()
	if err := unix.Mkfifo(filepath.Join(dir, "fifo.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir) // a socket's path is short
	l, err := net.Listen("unix", "socket.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return []string{"fifo.md", "socket.md"}
}

func TestReadOfAFifoDoesNotWait(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), "x")
	if err := unix.Mkfifo(filepath.Join(v.Root(), at("fifo")), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := v.Read(at("fifo")); !errors.Is(err, ErrNotNote) {
		t.Errorf("got %v, want ErrNotNote", err)
	}
	if err := unix.Mkfifo(filepath.Join(v.Root(), ".mem", "usage.jsonl"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := v.TailState("usage.jsonl", 100); err == nil {
		t.Log("a fifo in .mem reads as empty") // what matters is that it came back
	}
}

func TestModesAreKeptOnEdit(t *testing.T) {
	v := newVault(t)
	put(t, v, at("kettle"), note("kettle", "", "Boil."))
	full := filepath.Join(v.Root(), at("kettle"))
	if err := os.Chmod(full, 0o640); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(full, 1234, 1234); err != nil {
			t.Fatal(err)
		}
	}
	setStatus(t, v, at("kettle"), "expired")
	var st unix.Stat_t
	if err := unix.Stat(full, &st); err != nil {
		t.Fatal(err)
	}
	if st.Mode&0o777 != 0o640 {
		t.Errorf("mode %o, want 640", st.Mode&0o777)
	}
	if os.Geteuid() == 0 && (st.Uid != 1234 || st.Gid != 1234) {
		t.Errorf("owner %d:%d, want 1234:1234", st.Uid, st.Gid)
	}
}
