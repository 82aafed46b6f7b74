package frontmatter

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	adrg "github.com/adrg/frontmatter"
	"go.yaml.in/yaml/v3"
)

// tree is a block as the YAML reader sees it.
type tree struct {
	root    *yaml.Node // nil for a block of blank lines and comments
	entries []entry
	problem error // why the block must not be edited although it was read
}

// isProse reports a block that is no metadata at all: text or a list between two rules.
func (t tree) isProse() bool { return t.root != nil && t.root.Kind != yaml.MappingNode }

// readStrict reads the bytes between the fences, which end with a line end. The error wraps ErrUnparsable.
func readStrict(block []byte) (tree, error) {
	view := fenced(block, nil)
	root, seen, _, err := readFile(view)
	disagree := len(seen) != len(block)
	if disagree { // an indented fence inside a value, for one
		root, err = readYAML(block)
	}
	if err != nil {
		return tree{}, fmt.Errorf("%w: %s", ErrUnparsable, cause(block, err))
	}
	t := tree{root: root}
	if root == nil || root.Kind != yaml.MappingNode {
		return t, nil
	}
	t.entries = entriesOf(root)
	if line, _ := oddBreak(block); line > 0 {
		renumber(t.entries, block)
	}
	t.problem = problemOf(root, block)
	if t.problem == nil && disagree {
		t.problem = fmt.Errorf("a fence inside a value: %w", ErrDisagree)
	}
	return t, nil
}

// cause says why the YAML reader refuses a block. With the fence in front its line numbers are those of the file; where it
// reports the beginning of what it could not finish, the number misleads and is left out.
func cause(block []byte, err error) string {
	if _, numbered := readYAML(append([]byte("---\n"), block...)); numbered != nil {
		err = numbered
	}
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if _, after, ok := strings.Cut(text, ": "); ok && strings.HasPrefix(after, "did not find expected") {
		return after
	}
	return text
}

// readFile gives a whole file to adrg/frontmatter: the mapping it decodes, the bytes it takes for the block (nil if it
// finds none) and for the body. On an error there is no body.
func readFile(view []byte) (root *yaml.Node, block, body []byte, err error) {
	format := adrg.NewFormat("---", "---", func(data []byte, _ any) error {
		block = slices.Clone(data)
		if len(data) > maxBlock {
			return ErrTooLarge
		}
		root, err = readYAML(data)
		return err
	})
	body, err = adrg.Parse(bytes.NewReader(view), nil, format)
	return root, block, body, err
}

// readYAML reads one YAML document into nodes, which expands no alias. A block without content gives nil.
func readYAML(block []byte) (root *yaml.Node, err error) {
	defer func() { // the reader is given whatever lies on the disk; a fault of its own must not end a night's run
		if fault := recover(); fault != nil {
			root, err = nil, fmt.Errorf("reader failed: %v", fault)
		}
	}()
	if bytes.HasPrefix(block, []byte(byteOrderMark)) || bytes.HasPrefix(block, []byte("\xff\xfe")) ||
		bytes.HasPrefix(block, []byte("\xfe\xff")) {
		return nil, errors.New("byte order mark inside the block")
	}
	decoder := yaml.NewDecoder(bytes.NewReader(block))
	var document, more yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document")
	}
	return document.Content[0], nil
}

func entriesOf(root *yaml.Node) []entry {
	entries := make([]entry, 0, len(root.Content)/2)
	seen := make(map[string]bool, len(root.Content)/2)
	for i := 0; i+1 < len(root.Content); i += 2 {
		key := root.Content[i]
		if key.Kind == yaml.ScalarNode && !seen[key.Value] {
			seen[key.Value] = true
			entries = append(entries, entryOf(key, root.Content[i+1]))
		}
	}
	return entries
}

