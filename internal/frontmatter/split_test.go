package frontmatter

import (
	"errors"
	"strings"
	"testing"
)

var splitTable = []struct {
	name    string
	in      string
	has     bool
	body    string
	problem error
}{
	{"a plain note", "---\nstatus: active\n---\nBody.\n", true, "Body.\n", nil},
	{"an empty file", "", false, "", nil},
	{"text without a block", "# Heading\n\nText.\n", false, "# Heading\n\nText.\n", nil},
	{"CRLF throughout", "---\r\nstatus: active\r\n---\r\n\r\nBody.\r\n", true, "\r\nBody.\r\n", nil},
	{"a byte order mark in front", "\uFEFF---\nstatus: active\n---\nBody.\n", true, "Body.\n", nil},
	{"a byte order mark and no block", "\uFEFFBody.\n", false, "Body.\n", nil},
	{"a close by dots", "---\nstatus: active\n...\nBody.\n", true, "Body.\n", nil},
	{"no newline after the close", "---\nstatus: active\n---", true, "", nil},
	{"spaces and tabs after both fences", "--- \t\nstatus: active\n---  \nBody.\n", true, "Body.\n", nil},
	{"a blank block", "---\n---\nBody.\n", true, "Body.\n", nil},
	{"a block of blank lines and comments", "---\n\n# todo list\n  # more\n---\nBody.\n", true, "Body.\n", nil},
	{"a block scalar with an indented rule reads to the end", "---\ntext: |\n  one\n  ---\n  two\n---\nBody.\n", true, "Body.\n", ErrDisagree},
	{"a rule in the body", "---\nstatus: active\n---\nOne.\n\n---\n\nTwo.\n", true, "One.\n\n---\n\nTwo.\n", nil},
	{"prose between two rules", "---\n\nOnce upon a time.\n\n---\nMore.\n", false, "---\n\nOnce upon a time.\n\n---\nMore.\n", nil},
	{"prose with a colon between two rules", "---\n\nHe said: \"no\": twice.\nThen he left.\nIt rained.\n\n---\n", false, "---\n\nHe said: \"no\": twice.\nThen he left.\nIt rained.\n\n---\n", nil},
	{"a list between two rules", "---\n- one\n- two\n---\n", false, "---\n- one\n- two\n---\n", nil},
	{"a rule and no other", "---\n\nProse.\n", false, "---\n\nProse.\n", ErrUnclosed},
	{"a fence that is never closed", "---\nstatus: active\n\nBody.\n", false, "---\nstatus: active\n\nBody.\n", ErrUnclosed},
	{"an unquoted colon in a value", "---\ntitle: Q3: plan\nstatus: unfiled\n---\nBody.\n", true, "Body.\n", ErrUnparsable},
	{"keys below a line that is none", "---\ntitle it\nstatus: unfiled\n---\nBody.\n", true, "Body.\n", ErrUnparsable},
	{"a second document inside", "---\nstatus: a\n--- # more\nstatus: b\n---\n", true, "", ErrUnparsable},
	{"a byte order mark inside", "---\n\uFEFFstatus: a\n---\n", true, "", ErrUnparsable},
	{"a byte of Latin-1 in the body", "---\nstatus: active\n---\nM\xfchle.\n", true, "M\xfchle.\n", nil},
	{"a byte of Latin-1 in the block", "---\ntitle: M\xfchle\nstatus: active\n---\nBody.\n", true, "Body.\n", ErrUnparsable},
	{"a key twice", "---\nstatus: a\ntitle: b\nstatus: c\n---\n", true, "", ErrDuplicateKey},
	{"a key twice, once in quotes", "---\nstatus: a\n'status': c\n---\n", true, "", ErrDuplicateKey},
	{"a key twice below another", "---\nmeta:\n  a: 1\n  a: 2\n---\n", true, "", ErrDuplicateKey},
	{"conflict markers", "---\n<<<<<<< HEAD\nstatus: a\n=======\nstatus: b\n>>>>>>> them\n---\nBody.\n", true, "Body.\n", ErrConflict},
	{"six marks are no conflict", "---\n<<<<<<: a\n=x: b\n---\n", true, "", nil},
	{"seven marks at the head of a key", "---\n<<<<<<<: a\n---\n", true, "", nil},
	{"a conflict over the fence", "<<<<<<< HEAD\n---\nstatus: a\n---\n", false, "<<<<<<< HEAD\n---\nstatus: a\n---\n", ErrConflict},
	{"TOML", "+++\ntitle = \"x\"\n+++\nBody.\n", false, "+++\ntitle = \"x\"\n+++\nBody.\n", ErrForeign},
	{"JSON between semicolons", ";;;\n{}\n;;;\n", false, ";;;\n{}\n;;;\n", ErrForeign},
	{"a fence that names another language", "---toml\na = 1\n---\n", false, "---toml\na = 1\n---\n", ErrForeign},
	{"JSON between the fences", "---\n{\"a\": 1}\n---\n", true, "", ErrForeign},
	{"a text that begins with a brace", "{\"a\": 1}\n\nBody.\n", false, "{\"a\": 1}\n\nBody.\n", nil},
	{"a NUL byte", "---\nstatus: a\n---\nB\x00dy.\n", false, "---\nstatus: a\n---\nB\x00dy.\n", ErrNotText},
	{"UTF-16", "\xff\xfe-\x00-\x00-\x00", false, "\xff\xfe-\x00-\x00-\x00", ErrNotText},
	{"a block that others find behind blank lines", "\n\n---\nstatus: a\n---\nBody.\n", false, "\n\n---\nstatus: a\n---\nBody.\n", ErrDisagree},
	{"a broken block behind blank lines", "\n---\ntitle: a: b\n---\n", false, "\n---\ntitle: a: b\n---\n", ErrDisagree},
	{"prose between rules behind blank lines", "\n---\nProse.\n---\n", false, "\n---\nProse.\n---\n", nil},
	{"line ends of CR alone", "---\rstatus: a\r---\rBody.\r", false, "---\rstatus: a\r---\rBody.\r", ErrDisagree},
	{"a lone CR inside the block", "---\ntitle: \"a\rb\"\n---\n", true, "", ErrDisagree},
	{"a line separator inside the block", "---\ntitle: \"a\u2028b\"\n---\n", true, "", ErrDisagree},
	{"a tab as indentation", "---\ntitle: a\n\tb\n---\n", true, "", ErrUnparsable},
	{"a tab as indentation in quotes", "---\ntitle: \"a\n\tb\"\n---\n", true, "", ErrDisagree},
	{"a block over 64 KiB", "---\nstatus: a\ntext: " + strings.Repeat("x", 64<<10) + "\n---\nBody.\n", true, "Body.\n", ErrTooLarge},
	{"prose over 64 KiB between two rules", "---\nOnce.\n" + strings.Repeat("x ", 40<<10) + "\n---\n", false, "---\nOnce.\n" + strings.Repeat("x ", 40<<10) + "\n---\n", nil},
	{"an alias bomb", "---\na: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\nstatus: s\n---\n", true, "", nil},
	{"an anchor on the block", "---\n&all\nstatus: a\n---\n", true, "", ErrUnsafe},
	{"a list for a key", "---\n? [a]\n: b\nstatus: a\n---\n", true, "", ErrUnsafe},
	{"an unknown alias", "---\nstatus: *nobody\n---\n", true, "", ErrUnparsable},
}

