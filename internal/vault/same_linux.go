//go:build linux && (amd64 || arm64)

package vault

import (
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"

	"mem/internal/memory"
)

// statter looks at files by fstatat(2) with the name in a place of its own: the usual way
// makes a copy of each name, and touching fresh memory for 10,000 of them takes longer
// than the calls do (docs/performance.md).
type statter struct {
	name [unix.NAME_MAX + 1]byte
	st   unix.Stat_t
}

// is reports whether the file of a name in an open folder is a regular one with this stamp.
func (t *statter) is(_ *os.Root, folder *os.File, _ string, name []byte, s memory.Stamp) bool {
	if len(name) == 0 || len(name) > unix.NAME_MAX {
		return false
	}
	t.name[copy(t.name[:], name)] = 0
	for {
		_, _, errno := unix.Syscall6(unix.SYS_NEWFSTATAT, folder.Fd(), uintptr(unsafe.Pointer(&t.name[0])),
			uintptr(unsafe.Pointer(&t.st)), unix.AT_SYMLINK_NOFOLLOW, 0, 0)
		if errno == unix.EINTR {
			continue
		}
		runtime.KeepAlive(folder)
		return errno == 0 && t.st.Mode&unix.S_IFMT == unix.S_IFREG && t.st.Size == s.Size && t.st.Ino == s.Inode &&
			t.st.Mtim.Nano() == s.MTime && t.st.Ctim.Nano() == s.CTime
	}
}
