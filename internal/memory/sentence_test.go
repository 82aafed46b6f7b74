package memory

import (
	"slices"
	"strings"
	"testing"
)

func TestSentences(t *testing.T) {
	for _, row := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"one without a mark", "the gantry is yellow", []string{"the gantry is yellow"}},
		{"two", "One. Two!", []string{"One. ", "Two!"}},
		{"a number with a point", "It is 1.3 m/s. Fine.", []string{"It is 1.3 m/s. ", "Fine."}},
		{"an abbreviation", "Use a lock, e.g. a file. Done.", []string{"Use a lock, e.g. a file. ", "Done."}},
		{"people and places", "Dr. Smith of St. Mary's saw P. aeruginosa. Then he left.", []string{"Dr. Smith of St. Mary's saw P. aeruginosa. ", "Then he left."}},
		{"a quotation", `He said "go." Then he went.`, []string{`He said "go." `, "Then he went."}},
		{"a line that goes on", "The lathe\nis red. Oil it.", []string{"The lathe\nis red. ", "Oil it."}},
		{"a heading and a paragraph", "# Lathe\nIt is red.\n\nOil it", []string{"# Lathe\n", "It is red.\n\n", "Oil it"}},
		{"a list", "- one\n- two\n1. three\n2. four", []string{"- one\n", "- two\n", "1. three\n", "2. four"}},
		{"Chinese", "锁超时了。重启！好", []string{"锁超时了。", "重启！", "好"}},
		{"bytes that are no letters", "a\xff\xfe. b", []string{"a\xff\xfe. ", "b"}},
	} {
		got := Sentences(row.text)
		if !slices.Equal(got, row.want) || strings.Join(got, "") != row.text {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

func FuzzSentencesLoseNothing(f *testing.F) {
	for _, s := range []string{"", "a. b", "1. x\n2. y", "。。", "\n\n\n", "\xff\n. "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := strings.Join(Sentences(text), ""); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	})
}
