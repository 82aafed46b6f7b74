package frontmatter

import (
	"bytes"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// verify reads an edited file afresh and compares it with what it was: the body and every line that is not the named
// key's are the same bytes, every other key the same value in the same order, and the named key reads as wanted.
func verify(before layout, out []byte, e Edit) error {
	after, err := lay(out)
	if err != nil {
		return fmt.Errorf("%w: the result: %v", ErrUnsafe, err)
	}
	switch {
	case !after.has || !bytes.Equal(before.Body(), after.Body()):
		return fmt.Errorf("%w: the body would change", ErrUnsafe)
	case !sameLines(before, after, e.Key):
		return fmt.Errorf("%w: lines of other keys would change", ErrUnsafe)
	case !sameValues(before.others(e.Key), after.others(e.Key)), moved(before, after, e.Key):
		return fmt.Errorf("%w: other keys would change", ErrUnsafe)
	case !reads(before, after, e):
		return fmt.Errorf("%w: the new value would read otherwise", ErrUnsafe)
	}
	return nil
}

// sameLines reports whether both files are the same but for the lines of the key; a block in front of a note that had
// none holds the key and nothing else.
func sameLines(before, after layout, key string) bool {
	if !before.has {
		return before.text == after.text && len(after.lines) == 2 && len(after.pairs) == 1
	}
	return bytes.Equal(before.without(key), after.without(key))
}

// without returns the file without the lines of a key.
func (l layout) without(key string) []byte {
	p, found := l.find(key)
	if !found {
		return l.data
	}
	c := l.lineCut(p.first, p.last)
	return slices.Concat(l.data[:c.from], l.data[c.to:])
}

// others returns the keys and values that an edit must not touch.
func (l layout) others(key string) []*yaml.Node {
	var nodes []*yaml.Node
	for _, p := range l.pairs {
		if p.key != key {
			nodes = append(nodes, p.keyNode, p.value)
		}
	}
	return nodes
}

// sameValues compares nodes by what they mean and how they are written, not by where they stand.
func sameValues(a, b []*yaml.Node) bool {
	return slices.EqualFunc(a, b, func(a, b *yaml.Node) bool {
		return a.Kind == b.Kind && a.Style == b.Style && a.Tag == b.Tag && a.Value == b.Value && a.Anchor == b.Anchor &&
			sameValues(a.Content, b.Content)
	})
}

// moved reports whether the key stands somewhere else among the others than it did.
func moved(before, after layout, key string) bool {
	from, to := indexOf(before.keys(), key), indexOf(after.keys(), key)
	return from >= 0 && to >= 0 && from != to
}

// reads reports whether the named key is afterwards what the edit wanted.
func reads(before, after layout, e Edit) bool {
	p, found := after.find(e.Key)
	switch e.Op {
	case OpRemove:
		return !found
	case OpSet:
		return found && e.Value.equals(p.entry)
	}
	old, had := before.find(e.Key)
	if !found || p.value.Kind != yaml.SequenceNode {
		return false
	}
	n := len(p.value.Content)
	if had && old.value.Kind == yaml.SequenceNode {
		return n > 0 && p.value.Content[n-1].Value == e.Value.text && sameValues(old.value.Content, p.value.Content[:n-1])
	}
	return slices.Equal(p.list(), append(old.list(), e.Value.text))
}
