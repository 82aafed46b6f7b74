package frontmatter

import "strings"

// order is the order in which mem writes the keys it knows.
const order = "type status captured updated slug title tags aliases scope importance source derived_from supersedes distinct_from " +
	"superseded_by valid_from valid_until trust uses last_used actor origin session"

// place returns where a key that is not among the given ones belongs: after the key at index i (0 ≤ i), or before the
// first key there (before is true); i is -1 when it belongs at the end. A key goes after the nearest key that the order
// puts before it, else before the nearest that comes after it.
func place(keys []string, key string) (i int, before bool) {
	ordered := strings.Fields(order)
	at := indexOf(ordered, key)
	if at < 0 {
		return -1, false
	}
	for j := at - 1; j >= 0; j-- {
		if i := indexOf(keys, ordered[j]); i >= 0 {
			return i, false
		}
	}
	for _, following := range ordered[at+1:] {
		if i := indexOf(keys, following); i >= 0 {
			return i, true
		}
	}
	return -1, false
}

func indexOf(keys []string, key string) int {
	for i, k := range keys {
		if k == key {
			return i
		}
	}
	return -1
}
