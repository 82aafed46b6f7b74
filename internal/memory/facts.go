package memory

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// DefaultFactsMax is how many characters facts.md may have: every session of an agent
// begins with all of it. It is what Hermes allows for the same purpose.
const DefaultFactsMax = 2200

// Facts is facts.md taken apart: what its owner wrote, of which single facts can be
// changed while every other byte stays. A fact is an item of a list, with what is indented
// below it, or else a paragraph; a paragraph of which every line ends a sentence is a fact
// a line. Headings, rules, comments, code and a block at the top are no facts. The zero
// value is an empty file.
type Facts struct {
	lines []string // with their ends
	facts []fact
}

// fact is some lines of the file.
type fact struct {
	first, last int    // lines, both included
	lead        string // what stands before the text: "- "; "" in a paragraph
	text        string // the words, in one line
}

// What may be wrong with a change of facts.
var (
	ErrNoFact    = errors.New("no fact has these words")
	ErrManyFacts = errors.New("several facts have these words")
	ErrFact      = errors.New("no fact")
)

// FactOp is what is to be done with a fact.
type FactOp string

// The operations on facts.
const (
	FactAdd     FactOp = "add"
	FactReplace FactOp = "replace"
	FactRemove  FactOp = "remove"
)

// FactEdit is one change of facts.
type FactEdit struct {
	Op   FactOp
	Part string // of the fact that is replaced or removed: words that no other fact has, or all of them
	Text string // of the fact that is added, or put in its place
}

// ParseFacts takes a file apart. It never fails: what is not understood is no fact.
func ParseFacts(data []byte) Facts {
	f := Facts{lines: strings.SplitAfter(string(data), "\n")}
	if n := len(f.lines); f.lines[n-1] == "" {
		f.lines = f.lines[:n-1]
	}
	r := factReader{Facts: &f}
	for i := range f.lines {
		r.line(i)
	}
	r.end()
	return f
}

// Bytes returns the file.
func (f Facts) Bytes() []byte { return []byte(strings.Join(f.lines, "")) }

// Texts returns each fact in one line, in the order of the file.
func (f Facts) Texts() []string {
	out := make([]string, len(f.facts))
	for i, x := range f.facts {
		out[i] = x.text
	}
	return out
}

// Used counts the characters of the file, white space at its ends aside.
func (f Facts) Used() int {
	return utf8.RuneCountInString(strings.TrimSpace(strings.Join(f.lines, "")))
}

// Edit returns the facts after one change. A fact that is there already is not added again.
// The error is ErrFact, ErrNoFact or ErrManyFacts, the last with the facts that are meant.
func (f Facts) Edit(e FactEdit) (Facts, error) {
	text := oneFact(e.Text)
	at := -1
	switch e.Op {
	case FactAdd:
		for _, x := range f.facts {
			if x.text == text {
				return f, nil
			}
		}
	case FactReplace, FactRemove:
		var err error
		if at, err = f.find(e.Part); err != nil {
			return f, err
		}
	default:
		return f, fmt.Errorf("%w: %q is none of add, replace, remove", ErrFact, e.Op)
	}
	if e.Op != FactRemove && !HasWords(text) {
		return f, fmt.Errorf("%w: it has no words", ErrFact)
	}
	want := f.Texts()
	switch {
	case at < 0:
		want = append(want, text)
	case e.Op == FactReplace:
		want[at] = text
	default:
		want = append(want[:at:at], want[at+1:]...)
	}
	for _, plain := range []bool{true, false} { // in the manner of its place, else as an item of a list
		lines := f.added(text, plain)
		if at >= 0 {
			lines = f.changed(f.facts[at], e.Op, text, plain)
		}
		if out := ParseFacts([]byte(strings.Join(lines, ""))); equalTexts(out.Texts(), want) {
			return out, nil
		}
	}
	return f, fmt.Errorf("%w: it cannot stand in facts.md as one: %q", ErrFact, Cut(text, 60))
}

// oneFact is a text as it is kept: in one line, without the mark of a list.
func oneFact(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if lead := listMark(text); lead != "" {
		text = strings.TrimSpace(text[len(lead):])
	}
	return text
}

// find returns the fact that is meant by a part of it, or by all of it.
func (f Facts) find(part string) (int, error) {
	part = oneFact(part)
	if part == "" {
		return 0, fmt.Errorf("%w: no words were given", ErrNoFact)
	}
	var found []int
	for i, x := range f.facts {
		if x.text == part {
			return i, nil
		}
		if strings.Contains(strings.ToLower(x.text), strings.ToLower(part)) {
			found = append(found, i)
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("%w: %q", ErrNoFact, Cut(part, 60))
	case 1:
		return found[0], nil
	}
	var shown []string
	for _, i := range found {
		shown = append(shown, fmt.Sprintf("%q", Cut(f.facts[i].text, 60)))
	}
	return 0, fmt.Errorf("%w: %q stands in %s", ErrManyFacts, Cut(part, 60), strings.Join(shown, ", "))
}

// changed returns the lines after a fact was replaced or removed.
func (f Facts) changed(x fact, op FactOp, text string, plain bool) []string {
	out, rest := append([]string{}, f.lines[:x.first]...), f.lines[x.last+1:]
	switch {
	case op == FactReplace:
		last, lead := f.lines[x.last], x.lead
		if lead == "" && !plain {
			lead = "- "
		}
		out = append(out, lead+text+last[len(strings.TrimRight(last, "\r\n")):]) // a last line without an end stays one
	case x.lead == "" && len(rest) > 0 && strings.TrimSpace(rest[0]) == "":
		rest = rest[1:] // the empty line that parted it from the next
	}
	return append(out, rest...)
}

// added returns the lines with one more fact, below the last.
func (f Facts) added(text string, plain bool) []string {
	end, lead, at := "\n", "- ", len(f.lines)
	if at > 0 && strings.HasSuffix(f.lines[0], "\r\n") {
		end = "\r\n"
	}
	if n := len(f.facts); n > 0 {
		if at = f.facts[n-1].last + 1; plain {
			lead = sameKind(f.facts[n-1].lead)
		}
	}
	out := append([]string{}, f.lines[:at]...)
	if at > 0 && !strings.HasSuffix(out[at-1], "\n") {
		out[at-1] += end
	}
	if at > 0 && strings.TrimSpace(out[at-1]) != "" && (!plain || len(f.facts) == 0) {
		out = append(out, end)
	}
	return append(append(out, lead+text+end), f.lines[at:]...)
}

// sameKind is the mark of a further item of a list: numbers go on.
func sameKind(lead string) string {
	mark := strings.TrimSpace(lead)
	n := 0
	if _, err := fmt.Sscanf(mark, "%d", &n); err != nil {
		return lead
	}
	return strings.Replace(lead, fmt.Sprint(n), fmt.Sprint(n+1), 1)
}

func equalTexts(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
