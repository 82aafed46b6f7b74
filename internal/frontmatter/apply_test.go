package frontmatter

import (
	"bytes"
	"testing"
	"time"
)

// edits that the tables share
var (
	toActive = []Edit{Set("status", Text("active"))}
	noKey    = []Edit{Remove("key")}
	addNew   = []Edit{Append("key", "new")}
)

func setKey(v Value) []Edit { return []Edit{Set("key", v)} }

type applyRow struct {
	name     string
	in, want string
	edits    []Edit
}

// noted is a note around a block.
func noted(block string) string { return "---\n" + block + "---\n\nBody: status: unfiled\n" }

func checkApply(t *testing.T, table []applyRow, wrap func(string) string) {
	t.Helper()
	for _, row := range table {
		t.Run(row.name, func(t *testing.T) {
			in := []byte(wrap(row.in))
			out, err := Apply(in, row.edits...)
			if err != nil || string(out) != wrap(row.want) {
				t.Fatalf("got  %q, %v\nwant %q", out, err, wrap(row.want))
			}
			if again, err := Apply(out, row.edits...); err != nil || !bytes.Equal(again, out) {
				t.Errorf("done twice: %q, %v", again, err)
			}
			if string(in) != wrap(row.in) {
				t.Errorf("the input was written to: %q", in)
			}
		})
	}
}

