package jsonl

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"mem/internal/frontmatter"
)

// Note is one note as another system gives it. What a line does not say is zero.
type Note struct {
	Line       int // from 1
	Slug       string
	Text       string
	Title      string
	Captured   time.Time // UTC; zero = not said
	Scope      string
	Tags       []string
	Aliases    []string
	Type       string
	Status     string
	Session    string
	Source     string
	Importance int      // 0 = not said
	File       string   // the whole file, with its frontmatter, as an export of mem gives it; the other keys say the same
	Unknown    []string // keys that no note has, sorted
}

// line is a note as it stands in the file.
type line struct {
	Slug       string `json:"slug"`
	Text       string `json:"text"`
	Title      string `json:"title"`
	Captured   string `json:"captured"`
	Scope      string `json:"scope"`
	Tags       list   `json:"tags"`
	Aliases    list   `json:"aliases"`
	Type       string `json:"type"`
	Status     string `json:"status"`
	Session    string `json:"session"`
	Source     string `json:"source"`
	Importance int    `json:"importance"`
	File       string `json:"file"`
}

// Keys lists the keys that a note may have, in the order of the documents.
func Keys() []string { return KeysOf(reflect.TypeFor[line]()) }

// KeysOf lists the keys that an object read into a struct of this type may have.
func KeysOf(t reflect.Type) (out []string) {
	for i := range t.NumField() {
		out = append(out, t.Field(i).Tag.Get("json"))
	}
	return out
}

// Notes reads a file of notes. What is wrong with a line is among bad, and the note is not
// among the notes. Whether a text, a slug or a type will do is not asked here.
func Notes(data []byte) (notes []Note, bad []*BadLine) {
	for number, text := range Lines(data) {
		n, err := note(text)
		if err != nil {
			bad = append(bad, &BadLine{number, err})
			continue
		}
		n.Line = number
		notes = append(notes, n)
	}
	return notes, bad
}

// Doubles names the notes that have the slug of an earlier one.
func Doubles(notes []Note) (bad []*BadLine) {
	first := map[string]int{}
	for _, n := range notes {
		if at, ok := first[n.Slug]; ok && n.Slug != "" {
			bad = append(bad, &BadLine{n.Line, fmt.Errorf("slug %q stands on line %d already: each note needs its own", n.Slug, at)})
			continue
		}
		first[n.Slug] = n.Line
	}
	return bad
}

func note(text []byte) (Note, error) {
	var l line
	if err := Decode(text, &l); err != nil {
		return Note{}, err
	}
	n := Note{
		Slug: l.Slug, Text: l.Text, Title: l.Title, Scope: l.Scope, Tags: l.Tags, Aliases: l.Aliases,
		Type: l.Type, Status: l.Status, Session: l.Session, Source: l.Source, Importance: l.Importance, File: l.File, Unknown: unknown(text),
	}
	if strings.TrimSpace(l.Text) == "" {
		return Note{}, errors.New(`there is no "text": each note has to have one`)
	}
	var err error
	n.Captured, err = Instant("captured", l.Captured)
	return n, err
}

// Instant reads a date or an instant; "" is none.
func Instant(key, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	t, _, ok := frontmatter.ParseTime(text)
	if !ok || t.Year() > 9999 { // beyond it by its zone alone
		return time.Time{}, fmt.Errorf("%q is %q, which is no date: write 2026-08-03 or 2026-08-03T14:22:00Z", key, text)
	}
	return t, nil
}

// unknown names the keys of an object that no note has. Keys are compared as the decoder
// does, without regard to case.
func unknown(text []byte) []string {
	var object map[string]json.RawMessage
	_ = json.Unmarshal(text, &object) // it is an object: it was one for line
	known := Keys()
	maps.DeleteFunc(object, func(key string, _ json.RawMessage) bool {
		return slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, key) })
	})
	return slices.Sorted(maps.Keys(object))
}

// list is a JSON list of strings, or a string that holds one: "a, b". Blank items are dropped.
type list []string

func (l *list) UnmarshalJSON(data []byte) error {
	var items []string
	if json.Unmarshal(data, &items) != nil {
		var text string
		if json.Unmarshal(data, &text) != nil {
			return errors.New(`a list is ["a", "b"] or "a, b"`)
		}
		items = strings.Split(text, ",")
	}
	for _, item := range items {
		if item = strings.TrimSpace(item); item != "" && !slices.Contains(*l, item) {
			*l = append(*l, item)
		}
	}
	return nil
}
