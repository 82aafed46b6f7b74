package gitfile

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Change says what the index should hold for one path: the entry given, no entry (Remove), or the entry it has with a
// recorded size of 0 (Smudge; see Racy). At most one of Remove and Smudge is set; both leave an absent path absent.
type Change struct {
	Path   string
	Remove bool
	Smudge bool
	Mode   uint32 // ModeFile, ModeExecutable, ModeSymlink or ModeSubmodule
	Hash   Hash
	Stat   Stat // the zero value makes git compare the content once
}

// Racy gives the changes that must go with any others when the index is written again: for a file that was changed
// within the second in which the index was written, git can tell only by the content that it changed since, and knows
// this only as long as the index file keeps its time. git itself does the same whenever it writes an index.
// The time is that of the index file before it is replaced, in seconds of the Unix epoch.
func Racy(data []byte, written uint32) ([]Change, error) {
	if len(data) == 0 {
		return nil, nil
	}
	s, err := scan(data)
	if err != nil {
		return nil, err
	}
	var changes []Change
	for s.next() {
		mtime, size := s.body[s.start+8:s.start+12], s.body[s.start+sizeOffset:s.start+sizeOffset+4]
		if binary.BigEndian.Uint32(mtime) >= written && binary.BigEndian.Uint32(size) != 0 &&
			s.stage == 0 && s.mode() != ModeSubmodule {
			changes = append(changes, Change{Path: string(s.path), Smudge: true})
		}
	}
	return changes, s.err
}

// Patch gives the bytes of an index file with the changes made and every other entry as it was, byte for byte; no data
// is an empty index. Of several changes of a path the last one holds. The flags assume-valid and skip-worktree of a
// replaced entry stay, for they are the operator's; intent-to-add does not. Errors: ErrCorrupt, ErrUnsupported,
// ErrUnmerged, ErrClash, ErrName.
//
// Of the extensions, the cache of trees is invalidated along the changed paths; what depends on positions of entries or
// of bytes is dropped, what git would be misled by is dropped or emptied; see keepExtension. Others stay.
//
// Where the checksum is all zero, as git writes it with index.skipHash, it stays so.
func Patch(data []byte, changes []Change) ([]byte, error) {
	if err := Verify(data); err != nil {
		return nil, err
	}
	parts, err := PatchVerified(data, changes)
	if err != nil {
		return nil, err
	}
	return bytes.Join(parts, nil), nil
}

// Verify compares the bytes of an index file with their checksum: ErrCorrupt. No data is an empty index; where the
// checksum is all zero, there is nothing to compare.
func Verify(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	s, err := scan(data)
	if err != nil {
		return err
	}
	if sum := data[len(s.body):]; hashed(sum) && sha1.Sum(s.body) != Hash(sum) {
		return fmt.Errorf("index checksum: %w", ErrCorrupt)
	}
	return nil
}

func hashed(sum []byte) bool { return !bytes.Equal(sum, make([]byte, len(sum))) }

// PatchVerified is Patch of data that Verify has passed, in parts that are to be written one after the other. Most of
// them are parts of data: an index is large, and of it little changes.
func PatchVerified(data []byte, changes []Change) ([][]byte, error) {
	if len(data) == 0 {
		data = emptyIndex()
	}
	changes, err := arrange(changes)
	if err != nil {
		return nil, err
	}
	s, err := scan(data)
	if err != nil {
		return nil, err
	}
	sum := data[len(s.body):]
	p := patcher{scanner: s, count: s.left, copied: headerSize, probes: probesFor(changes)}
	header := bytes.Clone(data[:headerSize])
	p.parts = [][]byte{header}
	if err := p.merge(changes); err != nil {
		return nil, err
	}
	if err := p.extend(); err != nil {
		return nil, err
	}
	p.close()
	binary.BigEndian.PutUint32(header[8:], uint32(p.count))
	if hashed(sum) {
		h := sha1.New()
		for _, part := range p.parts {
			h.Write(part)
		}
		sum = h.Sum(nil)
	}
	return append(p.parts, sum), nil
}

// emptyIndex is what git writes for an index without entries.
func emptyIndex() []byte {
	b := binary.BigEndian.AppendUint32([]byte("DIRC"), 2)
	b = binary.BigEndian.AppendUint32(b, 0)
	h := sha1.Sum(b)
	return append(b, h[:]...)
}