var setTable = []applyRow{
	{"a plain line", "a: 1\nstatus: unfiled\nb: 2\n", "a: 1\nstatus: active\nb: 2\n", toActive},
	{"a comment behind it, and the spaces before that", "status: unfiled   # by hand\n", "status: active   # by hand\n", toActive},
	{"spaces after the colon and at the end", "status:   unfiled  \n", "status:   active  \n", toActive},
	{"a quoted key", "\"status\": unfiled\n", "\"status\": active\n", toActive},
	{"a key in single quotes with a space before the colon", "'status' : unfiled\n", "'status' : active\n", toActive},
	{"a value in double quotes", "status: \"unfiled\" # c\n", "status: \"active\" # c\n", toActive},
	{"a value in single quotes", "status: 'unfiled'\n", "status: 'active'\n", toActive},
	{"single quotes that cannot hold the value", "key: 'a'\n", "key: \"a\\nb\"\n", setKey(Text("a\nb"))},
	{"single quotes around a quote", "key: 'a'\n", "key: 'it''s'\n", setKey(Text("it's"))},
	{"no value", "status:\na: 1\n", "status: active\na: 1\n", toActive},
	{"no value and a space", "status: \na: 1\n", "status: active\na: 1\n", toActive},
	{"no value and a comment", "status:   # by hand\n", "status: active   # by hand\n", toActive},
	{"an explicit null", "status: ~ # c\n", "status: active # c\n", toActive},
	{"look-alikes around the key", "meta:\n  status: unfiled\ntext: |\n  status: unfiled\nstatus_note: x\n\"status\": unfiled\n", "meta:\n  status: unfiled\ntext: |\n  status: unfiled\nstatus_note: x\n\"status\": active\n", toActive},
	{"a value on the next line", "status:\n  unfiled # c\na: 1\n", "status:\n  active # c\na: 1\n", toActive},
	{"a plain value over lines", "key: a\n  b\n  # c\nz: 1\n", "key: x\n  # c\nz: 1\n", setKey(Text("x"))},
	{"a quoted value over lines that ends in a hash", "key: \"a\n\n  # b\" # c\nz: 1\n", "key: \"x\" # c\nz: 1\n", setKey(Text("x"))},
	{"a literal block", "key: | # head\n  a\n\n  # text\n # comment\n\nz: 1\n", "key: x # head\n # comment\n\nz: 1\n", setKey(Text("x"))},
	{"a folded block that keeps its blank lines", "key: >+\n  a\n\n\nz: 1\n", "key: x\nz: 1\n", setKey(Text("x"))},
	{"an empty block scalar", "key: |\nz: 1\n", "key: x\nz: 1\n", setKey(Text("x"))},
	{"a block scalar with an indicator", "key: |2-\n    a\n  b\n\nz: 1\n", "key: x\n\nz: 1\n", setKey(Text("x"))},
	{"a block scalar with an indicator and a comment below", "key: |2\n   a\n # c\nz: 1\n", "key: x\n # c\nz: 1\n", setKey(Text("x"))},
	{"a block list by a scalar", "key: # head\n  - a\n  - b\n# c\nz: 1\n", "key: x # head\n# c\nz: 1\n", setKey(Text("x"))},
	{"a block list at column 0 by a scalar", "key:\n- a\n- b\nz: 1\n", "key: x\nz: 1\n", setKey(Text("x"))},
	{"a mapping by a scalar", "key:\n  a:\n    - b\n    - |\n      c\nz: 1\n", "key: x\nz: 1\n", setKey(Text("x"))},
	{"a flow list over lines by a scalar", "key: [a,\n  \"]\", # ]\n  b # c\n] # d\nz: 1\n", "key: x # d\nz: 1\n", setKey(Text("x"))},
	{"a flow mapping", "key: {a: [1], \"b\":\"}\"} # c\n", "key: x # c\n", setKey(Text("x"))},
	{"a list by a list", "key: [a,b]  # c\n", "key: [c, d]  # c\n", setKey(List([]string{"c", "d"}))},
	{"an item of a block list goes, another comes", "key:\n    # one\n    - 'a'\n    # two\n    -  'b' # c\nz: 1\n", "key:\n    # one\n    # two\n    -  'b' # c\n    -  'c'\nz: 1\n", setKey(List([]string{"b", "c"}))},
	{"every item of a block list", "key:\n- a\n- b\nz: 1\n", "key:\n- c\nz: 1\n", setKey(List([]string{"c"}))},
	{"a block list with an empty item", "key:\n- a\n-\nz: 1\n", "key: [c]\nz: 1\n", setKey(List([]string{"c"}))},
	{"an item of a block list that spans lines", "key:\n- 'a\n  b'\n-\n  c\n- d\nz: 1\n", "key:\n- d\n- e\nz: 1\n", setKey(List([]string{"d", "e"}))},
	{"an item of two lines above a dash of its own line", "key:\n- a\n  b\n-\n  c\n- d\nz: 1\n", "key:\n-\n  c\n- e\nz: 1\n", setKey(List([]string{"c", "e"}))},
	{"a block list by nothing", "key:\n- a\nz: 1\n", "key: []\nz: 1\n", setKey(List(nil))},
	{"a number", "key: 3\n", "key: 4\n", setKey(Int(4))},
	{"a time that was quoted", "key: \"2026-01-16T17:06:02.325Z\"\n", "key: \"2026-08-03T12:22:00Z\"\n", setKey(Time(time.Date(2026, 8, 3, 14, 22, 0, 999, time.FixedZone("", 7200))))},
	{"a date", "key: 2026-01-16\n", "key: 2026-06-14\n", setKey(Date(time.Date(2026, 6, 14, 23, 0, 0, 0, time.UTC)))},
	{"a plain value as typed", "key: a\n", "key: true\n", setKey(Plain("true"))},
	{"a plain value that cannot be", "key: a\n", "key: \"x: y\"\n", setKey(Plain("x: y"))},
	{"a plain null", "key: a\n", "key: \"null\"\n", setKey(Plain("null"))},
	{"an indented block", "  a: 1\n  status: unfiled\n", "  a: 1\n  status: active\n", toActive},
	{"letters of other scripts in front", "名前: 値\nключ: \"é\" \nstatus: unfiled\n", "名前: 値\nключ: \"é\" \nstatus: active\n", toActive},
	{"a merge beside it", "x: &x {a: 1}\n<<: *x\nstatus: unfiled\n", "x: &x {a: 1}\n<<: *x\nstatus: active\n", toActive},
	{"two keys at once", "status: a\nupdated: 2026-01-01\n", "status: active\nupdated: 2026-01-02\n", []Edit{toActive[0], Set("updated", Plain("2026-01-02"))}},
}

