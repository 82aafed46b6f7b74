package vectors

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"mem/internal/memory"
)

// Key is the SHA-256 of a text that has a vector.
type Key [sha256.Size]byte

// KeyOf returns the Key of a text.
func KeyOf(text string) Key { return sha256.Sum256([]byte(text)) }

// Entry says which note a vector is of, and which text the note had.
type Entry struct {
	Path string // slash-separated, relative to the vault
	Key  Key
}

// Store is the file of one model's vectors. It holds, one after the other:
//
//	header   magic, dimension, which endpoint and model, CRC-32 of these; 48 bytes
//	record   CRC-32 of the rest, key, scale, length of path, path, numbers
//
// All in little-endian. What a killed writer left unfinished ends the file for a reader, and
// is cut off by the next writer. A text that has changed leaves its old record behind.
type Store struct {
	path string
	id   [sha256.Size]byte
}

// At returns the store of an endpoint's model in a folder. It touches nothing yet.
func At(dir string, m memory.Embeddings) *Store {
	id := sha256.Sum256([]byte(m.URL + "\n" + m.Model))
	return &Store{path: filepath.Join(dir, hex.EncodeToString(id[:8])+".vec"), id: id}
}

const (
	magic      = "memvec1\n"
	headerSize = len(magic) + 4 + sha256.Size + 4
	fixedSize  = 4 + sha256.Size + 4 + 2 // of a record, before its path
	maxPath    = 4 << 10
)

// Exists reports whether there are vectors, without reading them.
func (s *Store) Exists() bool {
	fi, err := os.Lstat(s.path)
	return err == nil && fi.Mode().IsRegular() && fi.Size() > int64(headerSize)
}

// Bytes is the size of the store on disk.
func (s *Store) Bytes() int64 {
	fi, err := os.Lstat(s.path)
	if err != nil {
		return 0
	}
	return fi.Size()
}

// A record is one vector in a store. Its parts are valid until the next is read.
type record struct {
	at      int64 // of its first byte
	raw     []byte
	key     Key
	scale   float32
	path    []byte
	numbers []byte
}

// scanned is what a look through a store has found out besides its records.
type scanned struct {
	dim int   // 0: there is no store, or not of this model
	end int64 // of the last whole record
}

// each gives f every whole record, in the order in which they were written.
func (s *Store) each(f func(record)) (scanned, error) {
	file, err := os.Open(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return scanned{}, nil
	}
	if err != nil {
		return scanned{}, fmt.Errorf("read vectors: %w", err)
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	head, err := in.Peek(headerSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return scanned{}, fmt.Errorf("read vectors: %w", err)
	}
	dim, ok := s.readHeader(head)
	if !ok {
		return scanned{}, nil
	}
	_, _ = in.Discard(headerSize)
	out := scanned{dim: dim, end: int64(headerSize)}
	for {
		r, ok, err := next(in, dim)
		if err != nil {
			return out, fmt.Errorf("read vectors: %w", err)
		}
		if !ok {
			return out, nil
		}
		r.at = out.end
		f(r)
		out.end += int64(len(r.raw))
		_, _ = in.Discard(len(r.raw))
	}
}

// next looks at the record that comes next; ok is false where there is no whole one.
func next(in *bufio.Reader, dim int) (r record, ok bool, err error) {
	fixed, err := in.Peek(fixedSize)
	if err != nil {
		return r, false, unlessEOF(err)
	}
	n := int(binary.LittleEndian.Uint16(fixed[fixedSize-2:]))
	if n > maxPath {
		return r, false, nil
	}
	raw, err := in.Peek(fixedSize + n + dim)
	if err != nil {
		return r, false, unlessEOF(err)
	}
	if crc32.ChecksumIEEE(raw[4:]) != binary.LittleEndian.Uint32(raw) {
		return r, false, nil
	}
	r.raw = raw
	copy(r.key[:], raw[4:])
	r.scale = math.Float32frombits(binary.LittleEndian.Uint32(raw[4+sha256.Size:]))
	r.path, r.numbers = raw[fixedSize:fixedSize+n], raw[fixedSize+n:]
	return r, true, nil
}

func unlessEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func (s *Store) readHeader(b []byte) (dim int, ok bool) {
	if len(b) < headerSize {
		return 0, false
	}
	dim = int(binary.LittleEndian.Uint32(b[len(magic):]))
	return dim, dim > 0 && dim <= MaxDim && bytes.Equal(b[:headerSize], s.header(dim))
}

func (s *Store) header(dim int) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(magic), uint32(dim))
	b = append(b, s.id[:]...)
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

// appendRecord writes a record behind b.
func appendRecord(b []byte, e Entry, v Vector) []byte {
	at := len(b)
	b = append(b, 0, 0, 0, 0)
	b = append(b, e.Key[:]...)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v.Scale))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(e.Path)))
	b = append(b, e.Path...)
	for _, x := range v.Numbers {
		b = append(b, byte(x))
	}
	binary.LittleEndian.PutUint32(b[at:], crc32.ChecksumIEEE(b[at+4:]))
	return b
}
