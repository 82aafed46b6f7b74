package frontmatter

import (
	"slices"
	"testing"
	"time"
)

func TestStringIsTheScalarAsWritten(t *testing.T) {
	rows := []struct{ name, block, want string }{
		{"a plain scalar", "key: two words", "two words"},
		{"a comment behind it", "key: two words   # by hand", "two words"},
		{"a hash inside a word", "key: C#", "C#"},
		{"a number keeps its zeros", "key: 1.10", "1.10"},
		{"a bool of YAML 1.1", "key: no", "no"},
		{"double quotes", `key: "a: b"`, "a: b"},
		{"an escape in double quotes", `key: "a\tb"`, "a\tb"},
		{"single quotes", "key: 'it''s'", "it's"},
		{"a quoted key", `"key": a`, "a"},
		{"a space before the colon", "key : a", "a"},
		{"nothing", "key:", ""},
		{"an explicit null", "key: ~", ""},
		{"the word null in quotes", `key: "null"`, "null"},
		{"a literal block", "key: |\n  a\n  b", "a\nb\n"},
		{"a folded block", "key: >-\n  a\n  b", "a b"},
		{"a plain scalar over lines", "key: a\n  b", "a b"},
		{"a list of one", "key: [a]", "a"},
		{"a list of two", "key: [a, b]", ""},
		{"a mapping", "key:\n  a: b", ""},
		{"an alias of a scalar", "x: &x a\nkey: *x", "a"},
		{"an indented block", "  x: 1\n  key: a", "a"},
		{"the first of two", "key: a\nkey: b", "a"},
		{"beside a broken line", "title: Q3: plan\nkey: unfiled  # c", "unfiled"},
		{"in the broken line", "key: Q3: plan", "Q3: plan"},
		{"in conflict", "<<<<<<< HEAD\nkey: a\n=======\nkey: b\n>>>>>>> x", "a"},
		{"a quoted value beside a broken line", "t: a: b\nkey: \"x\"", "x"},
		{"Latin-1", "key: M\xfchle", "M\uFFFDhle"},
		{"a look-alike inside a block scalar", "text: |\n  key: no\nkey: yes", "yes"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			f := Split([]byte("---\n" + row.block + "\n---\n")).Fields()
			if got := f.String("key"); got != row.want || !f.Has("key") {
				t.Errorf("got %q (has %v), want %q", got, f.Has("key"), row.want)
			}
		})
	}
}