func entryOf(key, value *yaml.Node) entry {
	e := entry{key: key.Value, line: key.Line}
	if value.Kind == yaml.AliasNode { // one step, never more: a chain of them can name billions of values
		value = value.Alias
	}
	switch value.Kind {
	case yaml.ScalarNode:
		e.kind, e.text = scalarOf(value)
	case yaml.SequenceNode:
		e.kind = kindList
		e.addItems(value)
	default:
		e.kind = kindOther
	}
	return e
}

func scalarOf(n *yaml.Node) (kind, string) {
	switch {
	case n.ShortTag() == "!!null":
		return kindNull, ""
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return kindQuoted, n.Value
	}
	return kindPlain, n.Value
}

// addItems collects the scalars of a list and of the lists inside it, so that the link [[x]] is x.
func (e *entry) addItems(list *yaml.Node) {
	for _, n := range list.Content {
		if n.Kind == yaml.AliasNode && n.Alias.Kind == yaml.ScalarNode {
			n = n.Alias
		}
		switch n.Kind {
		case yaml.ScalarNode:
			if kind, text := scalarOf(n); kind != kindNull {
				e.items = append(e.items, text)
			}
		case yaml.SequenceNode:
			e.addItems(n)
		default:
			e.maps = true
		}
	}
}

// problemOf looks for what makes a readable mapping unfit for an edit by lines.
func problemOf(root *yaml.Node, block []byte) error {
	if line, name := oddBreak(block); line > 0 {
		return fmt.Errorf("line %d: %s: %w", line+1, name, ErrDisagree)
	}
	if err := doubleKey(root); err != nil {
		return err
	}
	if root.Style&yaml.FlowStyle != 0 {
		return fmt.Errorf("line %d: mapping in braces: %w", root.Line+1, ErrForeign)
	}
	if root.Anchor != "" || root.Style&yaml.TaggedStyle != 0 {
		return fmt.Errorf("line %d: anchor or tag on the whole block: %w", root.Line+1, ErrUnsafe)
	}
	for i := 0; i < len(root.Content); i += 2 {
		if key := root.Content[i]; key.Kind != yaml.ScalarNode {
			return fmt.Errorf("line %d: a key that is no text: %w", key.Line+1, ErrUnsafe)
		}
	}
	if line := tabIndent(block); line > 0 {
		return fmt.Errorf("line %d: tab as indentation: %w", line+1, ErrDisagree)
	}
	return nil
}

// doubleKey looks for a key that is twice in its mapping, at any depth: readers then disagree or fail.
func doubleKey(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode {
		first := make(map[string]int, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if key.Kind != yaml.ScalarNode {
				continue
			}
			if line, ok := first[key.Value]; ok {
				return fmt.Errorf("line %d: %q, first on line %d: %w", key.Line+1, key.Value, line+1, ErrDuplicateKey)
			}
			first[key.Value] = key.Line
		}
	}
	for _, child := range n.Content {
		if err := doubleKey(child); err != nil {
			return err
		}
	}
	return nil
}

// tabIndent returns the 1-based line of the first line with content that begins with a tab, 0 without one.
func tabIndent(block []byte) int {
	for line := 1; len(block) > 0; line++ {
		n := lineLen(block)
		if block[0] == '\t' && len(bytes.TrimSpace(block[:n])) > 0 {
			return line
		}
		block = block[n:]
	}
	return 0
}

// secondOpinion asks adrg/frontmatter about a text in which we see no block. If it sees metadata all the same (after
// blank lines, behind an indented fence), a block of ours in front would be a second one.
func secondOpinion(text []byte) error {
	if !bytes.HasPrefix(bytes.TrimLeftFunc(text, unicode.IsSpace), []byte("---")) {
		return nil
	}
	root, block, _, err := readFile(text)
	mapping := root != nil && root.Kind == yaml.MappingNode
	if mapping || (err != nil && looksLikeKeys(block)) {
		return fmt.Errorf("a fence that is not on line 1 at column 0: %w", ErrDisagree)
	}
	return nil
}

// fenced puts a block between fences that every reader knows, in front of a body.
func fenced(block, body []byte) []byte {
	return slices.Concat([]byte("---\n"), block, []byte("---\n"), body)
}
