package vault

import (
	"time"

	"mem/internal/memory"
)

// Names says which names are taken, to whoever wants many at once: what one look at the
// folders tells is kept. It reserves nothing: who writes finds out in Apply.
type Names struct {
	v    *Vault
	odd  map[string]bool // FoldKeys that a look for a single name does not meet
	mine map[string]bool // FoldKeys of Take
}

// Names returns the names as they are now. It writes nothing.
func (v *Vault) Names() *Names {
	return &Names{v: v, odd: v.oddNames(time.Time{}, ""), mine: map[string]bool{}}
}

// Holder reports whether a name is taken, also by another case or Unicode form, and the
// files that have this very name.
func (n *Names) Holder(s memory.Slug) (files []string, taken bool, err error) {
	key := FoldKey(s)
	if files, err = n.v.standing(s); err != nil {
		return nil, true, err
	}
	if taken = len(files) > 0 || n.mine[key] || n.odd[key]; taken || key == string(s) {
		return files, taken, nil
	}
	folded, err := n.v.standing(memory.Slug(key))
	return nil, len(folded) > 0, err
}

// Take makes a name taken.
func (n *Names) Take(s memory.Slug) { n.mine[FoldKey(s)] = true }

// Numbered returns the nth name that a note of this name may get: base, base-2, base-3, ….
func Numbered(base memory.Slug, n int) memory.Slug {
	if n < 2 {
		return base
	}
	return numbered(base, n)
}