// arrange checks the changes and gives them by path, one for each.
func arrange(changes []Change) ([]Change, error) {
	for _, c := range changes {
		if err := checkPath(c.Path); err != nil {
			return nil, err
		}
		if c.Remove || c.Smudge {
			continue
		}
		switch c.Mode {
		case ModeFile, ModeExecutable, ModeSymlink, ModeSubmodule:
		default:
			return nil, fmt.Errorf("index entry %q of mode %o: %w", c.Path, c.Mode, ErrUnsupported)
		}
	}
	sorted := slices.Clone(changes)
	slices.SortStableFunc(sorted, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	last := sorted[:0]
	for i, c := range sorted {
		if i+1 == len(sorted) || sorted[i+1].Path != c.Path {
			last = append(last, c)
		}
	}
	return last, nil
}

// patcher takes over an index, entry for entry in its order, and puts the changes where they belong.
type patcher struct {
	*scanner
	parts  [][]byte // what is written, each part whole
	out    []byte   // what is written since
	copied int      // how much of body is written
	count  int      // entries once the rest is copied
	last   []byte   // the path written last, where it is not the one scanned before the current; else nil
	torn   bool     // last holds

	touched []string // paths whose content changed
	added   []string // paths that had no entry
	removed bool

	probes []probe         // that no path has met yet
	met    map[string]bool // paths of changes of which a probe has met another path
}

// A probe is a path that must not be in an index beside another: git could write no tree from one in which a path is a
// folder of another. Beside "a/b" there must be no "a", and nothing below "a/b/". Such two need not be neighbours: "a",
// "a-b", "a/b".
type probe struct {
	text string // with a slash at its end, for what must not be below it
	of   string // the path of the change
}

func probesFor(changes []Change) []probe {
	var probes []probe
	for _, c := range changes {
		if c.Remove || c.Smudge {
			continue
		}
		probes = append(probes, probe{c.Path + "/", c.Path})
		for i, letter := range c.Path {
			if letter == '/' {
				probes = append(probes, probe{c.Path[:i], c.Path})
			}
		}
	}
	slices.SortFunc(probes, func(a, b probe) int { return strings.Compare(a.text, b.text) })
	return probes
}

// probe is told each path that stays or comes, in order.
func (p *patcher) probe(path []byte) {
	for len(p.probes) > 0 && p.probes[0].text <= string(path) {
		if x := p.probes[0]; x.text == string(path) || strings.HasSuffix(x.text, "/") && bytes.HasPrefix(path, []byte(x.text)) {
			if p.met == nil {
				p.met = map[string]bool{}
			}
			p.met[x.of] = true
		}
		p.probes = p.probes[1:]
	}
}

func (p *patcher) merge(changes []Change) error {
	for p.next() {
		for len(changes) > 0 && changes[0].Path < string(p.path) {
			p.flush(p.start)
			p.insert(changes[0])
			changes = changes[1:]
		}
		switch {
		case len(changes) == 0 || changes[0].Path != string(p.path):
			p.keep()
		case p.stage != 0:
			return fmt.Errorf("index entry %q: %w", p.path, ErrUnmerged)
		default:
			p.apply(changes[0])
			changes = changes[1:]
		}
	}
	if p.err != nil {
		return p.err
	}
	p.flush(p.end)
	if !p.torn {
		p.prev = p.path
	}
	for _, c := range changes {
		p.insert(c)
	}
	for _, path := range p.added {
		if p.met[path] {
			return fmt.Errorf("index entry %q: %w", path, ErrClash)
		}
	}
	return nil
}

// keep leaves the current entry as it is. Only in version 4, after a change, are its path's bytes not what they were.
func (p *patcher) keep() {
	if len(p.probes) > 0 {
		p.probe(p.path)
	}
	if p.torn && p.version == 4 {
		p.flush(p.start)
		p.out = append(p.out, p.body[p.start:p.name]...)
		p.appendPath(string(p.path), p.name-p.start)
		p.copied = p.end
	}
	p.torn = false
}

// insert writes a new entry before the current one; everything before that must be written.
func (p *patcher) insert(c Change) {
	if c.Remove || c.Smudge {
		return
	}
	p.put(c, 0, 0)
	p.count++
	p.added = append(p.added, c.Path)
	p.touched = append(p.touched, c.Path)
}

// apply changes the current entry.
func (p *patcher) apply(c Change) {
	p.flush(p.start)
	switch {
	case c.Remove:
		if !p.torn {
			p.last, p.torn = bytes.Clone(p.prev), true
		}
		p.count--
		p.removed = true
		p.touched = append(p.touched, c.Path)
	case c.Smudge:
		at := len(p.out)
		p.keep()
		p.out = append(p.out, p.body[p.copied:p.end]...)
		clear(p.out[at+sizeOffset : at+sizeOffset+4])
	default:
		if c.Mode != p.mode() || c.Hash != p.hash() || p.extended()&extIntentToAdd != 0 {
			p.touched = append(p.touched, c.Path)
		}
		p.put(c, p.flags()&flagValid, p.extended()&^extIntentToAdd)
	}
	p.copied = p.end
}

// put writes an entry for c. The patcher has then written another path than the one scanned.
func (p *patcher) put(c Change, flags, extended uint16) {
	p.probe([]byte(c.Path))
	at, be := len(p.out), binary.BigEndian
	for _, v := range [...]uint32{
		c.Stat.CTimeSec, c.Stat.CTimeNsec, c.Stat.MTimeSec, c.Stat.MTimeNsec, c.Stat.Dev, c.Stat.Ino,
		c.Mode, c.Stat.UID, c.Stat.GID, c.Stat.Size,
	} {
		p.out = be.AppendUint32(p.out, v)
	}
	p.out = append(p.out, c.Hash[:]...)
	flags |= uint16(min(len(c.Path), flagLength))
	if extended != 0 {
		p.out = be.AppendUint16(p.out, flags|flagExtended)
		p.out = be.AppendUint16(p.out, extended)
	} else {
		p.out = be.AppendUint16(p.out, flags)
	}
	p.appendPath(c.Path, len(p.out)-at)
	p.last, p.torn = []byte(c.Path), true
}

// appendPath ends an entry of which size bytes are written.
func (p *patcher) appendPath(path string, size int) {
	if p.version < 4 {
		p.out = append(p.out, path...)
		p.out = append(p.out, make([]byte, padded(size+len(path))-size-len(path))...)
		return
	}
	last := p.prev
	if p.torn {
		last = p.last
	}
	common := 0
	for common < len(last) && common < len(path) && last[common] == path[common] {
		common++
	}
	p.out = appendOffset(p.out, len(last)-common)
	p.out = append(p.out, path[common:]...)
	p.out = append(p.out, 0)
}

// flush takes over what is unchanged up to end.
func (p *patcher) flush(end int) {
	if p.copied < end {
		p.close()
		p.parts = append(p.parts, p.body[p.copied:end])
		p.copied = end
	}
}

// close makes what was written since the last part a part.
func (p *patcher) close() {
	if len(p.out) > 0 {
		p.parts = append(p.parts, p.out)
		p.out = nil
	}
}
