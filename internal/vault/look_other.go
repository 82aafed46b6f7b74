//go:build !(linux && (amd64 || arm64))

package vault

import (
	"os"

	"mem/internal/memory"
)

// statter looks at files.
type statter struct{}

// look says what became of the file of a name in an open folder that had this stamp.
func (statter) look(root *os.Root, folder *os.File, dir string, name []byte, s memory.Stamp) fileState {
	s.Path = dir + "/" + string(name)
	switch now, ok := stampAt(root, folder, dir, string(name)); {
	case !ok:
		return fileGone
	case now == s:
		return fileSame
	default:
		return fileChanged
	}
}
