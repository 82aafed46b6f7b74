package vault

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// readEntries reads a folder with one system call for hundreds of names and one
// allocation a name, where os.File.ReadDir makes five: it is most of what a listing of
// names costs (docs/performance.md).
func readEntries(f *os.File) ([]entry, error) {
	defer runtime.KeepAlive(f)
	fd := int(f.Fd())
	buf := make([]byte, 64<<10)
	var out []entry
	for {
		n, err := unix.ReadDirent(fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return out, &os.PathError{Op: "readdir", Path: f.Name(), Err: err}
		}
		if n <= 0 {
			return out, nil
		}
		out = parseEntries(out, buf[:n], fd)
	}
}

// parseEntries takes apart records of struct linux_dirent64 (getdents64(2)): 8 bytes
// inode, 8 offset, 2 length of the record, 1 type, then the name up to a NUL.
func parseEntries(out []entry, buf []byte, fd int) []entry {
	const head = 19
	for len(buf) >= head {
		size := int(binary.NativeEndian.Uint16(buf[16:]))
		if size < head || size > len(buf) {
			break // the kernel does not do this
		}
		name := buf[head:size]
		if end := bytes.IndexByte(name, 0); end >= 0 {
			name = name[:end]
		}
		kind := buf[18]
		buf = buf[size:]
		if s := string(name); s != "." && s != ".." {
			out = append(out, entry{s, modeOf(kind, fd, s)})
		}
	}
	return out
}

// modeOf turns a record's type into a mode. Some file systems leave it out.
func modeOf(kind byte, fd int, name string) fs.FileMode {
	switch kind {
	case unix.DT_REG:
		return 0
	case unix.DT_DIR:
		return fs.ModeDir
	case unix.DT_LNK:
		return fs.ModeSymlink
	case unix.DT_UNKNOWN:
		var st unix.Stat_t
		if unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil {
			return modeOf(byte(st.Mode&unix.S_IFMT>>12), fd, name) // the type's bits are the DT_ values
		}
	}
	return fs.ModeIrregular
}
