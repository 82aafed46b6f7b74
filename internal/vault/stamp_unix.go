//go:build linux || darwin

package vault

import (
	"io/fs"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"mem/internal/memory"
)

// nonblock keeps the opening of a fifo from waiting for a writer.
const nonblock = unix.O_NONBLOCK

// stampAt looks at a file of an open folder by one system call, where a path through the
// root would take one for every folder on the way. ok is false when it is no regular file.
func stampAt(_ *os.Root, f *os.File, dir, name string) (s memory.Stamp, ok bool) {
	var st unix.Stat_t
	err := unix.Fstatat(int(f.Fd()), name, &st, unix.AT_SYMLINK_NOFOLLOW)
	for err == unix.EINTR {
		err = unix.Fstatat(int(f.Fd()), name, &st, unix.AT_SYMLINK_NOFOLLOW)
	}
	runtime.KeepAlive(f)
	if err != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return memory.Stamp{}, false
	}
	mtime, ctime := st.Mtim, st.Ctim
	return memory.Stamp{
		Path: dir + "/" + name, Size: st.Size, Inode: st.Ino,
		MTime: mtime.Nano(), CTime: ctime.Nano(),
	}, true
}

func stampOf(path string, fi fs.FileInfo) memory.Stamp {
	s := memory.Stamp{Path: path, Size: fi.Size(), MTime: fi.ModTime().UnixNano()}
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		s.CTime, s.Inode = changed(st), st.Ino
	}
	return s
}

// syncDir makes the entries of a folder durable.
func syncDir(root *os.Root, dir string) error {
	f, err := root.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && err != unix.EINVAL { // some file systems have no such thing
		return err
	}
	return nil
}

// own gives a file to the owner of another, as far as this process may.
func own(root *os.Root, path string, like fs.FileInfo) {
	if st, ok := like.Sys().(*syscall.Stat_t); ok && (int(st.Uid) != os.Geteuid() || int(st.Gid) != os.Getegid()) {
		_ = root.Lchown(path, int(st.Uid), int(st.Gid)) // only root may; the content matters more
	}
}
