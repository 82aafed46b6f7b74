package gitfile

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
)

// numbered is a tree of so many files, with other hashes for those named.
func numbered(t *testing.T, n int, changed ...int) []byte {
	t.Helper()
	var entries []TreeEntry
	for i := range n {
		entries = append(entries, TreeEntry{fmt.Sprintf("note-%06d.md", i), ModeFile, HashOf(KindBlob, fmt.Append(nil, i))})
	}
	for _, i := range changed {
		entries[i].Hash = HashOf(KindBlob, fmt.Append(nil, "changed", i))
	}
	data, err := PatchTree(nil, entries, nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTreeDelta(t *testing.T) {
	patch := func(data []byte, put string, removes ...string) []byte {
		out, err := PatchTree(data, []TreeEntry{{put, ModeFile, Hash{7}}}, removes)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	big := numbered(t, 3000) // 120 KB: longer than one copy, so that offsets take three bytes
	tests := []struct {
		name         string
		base, target []byte
		most         int // bytes
	}{
		{"the same", big, big, 20},
		{"the first entry changed", big, numbered(t, 3000, 0), 50},
		{"one in the middle changed", big, numbered(t, 3000, 1500), 60},
		{"the last changed", big, numbered(t, 3000, 2999), 50},
		{"two far apart changed", big, numbered(t, 3000, 10, 2900), 100},
		{"a hundred changed", big, numbered(t, 3000, sequence(0, 3000, 30)...), 3400},
		{"one added in front", big, patch(big, "a"), 60},
		{"one added behind", big, patch(big, "z"), 60},
		{"a long name added", big, patch(big, "note-002000-"+string(bytes.Repeat([]byte("long"), 60))), 320},
		{"one removed", big, patch(big, "z", "note-001000.md"), 80},
		{"a small tree", numbered(t, 5), numbered(t, 5, 2), 40},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			delta, ok := treeDelta(tt.base, tt.target)
			if !ok || len(delta) > tt.most {
				t.Fatalf("delta: got %d bytes, %v; want at most %d", len(delta), ok, tt.most)
			}
			if got, err := applyDelta(tt.base, delta); err != nil || !bytes.Equal(got, tt.target) {
				t.Errorf("applied: got %d bytes, %v; want %d", len(got), err, len(tt.target))
			}
		})
	}
}

func TestTreeDeltaIsNotMadeOf(t *testing.T) {
	small := numbered(t, 3)
	tests := []struct {
		name         string
		base, target []byte
	}{
		{"trees with nothing in common", small, numbered(t, 3, 0, 1, 2)},
		{"a base that is no tree", []byte("no tree"), small},
		{"a target that is no tree", small, append(bytes.Clone(small), "no tree"...)},
		{"a target cut off", small, small[:len(small)-1]},
		{"nothing", small, nil},
	}
	for _, tt := range tests {
		if delta, ok := treeDelta(tt.base, tt.target); ok {
			t.Errorf("%s: got %q", tt.name, delta)
		}
	}
}

func TestApplyDeltaRefusesDamage(t *testing.T) {
	base, target := numbered(t, 40), numbered(t, 40, 20)
	delta, ok := treeDelta(base, target)
	if !ok {
		t.Fatal("no delta")
	}
	for i := range delta {
		if _, err := applyDelta(base, delta[:i]); !errors.Is(err, ErrCorrupt) {
			t.Errorf("cut at %d: got %v", i, err)
		}
		damaged := bytes.Clone(delta)
		damaged[i] ^= 0xff
		if got, err := applyDelta(base, damaged); err == nil && bytes.Equal(got, target) {
			t.Errorf("byte %d changed nothing", i)
		}
	}
	if _, err := applyDelta(base[1:], delta); !errors.Is(err, ErrCorrupt) {
		t.Errorf("another base: got %v", err)
	}
}

func sequence(from, to, step int) (all []int) {
	for i := from; i < to; i += step {
		all = append(all, i)
	}
	return all
}
