package frontmatter

import (
	"errors"
	"testing"
)

var refuseTable = []struct {
	name, in string
	edit     Edit
	want     error
}{
	{"a key twice", "---\nstatus: a\nstatus: b\n---\n", toActive[0], ErrDuplicateKey},
	{"another key twice", "---\nstatus: a\nx: 1\n\"x\": 2\n---\n", toActive[0], ErrDuplicateKey},
	{"a broken block", "---\ntitle: Q3: plan\nstatus: unfiled\n---\n", toActive[0], ErrUnparsable},
	{"a broken block, even to remove what is not there", "---\ntitle: Q3: plan\n---\n", noKey[0], ErrUnparsable},
	{"conflict markers", "---\n<<<<<<< HEAD\nstatus: a\n=======\nstatus: b\n>>>>>>> x\n---\n", toActive[0], ErrConflict},
	{"an open block", "---\nstatus: a\n", toActive[0], ErrUnclosed},
	{"TOML", "+++\nstatus = 1\n+++\n", toActive[0], ErrForeign},
	{"JSON", "---\n{\"status\": \"a\"}\n---\n", toActive[0], ErrForeign},
	{"UTF-16", "\xfe\xff\x00-\x00-\x00-", toActive[0], ErrNotText},
	{"a NUL", "a\x00", toActive[0], ErrNotText},
	{"a lone CR in the block", "---\nstatus: a\rb: c\n---\n", toActive[0], ErrDisagree},
	{"a fence inside a value", "---\ntext: |\n  ---\nstatus: a\n---\n", toActive[0], ErrDisagree},
	{"a block behind blank lines", "\n---\nstatus: a\n---\n", toActive[0], ErrDisagree},
	{"an anchor on the value", "---\nstatus: &s a\nx: *s\n---\n", toActive[0], ErrUnsafe},
	{"an anchor inside the value", "---\nkey:\n  - &s a\nx: *s\n---\n", noKey[0], ErrUnsafe},
	{"an alias", "---\nx: &s a\nstatus: *s\n---\n", toActive[0], ErrUnsafe},
	{"a tag", "---\nstatus: !!str a\n---\n", toActive[0], ErrUnsafe},
	{"a tag and a comment before a list", "---\na: !t # c\n  [x]\nstatus: a\n---\n", toActive[0], ErrUnsafe},
	{"a tag and a comment before quotes", "---\na: !t # c\n  'x'\nstatus: a\n---\n", toActive[0], ErrUnsafe},
	{"a merge key", "---\nx: &x {a: 1}\n<<: *x\n---\n", Remove("<<"), ErrUnsafe},
	{"an explicit key", "---\n? status\n: a\n---\n", toActive[0], ErrUnsafe},
	{"an explicit key beside it", "---\nstatus: a\n? [b]\n: c\n---\n", toActive[0], ErrUnsafe},
	{"an anchor on the key", "---\n&k status: a\n---\n", toActive[0], ErrUnsafe},
	{"an item for a mapping", "---\nkey: {a: b}\n---\n", addNew[0], ErrUnsafe},
	{"a key that is no UTF-8", "---\na: b\n---\n", Set("\xff", Text("x")), ErrNotText},
	{"a key that is longer than YAML allows", "---\na: b\n---\n", Set(string(make([]byte, 2000)), Text("x")), ErrUnsafe},
	{"an operation that is none", "---\na: b\n---\n", Edit{Key: "a", Op: "rename"}, ErrUnsafe},
}

func TestApplyRefusesWhatItCannotEditWithCertainty(t *testing.T) {
	for _, row := range refuseTable {
		t.Run(row.name, func(t *testing.T) {
			data := []byte(row.in)
			out, err := Apply(data, row.edit)
			if !errors.Is(err, row.want) || out != nil {
				t.Errorf("got %q, %v; want nothing, %v", out, err, row.want)
			}
			if string(data) != row.in {
				t.Errorf("the input was written to: %q", data)
			}
			if out, err := Apply([]byte("---\nok: 1\n---\n"), Set("ok", Int(2)), Edit{Key: "ok", Op: "none"}); out != nil || err == nil {
				t.Errorf("a refused edit behind a good one: %q, %v", out, err)
			}
		})
	}
}

func TestCutsThatOverlapAreNotMade(t *testing.T) {
	for _, cuts := range [][]cut{{{0, 3, ""}, {2, 4, ""}}, {{3, 2, ""}}} {
		if out, ok := splice([]byte("abcdef"), cuts); ok || out != nil {
			t.Errorf("%v made %q", cuts, out)
		}
	}
}

func TestVerifyCatchesAnEditThatDoesMore(t *testing.T) {
	const in = "---\nstatus: unfiled\ntitle: a # c\n---\nBody.\n"
	before, err := lay([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	rows := []struct{ name, out string }{
		{"another value", "---\nstatus: active\ntitle: b # c\n---\nBody.\n"},
		{"another comment", "---\nstatus: active\ntitle: a # d\n---\nBody.\n"},
		{"the body", "---\nstatus: active\ntitle: a # c\n---\nBody!\n"},
		{"a new key", "---\nstatus: active\nx: 1\ntitle: a # c\n---\nBody.\n"},
		{"a key gone", "---\nstatus: active\n---\nBody.\n"},
		{"the order", "---\ntitle: a # c\nstatus: active\n---\nBody.\n"},
		{"a wrong value", "---\nstatus: expired\ntitle: a # c\n---\nBody.\n"},
		{"a block that does not parse", "---\nstatus: a: b\ntitle: a # c\n---\nBody.\n"},
		{"no block at all", "Body.\n"},
	}
	for _, row := range rows {
		if err := verify(before, []byte(row.out), toActive[0]); !errors.Is(err, ErrUnsafe) {
			t.Errorf("%s: got %v, want ErrUnsafe", row.name, err)
		}
	}
	if err := verify(before, []byte("---\nstatus: active\ntitle: a # c\n---\nBody.\n"), toActive[0]); err != nil {
		t.Errorf("the edit as wanted: %v", err)
	}
}
