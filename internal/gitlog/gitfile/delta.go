package gitfile

import (
	"bytes"
	"encoding/binary"
)

// treeDelta gives target as its difference to base, both contents of trees; not ok if either is malformed, or if the
// difference is larger than half of target. Both are sorted, so one walk over the two finds the entries they have in
// common, however many have changed; of an entry with another hash, mode and name are copied all the same.
func treeDelta(base, target []byte) (delta []byte, ok bool) {
	d := deltaWriter{target: target}
	d.out = binary.AppendUvarint(d.out, uint64(len(base)))
	d.out = binary.AppendUvarint(d.out, uint64(len(target)))
	b, t := 0, 0
	for t < len(target) && len(d.out) <= len(target)/2 {
		old, found, ok := seekEntry(base, b, target[t:])
		if !ok {
			return nil, false
		}
		b = old
		_, end, ok := entryAt(target[t:])
		switch {
		case !ok:
			return nil, false
		case !found:
			d.insert(t, end)
		default:
			common := commonPrefix(base[b:], target[t:t+end])
			d.copy(b, common)
			d.insert(t+common, end-common)
			_, oldEnd, _ := entryAt(base[b:])
			b += oldEnd
		}
		t += end
	}
	d.flush()
	return d.out, t == len(target) && len(d.out) <= len(target)/2
}

// seekEntry goes through base from i to the entry with the name of the one target begins with, or to where it would be.
// Names are compared by byte and not in git's order: at worst, an entry next to a folder is not found, and inserted.
func seekEntry(base []byte, i int, target []byte) (at int, found, ok bool) {
	name, end, ok := entryAt(target)
	if !ok {
		return 0, false, false
	}
	for i < len(base) {
		oldName, oldEnd, ok := entryAt(base[i:])
		if !ok {
			return 0, false, false
		}
		old := base[i+oldName : i+oldEnd-len(Hash{})] // with the NUL, so that no name is the beginning of another
		switch order := bytes.Compare(old, target[name:end-len(Hash{})]); {
		case order == 0:
			return i, true, true
		case order > 0:
			return i, false, true
		}
		i += oldEnd
	}
	return i, false, true
}

// entryAt gives where the name of the first entry of a tree begins, and where the entry ends.
func entryAt(tree []byte) (name, end int, ok bool) {
	nul := bytes.IndexByte(tree, 0)
	end = nul + 1 + len(Hash{})
	if nul < 0 || end > len(tree) {
		return 0, 0, false
	}
	name = bytes.IndexByte(tree[:nul], ' ') + 1
	return name, end, name > 0
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
