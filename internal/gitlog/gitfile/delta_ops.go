package gitfile

import (
	"encoding/binary"
	"fmt"
)

// deltaWriter writes a delta: the sizes of base and target, then instructions to copy bytes of the base or to insert
// bytes of the target. The last instruction is held back as long as it can be made longer.
type deltaWriter struct {
	out    []byte
	target []byte

	copying    bool
	from, size int // in the base if copying, else in the target
}

const (
	maxCopy   = 0x10000 // which is written as no size at all
	maxInsert = 0x7f
)

func (d *deltaWriter) copy(from, size int)   { d.next(true, from, size) }
func (d *deltaWriter) insert(from, size int) { d.next(false, from, size) }

func (d *deltaWriter) next(copying bool, from, size int) {
	if size == 0 {
		return
	}
	if d.copying != copying || d.from+d.size != from {
		d.flush()
		d.copying, d.from = copying, from
	}
	d.size += size
}

// flush writes the instruction held back.
func (d *deltaWriter) flush() {
	for d.size > 0 {
		n := min(d.size, maxInsert)
		if d.copying {
			n = min(d.size, maxCopy)
			d.writeCopy(d.from, n)
		} else {
			d.out = append(append(d.out, byte(n)), d.target[d.from:d.from+n]...)
		}
		d.from += n
		d.size -= n
	}
}

// writeCopy writes a byte that says which of the 4 bytes of the offset and the 3 of the size follow: those not zero.
func (d *deltaWriter) writeCopy(from, size int) {
	at, op := len(d.out), byte(0x80)
	d.out = append(d.out, 0)
	for i := range 4 {
		if c := byte(from >> (8 * i)); c != 0 {
			d.out, op = append(d.out, c), op|1<<i
		}
	}
	if size != maxCopy {
		for i := range 2 {
			if c := byte(size >> (8 * i)); c != 0 {
				d.out, op = append(d.out, c), op|0x10<<i
			}
		}
	}
	d.out[at] = op
}

// applyDelta gives the target of a delta.
func applyDelta(base, delta []byte) ([]byte, error) {
	bad := fmt.Errorf("delta of %d bytes: %w", len(delta), ErrCorrupt)
	baseSize, n := binary.Uvarint(delta)
	if n <= 0 || baseSize != uint64(len(base)) {
		return nil, bad
	}
	delta = delta[n:]
	size, n := binary.Uvarint(delta)
	if n <= 0 {
		return nil, bad
	}
	delta = delta[n:]
	var out []byte
	for len(delta) > 0 {
		op := delta[0]
		delta = delta[1:]
		from, length := delta, int(op)
		switch {
		case op == 0:
			return nil, bad
		case op < 0x80:
			if length > len(delta) {
				return nil, bad
			}
			delta = delta[length:]
		default:
			var start, used int
			if start, length, used = readCopy(op, delta); used > len(delta) || start+length > len(base) {
				return nil, bad
			}
			from, delta = base[start:], delta[used:]
		}
		out = append(out, from[:length]...)
	}
	if uint64(len(out)) != size {
		return nil, bad
	}
	return out, nil
}

// readCopy reads what writeCopy wrote after its first byte; used is more than there is if something is missing.
func readCopy(op byte, b []byte) (from, size, used int) {
	next := func(bit int) int {
		if op>>bit&1 == 0 {
			return 0
		}
		used++
		if used > len(b) {
			return 0
		}
		return int(b[used-1])
	}
	for i := range 4 {
		from |= next(i) << (8 * i)
	}
	for i := range 3 {
		size |= next(4+i) << (8 * i)
	}
	if size == 0 {
		size = maxCopy
	}
	return from, size, used
}
