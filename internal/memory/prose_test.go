package memory

import (
	"strings"
	"testing"
)

func TestMapProseLeavesCodeAlone(t *testing.T) {
	for _, row := range []struct{ name, body, want string }{
		{"prose alone", "a b\nc\n", "A B\nC\n"},
		{"a span of code", "a `b` c", "A `b` C"},
		{"a span of two marks", "``a ` b`` c", "``a ` b`` C"},
		{"a mark without a partner", "a ` b", "A ` B"},
		{"a fenced block", "a\n```go\nb\n```\nc\n", "A\n```go\nb\n```\nC\n"},
		{"a fence of the other kind does not end it", "~~~\n```\na\n~~~\nb", "~~~\n```\na\n~~~\nB"},
		{"a fence that is never closed", "```\na", "```\na"},
	} {
		if got := MapProse(row.body, strings.ToUpper); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

// FuzzMapProse holds that a text on which nothing is done is the same, byte for byte.
func FuzzMapProse(f *testing.F) {
	f.Add("a `b` c\n```\nd\n")
	f.Add("`` ` ``` x ~~~\n~~~")
	f.Fuzz(func(t *testing.T, body string) {
		if got := MapProse(body, func(s string) string { return s }); got != body {
			t.Errorf("got %q of %q", got, body)
		}
	})
}
