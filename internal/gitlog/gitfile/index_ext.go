package gitfile

import (
	"bytes"
	"encoding/binary"
	"strconv"
)

// extend appends the extensions that are still true of the entries written.
func (p *patcher) extend() error {
	all, err := p.extensions()
	if err != nil {
		return err
	}
	for _, e := range all {
		body, keep := p.keepExtension(e)
		if !keep {
			continue
		}
		p.out = append(p.out, e.name...)
		p.out = binary.BigEndian.AppendUint32(p.out, uint32(len(body)))
		p.out = append(p.out, body...)
	}
	return nil
}

// keepExtension gives what becomes of an extension.
//
// TREE, the names of trees that `git commit` need not compute again, loses those along the changed paths.
// EOIE and IEOT say at which byte entries begin; git only reads faster with them: dropped.
// FSMN has a bit for every entry by position, that git need not look at its file: true of other entries once a path
// comes or goes, and of another content once that changes. Dropped then, and git asks the monitor anew.
// UNTR, the untracked files by folder: git takes a path that comes or goes out of it and does not look by itself, so it
// would go on reporting a folder as untracked in which a file is now tracked. Emptied then; to drop it would be to
// switch the operator's untracked cache off.
// REUC, from which `git checkout -m` brings conflicts back, is history: kept, as is what we do not know.
func (p *patcher) keepExtension(e extension) (body []byte, keep bool) {
	moved := len(p.added) > 0 || p.removed
	switch e.name {
	case "TREE":
		return invalidateTrees(e.body, p.touched)
	case "EOIE", "IEOT":
		return nil, false
	case "FSMN":
		return e.body, len(p.touched) == 0
	case "UNTR":
		if moved {
			return emptyUntracked(e.body)
		}
	}
	return e.body, true
}

// emptyUntracked is an untracked cache that knows its settings and no folder.
func emptyUntracked(b []byte) (body []byte, ok bool) {
	size, n, ok := readOffset(b) // of the list of systems it holds for
	if !ok || size > len(b) {
		return nil, false
	}
	const settings = 2*36 + 4 + 2*20 // the stats and hashes of two exclude files, flags
	at := n + size + settings
	if at > len(b) {
		return nil, false
	}
	end := bytes.IndexByte(b[at:], 0) // after the name of the exclude files in folders
	if end < 0 {
		return nil, false
	}
	return append(bytes.Clone(b[:at+end+1]), 0), true // no folders
}

// invalidateTrees gives a TREE extension in which no tree on the way to a path counts as known; not ok if it is
// malformed. A folder that is itself a path, now that of a file, is taken out.
func invalidateTrees(b []byte, paths []string) (body []byte, ok bool) {
	if len(paths) == 0 {
		return b, true
	}
	r := treeCache{rest: b, ok: true}
	body = r.node(paths, true)
	return body, r.ok && len(r.rest) == 0
}

// treeCache reads the folders of a TREE extension, parents first: name, NUL, number of entries below or -1, space,
// number of folders in it, newline, and the tree's hash unless the number is -1.
type treeCache struct {
	rest  []byte
	depth int
	ok    bool
}

// maxDepth is more folders than a path of git has room for.
const maxDepth = 4096

// node reads a folder with all below it and gives it written anew, nil if it is to be left out. The paths are those
// below it, relative to it, or "" for itself.
func (r *treeCache) node(paths []string, root bool) []byte {
	name, ok1 := r.until(0)
	count, ok2 := r.until(' ')
	subs, ok3 := r.until('\n')
	entries, err1 := strconv.Atoi(string(count))
	folders, err2 := strconv.Atoi(string(subs))
	hash := 0
	if entries >= 0 {
		hash = len(Hash{})
	}
	if !ok1 || !ok2 || !ok3 || err1 != nil || err2 != nil || folders < 0 || folders > len(r.rest) ||
		r.depth > maxDepth || hash > len(r.rest) || root != (len(name) == 0) {
		r.ok = false
		return nil
	}
	sum := r.rest[:hash]
	r.rest = r.rest[hash:]
	return r.write(name, entries, sum, folders, paths)
}

func (r *treeCache) write(name []byte, entries int, sum []byte, folders int, paths []string) []byte {
	if len(paths) > 0 {
		entries, sum = -1, nil
	}
	r.depth++
	defer func() { r.depth-- }()
	var below []byte
	kept := 0
	for range folders {
		peek, _, _ := bytes.Cut(r.rest, []byte{0})
		inner, itself := within(paths, string(peek))
		sub := r.node(inner, false)
		if !r.ok {
			return nil
		}
		if !itself {
			below = append(below, sub...)
			kept++
		}
	}
	out := append(bytes.Clone(name), 0)
	out = strconv.AppendInt(out, int64(entries), 10)
	out = append(out, ' ')
	out = strconv.AppendInt(out, int64(kept), 10)
	out = append(out, '\n')
	return append(append(out, sum...), below...)
}

func (r *treeCache) until(c byte) ([]byte, bool) {
	before, after, found := bytes.Cut(r.rest, []byte{c})
	r.rest = after
	return before, found
}

// within gives the paths below a folder, relative to it, and whether the folder is one of the paths.
func within(paths []string, folder string) (below []string, itself bool) {
	for _, p := range paths {
		if len(p) < len(folder) || p[:len(folder)] != folder {
			continue
		}
		switch {
		case len(p) == len(folder):
			itself = true
		case p[len(folder)] == '/':
			below = append(below, p[len(folder)+1:])
		}
	}
	return below, itself
}
