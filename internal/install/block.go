package install

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// What keeps a part out of a file, or in it.
var (
	ErrUnreadable = errors.New("cannot be edited safely")
	ErrTaken      = errors.New("there is an entry of this name that this installation did not write")
	ErrChanged    = errors.New("mem's part was changed since")
)

// Block is a part of a text between two lines that mark it.
type Block struct {
	Begin  string `json:"begin"`
	End    string `json:"end"`
	Text   string `json:"text"`   // whole lines
	Syntax Syntax `json:"syntax"` // of the text around it
}

// Syntax is what a text with a block has to be; the zero value is any text.
type Syntax string

// CodexTOML is Codex's configuration.
const CodexTOML Syntax = "codex-toml"

// whole is the block with its marks.
func (b *Block) whole(eol string) string {
	return strings.ReplaceAll(b.Begin+"\n"+b.Text+b.End+"\n", "\n", eol)
}

// put adds the block at the end of a text, behind an empty line.
func (b *Block) put(text []byte) ([]byte, []Span, error) {
	if from, _, err := b.find(text); err != nil || from >= 0 {
		if err == nil {
			err = fmt.Errorf("%w: %s", ErrTaken, b.Begin)
		}
		return nil, nil, err
	}
	if err := b.check(text, false); err != nil {
		return nil, nil, err
	}
	eol := lineEnd(text)
	part := b.whole(eol)
	if len(text) > 0 {
		part = eol + part
		if !bytes.HasSuffix(text, []byte("\n")) {
			part = eol + part
		}
	}
	after := append(bytes.Clone(text), part...)
	if err := b.check(after, true); err != nil {
		return nil, nil, err
	}
	return after, []Span{{len(text), len(after)}}, nil
}

// take cuts the block out, with the empty line before it, if it is still as it was put.
func (b *Block) take(text []byte) ([]byte, error) {
	from, to, err := b.find(text)
	if err != nil || from < 0 {
		return text, err
	}
	if string(text[from:to]) != b.whole(lineEnd(text[from:to])) {
		return nil, fmt.Errorf("%w: what is between %s and %s", ErrChanged, b.Begin, b.End)
	}
	for _, eol := range []string{"\r\n", "\n"} {
		if bytes.HasSuffix(text[:from], []byte(eol+eol)) {
			from -= len(eol)
			break
		}
	}
	after := append(bytes.Clone(text[:from]), text[to:]...)
	return after, b.check(after, false)
}

// check says why a text cannot have the block, or does not have it where within says that it
// should.
func (b *Block) check(text []byte, within bool) error {
	switch b.Syntax {
	case CodexTOML:
		return checkCodex(text, within)
	case "":
	}
	return nil
}

// find returns where the marked lines stand; from is -1 where there are none.
func (b *Block) find(text []byte) (from, to int, err error) {
	from, to = -1, -1
	at := 0
	for line := range bytes.Lines(text) {
		switch mark := strings.TrimSpace(string(line)); {
		case mark == b.Begin && from < 0:
			from = at
		case mark == b.End && from >= 0 && to < 0:
			to = at + len(line)
		case mark == b.Begin || mark == b.End:
			return 0, 0, fmt.Errorf("%w: the lines %s and %s do not pair", ErrChanged, b.Begin, b.End)
		}
		at += len(line)
	}
	if from >= 0 && to < 0 {
		return 0, 0, fmt.Errorf("%w: %s has no %s", ErrChanged, b.Begin, b.End)
	}
	return from, to, nil
}

// lineEnd is how a text ends its lines.
func lineEnd(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
