package vault

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

// written is the time of the files in these tests.
var written = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

// decodeRows are also the corpus of FuzzDecode. Of the note, the fields that the row is
// about are printed by show.
var decodeRows = []struct {
	name, text string
	show       func(n *memory.Note) any
	want       string
}{
	{"type from kind", "---\nkind: Fix\n---\n\nx", func(n *memory.Note) any { return n.Type }, "fix"},
	{"an unknown status is unfiled", "---\nstatus: done\n---\nx", func(n *memory.Note) any { return []any{n.Status, n.Declared} }, "[unfiled done]"},
	{"a status in capitals", "---\nstatus: ' Active'\n---\nx", func(n *memory.Note) any { return n.Status }, "active"},
	{"no block", "# Kettle\n\nBoil.", func(n *memory.Note) any { return []any{n.HasBlock, n.Status, n.Title, n.Body} }, "[false unfiled Kettle # Kettle\n\nBoil.]"},
	{"tags as a word", "---\ntags: tooling\n---\nx", func(n *memory.Note) any { return n.Tags }, "[tooling]"},
	{"tags with commas", "---\ntags: a, b\n---\nx", func(n *memory.Note) any { return n.Tags }, "[a b]"},
	{"tags of numbers", "---\ntags: [2026, no, 1.10]\naliases:\n---\nx", func(n *memory.Note) any { return []any{n.Tags, n.Aliases} }, "[[2026 no 1.10] []]"},
	{"tag and alias", "---\ntag: a\nalias: keyboard layout\n---\nx", func(n *memory.Note) any { return []any{n.Tags, n.Aliases} }, "[[a] [keyboard layout]]"},
	{"the file's name is the slug", "---\nslug: ../../outside\n---\nx", func(n *memory.Note) any { return n.Slug }, "kettle"},
	{"an impossible date is no date", "---\ncaptured: 2026-02-30T10:00:00Z\n---\nx", captured, "2026-09-01T08:00:00Z guessed"},
	{"a word is no date", "---\ncaptured: yesterday\n---\nx", captured, "2026-09-01T08:00:00Z guessed"},
	{"no date at all", "---\nzz: 1\n---\nx", captured, "2026-09-01T08:00:00Z guessed"},
	{"year 1 is no date", "---\ncaptured: 0001-01-01T00:00:00Z\n---\nx", captured, "2026-09-01T08:00:00Z guessed"},
	{"far in the future is kept", "---\ncaptured: 2199-01-01\n---\nx", captured, "2199-01-01T00:00:00Z"},
	{"another zone", "---\ncaptured: 2026-08-03T01:00:00+02:00\n---\nx", captured, "2026-08-02T23:00:00Z"},
	{"importance is 1 to 10", "---\nimportance: 99\n---\nx", func(n *memory.Note) any { return n.Importance }, "10"},
	{"importance below", "---\nimportance: -3\n---\nx", func(n *memory.Note) any { return n.Importance }, "1"},
	{"importance in words", "---\nimportance: high\n---\nx", func(n *memory.Note) any { return n.Importance }, "5"},
	{"uses below nothing", "---\nuses: -3\n---\nx", func(n *memory.Note) any { return n.Uses }, "0"},
	{"the last day counts", "---\nvalid_until: 2026-09-01\n---\nx", func(n *memory.Note) any { return n.ValidUntil.Format(time.RFC3339) }, "2026-09-02T00:00:00Z"},
	{"an instant is an instant", "---\nvalid_until: 2026-09-01T10:00:00Z\n---\nx", func(n *memory.Note) any { return n.ValidUntil.Format(time.RFC3339) }, "2026-09-01T10:00:00Z"},
	{"references as links and paths", "---\nsupersedes: [\"[[a|A]]\", memory/2026/08/b.md, c]\nsuperseded_by: '[[d]]'\n---\nx",
		func(n *memory.Note) any { return []any{n.Supersedes, n.SupersededBy} }, "[[a b c] d]"},
	{"unknown trust and origin", "---\ntrust: sure\norigin: web\n---\nx", func(n *memory.Note) any { return []any{n.Trust, n.OwnedBy()} }, "[ agent]"},
	{"known trust and origin", "---\ntrust: Verified\norigin: external\n---\nx", func(n *memory.Note) any { return []any{n.Trust, n.Origin} }, "[verified external]"},
	{"the title is one line", "---\ntitle: |\n  two\n  lines\n---\nx", func(n *memory.Note) any { return n.Title }, "two lines"},
	{"without words the name is the title", "---\ntype: fix\n---\n\n---\n", func(n *memory.Note) any { return n.Title }, "kettle"},
	{"one blank line belongs to the block", "---\ntype: fix\n---\n\n\nx\n", func(n *memory.Note) any { return n.Body }, "\nx\n"},
	{"CRLF", "---\r\ntype: fix\r\n---\r\n\r\nx\r\n", func(n *memory.Note) any { return []any{n.Type, n.Body} }, "[fix x\r\n]"},
	{"a byte order mark", "\ufeff---\ntype: fix\n---\nx", func(n *memory.Note) any { return []any{n.Type, n.Body} }, "[fix x]"},
	{"a block that does not parse is read as far as it goes", "---\ntitle: Q3: plan\nstatus: active\n---\n\nThe gazebo.\n",
		func(n *memory.Note) any { return []any{n.Status, n.Body, n.Broken != ""} }, "[active The gazebo.\n true]"},
	{"a key twice", "---\nstatus: active\nstatus: expired\n---\nx", broken, "key twice"},
	{"never closed", "---\nstatus: active\n\nx", broken, "never closed"},
	{"a conflict in the text", "---\nstatus: active\n---\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n", broken, "conflict markers"},
	{"a conflict in the block", "---\n<<<<<<< HEAD\nstatus: active\n=======\nstatus: expired\n>>>>>>> other\n---\nx", broken, "conflict markers"},
	{"a heading underlined and a quote are no conflict", "---\nstatus: active\n---\n\nTitle\n=======\n>>>>>>> deep\n", broken, ""},
	{"UTF-16 with a mark", wideText("---\ntype: fix\n---\n\nDas Öl.\n"), func(n *memory.Note) any { return []any{n.Type, n.Body} }, "[fix Das Öl.\n]"},
	{"UTF-16 is not edited", wideText("x"), broken, "UTF-16"},
	{"Latin-1 is kept and edited", "---\nstatus: unfiled\n---\n\nThe m\xfchle gantry.\n", func(n *memory.Note) any { return []any{n.Body, n.Title, n.Broken} }, "[The m\xfchle gantry.\n The m\uFFFDhle gantry ]"},
	{"NUL bytes", "---\nstatus: unfiled\n---\n\na\x00b\n", broken, "NUL"},
}

