// Package jsonl reads files of one JSON object a line, as other systems write them: notes
// here, the questions of package eval above it.
//
// It knows no vault and opens no file. A line that cannot be read is a BadLine, and never
// stops the others. Begin with Notes.
package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"unicode/utf8"
)

// BadLine says what is wrong with one line.
type BadLine struct {
	Line int // from 1
	Err  error
}

func (b *BadLine) Error() string { return fmt.Sprintf("line %d: %v", b.Line, b.Err) }

// Unwrap returns what is wrong, without the number.
func (b *BadLine) Unwrap() error { return b.Err }

// Lines yields the lines that are not blank, with their numbers from 1. A byte order mark
// and CR are taken off.
func Lines(data []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		n := 0
		for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
			n++
			if line = bytes.TrimSpace(line); len(line) > 0 && !yield(n, line) {
				return
			}
		}
	}
}

// Decode reads one object into a struct, and says in plain words what is wrong with it.
func Decode(line []byte, into any) error {
	if !utf8.Valid(line) {
		return errors.New("it is not UTF-8: convert the file first (iconv -t utf-8)")
	}
	err := json.Unmarshal(line, into)
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("it is a JSON %s: each line has to be one object, {…}", kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("%q is a JSON %s and has to be %s", kind.Field, kind.Value, wanted(kind.Type.Kind()))
	case errors.As(err, &syntax) && cutShort(line):
		return errors.New("the JSON ends too early: each line has to be one whole object, {…} (of an array, jq -c '.[]' makes such lines)")
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON: %v, at byte %d; each line has to be one object, {…}", err, syntax.Offset)
	default:
		return err
	}
}

// wanted is what a key has to be, as JSON calls it.
func wanted(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "a string"
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	default:
		return "an object"
	}
}

// cutShort reports whether a text is the beginning of a JSON value.
func cutShort(line []byte) bool {
	var any json.RawMessage
	return errors.Is(json.NewDecoder(bytes.NewReader(line)).Decode(&any), io.ErrUnexpectedEOF)
}