func TestSetChangesTheValueAndNothingElse(t *testing.T) { checkApply(t, setTable, noted) }

var unchangedTable = []applyRow{
	{"the same word", "status: active # c\n", "status: active # c\n", toActive},
	{"the same word in quotes", "status: 'active'\n", "status: 'active'\n", toActive},
	{"the same text in a block", "key: >-\n  a\n  b\n", "key: >-\n  a\n  b\n", setKey(Text("a b"))},
	{"the same items in another style", "key:\n- a\n- 'b'\n", "key:\n- a\n- 'b'\n", setKey(List([]string{"a", "b"}))},
	{"the same single item as a word", "key: a\n", "key: a\n", setKey(List([]string{"a"}))},
	{"the same number in quotes", "key: '07'\n", "key: '07'\n", setKey(Int(7))},
	{"the same instant in another zone", "key: 2026-08-03 14:22:00 +0200\n", "key: 2026-08-03 14:22:00 +0200\n", setKey(Time(time.Date(2026, 8, 3, 12, 22, 0, 0, time.UTC)))},
	{"an absent key is removed", "a: 1\n", "a: 1\n", noKey},
	{"an item that is there is appended", "key: [ new,a ]\n", "key: [ new,a ]\n", addNew},
}

func TestAnEditThatSaysNothingNewReturnsTheSameBytes(t *testing.T) {
	checkApply(t, unchangedTable, noted)
}

var removeTable = []applyRow{
	{"a line and its comment, not the one above", "# above\nkey: a # c\n# below\nz: 1\n", "# above\n# below\nz: 1\n", noKey},
	{"the only key", "key: a\n", "", noKey},
	{"a block list with comments inside", "a: 1\nkey:\n  # c\n  - x\n\n  - y\n\n# below\nz: 1\n", "a: 1\n\n# below\nz: 1\n", noKey},
	{"a literal block whose last lines are blank", "key: |\n  a\n\nz: 1\n", "\nz: 1\n", noKey},
	{"a literal block that keeps its blank lines", "key: |+\n  a\n\nz: 1\n", "z: 1\n", noKey},
	{"a mapping that ends in an empty value", "key:\n  a: 1\n  b:\nz: 1\n", "z: 1\n", noKey},
	{"a list that ends in an empty item", "key:\n  - a\n  -\nz: 1\n", "z: 1\n", noKey},
	{"a value in quotes over lines", "key: 'a\n  # b\n  ''c'\nz: 1\n", "z: 1\n", noKey},
}

func TestRemoveTakesTheKeysOwnLines(t *testing.T) { checkApply(t, removeTable, noted) }

