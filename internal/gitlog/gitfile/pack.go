package gitfile

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// PackWriter stores many objects as one pack: a temporary file in the folder of packs to which objects are appended,
// and which Close makes into a pack that git sees. A tree is stored as its difference to the one given before under the
// same key, in chains of at most 50, as git has them; commits and blobs are stored whole, deflated.
//
// It holds in memory 40 bytes and a little for an object, and the last tree of each key. It is for one goroutine.
// After an error nothing can be added, and Close gives that error. A process killed here leaves files named
// tmp_pack_* or tmp_idx_*, which `git gc` clears away.
type PackWriter struct {
	dir     string
	file    *os.File
	out     *bufio.Writer
	size    int64 // of the file, with what is still buffered
	objects map[Hash]packed
	trees   map[string]treeBase
	deflate *zlib.Writer
	scratch bytes.Buffer
	err     error // the first; or errClosed
}

// packed is where an object of the pack is.
type packed struct {
	offset int64
	crc    uint32
	depth  int // deltas to be applied to get it
	kind   Kind
}

// treeBase is the last tree of a key: what its next version is a difference to.
type treeBase struct {
	hash Hash
	data []byte
}

const (
	maxChain       = 50 // the depth to which git itself packs (pack.depth)
	packHeaderSize = 12
)

var errClosed = errors.New("the pack is closed")

// NewPack begins a pack in dir, the folder objects/pack of a repository, which is made if missing.
func NewPack(dir string) (*PackWriter, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("begin pack: %w", err)
	}
	f, err := CreateTemp(dir, "tmp_pack_")
	if err != nil {
		return nil, fmt.Errorf("begin pack: %w", err)
	}
	p := &PackWriter{
		dir: dir, file: f, out: bufio.NewWriterSize(f, 1<<16), size: packHeaderSize,
		objects: make(map[Hash]packed), trees: make(map[string]treeBase), deflate: zlib.NewWriter(nil),
	}
	p.out.Write(packHeader(0)) // an error stays in the writer and comes up at the next flush
	return p, nil
}

// Blob adds a blob, unless it is in this pack, and gives its name.
func (p *PackWriter) Blob(data []byte) (Hash, error) { return p.whole(KindBlob, data) }

// Commit adds a commit (see EncodeCommit), unless it is in this pack, and gives its name.
func (p *PackWriter) Commit(data []byte) (Hash, error) { return p.whole(KindCommit, data) }

// Tree adds a tree, unless it is in this pack, and gives its name. The key, best the path of its folder, says which
// trees are versions of one another.
func (p *PackWriter) Tree(key string, data []byte) (Hash, error) {
	h := HashOf(KindTree, data)
	if p.err != nil {
		return Hash{}, p.err
	}
	if !p.Has(h) {
		if err := p.addTree(h, key, data); err != nil {
			return Hash{}, err
		}
	}
	p.trees[key] = treeBase{h, bytes.Clone(data)}
	return h, nil
}

// Has says whether an object was added to this pack.
func (p *PackWriter) Has(h Hash) bool {
	_, ok := p.objects[h]
	return ok
}

// Len is the number of objects added.
func (p *PackWriter) Len() int { return len(p.objects) }

// Abort drops the pack. After Close it does nothing, so that it can be deferred.
func (p *PackWriter) Abort() {
	if p.file != nil {
		p.file.Close()
		remove(p.file.Name()) // what stays behind, git clears away
		p.file, p.err = nil, errClosed
	}
}

// Close makes the pack visible to git and gives its name, pack-<40 hex digits>, without folder and extension; "" if no
// object was added, and then nothing is left. Pack and index are on disk when it returns, the index last, by which git
// finds the pack. After an error nothing is left either.
//
// keep, unless empty, is the text of <name>.keep, which is there before the pack is: while it is, `git repack -a -d`
// leaves the pack alone, though no ref leads to its objects. It is the caller's to remove.
func (p *PackWriter) Close(keep string) (name string, err error) {
	defer p.Abort()
	if p.err != nil || len(p.objects) == 0 {
		return "", p.err
	}
	sum, err := p.finish()
	if err != nil {
		return "", fmt.Errorf("finish pack of %d objects: %w", len(p.objects), err)
	}
	name = "pack-" + hex.EncodeToString(sum[:])
	f := p.file
	p.file, p.err = nil, errClosed
	if err := seal(f, nil); err != nil {
		return "", fmt.Errorf("store %s: %w", name, err)
	}
	if err := p.publish(f.Name(), name, keep, encodePackIndex(p.objects, sum)); err != nil {
		return "", fmt.Errorf("store %s: %w", name, err)
	}
	return name, nil
}

