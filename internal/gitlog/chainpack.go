package gitlog

import (
	"os"
	"path/filepath"
	"strings"

	"mem/internal/gitlog/gitfile"
)

// packed keeps a chain's objects in a pack of its own. It becomes visible before the branch leads to it; until then
// its keep file tells git to leave it alone.
type packed struct {
	*gitfile.PackWriter
	repo   *Repo
	newest map[string]hash // the last tree of each folder
	trees  map[hash][]byte // those trees
	sealed bool
	name   string // once sealed; "" if there was no object
}

func (r *Repo) packDir() string { return filepath.Join(r.common, "objects", "pack") }

func newPacked(r *Repo) (*packed, error) {
	w, err := gitfile.NewPack(r.packDir())
	return &packed{PackWriter: w, repo: r, newest: map[string]hash{}, trees: map[hash][]byte{}}, err
}

func (p *packed) object(kind gitfile.Kind, h hash) ([]byte, error) {
	if data, ok := p.trees[h]; ok {
		return data, nil
	}
	if _, data, ok := p.Get(h); ok {
		return data, nil
	}
	return p.repo.object(kind, h)
}

func (p *packed) store(kind gitfile.Kind, key string, data []byte) (hash, error) {
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
func (p *packed) seal() (err error) {
	if p.sealed {
		return nil
	}
	p.name, err = p.Close(p.repo.keepWords() + ": the commits of a run that the branch does not have yet\n")
	if err != nil {
		return err
	}
	p.sealed = true
	for _, extension := range []string{".pack", ".idx"} {
		if p.name != "" && err == nil {
			err = p.repo.share(filepath.Join(p.repo.packDir(), p.name+extension))
		}
	}
	return err
}

// finish gives the pack to git if the branch has its commits, and drops it if not.
func (p *packed) finish(joined bool) error {
	p.Abort()
	switch {
	case p.name == "":
		return nil
	case joined:
		return gitfile.ReleasePack(p.repo.packDir(), p.name)
	}
	return gitfile.DropPack(p.repo.packDir(), p.name)
}

// keepWords is how the keep files of this vault begin.
func (r *Repo) keepWords() string { return "mem " + r.vaultID() }

// sweepKeeps removes the keep files that a killed process of this vault left. There must be no chain, not even one that
// waits for RecoverChain.
func (r *Repo) sweepKeeps() (swept int) {
	for _, name := range r.packsWith(".keep") {
		text, err := os.ReadFile(filepath.Join(r.packDir(), name+".keep"))
		if err == nil && strings.HasPrefix(string(text), r.keepWords()) && gitfile.ReleasePack(r.packDir(), name) == nil {
			swept++
		}
	}
	return swept
}

// packsWith names the packs that have a file with the extension, sorted; none if they cannot be listed.
func (r *Repo) packsWith(extension string) (names []string) {
	entries, err := os.ReadDir(r.packDir())
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), extension); ok {
			names = append(names, name)
		}
	}
	return names
}
