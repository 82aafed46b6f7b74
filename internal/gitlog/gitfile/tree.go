package gitfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// TreeEntry is one name in a tree object.
type TreeEntry struct {
	Name string
	Mode uint32 // one of the modes; ModeFolder for a tree
	Hash Hash
}

// ParseTree reads the content of a tree object. ErrCorrupt if it is malformed or out of git's order.
func ParseTree(data []byte) ([]TreeEntry, error) {
	var entries []TreeEntry
	for rest := string(data); len(rest) > 0; {
		raw, err := cutEntry(rest)
		if err != nil {
			return nil, err
		}
		if n := len(entries); n > 0 && compareNames(entries[n-1].Name, entries[n-1].Mode, raw.name, raw.mode) >= 0 {
			return nil, fmt.Errorf("tree entry %q out of order: %w", raw.name, ErrCorrupt)
		}
		entries = append(entries, TreeEntry{raw.name, raw.mode, Hash([]byte(raw.all[len(raw.all)-len(Hash{}):]))})
		rest = rest[len(raw.all):]
	}
	return entries, nil
}

// FindEntry gives the entry of a name, of a tree's entries in git's order.
func FindEntry(entries []TreeEntry, name string) (TreeEntry, bool) {
	for _, mode := range [2]uint32{ModeFile, ModeFolder} { // a folder stands elsewhere than a file of its name would
		at, found := slices.BinarySearchFunc(entries, name, func(e TreeEntry, name string) int {
			return compareNames(e.Name, e.Mode, name, mode)
		})
		if found {
			return entries[at], true
		}
	}
	return TreeEntry{}, false
}

// PatchTree gives the content of a tree with entries put in, in the place of those of the same name, and others
// removed; every other entry stays byte for byte. A name to remove that is not there is no error. No data is a tree
// without entries, and so is no data in the answer: git keeps no empty folders, so the caller leaves such a tree out.
// Errors: ErrCorrupt, ErrName, ErrUnsupported for a mode; a name given twice is an error too.
func PatchTree(data []byte, puts []TreeEntry, removes []string) ([]byte, error) {
	puts, gone, err := arrangeTree(puts, removes)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(data)+treeRoom(puts))
	var last rawEntry
	for rest := string(data); len(rest) > 0; {
		raw, err := cutEntry(rest)
		if err != nil {
			return nil, err
		}
		rest = rest[len(raw.all):]
		if last.name != "" && compareNames(last.name, last.mode, raw.name, raw.mode) >= 0 {
			return nil, fmt.Errorf("tree entry %q out of order: %w", raw.name, ErrCorrupt)
		}
		last = raw
		for len(puts) > 0 && compareNames(puts[0].Name, puts[0].Mode, raw.name, raw.mode) < 0 {
			out = appendEntry(out, puts[0])
			puts = puts[1:]
		}
		if !gone[raw.name] {
			out = append(out, raw.all...)
		}
	}
	for _, e := range puts {
		out = appendEntry(out, e)
	}
	return out, nil
}

// arrangeTree checks the changes, sorts the puts, and names the entries that will not stay as they are.
func arrangeTree(puts []TreeEntry, removes []string) (sorted []TreeEntry, gone map[string]bool, err error) {
	gone = make(map[string]bool, len(puts)+len(removes))
	for _, e := range puts {
		if err := checkName(e.Name); err != nil {
			return nil, nil, err
		}
		switch e.Mode {
		case ModeFile, ModeExecutable, ModeSymlink, ModeFolder, ModeSubmodule:
		default:
			return nil, nil, fmt.Errorf("tree entry %q of mode %o: %w", e.Name, e.Mode, ErrUnsupported)
		}
		if gone[e.Name] {
			return nil, nil, fmt.Errorf("tree entry %q put twice", e.Name)
		}
		gone[e.Name] = true
	}
	for _, name := range removes {
		if gone[name] {
			return nil, nil, fmt.Errorf("tree entry %q put and removed, or removed twice", name)
		}
		gone[name] = true
	}
	sorted = slices.SortedFunc(slices.Values(puts), func(a, b TreeEntry) int {
		return compareNames(a.Name, a.Mode, b.Name, b.Mode)
	})
	return sorted, gone, nil
}

// rawEntry is an entry as it stands in a tree: mode in octal, space, name, NUL, hash.
type rawEntry struct {
	all, name string
	mode      uint32
}

func cutEntry(b string) (rawEntry, error) {
	nul := strings.IndexByte(b, 0)
	if nul < 0 || len(b) < nul+1+len(Hash{}) {
		return rawEntry{}, fmt.Errorf("tree entry is cut off: %w", ErrCorrupt)
	}
	space := strings.IndexByte(b[:nul], ' ')
	mode, ok := parseOctal(b[:max(space, 0)])
	name := b[space+1 : nul]
	if !ok || len(name) == 0 || strings.Contains(name, "/") {
		return rawEntry{}, fmt.Errorf("tree entry %q: %w", b[:nul], ErrCorrupt)
	}
	return rawEntry{b[:nul+1+len(Hash{})], name, mode}, nil
}

func parseOctal(b string) (mode uint32, ok bool) {
	for _, c := range []byte(b) {
		if c < '0' || c > '7' {
			return 0, false
		}
		mode = mode<<3 | uint32(c-'0')
	}
	return mode, len(b) > 0 && len(b) <= 7
}

func appendEntry(b []byte, e TreeEntry) []byte {
	b = strconv.AppendUint(b, uint64(e.Mode), 8)
	b = append(b, ' ')
	b = append(b, e.Name...)
	b = append(b, 0)
	return append(b, e.Hash[:]...)
}

func treeRoom(puts []TreeEntry) int {
	n := 0
	for _, e := range puts {
		n += len("100644 ") + len(e.Name) + 1 + len(e.Hash)
	}
	return n
}

// compareNames is git's order of the entries of a tree: by byte, a folder as if its name ended in a slash.
func compareNames(a string, aMode uint32, b string, bMode uint32) int {
	n := min(len(a), len(b))
	if c := strings.Compare(a[:n], b[:n]); c != 0 {
		return c
	}
	return int(byteAfter(a, aMode, n)) - int(byteAfter(b, bMode, n))
}

func byteAfter(name string, mode uint32, n int) byte {
	switch {
	case n < len(name):
		return name[n]
	case mode == ModeFolder:
		return '/'
	}
	return 0
}
