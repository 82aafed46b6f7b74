package memory

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTitleOf(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"the first heading", "intro\n\n## The *real* title ##\n", "The *real* title"},
		{"else the first sentence", "Deploys need the blue script. Ask Ann.", "Deploys need the blue script"},
		{"a version is no end of a sentence", "Use v2.6.3 of it. Not older.", "Use v2.6.3 of it"},
		{"neither is an abbreviation", "Use e.g. the blue one. Not red.", "Use e.g. the blue one"},
		{"a list item without its mark", "- [ ] **Paint** the trellis\n- more", "Paint the trellis"},
		{"a Chinese sentence", "数据库连接池默认二十。改小。", "数据库连接池默认二十"},
		{"not what stands in code", "```\n# comment\n```\nThe lathe needs oil.", "The lathe needs oil"},
		{"code when there is nothing else", "```\nrm -rf build\n```", "rm -rf build"},
		{"nothing of a text without words", "---\n\n***\n", ""},
		{"nothing of nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := TitleOf(test.body); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestHeadingOf(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"the first heading", "intro\n\n## The *real* title ##\n# Another", "The *real* title"},
		{"not a sentence", "Deploys need the blue script. Ask Ann.", ""},
		{"not what stands in code", "```\n# comment\n```\nThe lathe needs oil.", ""},
		{"nothing of nothing", "", ""},
	} {
		if got := HeadingOf(test.body); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestCutIsBetweenLetters(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		n                int
	}{
		{"a short text stays", "short", "short", 10},
		{"at a word where one is near", "one two three four", "one two three…", 15},
		{"inside a long word", "abcdefghijkl", "abcd…", 5},
		{"never inside a wide letter", "記憶檔案記憶檔案", "記憶檔…", 4},
		{"to nothing", "abc", "…", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Cut(test.text, test.n)
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func FuzzCut(f *testing.F) {
	f.Add("one two three", 5)
	f.Add("記憶檔案 🦫🦫", 3)
	f.Fuzz(func(t *testing.T, text string, n int) {
		if n < 1 || n > 1000 || !utf8.ValidString(text) {
			return
		}
		got := Cut(text, n)
		if utf8.RuneCountInString(got) > n || !utf8.ValidString(got) {
			t.Errorf("Cut(%q, %d) = %q", text, n, got)
		}
		if rest, ok := strings.CutSuffix(got, "…"); got != text && (!ok || !strings.HasPrefix(text, rest)) {
			t.Errorf("Cut(%q, %d) = %q, which is no beginning of it", text, n, got)
		}
	})
}

func TestNormalText(t *testing.T) {
	for _, test := range []struct {
		name, raw, want string
		err             error
	}{
		{"plain text stays", "---\nkey: value\n---\nbody \n", "---\nkey: value\n---\nbody \n", nil},
		{"a BOM and CRLF are normalised", "\ufeffone\r\ntwo\r\n", "one\ntwo\n", nil},
		{"a lone CR stays", "one\rtwo", "one\rtwo", nil},
		{"UTF-16 little endian with a BOM", "\xff\xfea\x00\xfc\x00", "aü", nil},
		{"UTF-16 big endian with a BOM", "\xfe\xff\x00a\x00\xfc", "aü", nil},
		{"half a letter of UTF-16", "\xff\xfea", "", ErrNotText},
		{"Latin-1", "m\xfchle", "", ErrNotText},
		{"a NUL byte", "a\x00b", "", ErrNotText},
		{"nothing", "", "", ErrBlank},
		{"blanks", " \n\t\n", "", ErrBlank},
		{"the largest memory", strings.Repeat("x", MaxText), strings.Repeat("x", MaxText), nil},
		{"more than the largest", strings.Repeat("x", MaxText+1), "", ErrTooLong},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := NormalText([]byte(test.raw))
			if got != test.want || !errors.Is(err, test.err) {
				t.Errorf("got %.40q, %v; want %.40q, %v", got, err, test.want, test.err)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       []Slug
	}{
		{"each once, in order", "[[b]] and [[a]], again [[b]]", []Slug{"b", "a"}},
		{"without heading, block and shown text", "[[a#part|shown]] [[b^block]] [[folder/c]] [[d.md]]", []Slug{"a", "b", "c", "d"}},
		{"not in code", "`[[a]]`\n```\n[[b]]\n```\n``x ` [[c]]``\n[[d]]", []Slug{"d"}},
		{"an unpaired mark is plain text", "it's a ` mark [[a]]", []Slug{"a"}},
		{"not across lines, not empty", "[[a\nb]] [[]] [[ ]]", nil},
		{"never closed", "[[a", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Links(test.body); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestSameIgnoresOnlyWhiteSpaceAtEnds(t *testing.T) {
	for _, test := range []struct {
		name, a, b string
		want       bool
	}{
		{"white space at the ends", "The winch is blue.", "  The winch is blue.  \n\n", true},
		{"line ends", "a \nb\n", "a\r\nb", true},
		{"a different number", "Bay 12", "Bay 13", false},
		{"a word less", "is not safe", "is safe", false},
		{"case", "It", "it", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Same(test.a, test.b); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
