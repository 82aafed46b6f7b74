package index

import (
	"math/bits"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"mem/internal/memory"
)

// condition is one thing that a note's labels have to fulfil: it has any of some labels.
// The same said by what it must not have serves where fewer notes have that.
type condition struct {
	any    []string
	not    []string // in place of any: none of these …
	except []string // … or else one of these
}

// conditions translates the filters of a request.
func conditions(r *Request) []condition {
	var out []condition
	statuses := r.Statuses
	if len(statuses) == 0 && !r.AnyStatus {
		statuses = []memory.Status{memory.Unfiled, memory.Active}
	}
	if len(statuses) > 0 {
		c := condition{}
		for _, s := range memory.Statuses {
			if slices.Contains(statuses, s) {
				c.any = append(c.any, label('s', string(s)))
			} else {
				c.not = append(c.not, label('s', string(s)))
			}
		}
		out = append(out, c)
	}
	switch r.Scope {
	case memory.AllScopes:
	case "":
		out = append(out, condition{any: []string{label('c', "")}, not: []string{scoped}})
	default:
		own := label('c', r.Scope)
		out = append(out, condition{any: []string{label('c', ""), own}, not: []string{scoped}, except: []string{own}})
	}
	if len(r.Types) > 0 {
		c := condition{}
		for _, t := range r.Types {
			c.any = append(c.any, label('y', string(t)))
		}
		out = append(out, c)
	}
	for _, t := range r.Tags {
		out = append(out, condition{any: []string{tagLabel(t)}})
	}
	return out
}

// admits applies conditions to the labels of one note.
func admits(conditions []condition, labels []string) bool {
	for _, c := range conditions {
		if !slices.ContainsFunc(c.any, func(l string) bool { return slices.Contains(labels, l) }) {
			return false
		}
	}
	return true
}

// exclude marks the documents that do not fulfil the conditions.
func exclude(snap *scorch.IndexSnapshot, conditions []condition, out bitset) error {
	for _, c := range conditions {
		negative, err := fewer(snap, c.not, c.any)
		if err != nil {
			return err
		}
		if negative {
			err = out.excludeThose(snap, c)
		} else {
			err = out.excludeOthers(snap, c.any)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fewer reports whether fewer documents have labels of a than of b; a nil says no.
func fewer(snap *scorch.IndexSnapshot, a, b []string) (bool, error) {
	if a == nil {
		return false, nil
	}
	difference := 0
	for i, list := range [][]string{a, b} {
		for _, l := range list {
			n, err := count(snap, l, fieldLabels)
			if err != nil {
				return false, err
			}
			difference += n * (1 - 2*i)
		}
	}
	return difference < 0, nil
}

// excludeThose adds the documents that have one of c.not and none of c.except.
func (b bitset) excludeThose(snap *scorch.IndexSnapshot, c condition) error {
	spared := make(bitset, len(b))
	if err := spared.mark(snap, c.except); err != nil {
		return err
	}
	marked := make(bitset, len(b))
	if err := marked.mark(snap, c.not); err != nil {
		return err
	}
	for i := range b {
		b[i] |= marked[i] &^ spared[i]
	}
	return nil
}

// excludeOthers adds the documents that have none of the labels.
func (b bitset) excludeOthers(snap *scorch.IndexSnapshot, labels []string) error {
	marked := make(bitset, len(b))
	if err := marked.mark(snap, labels); err != nil {
		return err
	}
	for i := range b {
		b[i] |= ^marked[i]
	}
	return nil
}

func (b bitset) mark(snap *scorch.IndexSnapshot, labels []string) error {
	for _, l := range labels {
		if err := eachNumber(snap, l, fieldLabels, b.set); err != nil {
			return err
		}
	}
	return nil
}

// bitset is a set of document numbers.
type bitset []uint64

func newBitset(docs int) bitset { return make(bitset, (docs+63)/64) }

func (b bitset) set(n number)      { b[n/64] |= 1 << (n % 64) }
func (b bitset) has(n number) bool { return b[n/64]&(1<<(n%64)) != 0 }

// numbers lists the set in order.
func (b bitset) numbers() []number {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	out := make([]number, 0, n)
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			out = append(out, number(64*i+bits.TrailingZeros64(word)))
		}
	}
	return out
}
