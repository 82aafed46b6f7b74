package vectors

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Known is what a store has, without the vectors themselves.
type Known struct {
	scanned
	entries map[Entry]bool
	place   map[Key]int64 // of one record with the text
	records int
}

// Known reads what the store has.
func (s *Store) Known() (*Known, error) {
	k := &Known{entries: map[Entry]bool{}, place: map[Key]int64{}}
	var err error
	k.scanned, err = s.each(func(r record) {
		k.entries[Entry{string(r.path), r.key}] = true
		k.place[r.key] = r.at
		k.records++
	})
	return k, err
}

// Has reports whether a note has a vector of the text that it has now.
func (k *Known) Has(e Entry) bool { return k.entries[e] }

// writer adds to a store, one write at a time. Its caller keeps others from making one: what
// two add at once is all the same whole, or ends the file for its readers.
type writer struct {
	s     *Store
	known *Known
	file  *os.File
}

// write opens a store for adding to it: what is not whole at its end is cut off.
func (s *Store) write(k *Known) (*writer, error) {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return nil, fmt.Errorf("keep vectors: %w", err)
	}
	if fi, err := os.Lstat(filepath.Dir(s.path)); err != nil || !fi.IsDir() {
		return nil, errors.New("keep vectors: their folder is no folder")
	}
	if fi, err := os.Lstat(s.path); err == nil && !fi.Mode().IsRegular() {
		return nil, errors.New("keep vectors: something else has the name of their file")
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(s.path), ".tmp-*")) // by a builder that was killed
	for _, name := range left {
		_ = os.Remove(name)
	}
	f, err := os.OpenFile(s.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("keep vectors: %w", err)
	}
	if fi, err := f.Stat(); err == nil && fi.Size() > k.end {
		if err := f.Truncate(k.end); err != nil {
			f.Close()
			return nil, fmt.Errorf("keep vectors: %w", err)
		}
	}
	return &writer{s: s, known: k, file: f}, nil
}

// add writes the vectors of some texts; one without numbers is left out.
func (w *writer) add(entries []Entry, vectors []Vector) error {
	var b []byte
	for i, v := range vectors {
		if len(v.Numbers) == 0 || len(entries[i].Path) > maxPath {
			continue
		}
		if w.known.dim == 0 {
			b = append(b, w.s.header(len(v.Numbers))...)
			w.known.dim = len(v.Numbers)
		}
		if len(v.Numbers) != w.known.dim {
			return &WrongDimension{Got: len(v.Numbers), Want: w.known.dim}
		}
		w.known.place[entries[i].Key] = w.known.end + int64(len(b))
		b = appendRecord(b, entries[i], v)
		w.known.entries[entries[i]] = true
		w.known.records++
	}
	if len(b) == 0 {
		return nil
	}
	if _, err := w.file.Write(b); err != nil {
		return fmt.Errorf("keep vectors: %w", err)
	}
	w.known.end += int64(len(b))
	return nil
}

// vectorOf reads the vector that a text has already, for another note.
func (w *writer) vectorOf(key Key) (Vector, bool) {
	at, ok := w.known.place[key]
	if !ok {
		return Vector{}, false
	}
	section := io.NewSectionReader(w.file, at, int64(fixedSize+maxPath+w.known.dim))
	r, ok, err := next(bufio.NewReaderSize(section, fixedSize+maxPath+w.known.dim), w.known.dim)
	if err != nil || !ok || r.key != key { // somebody else has cut the file
		return Vector{}, false
	}
	v := Vector{Scale: r.scale, Numbers: make([]int8, len(r.numbers))}
	for i, x := range r.numbers {
		v.Numbers[i] = int8(x)
	}
	return v, true
}

// A store is written anew when more than this, and more than half, of it is of texts that no
// note has any more.
const keptStale = 256

// tidy writes the store anew without what no note has any more, if that is much.
func (s *Store) tidy(k *Known, live map[Entry]bool) error {
	if stale := k.records - len(live); stale <= keptStale || stale <= k.records/2 {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(s.path), ".tmp-*")
	if err != nil {
		return fmt.Errorf("tidy vectors: %w", err)
	}
	defer os.Remove(f.Name()) // not there any more when all went well
	defer f.Close()
	if _, err = f.Write(s.header(k.dim)); err != nil {
		return fmt.Errorf("tidy vectors: %w", err)
	}
	kept := map[Entry]bool{}
	var failed error
	_, err = s.each(func(r record) {
		e := Entry{string(r.path), r.key}
		if live[e] && !kept[e] && failed == nil {
			kept[e] = true
			_, failed = f.Write(r.raw)
		}
	})
	if err = errors.Join(err, failed); err == nil {
		err = errors.Join(f.Sync(), os.Rename(f.Name(), s.path))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // else somebody deleted it all just now
		return fmt.Errorf("tidy vectors: %w", err)
	}
	return nil
}
