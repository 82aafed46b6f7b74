package index

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"mem/internal/memory"
)

// Records are the stamps of one stamp file as they lie there: whole, and not yet decoded.
// The zero value has none. They must not be changed.
type Records struct {
	count int
	bytes int    // of all paths together
	rest  []byte // what is encoded, after the two
}

// newRecords takes the bytes of a stamp file; false if they are not what was written.
func newRecords(data []byte) (Records, bool) {
	if len(data) < len(stampHead)+4 || string(data[:len(stampHead)]) != stampHead {
		return Records{}, false
	}
	body, sum := data[:len(data)-4], binary.BigEndian.Uint32(data[len(data)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return Records{}, false
	}
	d := decoder{rest: body[len(stampHead):]}
	n, all := d.uvarint(), d.uvarint()
	if n > uint64(len(body))/6 || all > n*longestPath { // a record has six bytes at least
		return Records{}, false
	}
	return Records{count: int(n), bytes: int(all), rest: d.rest}, !d.bad
}

// Len is how many records there are.
func (r Records) Len() int { return r.count }

// Each calls f for every record, by ascending path, until f says no. The path, which the
// stamp lacks, is valid until f returns. It reports whether all of it could be read and f
// said yes each time.
func (r Records) Each(f func(path []byte, s memory.Stamp) bool) bool {
	d := decoder{rest: r.rest}
	path := make([]byte, 0, 512)
	var s memory.Stamp
	all := 0
	for range r.count {
		same := d.uvarint()
		rest := d.text(int(d.uvarint()))
		if same > uint64(len(path)) {
			return false
		}
		path = append(path[:same], rest...)
		s.Size, s.MTime = d.varint(), s.MTime+d.varint()
		s.CTime, s.Inode = s.MTime+d.varint(), s.Inode+uint64(d.varint())
		if all += len(path); d.bad || all > r.bytes || !f(path, s) {
			return false
		}
	}
	return !d.bad && len(d.rest) == 0 && all == r.bytes
}

// appendTo appends the records to out; false if they cannot be read.
func (r Records) appendTo(out []memory.Stamp) ([]memory.Stamp, bool) {
	first := len(out)
	out = slices.Grow(out, r.count)
	paths := make([]byte, 0, min(r.bytes, 64*len(r.rest))) // one piece of memory for all
	ends := make([]int, 0, r.count)
	ok := r.Each(func(path []byte, s memory.Stamp) bool {
		out, paths = append(out, s), append(paths, path...)
		ends = append(ends, len(paths))
		return true
	})
	text, begin := string(paths), 0
	for i, end := range ends {
		out[first+i].Path = text[begin:end]
		begin = end
	}
	return out, ok
}

// stampsOf decodes records and sorts them by path.
func stampsOf(list []Records) ([]memory.Stamp, error) {
	all := 0
	for _, r := range list {
		all += r.count
	}
	out, ok := make([]memory.Stamp, 0, all), true
	for _, r := range list {
		if out, ok = r.appendTo(out); !ok {
			return nil, fmt.Errorf("%w: stamps cannot be read", ErrDamaged)
		}
	}
	byPath := func(a, b memory.Stamp) int { return cmp.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(out, byPath) {
		slices.SortFunc(out, byPath)
	}
	return out, nil
}

// longestPath is longer than any path of a note, in bytes.
const longestPath = 1 << 16

// decoder reads the parts of a record; after an error it reads nothing.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) uvarint() uint64 {
	var v uint64
	for i := range len(d.rest) {
		c := d.rest[i]
		if i == binary.MaxVarintLen64 {
			break
		}
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			d.rest = d.rest[i+1:]
			return v
		}
	}
	d.bad, d.rest = true, nil
	return 0
}

func (d *decoder) varint() int64 {
	u := d.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

func (d *decoder) text(n int) []byte {
	if n < 0 || n > len(d.rest) {
		d.bad, d.rest = true, nil
		return nil
	}
	s := d.rest[:n]
	d.rest = d.rest[n:]
	return s
}
