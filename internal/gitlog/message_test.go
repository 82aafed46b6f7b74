package gitlog

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var messages = []Message{
	{"capture: gantry", "It is yellow.", []Trailer{{"Mem-Op", "capture"}, {"Mem-Note", "gantry"}}},
	{"no body", "", []Trailer{{"Mem-Op", "x"}}},
	{"no trailers", "A reason.\n\nAnd another.", nil},
	{"a body that looks like trailers", "Mem-Op: forged\nMem-Note: forged", []Trailer{{"Mem-Op", "real"}}},
	{"a body with the line that ends a message", "before\n--- \nafter\n---\n", []Trailer{{"Mem-Op", "x"}}},
	{"--- a subject like that line", "x", []Trailer{{"Mem-Op", "x"}}},
	{"a value of many\nlines", "x", []Trailer{{"Mem-Reason", "one\ntwo\r\n\tthree: four\x00\x1b[31m"}}},
	{"an empty value", "x", []Trailer{{"Mem-Op", "x"}, {"Mem-Session", "  "}}},
	{"comment lines", "# a heading\n# another", []Trailer{{"Mem-Op", "# not a comment"}}},
	{"blank lines", "\n\n\na\n\n\n\nb\n\n", []Trailer{{"Mem-Op", "x"}}},
	{"bad \xff bytes", "bad \xff", []Trailer{{"Mem-Note", "bad \xff"}}},
	{"conflicts", "x\n\nConflicts:\n\ta.md", []Trailer{{"Mem-Op", "x"}}},
	{"cherry picked", "(cherry picked from commit 1234)", []Trailer{{"Mem-Op", "x"}}},
}

// interpret asks git for a message's trailers.
func interpret(t *testing.T, text string) []string {
	t.Helper()
	cmd := exec.Command("git", "interpret-trailers", "--parse")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

func TestMessageGivesGitEveryTrailerAndNoOther(t *testing.T) {
	for _, m := range messages {
		var want []string
		for _, tr := range m.Trailers {
			if v := oneLine(tr.Value); v != "" {
				want = append(want, tr.Key+": "+v)
			}
		}
		text := m.String()
		if got := interpret(t, text); !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q in\n%s", m.Subject, got, want, text)
		}
		back := parseMessage(text)
		var ours []string
		for _, tr := range back.Trailers {
			ours = append(ours, tr.Key+": "+tr.Value)
		}
		if !slices.Equal(ours, want) || back.String() != text {
			t.Errorf("%s read back:\n got %q and %q\nwant %q and %q", m.Subject, ours, back.String(), want, text)
		}
	}
}

func TestMessageCheck(t *testing.T) {
	for _, c := range []struct {
		m    Message
		fine bool
	}{
		{Message{Subject: "x"}, true},
		{Message{Subject: " \n\t"}, false},
		{Message{Subject: "---"}, false},
		{Message{Subject: "x", Trailers: []Trailer{{"Mem Op", "x"}}}, false},
		{Message{Subject: "x", Trailers: []Trailer{{"", "x"}}}, false},
		{Message{Subject: "x", Trailers: []Trailer{{"Mém", "x"}}}, false},
	} {
		if err := c.m.check(); (err == nil) != c.fine {
			t.Errorf("%+v: got %v, want fine: %v", c.m, err, c.fine)
		}
	}
}

func TestSubjectIsCutBetweenLetters(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"short", "abc", "abc"},
		{"just fits", strings.Repeat("é", 72), strings.Repeat("é", 72)},
		{"one too many", strings.Repeat("a", 73), strings.Repeat("a", 71) + "…"},
		{"letters of two bytes", strings.Repeat("é", 80), strings.Repeat("é", 71) + "…"},
		{"letters with marks", strings.Repeat("e\u0301", 80), strings.Repeat("e\u0301", 71) + "…"},
		{"a family of joined signs at the edge", strings.Repeat("a", 71) + "👩\u200d👩\u200d👧" + "bb", strings.Repeat("a", 71) + "…"},
		{"a skin tone at the end", strings.Repeat("a", 71) + "👍🏽", strings.Repeat("a", 71) + "👍🏽"},
		{"a space before the cut", strings.Repeat("a", 70) + " bcd", strings.Repeat("a", 70) + "…"},
	} {
		got := Message{Subject: c.in}.String()
		if got != c.want+"\n" || !utf8.ValidString(got) {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}

func FuzzMessage(f *testing.F) {
	for _, m := range messages {
		f.Add(m.Subject, m.Body, "value")
	}
	f.Fuzz(func(t *testing.T, subject, body, value string) {
		m := Message{subject, body, []Trailer{{"Mem-Op", value}, {"Mem-Actor", "x"}}}
		if m.check() != nil {
			return
		}
		back := parseMessage(m.String())
		if len(back.Trailers) < 1 || back.Trailers[len(back.Trailers)-1] != (Trailer{"Mem-Actor", "x"}) || len(back.Trailers) > 2 {
			t.Errorf("%q gives trailers %q", m.String(), back.Trailers)
		}
		if again := back.String(); again != m.String() {
			t.Errorf("%q read and rendered again: %q", m.String(), again)
		}
	})
}
