package gitlog

import (
	"fmt"
	"strings"

	"mem/internal/gitlog/gitfile"
)

// change is a file of a commit as git knows it.
type change struct {
	path   string // from the top of the work tree, slash-separated
	remove bool
	mode   uint32
	hash   hash
	stat   gitfile.Stat // of the file that the blob was made from; zero when that is not certain
}

func (c change) entry() treeEntry {
	if c.remove {
		return treeEntry{}
	}
	return treeEntry{Mode: c.mode, Hash: c.hash}
}

// same reports whether two entries hold the same, whatever their names.
func same(a, b treeEntry) bool { return a.Mode == b.Mode && a.Hash == b.Hash }

// objects is where a commit's objects are read from and written to: the repository, or the pack of a chain. The key
// of a tree is its folder, so that a pack may store it as its difference from the one before.
type objects interface {
	object(kind gitfile.Kind, h hash) ([]byte, error)
	store(kind gitfile.Kind, key string, data []byte) (hash, error)
}

// patchTree writes the trees that changes make of a tree, and returns the topmost; zero if nothing is left. Only trees
// on the way to a change are read.
func patchTree(o objects, tree hash, dir string, changes []change) (hash, error) {
	var data []byte
	if tree != (hash{}) {
		var err error
		if data, err = o.object(gitfile.KindTree, tree); err != nil {
			return hash{}, err
		}
	}
	p := treePatch{o: o, dir: dir}
	if err := p.collect(data, changes); err != nil {
		return hash{}, err
	}
	out, err := gitfile.PatchTree(data, p.puts, p.removes)
	if err != nil {
		return hash{}, fmt.Errorf("tree of %q: %w", dir, err)
	}
	if len(out) == 0 && dir != "" {
		return hash{}, nil
	}
	return o.store(gitfile.KindTree, dir, out)
}

type treePatch struct {
	o       objects
	dir     string
	puts    []treeEntry
	removes []string
}

func (p *treePatch) collect(data []byte, changes []change) error {
	below := map[string][]change{}
	here := map[string]bool{}
	var order []string
	for _, c := range changes {
		name, rest, deeper := strings.Cut(c.path, "/")
		switch {
		case deeper:
			if below[name] == nil {
				order = append(order, name)
			}
			c.path = rest
			below[name] = append(below[name], c)
		case c.remove:
			p.removes = append(p.removes, name)
		default:
			here[name] = true
			p.puts = append(p.puts, treeEntry{Name: name, Mode: c.mode, Hash: c.hash})
		}
	}
	if len(order) == 0 {
		return nil
	}
	entries, err := gitfile.ParseTree(data)
	if err != nil {
		return err
	}
	for _, name := range order {
		old, exists := gitfile.FindEntry(entries, name)
		if here[name] || exists && old.Mode != gitfile.ModeFolder {
			return fmt.Errorf("%s%s: %w", p.dir, name, gitfile.ErrClash)
		}
		sub, err := patchTree(p.o, old.Hash, p.dir+name+"/", below[name])
		switch {
		case err != nil:
			return err
		case sub != (hash{}):
			p.puts = append(p.puts, treeEntry{Name: name, Mode: gitfile.ModeFolder, Hash: sub})
		case exists:
			p.removes = append(p.removes, name)
		}
	}
	return nil
}

// writeCommit stores a commit object.
func writeCommit(o objects, tree hash, parents []hash, c Commit) (hash, error) {
	data, err := gitfile.EncodeCommit(gitfile.Commit{
		Tree: tree, Parents: parents,
		Author: c.author().person(), Committer: c.committer().person(),
		Message: c.Message.String(),
	})
	if err != nil {
		return hash{}, err
	}
	return o.store(gitfile.KindCommit, "", data)
}
