package index

import (
	"math"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
)

// Roaring itself reads what is written in a way that it does not write.
func TestASetOfNotesIsReadByRoaring(t *testing.T) {
	upTo := func(n, step uint32) (out []uint32) {
		for i := uint32(0); i < n; i += step {
			out = append(out, i)
		}
		return out
	}
	var w listWriter
	for _, row := range []struct {
		says  string
		notes []uint32
		most  int // bytes
	}{
		{"one note", []uint32{7}, 11},
		{"a few", []uint32{1, 5, 65535}, 15},
		{"a few of the second part", []uint32{65536, 70000}, 13},
		{"on both sides of a border", []uint32{65535, 65536}, 28},
		{"as many as are listed", upTo(2*shortPart, 2), 9 + 2*shortPart},
		{"one more", upTo(2*shortPart+1, 2), 8192 + 16},
		{"all notes", upTo(100_000, 1), 32},
		{"many parts", upTo(500_000, 100), 10_100},
	} {
		b, err := w.bitmapOf(row.notes)
		if err != nil || len(b) > row.most {
			t.Errorf("%s: %d bytes, %v; want %d at most", row.says, len(b), err, row.most)
		}
		set := roaring.New()
		if n, err := set.FromBuffer(b); err != nil || int(n) != len(b) {
			t.Errorf("%s: %d of %d bytes are read: %v", row.says, n, len(b), err)
		}
		if err := set.Validate(); err != nil || !slices.Equal(set.ToArray(), row.notes) {
			t.Errorf("%s: got %d notes, %v; want %d", row.says, set.GetCardinality(), err, len(row.notes))
		}
	}
}

func TestANoteIsStoredWithItsPathAndSizes(t *testing.T) {
	for _, path := range []string{
		"memory/2026/08/a.md", "memory/a.md", "memory/.md", "memory//a.md", "memory/a.txt", "a.md", "/a.md", "",
	} {
		for i, s := range []sizes{{}, {5, 2, 90}, {longestName, longestName, longestField}} {
			of := []uint32{0, 1, math.MaxUint32}[i]
			got, lengths, group, err := newStored(path, s, of).parts()
			if got != path || lengths != s || group != of || err != nil {
				t.Errorf("%q, %v, %d: got %q, %v, %d, %v", path, s, of, got, lengths, group, err)
			}
		}
	}
	for _, b := range []stored{nil, {0x80}, {18}, {3, 1, 2, 3}, {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1}} {
		if path, _, _, err := b.parts(); err == nil {
			t.Errorf("% x: got %q, want an error", b, path)
		}
	}
}
