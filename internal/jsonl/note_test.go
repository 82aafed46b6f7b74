package jsonl

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// noteLines are lines with what is made of them: a note, or what is wrong.
var noteLines = []struct {
	name string
	line string
	want Note
	err  string // a part of it; "" = none
}{
	{"a text is enough", `{"text": "The crane is red."}`, Note{Text: "The crane is red."}, ""},
	{"all that a note can say", `{"slug": "crane", "text": "Red.", "title": "Crane", "captured": "2023-05-08T13:56:00+02:00", "scope": "hall", "tags": ["a", "b"], "aliases": "hoist, lift", "type": "fix", "status": "active", "session": "s1", "source": "https://example.invalid/1", "importance": 7}`,
		Note{Slug: "crane", Text: "Red.", Title: "Crane", Captured: time.Date(2023, 5, 8, 11, 56, 0, 0, time.UTC), Scope: "hall", Tags: []string{"a", "b"}, Aliases: []string{"hoist", "lift"}, Type: "fix", Status: "active", Session: "s1", Source: "https://example.invalid/1", Importance: 7}, ""},
	{"a day is its midnight", `{"text": "x", "captured": "2023-05-08"}`, Note{Text: "x", Captured: time.Date(2023, 5, 8, 0, 0, 0, 0, time.UTC)}, ""},
	{"null says nothing", `{"text": "x", "title": null, "captured": null, "tags": null}`, Note{Text: "x"}, ""},
	{"keys that no note has are told", `{"text": "x", "near": 1, "embedding": [0.1]}`, Note{Text: "x", Unknown: []string{"embedding", "near"}}, ""},
	{"blank and double tags are dropped", `{"text": "x", "tags": ["a", " ", "a ", "#b"]}`, Note{Text: "x", Tags: []string{"a", "#b"}}, ""},
	{"no text", `{"slug": "x"}`, Note{}, `no "text"`},
	{"a blank text", `{"text": " \n"}`, Note{}, `no "text"`},
	{"a day that is on no calendar", `{"text": "x", "captured": "2023-02-30"}`, Note{}, "2023-02-30"},
	{"an instant that is in the year 10000 in UTC", `{"text": "x", "captured": "9999-12-31T23:00:00-05:00"}`, Note{}, "9999-12-31"},
	{"a date in words", `{"text": "x", "captured": "last week"}`, Note{}, `"captured" is "last week"`},
	{"a date in numbers", `{"text": "x", "captured": 1683554160}`, Note{}, `"captured" is a JSON number and has to be a string`},
	{"a list of no strings", `{"text": "x", "tags": [1]}`, Note{}, "a list is"},
	{"half a note", `{"text": "x", "importance": 2.5}`, Note{}, `"importance" is a JSON number 2.5 and has to be a whole number`},
	{"an object that ends too early", `{"text": "x"`, Note{}, "ends too early"},
	{"the first line of an array", `[`, Note{}, "ends too early"},
	{"an array", `["x"]`, Note{}, "a JSON array"},
	{"a word", `"x"`, Note{}, "a JSON string"},
	{"no JSON", `slug: x`, Note{}, "not JSON"},
	{"two objects on a line", `{"text": "x"} {"text": "y"}`, Note{}, "not JSON"},
	{"no UTF-8", "{\"text\": \"\xff\"}", Note{}, "not UTF-8"},
}

func TestNotesReadsOneNoteALine(t *testing.T) {
	for _, row := range noteLines {
		notes, bad := Notes([]byte(row.line + "\n"))
		if row.err != "" {
			if len(notes) != 0 || len(bad) != 1 || !strings.Contains(bad[0].Error(), row.err) || !strings.HasPrefix(bad[0].Error(), "line 1: ") {
				t.Errorf("%s: got %+v and %v, want line 1: …%s…", row.name, notes, bad, row.err)
			}
			continue
		}
		row.want.Line = 1
		if len(notes) != 1 || len(bad) != 0 || !reflect.DeepEqual(notes[0], row.want) {
			t.Errorf("%s: got %+v and %v, want %+v", row.name, notes, bad, row.want)
		}
	}
}

func TestABadLineStopsNoOther(t *testing.T) {
	notes, bad := Notes([]byte("\ufeff{\"text\": \"a\"}\r\n\n{broken\n  {\"text\": \"b\"}"))
	if len(notes) != 2 || notes[0].Line != 1 || notes[1].Line != 4 || notes[1].Text != "b" {
		t.Errorf("got the notes %+v, want those of lines 1 and 4", notes)
	}
	if len(bad) != 1 || bad[0].Line != 3 {
		t.Errorf("got %v, want line 3 to be bad", bad)
	}
}

func TestDoublesNamesTheSecondOfASlug(t *testing.T) {
	notes, _ := Notes([]byte(`{"text": "a", "slug": "x"}
{"text": "b"}
{"text": "c"}
{"text": "d", "slug": "x"}`))
	bad := Doubles(notes)
	if len(bad) != 1 || bad[0].Line != 4 || !strings.Contains(bad[0].Error(), "on line 1 already") {
		t.Errorf("got %v, want line 4, for line 1", bad)
	}
}

// FuzzNotes holds that every line that is not blank is a note or a bad line, once.
func FuzzNotes(f *testing.F) {
	for _, row := range noteLines {
		f.Add([]byte(row.line))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		notes, bad := Notes(data)
		lines := 0
		for range Lines(data) {
			lines++
		}
		if len(notes)+len(bad) != lines {
			t.Errorf("%d notes and %d bad lines of %d", len(notes), len(bad), lines)
		}
		for _, n := range notes {
			if strings.TrimSpace(n.Text) == "" || !n.Captured.IsZero() && (n.Captured.Year() < 1 || n.Captured.Year() > 9999) {
				t.Errorf("got %+v", n)
			}
		}
	})
}
