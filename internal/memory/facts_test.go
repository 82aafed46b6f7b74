package memory_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mem/internal/memory"
)

func TestFactsAreItemsParagraphsAndLinesOfSentences(t *testing.T) {
	for _, row := range []struct {
		name, file string
		want       []string
	}{
		{"nothing", "", nil},
		{"a list", "- one\n- two\n", []string{"one", "two"}},
		{"a list with headings, comments and a rule", "# About\n\n<!-- two\nlines -->\n* one\n\n---\n\n* two", []string{"one", "two"}},
		{"numbers", "1. one\n2) two\n", []string{"one", "two"}},
		{"an item that goes on", "- one\n  and more\n  - within\n- two\n", []string{"one and more - within", "two"}},
		{"paragraphs", "One thing\nover two lines\n\nAnother.\n", []string{"One thing over two lines", "Another."}},
		{"a sentence a line", "One.\nTwo!\nThree?\n", []string{"One.", "Two!", "Three?"}},
		{"a block at the top", "---\nkind: facts\n---\nOne.\n", []string{"One."}},
		{"code", "```\n- no\n```\n- yes\n", []string{"yes"}},
		{"a heading under a paragraph", "One.\n# Two\nThree.\n", []string{"One.", "Three."}},
		{"CRLF", "- one\r\n- two\r\n", []string{"one", "two"}},
		{"a dash that is no list", "-5 degrees in the hall\n", []string{"-5 degrees in the hall"}},
		{"a rule at the top that nothing closes", "---\nOne.\n", []string{"One."}},
		{"only marks", "-\n- \n***\n", nil},
	} {
		f := memory.ParseFacts([]byte(row.file))
		if got := f.Texts(); !slices.Equal(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
		if got := string(f.Bytes()); got != row.file {
			t.Errorf("%s: got bytes %q, want %q", row.name, got, row.file)
		}
	}
}

func TestAnEditOfFactsTouchesOneFact(t *testing.T) {
	add := func(s string) memory.FactEdit { return memory.FactEdit{Op: memory.FactAdd, Text: s} }
	put := func(p, s string) memory.FactEdit {
		return memory.FactEdit{Op: memory.FactReplace, Part: p, Text: s}
	}
	drop := func(p string) memory.FactEdit { return memory.FactEdit{Op: memory.FactRemove, Part: p} }
	for _, row := range []struct {
		name, file string
		edit       memory.FactEdit
		want       string
	}{
		{"the first", "", add("Ada has the keys."), "- Ada has the keys.\n"},
		{"a further item", "# Mine\n- one\n\n<!-- end -->\n", add("two"), "# Mine\n- one\n- two\n\n<!-- end -->\n"},
		{"in the list's own manner", "  * one\r\n", add("two"), "  * one\r\n  * two\r\n"},
		{"numbers go on", "1. one\n2. two\n", add("three"), "1. one\n2. two\n3. three\n"},
		{"after a last line without an end", "- one", add("two"), "- one\n- two\n"},
		{"below a heading", "# Mine\n", add("one"), "# Mine\n\n- one\n"},
		{"below sentences", "One.\nTwo.\n", add("Three."), "One.\nTwo.\nThree.\n"},
		{"below a paragraph that is none", "One thing\nover two lines.\n", add("Two."), "One thing\nover two lines.\n\n- Two.\n"},
		{"one that is there already", "- one\n", add("- one"), "- one\n"},
		{"lines are joined", "", add("  one\n  two "), "- one two\n"},
		{"a heading's mark in a fact", "- one\n", add("# two"), "- one\n- # two\n"},
		{"another text, the mark kept", "1. one\n   more\n2. two\n", put("more", "first"), "1. first\n2. two\n"},
		{"another text at an end without a newline", "- one\n- two", put("two", "2"), "- one\n- 2"},
		{"in a paragraph", "One thing\nover two lines.\n\nTwo.\n", put("over two", "One."), "One.\n\nTwo.\n"},
		{"an exact one wins", "- tea\n- tea at five\n", put("tea", "coffee"), "- coffee\n- tea at five\n"},
		{"case does not count", "- Tea at five\n", put("tea AT", "coffee"), "- coffee\n"},
		{"away with one", "- one\n- two\n- three\n", drop("two"), "- one\n- three\n"},
		{"away with a paragraph and its empty line", "One thing\nhere\n\nTwo.\n", drop("thing"), "Two.\n"},
		{"away with the last", "- one\n", drop("one"), ""},
	} {
		f, err := memory.ParseFacts([]byte(row.file)).Edit(row.edit)
		if got := string(f.Bytes()); err != nil || got != row.want {
			t.Errorf("%s: got %q, %v, want %q", row.name, got, err, row.want)
		}
	}
}

func TestAnEditOfFactsThatIsNotClearChangesNothing(t *testing.T) {
	file := "- tea at five\n- tea at six\n"
	for _, row := range []struct {
		name string
		edit memory.FactEdit
		want error
		says string
	}{
		{"several", memory.FactEdit{Op: memory.FactRemove, Part: "tea"}, memory.ErrManyFacts, `"tea at five", "tea at six"`},
		{"none", memory.FactEdit{Op: memory.FactReplace, Part: "coffee", Text: "x"}, memory.ErrNoFact, "coffee"},
		{"no part", memory.FactEdit{Op: memory.FactRemove}, memory.ErrNoFact, "no words"},
		{"no text", memory.FactEdit{Op: memory.FactAdd, Text: " \n"}, memory.ErrFact, "no words"},
		{"another operation", memory.FactEdit{Op: "delete", Part: "tea"}, memory.ErrFact, "delete"},
	} {
		f, err := memory.ParseFacts([]byte(file)).Edit(row.edit)
		if !errors.Is(err, row.want) || !strings.Contains(err.Error(), row.says) || string(f.Bytes()) != file {
			t.Errorf("%s: got %v and %q", row.name, err, f.Bytes())
		}
	}
}

func FuzzFactsKeepEveryByteButThoseOfTheFact(f *testing.F) {
	f.Add("- one\n- two\n", "three", "one")
	f.Add("One.\nTwo.\n\n# x\r\n```\n- a", "# b", "Two")
	f.Add("---\n---\n<!--", "<!-- c", "---")
	f.Fuzz(func(t *testing.T, file, text, part string) {
		facts := memory.ParseFacts([]byte(file))
		if string(facts.Bytes()) != file {
			t.Fatalf("got %q of %q", facts.Bytes(), file)
		}
		before := facts.Texts()
		if added, err := facts.Edit(memory.FactEdit{Op: memory.FactAdd, Text: text}); err == nil {
			if after := added.Texts(); len(after) < len(before) || !slices.Equal(after[:len(before)], before) {
				t.Errorf("adding %q to %q made %q of %q", text, file, after, before)
			}
		}
		if removed, err := facts.Edit(memory.FactEdit{Op: memory.FactRemove, Part: part}); err == nil && len(removed.Texts()) != len(before)-1 {
			t.Errorf("removing %q from %q left %q", part, file, removed.Texts())
		}
	})
}