// publish gives pack and index their names once both are on disk.
func (p *PackWriter) publish(pack, name, keep string, index []byte) (err error) {
	base := filepath.Join(p.dir, name)
	if keep != "" {
		if err := os.WriteFile(base+".keep", []byte(keep), 0o666); err != nil {
			return errors.Join(err, remove(pack))
		}
		defer func() {
			if err != nil {
				err = errors.Join(err, ReleasePack(p.dir, name))
			}
		}()
	}
	f, err := CreateTemp(p.dir, "tmp_idx_")
	if err != nil {
		return errors.Join(err, remove(pack))
	}
	_, err = f.Write(index)
	if err := seal(f, err); err != nil {
		return errors.Join(err, remove(pack))
	}
	placed, err := place(pack, base+".pack")
	if err != nil {
		return errors.Join(err, remove(f.Name()))
	}
	if _, err := place(f.Name(), base+".idx"); err != nil {
		if placed {
			err = errors.Join(err, remove(base+".pack"))
		}
		return err
	}
	return syncDir(p.dir)
}

// ReleasePack removes the keep file of a pack in dir, if it has one: from now on git treats the pack as any other.
func ReleasePack(dir, name string) error { return remove(filepath.Join(dir, name+".keep")) }

// DropPack removes a pack from dir, and its keep file if it has one. Nothing may refer to its objects.
func DropPack(dir, name string) error {
	base := filepath.Join(dir, name)
	return errors.Join(remove(base+".idx"), remove(base+".pack"), ReleasePack(dir, name))
}

func (p *PackWriter) whole(kind Kind, data []byte) (Hash, error) {
	h := HashOf(kind, data)
	if p.err != nil {
		return Hash{}, p.err
	}
	if p.Has(h) {
		return h, nil
	}
	return h, p.append(h, packed{kind: kind}, 0, data)
}

func (p *PackWriter) addTree(h Hash, key string, data []byte) error {
	if base, ok := p.trees[key]; ok {
		at := p.objects[base.hash]
		if delta, ok := treeDelta(base.data, data); ok && at.depth < maxChain {
			return p.append(h, packed{kind: KindTree, depth: at.depth + 1}, p.size-at.offset, delta)
		}
	}
	return p.append(h, packed{kind: KindTree}, 0, data)
}

// append writes an object, or, where back is not 0, the difference to the object that many bytes before.
func (p *PackWriter) append(h Hash, o packed, back int64, data []byte) error {
	b := &p.scratch
	b.Reset()
	if back != 0 {
		b.Write(packObjectHeader(typeOffsetDelta, len(data)))
		b.Write(appendOffset(nil, int(back)))
	} else {
		b.Write(packObjectHeader(packType(o.kind), len(data)))
	}
	p.deflate.Reset(b)
	_, err := p.deflate.Write(data)
	err = errors.Join(err, p.deflate.Close())
	if err == nil {
		_, err = p.out.Write(b.Bytes())
	}
	if err != nil {
		p.err = fmt.Errorf("append %s to pack: %w", o.kind, err)
		return p.err
	}
	o.offset, o.crc = p.size, crc32.ChecksumIEEE(b.Bytes())
	p.objects[h] = o
	p.size += int64(b.Len())
	return nil
}

// finish puts the number of objects into the header and the checksum at the end.
func (p *PackWriter) finish() (Hash, error) {
	if err := p.out.Flush(); err != nil {
		return Hash{}, err
	}
	if _, err := p.file.WriteAt(packHeader(len(p.objects)), 0); err != nil {
		return Hash{}, err
	}
	h := sha1.New()
	if _, err := io.Copy(h, io.NewSectionReader(p.file, 0, p.size)); err != nil {
		return Hash{}, err
	}
	sum := Hash(h.Sum(nil))
	_, err := p.file.WriteAt(sum[:], p.size)
	return sum, err
}

func packHeader(objects int) []byte {
	b := binary.BigEndian.AppendUint32([]byte("PACK"), 2)
	return binary.BigEndian.AppendUint32(b, uint32(objects))
}

// The types of objects in packs; the first three are the object's kind.
const (
	typeCommit      = 1
	typeTree        = 2
	typeBlob        = 3
	typeOffsetDelta = 6
)

func packType(k Kind) byte {
	switch k {
	case KindCommit:
		return typeCommit
	case KindTree:
		return typeTree
	case KindBlob:
		return typeBlob
	}
	panic("gitfile: unknown kind " + string(k)) // unreachable: only the methods above name kinds
}

// packObjectHeader is the type and the inflated size: 4 bits of it in the first byte, 7 in each further one, low first.
func packObjectHeader(typ byte, size int) []byte {
	b := []byte{typ<<4 | byte(size&0x0f)}
	for size >>= 4; size > 0; size >>= 7 {
		b[len(b)-1] |= 0x80
		b = append(b, byte(size&0x7f))
	}
	return b
}
