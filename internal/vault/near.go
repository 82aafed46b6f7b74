package vault

import (
	"cmp"
	"slices"
	"strings"

	"mem/internal/memory"
)

// near returns at most five slugs that somebody may have meant: few letters apart, or one
// name standing in the other.
func near(slug memory.Slug, paths []string) []memory.Slug {
	type candidate struct {
		slug memory.Slug
		far  int
	}
	want := []rune(FoldKey(slug))
	allowed := max(2, len(want)/4)
	var found []candidate
	for _, p := range paths {
		stem := memory.Stem(p)
		have := []rune(FoldKey(stem))
		far := allowed + 1
		if d := len(have) - len(want); d <= allowed && d >= -allowed {
			far = distance(want, have)
		}
		if far > allowed && len(want) >= 3 && strings.Contains(string(have), string(want)) {
			far = allowed + 1 + len(have) - len(want)
		} else if far > allowed {
			continue
		}
		found = append(found, candidate{stem, far})
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.slug, b.slug))
	})
	var out []memory.Slug
	for _, c := range found[:min(5, len(found))] {
		out = append(out, c.slug)
	}
	return out
}

// distance is Levenshtein's: the letters to put in, take out or change.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			change := diagonal
			if x != y {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
