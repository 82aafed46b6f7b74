package gitlog

import (
	"path/filepath"

	"mem/internal/gitlog/gitfile"
)

// packed keeps a chain's objects in a pack of its own.
type packed struct {
	*gitfile.PackWriter
	repo   *Repo
	newest map[string]hash // the last tree of each folder
	trees  map[hash][]byte // those trees
	sealed *bool
}

func newPacked(r *Repo) (packed, error) {
	w, err := gitfile.NewPack(filepath.Join(r.common, "objects", "pack"))
	return packed{w, r, map[string]hash{}, map[hash][]byte{}, new(bool)}, err
}

func (p packed) object(kind gitfile.Kind, h hash) ([]byte, error) {
	if data, ok := p.trees[h]; ok {
		return data, nil
	}
	if _, data, ok := p.Get(h); ok {
		return data, nil
	}
	return p.repo.object(kind, h)
}

func (p packed) store(kind gitfile.Kind, key string, data []byte) (hash, error) {
	switch kind {
	case gitfile.KindBlob:
		return p.Blob(data)
	case gitfile.KindCommit:
		return p.Commit(data)
	}
	h, err := p.Tree(key, data)
	delete(p.trees, p.newest[key])
	p.newest[key], p.trees[h] = h, data
	return h, err
}

// seal makes the pack visible, once.
func (p packed) seal() error {
	if *p.sealed {
		return nil
	}
	_, err := p.Close()
	*p.sealed = err == nil
	return err
}
