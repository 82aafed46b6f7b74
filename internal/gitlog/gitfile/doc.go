// Package gitfile is the bytes of git's own files: the index, trees, commits, packs, and what attributes
// and core.autocrlf make of a file on its way into them.
//
// It knows no repository: it finds no .git, takes no lock, moves no ref, reads no configuration and starts no
// program. Bytes come in and bytes go out; only packs touch the disk, in the folder they are given.
// It knows SHA-1 repositories only.
//
// Begin with Patch for the index, PatchTree and Commit for what is committed, PackWriter for storing many objects,
// and Clean for what `git add` would store.
package gitfile

import (
	"crypto/sha1"
	"errors"
	"strconv"
)

// Hash is the SHA-1 name of an object. The zero Hash names nothing.
type Hash = [20]byte

// Kind says what an object is.
type Kind string

const (
	KindCommit Kind = "commit"
	KindTree   Kind = "tree"
	KindBlob   Kind = "blob"
)

// The modes that entries of the index and of trees may have.
const (
	ModeFile       uint32 = 0o100644
	ModeExecutable uint32 = 0o100755
	ModeSymlink    uint32 = 0o120000
	ModeFolder     uint32 = 0o040000 // in trees only
	ModeSubmodule  uint32 = 0o160000
)

var (
	// ErrCorrupt: the bytes are not what they should be; git would not read them, or its checksum is wrong.
	ErrCorrupt = errors.New("the bytes are damaged")
	// ErrUnsupported: sound, but in a form that is not patched here: a split or sparse index, an unknown version.
	ErrUnsupported = errors.New("a form that is not supported")
	// ErrUnmerged: a path to change has conflict stages in the index; only the operator can say what it holds.
	ErrUnmerged = errors.New("the path is unmerged")
	// ErrClash: a file and a folder would have the same path.
	ErrClash = errors.New("a file and a folder of the same name")
	// ErrName: git does not accept this path or name.
	ErrName = errors.New("a name that git refuses")
)

// HashOf gives the name of an object with this content.
func HashOf(kind Kind, data []byte) Hash {
	h := sha1.New()
	h.Write(objectHeader(kind, len(data)))
	h.Write(data)
	return Hash(h.Sum(nil))
}

// objectHeader is what stands before the content where an object is hashed and in loose objects.
func objectHeader(kind Kind, size int) []byte {
	b := make([]byte, 0, 32)
	b = append(b, kind...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(size), 10)
	return append(b, 0)
}