var appendTable = []applyRow{
	{"a flow list", "key: [a, b] # c\n", "key: [a, b, new] # c\n", addNew},
	{"a flow list without spaces", "key: [a,b]\n", "key: [a,b,new]\n", addNew},
	{"a flow list with inner spaces", "key: [ a, b ]\n", "key: [ a, b, new ]\n", addNew},
	{"a flow list in quotes", "key: [a, 'b']\n", "key: [a, 'b', 'new']\n", addNew},
	{"a flow list that ends in a comma", "key: [a, b, ]\n", "key: [a, b, new ]\n", addNew},
	{"an empty flow list", "key: [] # c\n", "key: [new] # c\n", addNew},
	{"an empty flow list with a space", "key: [ ]\n", "key: [new ]\n", addNew},
	{"a flow list with a nested one and a mapping", "key: [[a, b], c: d]\n", "key: [[a, b], c: d, new]\n", addNew},
	{"a flow list, an item to a line", "key: [\n  \"a\",\n  \"b\" # c\n]\nz: 1\n", "key: [\n  \"a\",\n  \"b\", # c\n  \"new\"\n]\nz: 1\n", addNew},
	{"an item to a line, and a last comma", "key: [\n  a,\n  b,  # c\n]\n", "key: [\n  a,\n  b,  # c\n  new,\n]\n", addNew},
	{"a flow list that closes on the last item's line", "key: [a,\n      b]\n", "key: [a,\n      b,\n      new]\n", addNew},
	{"two items to a line", "key: [\n  a, b\n]\n", "key: [\n  a, b, new\n]\n", addNew},
	{"a block list", "key:\n  - a\n  - b # c\n\n# d\nz: 1\n", "key:\n  - a\n  - b # c\n  - new\n\n# d\nz: 1\n", addNew},
	{"a block list at column 0, wide and in quotes", "key:\n-   \"a\"\nz: 1\n", "key:\n-   \"a\"\n-   \"new\"\nz: 1\n", addNew},
	{"a block list of mappings", "key:\n  - a: 1\n    b: 2\nz: 1\n", "key:\n  - a: 1\n    b: 2\n  - new\nz: 1\n", addNew},
	{"a block list that ends in a text", "key:\n  - |\n    a\n    b\nz: 1\n", "key:\n  - |\n    a\n    b\n  - new\nz: 1\n", addNew},
	{"a word", "key: one # c\n", "key: [one, new] # c\n", addNew},
	{"a comma string", "key: one, two\n", "key: [one, two, new]\n", addNew},
	{"a quoted word", "key: \"a, b\"\n", "key: [\"a, b\", new]\n", addNew},
	{"no value", "key:  # c\n", "key: [new]  # c\n", addNew},
	{"an explicit null", "key: null\n", "key: [new]\n", addNew},
	{"a quoted key that would merge without its quotes", "\"<<\": [a]\n", "\"<<\": [a, b]\n", []Edit{Append("<<", "b")}},
	{"no key", "a: 1\n", "a: 1\nkey: [new]\n", addNew},
	{"an item that needs quotes in a flow list only", "key: [a]\n", "key: [a, \"b, c\"]\n", []Edit{Append("key", "b, c")}},
	{"the same in a block list", "key:\n- a\n", "key:\n- a\n- b, c\n", []Edit{Append("key", "b, c")}},
	{"two items", "key: [a]\n", "key: [a, b, c]\n", []Edit{Append("key", "b"), Append("key", "c")}},
}

func TestAppendKeepsTheListsOwnStyle(t *testing.T) { checkApply(t, appendTable, noted) }

var insertTable = []applyRow{
	{"after the nearest key before it", "type: fix\ncaptured: 2026-08-03\nslug: a\n", "type: fix\nstatus: active\ncaptured: 2026-08-03\nslug: a\n", toActive},
	{"wherever that key stands", "slug: a\nzz: 1\ntype: fix\ntitle: t\n", "slug: a\nzz: 1\ntype: fix\nstatus: active\ntitle: t\n", toActive},
	{"after a list of several lines, before its comments", "slug: a\ntags:\n  - a\n  - b\n# c\nzz: 1\n", "slug: a\ntags:\n  - a\n  - b\nscope: s\n# c\nzz: 1\n", []Edit{Set("scope", Text("s"))}},
	{"after a literal block", "title: |\n  a\n\n  # b\n\nzz: 1\n", "title: |\n  a\n\n  # b\ntags: [x]\n\nzz: 1\n", []Edit{Set("tags", List([]string{"x"}))}},
	{"after a block that keeps its blank lines", "title: |+\n  a\n\nzz: 1\n", "title: |+\n  a\n\ntags: [x]\nzz: 1\n", []Edit{Set("tags", List([]string{"x"}))}},
	{"several at once", "status: active\n", "status: active\nupdated: 2026-08-03\nslug: s\nscope: x\n", []Edit{Set("slug", Text("s")), Set("scope", Text("x")), Set("updated", Plain("2026-08-03"))}},
	{"before the first key after it", "# head\nzz: 1\n# of captured\ncaptured: 2026-08-03\n", "# head\nzz: 1\n# of captured\nstatus: active\ncaptured: 2026-08-03\n", toActive},
	{"at the end when no known key is there", "name: kettle\n# last\n", "name: kettle\n# last\nstatus: active\n", toActive},
	{"an unknown key at the end", "status: a\nslug: b\n\n", "status: a\nslug: b\n\nrating: 5\n", []Edit{Set("rating", Int(5))}},
	{"with the indentation of the block", "  slug: a\n", "  status: active\n  slug: a\n", toActive},
	{"a key that needs quotes", "a: 1\n", "a: 1\n\"no: yes\": x\n", []Edit{Set("no: yes", Text("x"))}},
	{"into a blank block", "", "status: active\n", toActive},
	{"into a block of comments", "# c\n", "# c\nstatus: active\n", toActive},
}

