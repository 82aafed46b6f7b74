package install

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Part is a value of mem's in a JSON file of somebody's, comments and all.
type Part struct {
	At     []string        `json:"at"`     // the names that lead to it, from the top
	Item   bool            `json:"item"`   // it is an item of the list there
	Value  json.RawMessage `json:"value"`  //
	Shared bool            `json:"shared"` // put where nothing stands, and left to whoever else is in the file
}

func (p *Part) name() string { return strings.Join(p.At, ".") }

// containers is how many of the names on the way are of containers.
func (p *Part) containers() int {
	if p.Item {
		return len(p.At)
	}
	return len(p.At) - 1
}

// object is what a file without anything becomes first.
const object = "{}\n"

// putParts adds parts to a JSON text. Every byte of the text stays, in its order; what was
// inserted is told as spans of the result.
func putParts(text []byte, parts []Part) ([]byte, []Span, error) {
	after, spans := bytes.Clone(text), []Span(nil)
	if len(bytes.TrimSpace(text)) == 0 {
		after, spans = insert(after, spans, len(after), object)
	}
	for i := range parts {
		at, inserted, err := insertion(after, &parts[i])
		if err != nil {
			return nil, nil, err
		}
		after, spans = insert(after, spans, at, inserted)
	}
	for i := range parts {
		if _, there, err := find(after, &parts[i]); !parts[i].Shared && (err != nil || !there) {
			return nil, nil, cmp.Or(err, fmt.Errorf("%w: %s would not be read there", ErrUnreadable, parts[i].name()))
		}
	}
	return after, spans, nil
}

// insertion works out what has to be inserted where for a part: its value, with the
// containers that are missing on the way to it. Nothing for a shared one that is there.
func insertion(text []byte, p *Part) (at int, inserted string, err error) {
	in, depth, err := descend(text, p)
	if err != nil {
		return 0, "", err
	}
	value := p.Value
	if depth == len(p.At) { // the value, or the list that it is an item of, is there
		switch {
		case p.Shared:
			return 0, "", nil
		case !p.Item:
			return 0, "", fmt.Errorf("%w: %s", ErrTaken, p.name())
		case slices.ContainsFunc(in.items(), func(v *hujson.Value) bool { return same(v, p.Value) }):
			return 0, "", fmt.Errorf("%w: %s", ErrTaken, p.name())
		}
		return in.insertion(text, depth, "", value)
	}
	if p.Item {
		value = document([]json.RawMessage{value})
	}
	for i := len(p.At) - 1; i > depth; i-- {
		value = document(map[string]json.RawMessage{p.At[i]: value})
	}
	return in.insertion(text, depth, p.At[depth], value)
}

// takeParts cuts parts out of a JSON text, each if it still means what was put, with the
// containers that are empty then and that were made for it. A part that is not there any
// more is not missed; one of mem's that means something else now is ErrChanged.
func takeParts(text []byte, parts []Part, made []string) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return text, nil
	}
	after := bytes.Clone(text)
	for i := range parts {
		p := &parts[i]
		if p.Shared {
			continue
		}
		cuts, there, err := find(after, p)
		if err != nil {
			return nil, err
		}
		if there {
			after = cut(after, cuts)
		}
		for depth := p.containers(); there && depth > 0; depth-- {
			empty := Part{At: p.At[:depth]}
			if !slices.Contains(made, empty.name()) {
				break
			}
			if cuts, there, err = findEmpty(after, &empty); err != nil {
				return nil, err
			}
			if there {
				after = cut(after, cuts)
			}
		}
	}
	return after, nil
}

// missing names the containers that are to be made for parts.
func missing(text []byte, parts []Part) []string {
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte(object)
	}
	var out []string
	for i := range parts {
		p := parts[i]
		_, depth, err := descend(text, &p)
		if err != nil {
			continue
		}
		for d := depth; d < p.containers(); d++ {
			if name := (&Part{At: p.At[:d+1]}).name(); !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// find returns the spans to cut for a part to be gone; there says whether it is.
func find(text []byte, p *Part) (cuts []Span, there bool, err error) {
	in, depth, err := descend(text, p)
	if err != nil {
		if errors.Is(err, errShape) { // what is no list has no item of ours
			return nil, false, nil
		}
		return nil, false, err
	}
	if depth < len(p.At) {
		return nil, false, nil
	}
	if !p.Item {
		if !same(in.value, p.Value) {
			return nil, false, fmt.Errorf("%w: %s", ErrChanged, p.name())
		}
		return in.outer.cuts(text, in.index), true, nil
	}
	for i, v := range in.items() {
		if same(v, p.Value) {
			return in.cuts(text, i), true, nil
		}
	}
	for _, v := range in.items() {
		if ours(v, p.Value) {
			return nil, false, fmt.Errorf("%w: %s", ErrChanged, p.name())
		}
	}
	return nil, false, nil
}

// findEmpty returns the spans to cut for an empty container to be gone.
func findEmpty(text []byte, p *Part) (cuts []Span, there bool, err error) {
	in, depth, err := descend(text, p)
	if err != nil || depth < len(p.At) || in.outer == nil || in.len() != 0 || in.commented() {
		return nil, false, err
	}
	return in.outer.cuts(text, in.index), true, nil
}

// ours reports whether an item is one of mem's hooks of the same event and host, changed.
func ours(v *hujson.Value, value json.RawMessage) bool {
	for _, name := range []string{"session-start", "user-prompt", "stop", "session-end"} {
		mark := "hook " + name + " --harness "
		if bytes.Contains(value, []byte(mark)) && bytes.Contains(v.Pack(), []byte(mark)) {
			return true
		}
	}
	return false
}

// same reports whether a value means what some JSON means.
func same(v *hujson.Value, value json.RawMessage) bool {
	plain := v.Clone()
	plain.Standardize()
	var a, b any
	return json.Unmarshal(plain.Pack(), &a) == nil && json.Unmarshal(value, &b) == nil && reflect.DeepEqual(a, b)
}