func captured(n *memory.Note) any {
	s := n.Captured.Format(time.RFC3339)
	if n.CapturedGuessed {
		s += " guessed"
	}
	return s
}

func broken(n *memory.Note) any { return n.Broken }

// wideText is a text in UTF-16, little end first, with its mark; letters above U+FFFF are not needed.
func wideText(s string) string {
	var b strings.Builder
	for _, r := range "\ufeff" + s {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	return b.String()
}

func TestDecode(t *testing.T) {
	for _, r := range decodeRows {
		t.Run(r.name, func(t *testing.T) {
			n := Decode(at("kettle"), []byte(r.text), written)
			got := fmt.Sprint(r.show(n))
			if why, isBroken := r.show(n).(string); isBroken && why == n.Broken {
				if (r.want == "") != (why == "") || !strings.Contains(why, r.want) {
					t.Errorf("broken: got %q, want %q", why, r.want)
				}
				return
			}
			if got != r.want {
				t.Errorf("got %q, want %q", got, r.want)
			}
			if n.Path != at("kettle") || n.Hash != memory.HashOf([]byte(r.text)) {
				t.Errorf("path %q, hash %q", n.Path, n.Hash)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	for _, r := range decodeRows {
		f.Add(r.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := Decode(at("kettle"), []byte(text), written)
		for name, when := range map[string]time.Time{"captured": n.Captured, "updated": n.Updated, "valid_from": n.ValidFrom,
			"valid_until": n.ValidUntil, "last_used": n.LastUsed} {
			if !when.IsZero() && when.Year() <= 1 {
				t.Errorf("%s is year %d", name, when.Year())
			}
		}
		if n.Captured.IsZero() || n.Slug != "kettle" || n.Importance < 1 || n.Importance > 10 || n.Uses < 0 || n.Title == "" {
			t.Errorf("%+v", n)
		}
		if !strings.HasSuffix(text, n.Body) && !strings.HasPrefix(text, "\xff\xfe") && !strings.HasPrefix(text, "\xfe\xff") {
			t.Errorf("the body is not the end of the file: %q", n.Body)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	data := []byte(note("kettle", "tags: [sqlite, locking]\nscope: api-server\nimportance: 7\nsource: https://example.org/x\n",
		"# Lock timeout\n\n"+strings.Repeat("The lock was held by a busy retry, see [[other-note]].\n", 12)))
	b.ReportAllocs()
	for b.Loop() {
		Decode(at("kettle"), data, written)
	}
}
