package index

import (
	"context"
	"math/bits"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// Count returns how many notes the filters of a request let through, as far as the index
// knows: its question, and what lies beside the index, do not count. A request that lets
// notes of any status and scope through is not for it. Errors as of Search.
func (x *Index) Count(ctx context.Context, r Request) (int, error) {
	n := 0
	err := x.read(ctx, func(snap *scorch.IndexSnapshot) error {
		docs := 0 // deleted ones too: they lie in the segments until these are merged
		for _, seg := range snap.Segments() {
			docs += int(seg.FullSize())
		}
		out := newBitset(docs)
		for _, c := range conditions(&r) { // by what they have to be: of what they must not be, deleted ones are not told apart
			if err := out.excludeOthers(snap, c.any); err != nil {
				return err
			}
		}
		n = docs - out.count(docs)
		return nil
	})
	return n, err
}

// count counts those of the first n that are in the set.
func (b bitset) count(n int) int {
	all := 0
	for i, word := range b {
		if left := n - 64*i; left < 64 {
			word &= 1<<left - 1
		}
		all += bits.OnesCount64(word)
	}
	return all
}
