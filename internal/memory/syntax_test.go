package memory

import (
	"reflect"
	"strings"
	"testing"
)

var syntaxRows = []struct {
	name, text string
	want       Syntax
}{
	{"plain words as they came", "  why did  the lock\ttime out? ", Syntax{Words: "  why did  the lock\ttime out? "}},
	{"nothing", "", Syntax{}},
	{"a phrase", `the "busy  retry" again`, Syntax{Words: "the busy retry again", Must: []string{"busy retry"}}},
	{"a word that must", "lock +timeout", Syntax{Words: "lock timeout", Must: []string{"timeout"}}},
	{"a phrase that must, said twice over", `+"busy retry"`, Syntax{Words: "busy retry", Must: []string{"busy retry"}}},
	{"a word that must not", "lock -timeout", Syntax{Words: "lock", MustNot: []string{"timeout"}}},
	{"a phrase that must not", `lock -"busy retry" pump`, Syntax{Words: "lock pump", MustNot: []string{"busy retry"}}},
	{"every key", "tag:a type:fix status:active scope:api since:30d until:2026-08-03 lock", Syntax{Words: "lock",
		Tags: []string{"a"}, Types: []string{"fix"}, Statuses: []string{"active"}, Scope: "api", Since: "30d", Until: "2026-08-03"}},
	{"a key in another case, more than once", "Tag:a TAG:b,c lock", Syntax{Words: "lock", Tags: []string{"a", "b,c"}}},
	{"the last scope", "scope:a scope:b lock", Syntax{Words: "lock", Scope: "b"}},
	{"a value in quotes", `tag:"two words" lock`, Syntax{Words: "lock", Tags: []string{"two words"}}},
	{"a value with a colon", "since:2026-08-03T14:22:00Z lock", Syntax{Words: "lock", Since: "2026-08-03T14:22:00Z"}},
	{"a quote that is not closed", `lock "busy retry`, Syntax{Words: "lock busy retry", Must: []string{"busy retry"}}},
	{"a value whose quote is not closed", `lock tag:"busy retry`, Syntax{Words: "lock", Tags: []string{"busy retry"}}},
	{"an empty phrase", `lock ""`, Syntax{Words: "lock"}},
	{"only a quote", `"`, Syntax{}},
	{"a key that nobody knows", "error: http://x.invalid colour:red", Syntax{Words: "error: http://x.invalid colour:red"}},
	{"a key without a value", "tag: x", Syntax{Words: "tag: x"}},
	{"a key at the end", "which type:", Syntax{Words: "which type:"}},
	{"marks within a word", `front-end c++ 5"pipe a+b`, Syntax{Words: `front-end c++ 5"pipe a+b`}},
	{"marks alone", "a + b - c", Syntax{Words: "a + b - c"}},
	{"a word behind a phrase", `"a b"c`, Syntax{Words: "a b c", Must: []string{"a b"}}},
	{"a key behind a mark is a word", "lock -tag:x +type:y", Syntax{Words: "lock type:y", Must: []string{"type:y"}, MustNot: []string{"tag:x"}}},
	{"two marks", "--force ++x", Syntax{Words: "+x", Must: []string{"+x"}, MustNot: []string{"-force"}}},
	{"other scripts and spaces", "+東京\u3000-Größe", Syntax{Words: "東京", Must: []string{"東京"}, MustNot: []string{"Größe"}}},
}

func TestParseSyntax(t *testing.T) {
	for _, row := range syntaxRows {
		t.Run(row.name, func(t *testing.T) {
			if got := ParseSyntax(row.text); !reflect.DeepEqual(got, row.want) {
				t.Errorf("got  %+v\nwant %+v", got, row.want)
			}
		})
	}
}

func FuzzParseSyntax(f *testing.F) {
	for _, row := range syntaxRows {
		f.Add(row.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := ParseSyntax(text)
		for _, list := range [][]string{s.Must, s.MustNot, s.Tags, s.Types, s.Statuses} {
			for _, value := range list {
				if strings.TrimSpace(value) == "" {
					t.Errorf("%q: an empty value in %+v", text, s)
				}
			}
		}
		for _, value := range s.Must {
			if !strings.Contains(s.Words, value) {
				t.Errorf("%q: %q is not searched for in %q", text, value, s.Words)
			}
		}
		plain := strings.Map(func(r rune) rune {
			if strings.ContainsRune(`"+-:`, r) {
				return -1
			}
			return r
		}, text)
		if got := ParseSyntax(plain); !reflect.DeepEqual(got, Syntax{Words: plain}) {
			t.Errorf("%q came back as %+v", plain, got)
		}
		q := Query{Must: s.Must, MustNot: s.MustNot}
		if n := (&Note{Body: strings.Join(s.Must, "\n")}); len(s.MustNot) == 0 && !q.admitsWords(n) {
			t.Errorf("%q: %q is not admitted", text, n.Body)
		}
	})
}

func TestQueryAdmitsByWords(t *testing.T) {
	n := &Note{Status: Active, Title: "Lock timeout", Aliases: []string{"database is locked"}, Tags: []string{"SQLite"},
		Body: "The fix was a busy\n  retry of five Σελίς. In 東京都 (서울에서) the café_door is 5-inch."}
	for _, row := range []struct {
		name          string
		must, mustNot []string
		want          bool
	}{
		{"a word of the text, in another case", []string{"FIX"}, nil, true},
		{"a phrase over a line's end", []string{"busy retry"}, nil, true},
		{"a word of the title", []string{"timeout"}, nil, true},
		{"a phrase of an alias", []string{"is locked"}, nil, true},
		{"a tag", []string{"sqlite"}, nil, true},
		{"not half a word", []string{"time"}, nil, false},
		{"not another form of a word", []string{"retries"}, nil, false},
		{"not a phrase over two fields", []string{"timeout database"}, nil, false},
		{"not a phrase in another order", []string{"retry busy"}, nil, false},
		{"a word behind one that only begins like it", []string{"lock"}, nil, true},
		{"not one of two", []string{"fix", "pump"}, nil, false},
		{"a letter with two small forms", []string{"σελίσ"}, nil, true},
		{"a part of a script without spaces", []string{"東京", "서울"}, nil, true},
		{"parts of a joined word", []string{"door", "5", "inch"}, nil, true},
		{"not with what must not", nil, []string{"fix"}, false},
		{"half a word that must not", nil, []string{"fi"}, true},
		{"must and must not", []string{"fix"}, []string{"busy retry"}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			q := Query{Must: row.must, MustNot: row.mustNot}
			if got := q.Admits(n, now); got != row.want {
				t.Errorf("got %v, want %v", got, row.want)
			}
		})
	}
}
