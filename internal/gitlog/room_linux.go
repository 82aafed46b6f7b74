package gitlog

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// fault makes the pages of b present in one call. A page that is touched for the first time is a fault of its own,
// which takes longer than to fill it, on a virtual machine ten times as long. Kernels before 5.14 know no such call,
// and nothing is lost.
func fault(b []byte) {
	page := os.Getpagesize()
	if len(b) < 16*page {
		return
	}
	skip := -int(uintptr(unsafe.Pointer(&b[0]))) & (page - 1)
	_ = unix.Madvise(b[skip:skip+(len(b)-skip)&^(page-1)], unix.MADV_POPULATE_WRITE)
}