func TestListReadsListsAndStrings(t *testing.T) {
	rows := []struct {
		name, block string
		want        []string
	}{
		{"a flow list", "key: [a, b]", []string{"a", "b"}},
		{"numbers and bools as written", "key: [2026, no, 1.10]", []string{"2026", "no", "1.10"}},
		{"odd spacing and quotes", "key: [a,   'b' ,\"x, y\",]  # c", []string{"a", "b", "x, y"}},
		{"a block list", "key:\n  - a\n  # c\n  - 'b'", []string{"a", "b"}},
		{"a block list at column 0", "key:\n- a\n- b", []string{"a", "b"}},
		{"a flow list over lines", "key: [\n  a, # c\n  b\n]", []string{"a", "b"}},
		{"a word", "key: tooling", []string{"tooling"}},
		{"two words", "key: keyboard layout", []string{"keyboard layout"}},
		{"a comma string", "key: a, b,", []string{"a", "b"}},
		{"a quoted comma string is one", `key: "a, b"`, []string{"a, b"}},
		{"nulls are nothing", "key: [a, ~, null]", []string{"a"}},
		{"a link without quotes", "key: [[a b]]", []string{"a b"}},
		{"mappings are left out", "key:\n  - a: 1\n  - b", []string{"b"}},
		{"nothing", "key:", nil},
		{"an empty list", "other: [a]\nkey: []", nil},
		{"a list of nulls", "other: [a]\nkey:\n- ~", nil},
		{"an empty string", `key: ""`, nil},
		{"a mapping", "key: {a: b}", nil},
		{"below a broken line", "t: a: b\nkey:\n  - a\n  - \"b\"\nz: 1", []string{"a", "b"}},
		{"in flow beside a broken line", "t: a: b\nkey: [a, b]", []string{"a", "b"}},
		{"a flow list that is refused", "key: [what now?, C#, 'a']  # c", []string{"what now?", "C#", "a"}},
		{"aliases are followed one step", "x: &x a\nkey: [*x, b]", []string{"a", "b"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := Split([]byte("---\n" + row.block + "\n---\n")).Fields().List("key")
			if !slices.Equal(got, row.want) || (got == nil) != (row.want == nil) {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestFieldsOfANote(t *testing.T) {
	d := Split([]byte("---\n# mine\nstatus: active\nimportance: \"7\"\n\nuses: many\ncaptured: 2026-08-03 14:22\nvalid_from: 2026-02-30\n---\n"))
	f := d.Fields()
	if got, want := f.Keys(), []string{"status", "importance", "uses", "captured", "valid_from"}; !slices.Equal(got, want) {
		t.Errorf("keys %q, want %q", got, want)
	}
	if n, ok := f.Int("importance"); n != 7 || !ok {
		t.Errorf("importance %d %v, want 7", n, ok)
	}
	if n, ok := f.Int("uses"); ok {
		t.Errorf("uses %d, want none", n)
	}
	if at, ok := f.Time("captured"); !ok || !at.Equal(time.Date(2026, 8, 3, 14, 22, 0, 0, time.UTC)) {
		t.Errorf("captured %v %v", at, ok)
	}
	if at, ok := f.Time("valid_from"); ok || !at.IsZero() {
		t.Errorf("a date that is not on the calendar read as %v", at)
	}
	if got := []int{d.Line("status"), d.Line("captured"), d.Line("absent")}; !slices.Equal(got, []int{3, 7, 0}) {
		t.Errorf("lines %v, want 3, 7, 0", got)
	}
	if got := Split([]byte("---\na: \"x\r\u2028y\"\nb: 1\n---\n")).Line("b"); got != 3 {
		t.Errorf("a key behind odd line ends is on line %d, want 3", got)
	}
	if f.Has("absent") || f.String("absent") != "" || f.List("absent") != nil {
		t.Error("an absent key has a value")
	}
}

func TestParseTime(t *testing.T) {
	rows := []struct {
		in, want string // RFC 3339 with the fraction; "" for none
		dateOnly bool
	}{
		{"2026-06-14", "2026-06-14T00:00:00Z", true},
		{" 2026-06-14 ", "2026-06-14T00:00:00Z", true},
		{"2024-02-29", "2024-02-29T00:00:00Z", true},
		{"2026-08-03T14:22:00Z", "2026-08-03T14:22:00Z", false},
		{"2026-08-03t14:22:00z", "2026-08-03T14:22:00Z", false},
		{"2026-08-03T14:22:00.120+02:00", "2026-08-03T12:22:00.12Z", false},
		{"2026-08-03T14:22:00,5Z", "2026-08-03T14:22:00.5Z", false},
		{"2026-08-03T14:22:00.1234567891Z", "2026-08-03T14:22:00.123456789Z", false},
		{"2017-04-05 16:16:01 -0800", "2017-04-06T00:16:01Z", false},
		{"2026-08-03 14:22:00+02", "2026-08-03T12:22:00Z", false},
		{"2026-08-03T14:22", "2026-08-03T14:22:00Z", false},
		{"2026-08-03  14:22:00", "2026-08-03T14:22:00Z", false},
		{"2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", false},
		{"2026-02-30", "", false},
		{"2026-02-30T10:00:00Z", "", false},
		{"2025-02-29", "", false},
		{"2026-13-01", "", false},
		{"2026-00-10", "", false},
		{"0001-01-01", "", false},
		{"0000-01-01", "", false},
		{"2026-08-03T24:00:00Z", "", false},
		{"2026-08-03T14:60:00Z", "", false},
		{"2026-08-03T14:22:61Z", "", false},
		{"2026-08-03T14:22:00+25:00", "", false},
		{"2026-08-03T14:22:00.Z", "", false},
		{"2026-08-03T", "", false},
		{"2026-08-03T14:22:00Zulu", "", false},
		{"2026-08", "", false},
		{"2026-8-3", "", false},
		{"12/20/2019", "", false},
		{"1600448077610", "", false},
		{"+026-08-03", "", false},
		{"yesterday", "", false},
		{"", "", false},
	}
	for _, row := range rows {
		got, dateOnly, ok := ParseTime(row.in)
		text := ""
		if ok {
			text = got.Format(time.RFC3339Nano)
		}
		if text != row.want || dateOnly != row.dateOnly || (ok && got.Location() != time.UTC) || (!ok && !got.IsZero()) {
			t.Errorf("%q: got %q, date only %v; want %q, %v", row.in, text, dateOnly, row.want, row.dateOnly)
		}
	}
}
