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

// look says what became of the file of a name in an open folder that had this stamp.
func (t *statter) look(_ *os.Root, folder *os.File, _ string, name []byte, s memory.Stamp) fileState {
	if len(name) == 0 || len(name) > unix.NAME_MAX {
		return fileUnknown
	}
	t.name[copy(t.name[:], name)] = 0
	errno := unix.EINTR
	for errno == unix.EINTR {
		_, _, errno = unix.Syscall6(unix.SYS_NEWFSTATAT, folder.Fd(), uintptr(unsafe.Pointer(&t.name[0])),
			uintptr(unsafe.Pointer(&t.st)), unix.AT_SYMLINK_NOFOLLOW, 0, 0)
	}
	runtime.KeepAlive(folder)
	switch st := &t.st; {
	case errno == unix.ENOENT, errno == 0 && st.Mode&unix.S_IFMT != unix.S_IFREG:
		return fileGone
	case errno != 0:
		return fileUnknown
	case st.Size == s.Size && st.Ino == s.Inode && st.Mtim.Nano() == s.MTime && st.Ctim.Nano() == s.CTime:
		return fileSame
	default:
		return fileChanged
	}
}
