package gitfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// scanner walks over the entries of an index file without allocating for each.
type scanner struct {
	body    []byte // the file without its checksum
	version uint32
	left    int // entries still to come

	start, name, end int    // the current entry, its path's bytes, and the next entry begin here
	stage            int    // of the current entry
	path, prev       []byte // its path and the one before; a path is valid until the next call but one
	err              error
}

func scan(data []byte) (*scanner, error) {
	if len(data) < headerSize+len(Hash{}) || string(data[:4]) != "DIRC" {
		return nil, fmt.Errorf("read index header: %w", ErrCorrupt)
	}
	s := &scanner{body: data[:len(data)-len(Hash{})], version: binary.BigEndian.Uint32(data[4:]), end: headerSize}
	if s.version < 2 || s.version > 4 {
		return nil, fmt.Errorf("index version %d: %w", s.version, ErrUnsupported)
	}
	count := binary.BigEndian.Uint32(data[8:])
	if uint64(count)*fixedSize > uint64(len(data)) {
		return nil, fmt.Errorf("index of %d bytes with %d entries: %w", len(data), count, ErrCorrupt)
	}
	s.left = int(count)
	return s, nil
}

// next goes to the next entry; false at the end and on an error, which is then in s.err.
func (s *scanner) next() bool {
	if s.left == 0 || s.err != nil {
		return false
	}
	s.left--
	s.start, s.name = s.end, s.end+fixedSize
	if s.name >= len(s.body) {
		return s.fail("is cut off", ErrCorrupt)
	}
	if s.flags()&flagExtended != 0 {
		s.name += 2
		if s.version < 3 || s.name >= len(s.body) {
			return s.fail("has extended flags where none may be", ErrCorrupt)
		}
	}
	before := s.stage
	s.stage = int(s.flags()&flagStage) >> 12
	if !s.readPath() {
		return false
	}
	switch order := bytes.Compare(s.prev, s.path); {
	case len(s.path) == 0 || s.path[len(s.path)-1] == '/':
		// Only a split index leaves paths out, only a sparse one names folders; both say so in an extension.
		return s.fail("has no file's path", ErrUnsupported)
	case order > 0 || order == 0 && before >= s.stage:
		return s.fail("is out of order", ErrCorrupt)
	}
	return true
}

// readPath sets path, prev and end.
func (s *scanner) readPath() bool {
	rest, cut, size := s.body[s.name:], 0, 0
	if s.version == 4 {
		var ok bool
		if cut, size, ok = readOffset(rest); !ok || cut > len(s.path) {
			return s.fail("cuts more off its path than there is", ErrCorrupt)
		}
	}
	length := bytes.IndexByte(rest[size:], 0)
	if length < 0 {
		return s.fail("has a path without an end", ErrCorrupt)
	}
	suffix := rest[size : size+length]
	if s.version == 4 {
		s.prev, s.path = s.path, append(append(s.prev[:0], s.path[:len(s.path)-cut]...), suffix...)
		s.end = s.name + size + length + 1
	} else {
		s.prev, s.path = s.path, suffix
		s.end = s.start + padded(s.name-s.start+length)
	}
	if s.end > len(s.body) || int(s.flags()&flagLength) != min(len(s.path), flagLength) {
		return s.fail("has a path of another length than it says", ErrCorrupt)
	}
	return true
}

func (s *scanner) fail(what string, err error) bool {
	s.err = fmt.Errorf("index entry after %q %s: %w", s.prev, what, err)
	return false
}

func (s *scanner) flags() uint16 {
	return binary.BigEndian.Uint16(s.body[s.start+fixedSize-2:])
}

func (s *scanner) extended() uint16 {
	if s.flags()&flagExtended == 0 {
		return 0
	}
	return binary.BigEndian.Uint16(s.body[s.start+fixedSize:])
}

func (s *scanner) mode() uint32 { return binary.BigEndian.Uint32(s.body[s.start+24:]) }
func (s *scanner) hash() Hash   { return Hash(s.body[s.start+40 : s.start+60]) }

func (s *scanner) entry() Entry {
	word := func(i int) uint32 { return binary.BigEndian.Uint32(s.body[s.start+i:]) }
	return Entry{
		Path: string(s.path), Mode: s.mode(), Hash: s.hash(), Stage: s.stage,
		AssumeValid:  s.flags()&flagValid != 0,
		IntentToAdd:  s.extended()&extIntentToAdd != 0,
		SkipWorktree: s.extended()&extSkipWorktree != 0,
		Stat: Stat{
			CTimeSec: word(0), CTimeNsec: word(4), MTimeSec: word(8), MTimeNsec: word(12),
			Dev: word(16), Ino: word(20), UID: word(28), GID: word(32), Size: word(sizeOffset),
		},
	}
}

// extension is a part of the index file after the entries.
type extension struct {
	name string // four bytes
	body []byte
}

// extensions reads what follows the last entry; to be called when next has returned false without an error.
// git refuses an extension whose name does not begin with a capital letter unless it knows it; we know none of those.
func (s *scanner) extensions() ([]extension, error) {
	var all []extension
	for rest := s.body[s.end:]; len(rest) > 0; {
		if len(rest) < 8 {
			return nil, fmt.Errorf("index extension is cut off: %w", ErrCorrupt)
		}
		name, size := string(rest[:4]), binary.BigEndian.Uint32(rest[4:])
		rest = rest[8:]
		if uint64(size) > uint64(len(rest)) {
			return nil, fmt.Errorf("index extension %q is cut off: %w", name, ErrCorrupt)
		}
		if name[0] < 'A' || name[0] > 'Z' {
			return nil, fmt.Errorf("index extension %q: %w", name, ErrUnsupported)
		}
		all = append(all, extension{name, rest[:size]})
		rest = rest[size:]
	}
	return all, nil
}

// padded is the size of an entry of version 2 or 3 whose parts take n bytes: at least one NUL follows.
func padded(n int) int { return (n + 8) &^ 7 }

// readOffset reads git's offset encoding: 7 bits a byte, high ones first, and one more for every further byte, so that
// no number has two forms. Used in version 4 of the index and for delta bases in packs.
func readOffset(b []byte) (value, size int, ok bool) {
	for size < len(b) && size < 5 {
		c := b[size]
		size++
		value |= int(c & 0x7f)
		if c&0x80 == 0 {
			return value, size, value >= 0
		}
		value = (value + 1) << 7
	}
	return 0, 0, false
}

// appendOffset is the inverse of readOffset.
func appendOffset(b []byte, value int) []byte {
	var buf [10]byte
	i := len(buf) - 1
	buf[i] = byte(value & 0x7f)
	for value >>= 7; value > 0; value >>= 7 {
		value--
		i--
		buf[i] = byte(value&0x7f) | 0x80
	}
	return append(b, buf[i:]...)
}
