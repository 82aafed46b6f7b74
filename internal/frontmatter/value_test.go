package frontmatter

import (
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// scalarTable has texts and how they are written behind a key and in a flow list.
var scalarTable = []struct{ name, text, want, inFlow string }{
	{"a word", "active", "active", "active"},
	{"words with an apostrophe", "it's a busy retry", "it's a busy retry", `"it's a busy retry"`},
	{"another script", "値は日本", "値は日本", "値は日本"},
	{"an emoji of several characters", "👩‍👩‍👧 ok", "👩‍👩‍👧 ok", "👩‍👩‍👧 ok"},
	{"a path", "/slides/a.php", "/slides/a.php", "/slides/a.php"},
	{"a URL", "https://x.invalid/a?b=c#d", "https://x.invalid/a?b=c#d", `"https://x.invalid/a?b=c#d"`},
	{"a hash inside a word", "C#", "C#", `"C#"`},
	{"a session", "8a2f", "8a2f", "8a2f"},
	{"a version of three parts", "v1.2.3", "v1.2.3", "v1.2.3"},
	{"a number in a phrase", "3 apples", "3 apples", "3 apples"},
	{"a date in a phrase", "2026-08-03 meeting", "2026-08-03 meeting", "2026-08-03 meeting"},
	{"an agent", "agent:claude-code", "agent:claude-code", `"agent:claude-code"`},
	{"a comma", "a, b", "a, b", `"a, b"`},
	{"brackets inside", "a [b]", "a [b]", `"a [b]"`},
	{"nothing", "", `""`, `""`},
	{"a space", " ", `" "`, `" "`},
	{"a leading space", " a", `" a"`, `" a"`},
	{"a trailing space", "a ", `"a "`, `"a "`},
	{"a no-break space at the end", "a\u00a0", "\"a\u00a0\"", "\"a\u00a0\""},
	{"a colon and a space", "see: this", `"see: this"`, `"see: this"`},
	{"a colon at the end", "this:", `"this:"`, `"this:"`},
	{"a comment", "a # b", `"a # b"`, `"a # b"`},
	{"double quotes", `say "a"`, `say "a"`, `'say "a"'`},
	{"double quotes first", `"a"`, `'"a"'`, `'"a"'`},
	{"both quotes", `"a" 'b'`, `'"a" ''b'''`, `'"a" ''b'''`},
	{"a backslash in a colon phrase", `C: \x`, `'C: \x'`, `'C: \x'`},
	{"a line break", "a\nstatus: expired", `"a\nstatus: expired"`, `"a\nstatus: expired"`},
	{"a CRLF and a tab", "a\r\n\tb", `"a\r\n\tb"`, `"a\r\n\tb"`},
	{"an escape sequence of a terminal", "\x1b[31m", `"\u001B[31m"`, `"\u001B[31m"`},
	{"a NUL and a DEL", "\x00\x7f", `"\u0000\u007F"`, `"\u0000\u007F"`},
	{"line separators", "a\u2028b\u2029c\u0085d", `"a\u2028b\u2029c\u0085d"`, `"a\u2028b\u2029c\u0085d"`},
	{"a byte order mark", "\uFEFFa", `"\uFEFFa"`, `"\uFEFFa"`},
	{"text turned around", "a\u202Eb", `"a\u202Eb"`, `"a\u202Eb"`},
	{"a noncharacter", "a\U0001FFFE", `"a\U0001FFFE"`, `"a\U0001FFFE"`},
	{"bytes that are no UTF-8", "a\xff", "a\uFFFD", "a\uFFFD"},
	{"a link", "[[a]]", `"[[a]]"`, `"[[a]]"`},
	{"a template", "{{date}}", `"{{date}}"`, `"{{date}}"`},
	{"a tag with its mark", "#tag", `"#tag"`, `"#tag"`},
	{"a flag", "-v", `"-v"`, `"-v"`},
	{"a fence", "---", `"---"`, `"---"`},
	{"dots", "...", `"..."`, `"..."`},
	{"an at sign", "@me", `"@me"`, `"@me"`},
	{"a backquote", "`x`", "\"`x`\"", "\"`x`\""},
	{"a percent sign", "%d", `"%d"`, `"%d"`},
}

func TestTextIsQuotedWhereAReaderWouldSeeSomethingElse(t *testing.T) {
	for _, row := range scalarTable {
		text := valid(row.text)
		if got := Text(row.text).yaml(styleFree); got != row.want {
			t.Errorf("%s: got %s, want %s", row.name, got, row.want)
		}
		if got := List([]string{row.text}).yaml(styleFree); got != "["+row.inFlow+"]" {
			t.Errorf("%s in a list: got %s, want [%s]", row.name, got, row.inFlow)
		}
		checkScalar(t, text)
	}
}

// typed are texts in which YAML 1.1, YAML 1.2 or both see something else than a string.
var typed = strings.Fields(`~ null Null NULL true True false yes Yes YES no No NO on off y n Y N = << .inf -.INF +.inf .nan
	.NaN 0 7 -7 +7 0123 09 0o17 0x1f -0x1F 0b101 1_000 1,000 1. .5 1.5 1.10 1e3 1E3 -1.5e-3 1e e0 E60 6.8523015e+5 12:30 12:30:00
	-190:20:30 190:20:30.15 2026 2026-08-03 2026-8-3 2026-08-03T14:22:00Z 2001-12-14t21:59:43.10-05:00 ~x + - ..`)

func TestTextThatLooksLikeAnotherTypeIsQuoted(t *testing.T) {
	for _, text := range append(typed, "2001-12-14 21:59:43.10 -5", "2026-08-03 14:22:00") {
		want := `"` + text + `"`
		if got := Text(text).yaml(styleFree); got != want && text != ".." {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := writeText(text, styleSingle, false); got != "'"+text+"'" {
			t.Errorf("in single quotes: %s", got)
		}
		checkScalar(t, text)
	}
}

// checkScalar demands of every way to write a text that it is one line and reads back as that text and a string.
func checkScalar(t *testing.T, text string) {
	t.Helper()
	for _, wish := range []style{styleFree, styleSingle, styleDouble} {
		readsAs(t, "key: "+writeText(text, wish, false)+" # c\n", text)
		readsAs(t, "key: ["+writeText(text, wish, true)+", b]\n", text)
		readsAs(t, "key:\n- "+writeText(text, wish, false)+"\n", text)
		readsAs(t, writeText(text, wish, false)+": b\n", text)
	}
}

func readsAs(t *testing.T, block, text string) {
	t.Helper()
	if len(block) > 1000 && !strings.HasPrefix(block, "key") {
		return // YAML has no key of more than 1,024 characters
	}
	if lines := strings.Count(block, "\n"); lines > 2 || strings.ContainsAny(block, "\r\u2028\u2029\u0085") {
		t.Fatalf("%q is more than a line: %q", text, block)
	}
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(block), &root); err != nil {
		t.Fatalf("%q written as %q: %v", text, block, err)
	}
	node := root.Content[0].Content[0]
	if strings.HasPrefix(block, "key:") {
		if node = root.Content[0].Content[1]; node.Kind == yaml.SequenceNode {
			node = node.Content[0]
		}
	}
	if node.Kind != yaml.ScalarNode || node.Value != text || node.ShortTag() != "!!str" {
		t.Fatalf("%q written as %q reads as %q, %s", text, block, node.Value, node.ShortTag())
	}
}

func TestPlainStaysAsTyped(t *testing.T) {
	for _, text := range []string{"true", "7", "1.10", "2026-06-14", "12:30", "two words", "no"} {
		if got := Plain(text).yaml(styleFree); got != text {
			t.Errorf("got %s, want %s", got, text)
		}
	}
	for _, text := range []string{"", "~", "null", "a: b", "[a", "a\nb", " a", "#a"} {
		if got, want := Plain(text).yaml(styleFree), quote(text, styleFree); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestComposeWritesANewNote(t *testing.T) {
	at := time.Date(2026, 8, 3, 14, 22, 0, 0, time.UTC)
	got := string(Compose([]Field{
		{"type", Text("fix")}, {"captured", Time(at)}, {"title", Text("Lock: a\nretry")}, {"tags", List([]string{"sqlite", "no"})},
		{"aliases", List(nil)}, {"importance", Int(5)}, {"valid_from", Date(at)}, {"no", Value{}},
	}, []byte("---\nBody\n")))
	want := "---\ntype: fix\ncaptured: 2026-08-03T14:22:00Z\ntitle: \"Lock: a\\nretry\"\ntags: [sqlite, \"no\"]\n" +
		"aliases: []\nimportance: 5\nvalid_from: 2026-08-03\n\"no\": \"\"\n---\n\n---\nBody\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	d := Split([]byte(got))
	if err := d.Problem(); err != nil || string(d.Body()) != "\n---\nBody\n" {
		t.Errorf("problem %v, body %q", err, d.Body())
	}
	if got := string(Compose(nil, nil)); got != "---\n---\n" {
		t.Errorf("an empty note: %q", got)
	}
}
