package install

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// Span is a stretch of a text, in bytes.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Put is what was done to one file, so that it can be taken back: exactly while nobody has
// touched the file since, else by meaning.
type Put struct {
	Path   string   `json:"path"`
	Before string   `json:"before"`          // hash; "" = there was no file
	After  string   `json:"after"`           // hash
	Spans  []Span   `json:"spans,omitempty"` // of what was inserted
	Parts  []Part   `json:"parts,omitempty"`
	Made   []string `json:"made,omitempty"` // containers that were made for the parts
	Block  *Block   `json:"block,omitempty"`
}

// Hash is the hash of a file's bytes, "" for no file.
func Hash(text []byte) string {
	if text == nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Add works out a file with mem in it from the file without; nil is no file.
func (f *File) Add(text []byte) (after []byte, done Put, err error) {
	done = Put{Path: f.Path, Before: Hash(text)}
	switch {
	case f.Own != nil:
		if text != nil && !bytes.Equal(text, f.Own) {
			return nil, done, fmt.Errorf("%w: the file", ErrTaken)
		}
		after = f.Own
		done.Before = ""
	case f.Block != nil:
		after, done.Spans, err = f.Block.put(text)
		done.Block = f.Block
	default:
		done.Parts, done.Made = f.Parts, missing(text, f.Parts)
		after, done.Spans, err = putParts(text, f.Parts)
	}
	done.After = Hash(after)
	return after, done, err
}

// Holds reports whether a file has mem's part as it is wanted, wherever it stands, and that
// part was put there by what done tells of.
func (f *File) Holds(text []byte, done Put) bool {
	switch {
	case text == nil:
		return false
	case f.Own != nil:
		return bytes.Equal(text, f.Own)
	case f.Block != nil:
		from, to, err := f.Block.find(text)
		return done.Block != nil && err == nil && from >= 0 && string(text[from:to]) == f.Block.whole(lineEnd(text[from:to]))
	}
	for i := range f.Parts {
		_, there, err := find(text, &f.Parts[i])
		mine := slices.ContainsFunc(done.Parts, func(p Part) bool { return p.name() == f.Parts[i].name() })
		if err != nil || !there || !mine {
			return false
		}
	}
	return true
}

// Stands reports whether what was put into a file is in it still.
func (p *Put) Stands(text []byte) bool {
	f := File{Path: p.Path, Parts: p.Parts, Block: p.Block}
	switch {
	case text == nil:
		return false
	case Hash(text) == p.After:
		return true
	case p.Block == nil && p.Parts == nil:
		return false
	}
	return f.Holds(text, *p)
}

// Take works out the file without mem from the file as it is now and what was put; nil is
// no file. What somebody else changed meanwhile stays.
func Take(text []byte, done Put) ([]byte, error) {
	switch now := Hash(text); {
	case now == done.Before || text == nil:
		return text, nil // somebody has taken it out
	case now == done.After:
		if done.Before == "" {
			return nil, nil
		}
		if before := cut(text, done.Spans); Hash(before) == done.Before {
			return before, nil
		}
	}
	after, err := []byte(nil), error(nil)
	switch {
	case done.Block != nil:
		after, err = done.Block.take(text)
		if err == nil && done.Before == "" && len(bytes.TrimSpace(after)) == 0 {
			return nil, nil
		}
	case len(done.Parts) > 0:
		after, err = takeParts(text, done.Parts, done.Made)
		if err == nil && done.Before == "" && bare(after, done.Parts) {
			return nil, nil
		}
	default:
		return nil, fmt.Errorf("%w: the file", ErrChanged)
	}
	return after, err
}

// bare reports whether nothing is left of a file but what mem shares with others.
func bare(text []byte, parts []Part) bool {
	in, _, err := descend(text, &Part{})
	if err != nil || in.commented() {
		return false
	}
	shared := 0
	for i := range parts {
		if cuts, there, err := find(text, &parts[i]); err == nil && there && parts[i].Shared && len(cuts) > 0 {
			shared++
		}
	}
	return in.len() == shared
}

// insert puts something into a text, and into the list of what was put.
func insert(text []byte, spans []Span, at int, s string) ([]byte, []Span) {
	if s == "" {
		return text, spans
	}
	out := make([]Span, 0, len(spans)+1)
	within := false
	for _, x := range spans {
		switch {
		case x.From < at && at < x.To || at == x.To && x.From < at:
			x.To += len(s)
			within = true
		case x.From >= at:
			x.From += len(s)
			x.To += len(s)
		}
		out = append(out, x)
	}
	if !within {
		out = append(out, Span{at, at + len(s)})
	}
	return slices.Insert(bytes.Clone(text), at, []byte(s)...), out
}

// cut takes spans out of a text.
func cut(text []byte, spans []Span) []byte {
	spans = slices.SortedFunc(slices.Values(spans), func(a, b Span) int { return a.From - b.From })
	out, at := make([]byte, 0, len(text)), 0
	for _, x := range spans {
		if x.From < at || x.To < x.From || x.To > len(text) {
			return text // a record that is not of this text
		}
		out = append(out, text[at:x.From]...)
		at = x.To
	}
	return append(out, text[at:]...)
}
