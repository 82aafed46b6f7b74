package frontmatter

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// editable refuses a key whose value other keys may depend on, or that depends on others.
func (p pair) editable() error {
	if p.keyNode.ShortTag() == "!!merge" || entangled(p.keyNode) || entangled(p.value) {
		return fmt.Errorf("line %d: anchor, alias, tag or merge key: %w", p.line+1, ErrUnsafe)
	}
	return nil
}

func entangled(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
		return true
	}
	for _, child := range n.Content {
		if entangled(child) {
			return true
		}
	}
	return false
}

// style is the quoting of the value, to be kept.
func (p pair) style() style { return styleOf(p.value) }

func styleOf(n *yaml.Node) style {
	switch {
	case n.Style&yaml.SingleQuotedStyle != 0:
		return styleSingle
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return styleDouble
	}
	return styleFree
}

func (p pair) isFlow() bool { return p.value.Style&yaml.FlowStyle != 0 }

func (p pair) isBlockScalar() bool { return p.value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 }

func (p pair) isBlockCollection() bool {
	return (p.value.Kind == yaml.SequenceNode || p.value.Kind == yaml.MappingNode) && !p.isFlow()
}

// plainBlockList reports a block list of nothing but scalars.
func (p pair) plainBlockList() bool {
	if p.value.Kind != yaml.SequenceNode || p.isFlow() {
		return false
	}
	for _, item := range p.value.Content {
		if kind, _ := scalarOf(item); item.Kind != yaml.ScalarNode || kind == kindNull {
			return false
		}
	}
	return true
}