func TestSplitFindsBlockBodyAndProblem(t *testing.T) {
	for _, row := range splitTable {
		t.Run(row.name, func(t *testing.T) {
			d := Split([]byte(row.in))
			if d.HasBlock() != row.has || string(d.Body()) != row.body {
				t.Errorf("block %v, body %q; want %v, %q", d.HasBlock(), d.Body(), row.has, row.body)
			}
			if !errors.Is(d.Problem(), row.problem) || (row.problem == nil && d.Problem() != nil) {
				t.Errorf("problem %v, want %v", d.Problem(), row.problem)
			}
			if !row.has && (d.Block() != nil || len(d.Fields().Keys()) > 0) {
				t.Errorf("no block, and yet %q with keys %q", d.Block(), d.Fields().Keys())
			}
		})
	}
}

func TestProblemNamesTheLineOfTheFile(t *testing.T) {
	rows := []struct{ name, in, want string }{
		{"a colon too many on the first line", "---\ntitle: Q3: plan\n---\n", "line 2: mapping values"},
		{"a colon too many below", "---\na: 1\ntitle: Q3: plan\n---\n", "line 3: mapping values"},
		{"a key twice", "---\nstatus: a\ntitle: b\nstatus: c\n---\n", `line 4: "status", first on line 2`},
		{"conflict markers", "---\na: 1\n<<<<<<< HEAD\n---\n", "line 3"},
		{"a NUL byte", "a\nb\x00\n", "line 2"},
		{"a line separator", "---\na: 1\nb: \"\u2029\"\n---\n", "line 3: line separator U+2029"},
		{"a list that is not closed", "---\na: 1\nb: [1\nc: 2\n---\n", "did not find expected ',' or ']'"},
	}
	for _, row := range rows {
		if err := Split([]byte(row.in)).Problem(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want it to say %q", row.name, err, row.want)
		}
	}
}

func TestBlockIsTheBytesBetweenTheFences(t *testing.T) {
	data := []byte("\uFEFF--- \r\na: 1\r\n\r\n# c\r\n---\r\nbody")
	d := Split(data)
	if got, want := string(d.Block()), "a: 1\r\n\r\n# c\r\n"; got != want {
		t.Errorf("block %q, want %q", got, want)
	}
	if got := append(d.Block(), 'X'); string(data[len(data)-4:]) != "body" || len(got) == 0 {
		t.Errorf("appending to the block wrote into the note: %q", data)
	}
}

func TestEditableKnowsBlocksThatCanOnlyBeRead(t *testing.T) {
	for _, test := range []struct {
		name, file string
		ok         bool
	}{
		{"plain lines", "---\nstatus: active\n---\n", true},
		{"nested and multi-line values", "---\nmeta:\n  a: 1\ntext: |\n  x\nlist:\n- a\n---\n", true},
		{"an explicit key", "---\n? status\n: active\n---\n", false},
		{"an anchor before a key", "---\n&a status: active\n---\n", false},
		{"no block at all", "text\n", true},
		{"a block that is not closed", "---\nstatus: active\n", false},
	} {
		d := Split([]byte(test.file))
		if err := d.Editable(); (err == nil) != test.ok {
			t.Errorf("%s: got %v, want editable %v", test.name, err, test.ok)
		}
		if _, err := Apply([]byte(test.file), Set("status", Text("expired"))); (err == nil) != test.ok {
			t.Errorf("%s: the editor says %v", test.name, err)
		}
	}
}