func TestInsertPutsAKeyInItsPlace(t *testing.T) { checkApply(t, insertTable, noted) }

var fileTable = []applyRow{
	{"CRLF", "---\r\ntype: fix\r\nstatus: unfiled\r\n---\r\nBody.\r\n", "---\r\ntype: fix\r\nstatus: active\r\n---\r\nBody.\r\n", toActive},
	{"a key into CRLF", "---\r\ntype: fix\r\n---\r\nBody.\r\n", "---\r\ntype: fix\r\nstatus: active\r\n---\r\nBody.\r\n", toActive},
	{"the first key into CRLF with an LF body", "---\r\nslug: x\n---\nBody.\n", "---\r\nstatus: active\r\nslug: x\n---\nBody.\n", toActive},
	{"an item into a block list of CRLF", "---\r\nkey:\r\n  - a\r\n---\r\n", "---\r\nkey:\r\n  - a\r\n  - new\r\n---\r\n", addNew},
	{"no newline at the end", "---\ntype: fix\nstatus: unfiled\n---", "---\ntype: fix\nstatus: active\n---", toActive},
	{"a key before a close without a newline", "---\ntype: fix\n---", "---\ntype: fix\nstatus: active\n---", toActive},
	{"a byte order mark", "\uFEFF---\nstatus: unfiled\n---\nBody.", "\uFEFF---\nstatus: active\n---\nBody.", toActive},
	{"a close by dots", "---\nstatus: unfiled\n...\n\nBody.\n---\n", "---\nstatus: active\n...\n\nBody.\n---\n", toActive},
	{"trailing spaces on the fences", "--- \nstatus: unfiled\n---\t\nBody.\n", "--- \nstatus: active\n---\t\nBody.\n", toActive},
	{"bytes that are no UTF-8 in the body", "---\nstatus: unfiled\n---\nM\xfchle.\n", "---\nstatus: active\n---\nM\xfchle.\n", toActive},
	{"plain markdown", "# Title\n\nText.\n", "---\nstatus: active\n---\n# Title\n\nText.\n", toActive},
	{"plain markdown of CRLF", "# Title\r\nText.\r\n", "---\r\nstatus: active\r\n---\r\n# Title\r\nText.\r\n", toActive},
	{"plain markdown behind a byte order mark", "\uFEFFText.", "\uFEFF---\nstatus: active\n---\nText.", toActive},
	{"an empty file", "", "---\nstatus: active\n---\n", toActive},
	{"a thematic break on top", "---\n\nprose\n\n---\nmore\n", "---\nstatus: active\n---\n---\n\nprose\n\n---\nmore\n", toActive},
	{"two keys on plain markdown", "Text.\n", "---\ntype: fix\nstatus: active\n---\nText.\n", []Edit{toActive[0], Set("type", Text("fix"))}},
	{"nothing to remove from plain markdown", "Text.\n", "Text.\n", noKey},
	{"another tool's block stays the only one", "---\npermalink: notes/kettle\nname: kettle\n---\n\nCitric acid.\n", "---\npermalink: notes/kettle\nname: kettle\nstatus: active\n---\n\nCitric acid.\n", toActive},
	{"no edits", "---\nstatus: a\nstatus: b\n---\n", "---\nstatus: a\nstatus: b\n---\n", nil},
}

func TestApplyKeepsTheFileAsItIs(t *testing.T) {
	checkApply(t, fileTable, func(s string) string { return s })
}
