package gitlog

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mem/internal/gitlog/gitfile"
)

// loose stores each object of a commit as a file of its own. The disk begins to write each at once, and all are waited
// for together before the branch moves. They are safe then with the one full sync of a commit, that of the ref's new
// value before it takes the old one's place. So does git with core.fsyncMethod=batch; by default git waits for neither,
// and a power cut may leave a branch that points to an empty file.
type loose struct{ *Repo }

// store writes an object even if it is there: it may be empty, as power cuts leave files, or old and about to be pruned
// by a git that found nothing to refer to it.
func (l loose) store(kind gitfile.Kind, _ string, data []byte) (hash, error) {
	h := gitfile.HashOf(kind, data)
	name := hexOf(h)
	dir := filepath.Join(l.common, "objects", name[:2])
	path := filepath.Join(dir, name[2:])
	if err := l.write(dir, path, kind, data); err != nil {
		return hash{}, fmt.Errorf("store %s %s: %w", kind, name, err)
	}
	return h, nil
}

func (l loose) write(dir, path string, kind gitfile.Kind, data []byte) error {
	packed, err := l.deflated(kind, data)
	if err != nil {
		return err
	}
	f, err := l.createIn(dir)
	if err != nil {
		return err
	}
	_, err = f.Write(packed)
	if err == nil {
		err = handOver(f)
	}
	if err == nil {
		err = l.share(f.Name())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
		l.written = append(l.written, path)
	}
	if err != nil {
		os.Remove(f.Name())
		if exists(path) { // somebody else stored it meanwhile, and Windows does not replace a read-only file
			return nil
		}
	}
	return err
}

// awaitWritten waits until the disk has the objects written so far.
func (r *Repo) awaitWritten() error {
	for _, path := range r.written {
		if err := await(path); err != nil && !isGone(err) { // git has packed it
			return fmt.Errorf("store %s: %w", path, err)
		}
	}
	r.written = nil
	return nil
}

// createIn makes a file in a folder of objects, which git removes whenever it has packed the last one in it. What a
// killed process leaves under this name, git clears away.
func (l loose) createIn(dir string) (f *os.File, err error) {
	for range 100 {
		if f, err = gitfile.CreateTemp(dir, "tmp_obj_"); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err := l.makeFolder(dir); err != nil {
			return nil, err
		}
	}
	return f, err
}

func (l loose) deflated(kind gitfile.Kind, data []byte) ([]byte, error) {
	var packed bytes.Buffer
	z := l.deflate // it takes a megabyte, so it is kept
	if z == nil {
		var err error
		if z, err = zlib.NewWriterLevel(&packed, zlib.BestSpeed); err != nil { // git's own choice for loose objects
			return nil, err
		}
		l.deflate = z
	} else {
		z.Reset(&packed)
	}
	fmt.Fprintf(z, "%s %d\x00", kind, len(data)) // an error stays in the writer and comes up at Close
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err := z.Close()
	return packed.Bytes(), err
}
