//go:build !(linux && (amd64 || arm64))

package vault

import (
	"os"

	"mem/internal/memory"
)

// statter looks at files.
type statter struct{}

// is reports whether the file of a name in an open folder is a regular one with this stamp.
func (statter) is(root *os.Root, folder *os.File, dir string, name []byte, s memory.Stamp) bool {
	now, ok := stampAt(root, folder, dir, string(name))
	s.Path = now.Path
	return ok && now == s
}
