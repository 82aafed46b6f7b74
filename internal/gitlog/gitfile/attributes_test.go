package gitfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// attributeFiles are the corpus of the fuzz test too.
var attributeFiles = []struct{ name, file string }{
	{"every form of a value", "*.md text -crlf !eol filter=lfs ident=\n*.txt !text text=auto eol=lf -ident\n"},
	{"the last line that matches wins", "* text=auto\n*.md -text\nnote.md text\n"},
	{"the last word of a line wins", "*.md text -text\n*.txt -text text\n"},
	{"unspecified after specified", "* text eol=crlf\n*.md !text !eol\n"},
	{"the binary macro", "*.md binary\n*.txt text binary\n*.log binary text\n* -binary\n"},
	{"macros of macros", "[attr]inner text eol=lf\n[attr]outer inner -ident\n*.md outer\n*.txt -outer\n*.log outer=x\n"},
	{"a macro defined after its use, and again", "*.md m\n[attr]m text\n[attr]m eol=lf\n"},
	{"a macro against a line before and after", "*.md -text\n*.md m\n*.txt m\n*.txt -text\n[attr]m text\n"},
	{"a macro that contains itself", "[attr]a b\n[attr]b a text\n*.md a\n"},
	{"a macro with a name that is none", "[attr]a/b text\n[attr] text\n[attr]-x text\n*.md a/b\n"},
	{"comments, blanks, CRLF and no newline at the end", "# *.md text\n\n  \t*.md\ttext \r\n\t#x\n*.txt -text"},
	{"a byte order mark", "\ufeff*.md text\n"},
	{"a line with a bad word is ignored", "*.md text t?xt\n*.txt text -\n*.log text =x\n"},
	{"negated patterns are ignored", "!*.md text\n\\!x.md text\n"},
	{"folders only", "memory/ text\n2026/ text\n/memory/2026/ text\n"},
	{"patterns with a slash are anchored", "/note.md text\nmemory/note.md -text\n2026/08/note.md text\n"},
	{"one star stops at slashes", "memory/* text\nmemory/*/note.md -text\n*/*.md eol=lf\n"},
	{"two stars", "memory/** text\n**/08/*.md eol=lf\n/**/deep/**/*.txt -text\nmemory/**/note.md ident\n**/x.md filter=a\n"},
	{"stars that are not between slashes", "memory/**.md text\nmem**note.md eol=lf\nmemory**/note.md ident\nm**/note.md filter=x\n*.m* -crlf\n"},
	{"question marks", "not?.md text\nmemory?2026/08/note.md eol=lf\n?.md ident\n"},
	{"classes", "[mn]ote.md text\n[!a-m]ote.md eol=lf\n[^n]ote.md ident\n[]n]ote.md filter=a\n[[:alpha:]]ote.md crlf\n"},
	{"classes that are odd", "[n-]ote.md text\n[-n]ote.md eol=lf\n[[:foo:]]ote.md ident\n[[:]n]ote.md filter=a\n[\\n]ote.md crlf\n[nx\n"},
	{"classes at a slash", "memory[/]note.md text\nmemory[!x]2026/08/note.md eol=lf\n"},
	{"ranges and classes of all kinds", "[a-z]ote.md text\n[z-a]ote.md eol=lf\n[[:upper:][:digit:]].md ident\n[[:punct:]]* crlf\n[[:space:]]* filter=s\n"},
	{"backslashes", "\\*.md text\nn\\ote.md eol=lf\nx\\\nnote.md\\ text\n\\[x\\].md ident\n"},
	{"quoted patterns", "\"with space.md\" text\n\"t\\141b.md\" eol=lf\n\"no end text\n\"bad\\q\" text\n\"note.md\"text\n"},
	{"letters that are not Latin", "日本*.md text\n日本?.md eol=lf\n*語.md ident\n"},
	{"upper and lower case", "NOTE.MD text\n*.TXT eol=lf\nMEMORY/2026/*/[M-O]ote.md ident\n[N]ote.md crlf\n[[:upper:]]ote.md filter=u\n"},
	{"a line too long", "*.md text" + strings.Repeat(" ", 2100) + "ident\n*.md eol=lf\n"},
	{"an old name", "*.md crlf\n*.txt -crlf\n*.log crlf=input\n"},
	{"nothing", ""},
}

var attributePaths = []string{
	"note.md", "Note.md", "x.md", "a.txt", "memory/note.md", "memory/2026/08/note.md", "memory/2026/08/a.log",
	"memory/2026/08/deep/er/a.txt", "2026/08/note.md", "other/memory/note.md", "with space.md", "tab.md", "日本語.md",
	"!x.md", "*.md", "[x].md", "-dash.log", "5.md", "memorynote.md", "A.TXT", "]ote.md", "\\x",
}

