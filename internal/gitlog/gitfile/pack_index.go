package gitfile

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"slices"
)

// encodePackIndex gives the index of a pack, version 2: for each first byte how many names are up to it, the names in
// order, the checksums and the offsets of their packed bytes (those of 2 GB and more in a table of their own), and the
// checksums of pack and index. See gitformat-pack(5).
func encodePackIndex(objects map[Hash]packed, packSum Hash) []byte {
	names := make([]Hash, 0, len(objects))
	for h := range objects {
		names = append(names, h)
	}
	slices.SortFunc(names, func(a, b Hash) int { return bytes.Compare(a[:], b[:]) })

	be := binary.BigEndian
	b := make([]byte, 0, 8+256*4+len(names)*(20+4+4)+2*20)
	b = append(b, 0xff, 't', 'O', 'c')
	b = be.AppendUint32(b, 2)
	upTo := 0
	for first := range 256 {
		for upTo < len(names) && int(names[upTo][0]) == first {
			upTo++
		}
		b = be.AppendUint32(b, uint32(upTo))
	}
	for _, h := range names {
		b = append(b, h[:]...)
	}
	for _, h := range names {
		b = be.AppendUint32(b, objects[h].crc)
	}
	var large []byte
	for _, h := range names {
		offset := objects[h].offset
		if offset < 1<<31 {
			b = be.AppendUint32(b, uint32(offset))
			continue
		}
		b = be.AppendUint32(b, 1<<31|uint32(len(large)/8))
		large = be.AppendUint64(large, uint64(offset))
	}
	b = append(b, large...)
	b = append(b, packSum[:]...)
	sum := sha1.Sum(b)
	return append(b, sum[:]...)
}
