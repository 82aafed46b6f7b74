package gitfile

import "iter"

// Entry is one line of the index: what the operator has staged for a path.
type Entry struct {
	Path  string // relative to the work tree, with slashes
	Mode  uint32
	Hash  Hash
	Stage int // 0; or 1 base, 2 ours, 3 theirs while the path is unmerged

	AssumeValid  bool // git does not look at the file
	IntentToAdd  bool // `git add -N`: the path is known, its content is not staged
	SkipWorktree bool // outside a sparse checkout

	Stat Stat
}

// Stat is what git remembers of a file, so that an unchanged one need not be read again. Values are cut to 32 bits.
//
// The zero Stat is always right: a recorded size of 0 on an entry that is not empty makes git compare the content
// once and then remember the real values.
//
// A Stat that was taken too early is wrong in a way that git cannot see: take it after the file was written and before
// its content is hashed. A file that changes within the same second as the index is written is "racily clean"; git
// notices by comparing the file's time with that of the index file, and so loses its warning when the index is written
// again later. See Racy.
type Stat struct {
	CTimeSec, CTimeNsec uint32
	MTimeSec, MTimeNsec uint32
	Dev, Ino            uint32
	UID, GID            uint32
	Size                uint32
}

// Entries gives the entries of an index file that are wanted, nil for all, in its order: by path in byte order, then by
// stage. No data, no entries.
// An error comes last, as ErrCorrupt or ErrUnsupported; entries given before it are not to be relied on.
// The checksum is not verified, as git does not when it reads; Patch does.
func Entries(data []byte, wanted func(path []byte, stage int) bool) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		if len(data) == 0 {
			return
		}
		s, err := scan(data)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		for s.next() {
			if (wanted == nil || wanted(s.path, s.stage)) && !yield(s.entry(), nil) {
				return
			}
		}
		if s.err == nil {
			_, s.err = s.extensions()
		}
		if s.err != nil {
			yield(Entry{}, s.err)
		}
	}
}

// The index file: a header of 12 bytes (DIRC, version, count), the entries, the extensions, a SHA-1 of it all.
// An entry: 40 bytes of stat with the mode among them, the hash, flags, in version 3 and 4 perhaps more flags, then the
// path: whole and padded with 1 to 8 NULs to a multiple of 8, or in version 4 the number of bytes to cut off the end of
// the previous path, what follows instead, and a NUL. See gitformat-index(5).
const (
	headerSize = 12
	fixedSize  = 62
	sizeOffset = 36

	flagValid    = 0x8000
	flagExtended = 0x4000
	flagStage    = 0x3000
	flagLength   = 0x0fff

	extSkipWorktree = 0x4000
	extIntentToAdd  = 0x2000
)
