package okfcheck

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestCheckNamesEveryBrokenRule(t *testing.T) {
	const good = "type: x\n"
	for _, row := range []struct{ name, file, text, want string }{
		{"a type is enough", "a.md", "---\n" + good + "---\n", ""},
		{"all families", "a.md", "---\n" + good + "status: draft\ngenerated: {by: human:ada, at: 2026-01-01T00:00:00Z}\nverified:\n  - by: mem/1.0\n    at: 2026-01-01T00:00:00Z\nsources:\n  - resource: /b.md\nstale_after: 2026-01-01\n---\n", ""},
		{"keys that nobody knows", "a.md", "---\n" + good + "zz: {a: [1]}\n---\n", ""},
		{"an index without a block", "b/index.md", "# x\n", ""},
		{"a log of days", "log.md", "## 2026-01-01\n", ""},
		{"a log of something else", "log.md", "## Monday\n", "no day"},
		{"no block", "a.md", "text\n", "no frontmatter"},
		{"a block that is no YAML", "a.md", "---\na: b: c\n---\n", "no YAML"},
		{"no type", "a.md", "---\ntitle: x\n---\n", "no type"},
		{"a blank type", "a.md", "---\ntype: ''\n---\n", "no type"},
		{"another status", "a.md", "---\n" + good + "status: active\n---\n", "none of the format"},
		{"an actor of another form", "a.md", "---\n" + good + "generated: {by: agent:x}\n---\n", "an actor is"},
		{"no mapping", "a.md", "---\n" + good + "generated: ada\n---\n", "no mapping"},
		{"no instant", "a.md", "---\n" + good + "generated: {by: human:a, at: soon}\n---\n", "no instant"},
		{"verified is no list", "a.md", "---\n" + good + "verified: {by: human:a}\n---\n", "no list"},
		{"a source without a resource", "a.md", "---\n" + good + "sources:\n  - id: x\n---\n", "without a resource"},
		{"no date", "a.md", "---\n" + good + "stale_after: soon\n---\n", "no date"},
	} {
		r, err := Check(fstest.MapFS{row.file: {Data: []byte(row.text)}})
		if got := strings.Join(r.Problems, "; "); err != nil || (got == "") != (row.want == "") || !strings.Contains(got, row.want) {
			t.Errorf("%s: got %q, %v, want …%s…", row.name, got, err, row.want)
		}
	}
}

func TestCheckFollowsLinks(t *testing.T) {
	r, err := Check(fstest.MapFS{
		"a b.md": {Data: []byte("---\ntype: x\n---\n[b](/c/d.md#x) [e](/e.md) [self](/a%20b.md) [out](https://example.invalid)\n```\n[x](/y.md)\n```\n")},
		"c/d.md": {Data: []byte("---\ntype: x\n---\n")},
	})
	if err != nil || r.Links != 2 || len(r.Broken) != 1 || len(r.Problems) != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
}