var attributeNames = []string{"text", "crlf", "eol", "ident", "filter", "binary", "diff", "merge", "m", "outer", "inner"}

// checkAttributes compares with `git check-attr`.
func checkAttributes(t *testing.T, r repo, a Attributes, fold bool) {
	t.Helper()
	input := strings.Join(attributePaths, "\x00") + "\x00"
	args := append([]string{"check-attr", "-z", "--stdin"}, attributeNames...)
	out := r.pipe(input, args...)
	if i := strings.Index(out, attributePaths[0]+"\x00"); i > 0 {
		out = out[i:] // behind warnings
	}
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	if len(fields) != 3*len(attributePaths)*len(attributeNames) {
		t.Fatalf("git check-attr: %d fields: %q", len(fields), out)
	}
	for f := range slices.Chunk(fields, 3) {
		path, name, want := f[0], f[1], f[2]
		got := "unspecified"
		switch v, known := a.values(path, fold)[name]; {
		case v == isSet:
			got = "set"
		case v == isUnset:
			got = "unset"
		case known && v != unspecified:
			got = string(v)
		}
		if got != want && !(want == "" && got == "unspecified") { // a value of no letters means nothing
			t.Errorf("%s of %s: got %s, want %s", name, path, got, want)
		}
	}
}

func TestAttributesAreThoseOfCheckAttr(t *testing.T) {
	for _, fold := range []bool{false, true} {
		r := newRepo(t)
		r.git("config", "core.ignoreCase", fmt.Sprint(fold))
		for _, tt := range attributeFiles {
			t.Run(fmt.Sprintf("%s, ignoring case %v", tt.name, fold), func(t *testing.T) {
				r := repo{t, r.dir}
				r.write(".gitattributes", tt.file)
				checkAttributes(t, r, ParseAttributes("", []byte(tt.file)), fold)
			})
		}
	}
}

func TestAttributesOfSeveralFiles(t *testing.T) {
	r := newRepo(t)
	files := []struct{ path, dir, content string }{
		{"global", "", "* text=auto\n*.log eol=lf\n[attr]m ident\n*.txt filter=global\n"},
		{".gitattributes", "", "*.md text\nmemory/2026/08/* -text\n[attr]m crlf\n"},
		{"memory/.gitattributes", "memory", "/note.md eol=crlf\n2026/08/*.md text eol=lf\n[attr]m text\n*.log m\n"},
		{"memory/2026/.gitattributes", "memory/2026", "*.txt -filter\nnote.md ident\n08/deep/** text=auto\n"},
		{"memory/2026/08/.gitattributes", "memory/2026/08", "/note.md !eol\n"},
		{".git/info/attributes", "", "*.log -text\n/memory/note.md filter=last\n"},
	}
	var stack []Attributes
	for _, f := range files {
		r.write(f.path, f.content)
		stack = append(stack, ParseAttributes(f.dir, []byte(f.content)))
	}
	r.git("config", "core.attributesFile", "global")
	checkAttributes(t, r, Stack(stack...), false)
}

func FuzzAttributes(f *testing.F) {
	for _, tt := range attributeFiles {
		for _, path := range []string{"note.md", "memory/2026/08/note.md", "日本語.md"} {
			f.Add(tt.file, path, path)
		}
	}
	f.Fuzz(func(t *testing.T, file, path, pattern string) {
		if len(file) > 500 || len(path) > 100 || len(pattern) > 30 || path == "" {
			return
		}
		for _, dir := range []string{"", "memory"} {
			a := ParseAttributes(dir, []byte(file))
			for _, fold := range []bool{false, true} {
				conv := a.Conversion(path, fold)
				if conv.Text == TextNever && conv.EOL != EOLByConfig {
					t.Errorf("line ends for what is no text: %+v", conv)
				}
			}
		}
		// Whatever the rules, a name taken literally matches, and a later rule wins.
		if strings.ContainsAny(path, "\x00\n") || strings.HasSuffix(path, "/") || len(path) > 100 {
			return
		}
		var quoted strings.Builder
		for _, c := range []byte(path) {
			fmt.Fprintf(&quoted, `\\\%03o`, c)
		}
		last := ParseAttributes("", []byte("\"/"+quoted.String()+"\" eol=lf text\n"))
		if c := Stack(ParseAttributes("", []byte(file)), last).Conversion(path, false); c.Text != TextAlways || c.EOL != EOLLF {
			t.Errorf("%q by its own name: got %+v", path, c)
		}
		match(pattern, path, true, true)
	})
}
