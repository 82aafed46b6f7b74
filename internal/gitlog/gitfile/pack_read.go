package gitfile

import (
	"compress/zlib"
	"fmt"
	"io"
)

// Get gives an object that was added to this pack; ok is false for any other, and where the file cannot be read back,
// after which nothing can be added.
func (p *PackWriter) Get(h Hash) (kind Kind, data []byte, ok bool) {
	o, found := p.objects[h]
	if !found || p.err != nil {
		return "", nil, false
	}
	err := p.out.Flush()
	if err == nil {
		data, err = p.read(o.offset)
	}
	if err == nil && HashOf(o.kind, data) != h {
		err = ErrCorrupt
	}
	if err != nil {
		p.err = fmt.Errorf("read %s %x back: %w", o.kind, h, err)
		return "", nil, false
	}
	return o.kind, data, true
}

// read inflates the object at an offset, and what it is a difference to.
func (p *PackWriter) read(offset int64) ([]byte, error) {
	var head [32]byte
	n, err := p.file.ReadAt(head[:], offset)
	if err != nil && err != io.EOF {
		return nil, err
	}
	typ, size, at := head[0]>>4&7, int(head[0]&0x0f), 1
	for shift := 4; at < n && head[at-1]&0x80 != 0; shift += 7 {
		size |= int(head[at]&0x7f) << shift
		at++
	}
	var base []byte
	if typ == typeOffsetDelta {
		back, length, ok := readOffset(head[at:n])
		if !ok {
			return nil, ErrCorrupt
		}
		at += length
		if base, err = p.read(offset - int64(back)); err != nil {
			return nil, err
		}
	}
	z, err := zlib.NewReader(io.NewSectionReader(p.file, offset+int64(at), p.size-offset-int64(at)))
	if err != nil {
		return nil, err
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(z, data); err != nil {
		return nil, err
	}
	if typ == typeOffsetDelta {
		return applyDelta(base, data)
	}
	return data, z.Close()
}
