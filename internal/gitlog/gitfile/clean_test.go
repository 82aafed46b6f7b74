package gitfile

import (
	"fmt"
	"strings"
	"testing"
)

// contents are files of all kinds of line ends, and of kinds that git takes for binary or just not.
var contents = []struct{ name, text string }{
	{"empty", ""},
	{"LF", "one\ntwo\n"},
	{"CRLF", "one\r\ntwo\r\n"},
	{"CRLF without a last one", "one\r\ntwo"},
	{"mixed", "one\r\ntwo\nthree\r\n"},
	{"a lone CR", "one\rtwo\r\nthree\n"},
	{"a CR at the end", "one\r\ntwo\r"},
	{"two CRs and LF", "one\r\r\ntwo\r\n"},
	{"a NUL", "one\r\n\x00two\r\n"},
	{"a byte order mark", "\ufeffone\r\ntwo\r\n"},
	{"letters that are not Latin", "日本語\r\nтекст\r\n"},
	{"no UTF-8", "\xff\xfe\xe9\r\nx\r\n"},
	{"one control letter in 127", "\x01" + strings.Repeat("x", 127) + "\r\n"},
	{"one control letter in 128", "\x01" + strings.Repeat("x", 128) + "\r\n"},
	{"tabs, escapes, form feeds", "\t\x1b\f\b\r\n"},
	{"a bell", "\a\r\n"},
	{"DEL", "\x7f\r\n"},
	{"an end-of-file mark at the end", "one\r\n\x1a"},
	{"an end-of-file mark before the end", "one\r\n\x1a\r\n"},
}

func TestCleanIsWhatAddStores(t *testing.T) {
	attributes := []string{
		"", "* text", "* -text", "* text=auto", "* text eol=lf", "* text eol=crlf", "* eol=crlf", "* text=auto eol=crlf",
		"* text=auto eol=lf", "* -text eol=crlf", "* binary", "* text=other", "* crlf", "* -crlf", "* crlf=input", "* text=input",
		"* !text", "* ident", "* filter=undefined",
	}
	// Every content is added in a folder for each line of attributes, over nothing and over blobs of three kinds.
	before := []string{"", "old\n", "old\r\n", "old\r\nbut binary\x00"}
	path := func(line, content, old int) string { return fmt.Sprintf("%02d/%02d-%d", line, content, old) }
	r := newRepo(t)
	r.git("config", "core.safecrlf", "false")
	var rules, index strings.Builder
	for l, line := range attributes {
		if set, ok := strings.CutPrefix(line, "* "); ok {
			fmt.Fprintf(&rules, "/%02d/* %s\n", l, set)
		}
	}
	for j, old := range before[1:] {
		blob := r.blob(old)
		for l := range attributes {
			for i := range contents {
				fmt.Fprintf(&index, "100644 %x\t%s\n", blob, path(l, i, j+1))
			}
		}
	}
	r.write(".gitattributes", rules.String())
	for l := range attributes {
		for i, c := range contents {
			for j := range before {
				r.write(path(l, i, j), c.text)
			}
		}
	}
	all := ParseAttributes("", []byte(rules.String()))
	for _, autocrlf := range []string{"", "true", "input", "false"} {
		if autocrlf != "" {
			r.git("config", "core.autocrlf", autocrlf)
		}
		r.git("read-tree", "--empty")
		r.pipe(index.String(), "update-index", "--index-info")
		r.git("add", ".")
		stored := map[string]Hash{}
		for e, err := range Entries(r.index(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			stored[e.Path] = e.Hash
		}
		for l, line := range attributes {
			conv := all.Conversion(path(l, 0, 0), false)
			conv.Filter = "" // no driver is configured
			for i, c := range contents {
				for j, old := range before {
					out, needsGit := Clean([]byte(c.text), conv, autocrlf, HasCRLF([]byte(old)))
					if want := stored[path(l, i, j)]; needsGit || HashOf(KindBlob, out) != want {
						t.Errorf("autocrlf=%s %s, %s over %q: got %q (git needed: %v); git has %q", autocrlf, line, c.name, old,
							out, needsGit, r.git("cat-file", "blob", fmt.Sprintf("%x", want)))
					}
				}
			}
		}
	}
}

func TestCleanLeavesToGitWhatOnlyGitCanDo(t *testing.T) {
	tests := []struct {
		attributes, data string
		needsGit         bool
	}{
		{"* filter=lfs", "text", true},
		{"* -filter", "text", false},
		{"* filter", "text", false},
		{"* working-tree-encoding=UTF-16", "text", true},
		{"* working-tree-encoding=utf-8", "text", false},
		{"* working-tree-encoding=UTF8", "text", false},
		{"* -working-tree-encoding", "text", true},
		{"* working-tree-encoding", "text", true},
		{"* ident", "a line with $Id: 1234 $ in it", true},
		{"* ident", "a line without", false},
		{"* -ident", "$Id$", false},
	}
	for _, tt := range tests {
		conv := ParseAttributes("", []byte(tt.attributes)).Conversion("memory/note.md", false)
		out, needsGit := Clean([]byte(tt.data), conv, "true", false)
		if needsGit != tt.needsGit || needsGit != (out == nil) {
			t.Errorf("%s, %q: got %q %v, want %v", tt.attributes, tt.data, out, needsGit, tt.needsGit)
		}
	}
}
