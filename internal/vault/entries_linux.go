package vault

import (
	"encoding/binary"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// readEntries reads a folder with one system call and one allocation for hundreds of
// names, where os.File.ReadDir makes five allocations a name: it is most of what a listing
// of names costs (docs/performance.md).
func readEntries(f *os.File) ([]entry, error) {
	var out []entry
	err := readDirents(f, make([]byte, 64<<10), func(buf []byte, fd int) {
		parseEntries(string(buf), fd, func(e entry) { out = append(out, e) })
	})
	return out, err
}

// eachEntry is readEntries for whoever keeps no name: what visit gets lies in buf, and is
// valid until it returns.
func eachEntry(f *os.File, buf []byte, visit func(entry)) error {
	return readDirents(f, buf, func(buf []byte, fd int) {
		parseEntries(unsafe.String(unsafe.SliceData(buf), len(buf)), fd, visit)
	})
}

// readDirents gives use what each getdents64(2) fills buf with.
func readDirents(f *os.File, buf []byte, use func(buf []byte, fd int)) error {
	defer runtime.KeepAlive(f)
	fd := int(f.Fd())
	for {
		n, err := unix.ReadDirent(fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return &os.PathError{Op: "readdir", Path: f.Name(), Err: err}
		}
		if n <= 0 {
			return nil
		}
		use(buf[:n], fd)
	}
}

// parseEntries takes apart records of struct linux_dirent64 (getdents64(2)): 8 bytes
// inode, 8 offset, 2 length of the record, 1 type, then the name up to a NUL.
func parseEntries(buf string, fd int, visit func(entry)) {
	const head = 19
	for len(buf) >= head {
		size := int(binary.NativeEndian.Uint16([]byte(buf[16:18])))
		if size < head || size > len(buf) {
			break // the kernel does not do this
		}
		name := buf[head:size]
		if end := strings.IndexByte(name, 0); end >= 0 {
			name = name[:end]
		}
		kind := buf[18]
		buf = buf[size:]
		if name != "." && name != ".." {
			visit(entry{name, modeOf(kind, fd, name)})
		}
	}
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
