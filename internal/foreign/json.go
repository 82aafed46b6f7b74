package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"mem/internal/frontmatter"
	"mem/internal/jsonl"
)

// open opens the one file that a format of JSON is.
func open(p Place, want string) (fs.File, error) {
	if p.File == "" {
		return nil, fmt.Errorf("%w: name the file: %s", ErrShape, want)
	}
	f, err := p.FS.Open(p.File)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrNotRead, plain(err))
	}
	return f, nil
}

// elements gives the items of the arrays that stand in a JSON object under some keys, or of
// the array that the document is ("" in keys), one after the other, so that a large file need
// not fit in memory. other is told of each key that is not asked for. It ends when each
// returns false.
func elements(r io.Reader, keys []string, other func(key string), each func(key string, raw json.RawMessage) bool) error {
	dec := json.NewDecoder(r)
	dec.UseNumber()
	first, err := dec.Token()
	if err != nil {
		return broken(dec, err)
	}
	switch first {
	case json.Delim('['):
		if !wants(keys, "") {
			return fmt.Errorf("%w: it is an array", ErrShape)
		}
		_, err := items(dec, "", each)
		return err
	case json.Delim('{'):
	default:
		return fmt.Errorf("%w: it is neither an object nor an array", ErrShape)
	}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return broken(dec, err)
		}
		key, _ := token.(string)
		if !wants(keys, key) || key == "" {
			var skipped json.RawMessage
			if err := dec.Decode(&skipped); err != nil {
				return broken(dec, err)
			}
			other(key)
			continue
		}
		open, err := dec.Token()
		switch {
		case err != nil:
			return broken(dec, err)
		case open == nil:
			continue // null
		case open != json.Delim('['):
			return fmt.Errorf("%w: %q is no array", ErrShape, key)
		}
		if more, err := items(dec, key, each); err != nil || !more {
			return err
		}
	}
	_, err = dec.Token()
	return broken(dec, err)
}

func wants(keys []string, key string) bool {
	for _, k := range keys {
		if k == key {
			return true
		}
	}
	return false
}

// items gives the items of an array whose bracket is read already.
func items(dec *json.Decoder, key string, each func(string, json.RawMessage) bool) (more bool, err error) {
	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return false, broken(dec, err)
		}
		if !each(key, raw) {
			return false, nil
		}
	}
	_, err = dec.Token()
	return err == nil, broken(dec, err)
}

func broken(dec *json.Decoder, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: the JSON ends too early", ErrShape)
	}
	return fmt.Errorf("%w: byte %d: %v", ErrShape, dec.InputOffset(), err)
}

// decode reads one JSON value into a struct. Letters that the decoder would replace by
// U+FFFD, because they are no UTF-8 or half of a pair, are an error.
func decode(raw []byte, into any) error {
	if err := jsonl.Decode(raw, into); err != nil {
		return fmt.Errorf("%w: %v", ErrShape, err)
	}
	if halfPair(raw) {
		return fmt.Errorf("%w: a letter is half of a surrogate pair", ErrNotRead)
	}
	return nil
}

// halfPair reports whether some JSON has a \ud800 to \udfff that has no partner.
func halfPair(raw []byte) bool {
	if !bytes.Contains(raw, []byte(`\u`)) {
		return false
	}
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if raw[i+1] != 'u' {
			i++
			continue
		}
		switch high, low := unit(raw, i), unit(raw, i+6); {
		case high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000:
			i += 11
		case high >= 0xd800 && high < 0xe000:
			return true
		default:
			i += 5
		}
	}
	return false
}

// unit is the \uXXXX at an offset, -1 where none stands.
func unit(raw []byte, at int) (u int) {
	if at+6 > len(raw) || raw[at] != '\\' || raw[at+1] != 'u' {
		return -1
	}
	for _, c := range raw[at+2 : at+6] {
		digit := strings.IndexByte("0123456789abcdef", c|0x20)
		if digit < 0 {
			return -1
		}
		u = u<<4 | digit
	}
	return u
}

// instant reads a date of a JSON value; what is none is zero.
func instant(text string) time.Time {
	at, _, ok := frontmatter.ParseTime(text)
	if !ok || at.Year() > 9999 {
		return time.Time{}
	}
	return at
}

// until is the end that a date gives: a plain day is wholly inside.
func until(text string) time.Time {
	t := instant(text)
	if _, day, _ := frontmatter.ParseTime(text); day && !t.IsZero() {
		t = t.AddDate(0, 0, 1)
	}
	return t
}

// anyID is an id that some versions write as a number and some as a string.
type anyID string

// UnmarshalJSON takes a string or a number.
func (id *anyID) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		var n json.Number
		if err := json.Unmarshal(raw, &n); err != nil {
			return err
		}
		text = n.String()
	}
	*id = anyID(text)
	return nil
}
