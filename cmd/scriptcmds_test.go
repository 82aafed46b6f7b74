package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
)

// finds QUERY SLUG… fails unless recall answers with just these notes, best first; none
// means that it abstains. A last "..." lets any others follow. With ! none of the notes
// may be among the answers.
func finds(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 || neg && len(args) == 1 {
		ts.Fatalf("usage: finds QUERY SLUG…")
	}
	if err := ts.Exec("mem", "recall", "--json", "--no-count", "--limit", "20", "--", args[0]); err != nil {
		ts.Fatalf("recall %q: %v", args[0], err)
	}
	var answer struct {
		Abstained bool
		Note      string
		Results   []struct{ Slug string }
	}
	ts.Check(one(ts.ReadFile("stdout"), &answer))
	got := []string{}
	for _, r := range answer.Results {
		got = append(got, r.Slug)
	}
	want := args[1:]
	if neg {
		for _, slug := range want {
			if slices.Contains(got, slug) {
				ts.Fatalf("recall %q gave %q", args[0], got)
			}
		}
		return
	}
	if answer.Abstained != (len(got) == 0) || answer.Abstained && answer.Note == "" {
		ts.Fatalf("recall %q: abstained %v with %q, note %q", args[0], answer.Abstained, got, answer.Note)
	}
	short := got
	if n := len(want) - 1; n >= 0 && want[n] == "..." {
		want = want[:n]
		short = got[:min(n, len(got))]
	}
	if !slices.Equal(short, want) {
		ts.Fatalf("recall %q gave %q, want %q", args[0], got, args[1:])
	}
}

// onejson stdout|FILE fails unless it is one JSON object or list, and nothing else.
func onejson(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: onejson stdout|FILE")
	}
	var doc any
	ts.Check(one(ts.ReadFile(args[0]), &doc))
	switch doc.(type) {
	case map[string]any, []any:
	default:
		ts.Fatalf("%v is neither an object nor a list", doc)
	}
}

// one decodes a text that is exactly one JSON document.
func one(text string, into any) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("not UTF-8: %q", text)
	}
	dec := json.NewDecoder(strings.NewReader(text))
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("%w in %q", err, text)
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("more than one document in %q", text)
	}
	return nil
}

// letters stdout|FILE fails unless every character of it is whole and safe to print.
func letters(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: letters stdout|FILE")
	}
	text := ts.ReadFile(args[0])
	if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
		ts.Fatalf("a letter was cut or lost: %q", text)
	}
	for _, r := range text {
		if unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' {
			ts.Fatalf("control character %U in %q", r, text)
		}
	}
}
