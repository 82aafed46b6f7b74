package frontmatter

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// corpus gives a fuzz target the notes of every table.
func corpus(add func(note string)) {
	for _, row := range splitTable {
		if len(row.in) < 4096 {
			add(row.in)
		}
	}
	for _, table := range [][]applyRow{setTable, unchangedTable, removeTable, appendTable, insertTable} {
		for _, row := range table {
			add(noted(row.in))
		}
	}
	for _, row := range fileTable {
		add(row.in)
	}
	for _, row := range refuseTable {
		add(row.in)
	}
}

func FuzzSplit(f *testing.F) {
	corpus(func(note string) { f.Add([]byte(note)) })
	f.Fuzz(func(t *testing.T, data []byte) {
		d := Split(data)
		fences := d.body - d.close + d.block - d.text
		if !d.HasBlock() {
			fences = 0
		}
		if got := d.text + fences + len(d.Block()) + len(d.Body()); got != len(data) {
			t.Fatalf("parts of %d bytes make %d", len(data), got)
		}
		if !bytes.HasSuffix(data, d.Body()) {
			t.Fatalf("body %q is not the end of the note", d.Body())
		}
		if d.HasBlock() && d.Problem() == nil {
			err := yaml.Unmarshal(d.Block(), &map[any]yaml.Node{})
			beyond := []string{"map key", "map merge", `mapping key ""`} // what nodes allow and Go's maps do not
			if err != nil && !slices.ContainsFunc(beyond, func(s string) bool { return strings.Contains(err.Error(), s) }) {
				t.Fatalf("no problem, but the reader says %v", err)
			}
		}
		for _, key := range d.Fields().Keys() {
			if line := d.Line(key); line < 2 || line > 1+bytes.Count(data, []byte("\n"))+1 {
				t.Fatalf("key %q on line %d", key, line)
			}
			if at, ok := d.Fields().Time(key); ok && at.Year() < 1 {
				t.Fatalf("%q is the year %d", d.Fields().String(key), at.Year())
			}
		}
	})
}

// FuzzFields holds the scanner to its promise: what it claims to understand reads the same as YAML.
func FuzzFields(f *testing.F) {
	corpus(func(note string) { f.Add(string(Split([]byte(note)).Block())) })
	for _, block := range []string{"a: b # c\n", "a:\n - b\n\n # c\n - 'd'\n", "a: [b, 'c', \"d\",]\n", "a: <<\nb: +x\nc: (d)\n"} {
		f.Add(block)
	}
	f.Fuzz(func(t *testing.T, block string) {
		if block != "" && !strings.HasSuffix(block, "\n") {
			block += "\n"
		}
		for rest := block; rest != ""; { // a line that closes the block is never in it
			n := lineLen([]byte(rest))
			if isFence([]byte(rest[:n]), "---") || isFence([]byte(rest[:n]), "...") {
				return
			}
			rest = rest[n:]
		}
		if got, ok := scan(block); ok {
			sameAsReader(t, block, got)
		}
	})
}

func sameAsReader(t *testing.T, block string, got []entry) {
	t.Helper()
	want, err := readStrict([]byte(block))
	if err != nil || want.problem != nil || want.isProse() {
		t.Fatalf("the scanner takes %q, the reader says %v, %v", block, err, want.problem)
	}
	if len(got)+len(want.entries) > 0 && !reflect.DeepEqual(got, want.entries) {
		t.Fatalf("%q\nscanner %+v\nreader  %+v", block, got, want.entries)
	}
}

func FuzzScalar(f *testing.F) {
	for _, row := range scalarTable {
		f.Add(row.text)
	}
	for _, text := range typed {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = valid(text)
		checkScalar(t, text)
		d := Split(Compose([]Field{{"status", Text("x")}, {"key", Text(text)}, {"slug", Text("y")}}, []byte("Body.")))
		if d.Problem() != nil || d.Fields().String("key") != text || len(d.Fields().Keys()) != 3 || string(d.Body()) != "\nBody." {
			t.Fatalf("%q composed: %v, %q", text, d.Problem(), d.data)
		}
	})
}

func FuzzTime(f *testing.F) {
	for _, text := range []string{"2026-06-14", "2026-08-03T14:22:00.120+02:00", "2017-04-05 16:16:01 -0800", "0001-01-01"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, dateOnly, ok := ParseTime(text)
		if !ok {
			return
		}
		again, _, ok := ParseTime(Time(at).text)
		if dateOnly {
			again, _, ok = ParseTime(Date(at).text)
		}
		if at.Year() > 1 && at.Year() <= 9999 && (!ok || again.Unix() != at.Unix()) {
			t.Fatalf("%q is %v, written and read %v", text, at, again)
		}
	})
}

func FuzzApply(f *testing.F) {
	corpus(func(note string) {
		for op := range uint8(3) {
			f.Add([]byte(note), "key", op, "new")
			f.Add([]byte(note), "status", op, "a: b")
		}
	})
	f.Fuzz(func(t *testing.T, data []byte, key string, op uint8, value string) {
		kept := bytes.Clone(data)
		edits := []Edit{Set(key, Text(value)), Remove(key), Append(key, value), Set(key, List(strings.Split(value, "|"))), Set(key, Plain(value))}
		edit := edits[int(op)%len(edits)]
		out, err := Apply(data, edit)
		if !bytes.Equal(data, kept) {
			t.Fatal("the input was written to")
		}
		if err != nil {
			if out != nil {
				t.Fatalf("refused with %v, and yet %q", err, out)
			}
			return
		}
		if Split(data).Problem() != nil {
			t.Fatalf("edited in spite of %v", Split(data).Problem())
		}
		checkEdited(t, data, out, edit)
		if again, err := Apply(out, edit); err != nil || !bytes.Equal(again, out) {
			t.Fatalf("done twice: %v\n%q\n%q", err, out, again)
		}
	})
}

// checkEdited compares two notes without the editor's own means: which lines differ, and what a YAML reader sees.
func checkEdited(t *testing.T, before, after []byte, e Edit) {
	t.Helper()
	old, edited := Split(before), Split(after)
	if edited.Problem() != nil || !bytes.Equal(old.Body(), edited.Body()) || old.text != edited.text {
		t.Fatalf("%v; body %q, was %q", edited.Problem(), edited.Body(), old.Body())
	}
	if old.HasBlock() {
		first, behind := changedLines(before, after)
		from, to := old.Line(e.Key), endLine(old, e.Key)
		if behind > first && (from == 0 || first < from || behind > to) {
			t.Fatalf("lines %d to %d changed, the key has %d to %d\n%q\n%q", first, behind, from, to, before, after)
		}
	}
	oldValues, newValues := valuesOf(t, old.Block()), valuesOf(t, edited.Block())
	delete(oldValues, e.Key)
	got, has := newValues[e.Key]
	delete(newValues, e.Key)
	if !reflect.DeepEqual(oldValues, newValues) {
		t.Fatalf("other keys changed\n%q\n%q", before, after)
	}
	fields := edited.Fields()
	switch {
	case has != (e.Op != OpRemove):
		t.Fatalf("key there: %v after %s\n%q", has, e.Op, after)
	case e.Op == OpRemove:
	case e.Op == OpAppend && !strings.Contains(got, valid(e.Value.text)):
		t.Fatalf("%q was appended, not in %q", e.Value.text, got)
	case e.Op == OpSet && e.Value.kind != valueList && fields.String(e.Key) != e.Value.text:
		t.Fatalf("%q was set, reads %q\n%q", e.Value.text, fields.String(e.Key), after)
	case e.Op == OpSet && e.Value.kind == valueList && !reflect.DeepEqual(fields.List(e.Key), e.Value.items):
		t.Fatalf("%q was set, reads %q\n%q", e.Value.items, fields.List(e.Key), after)
	}
}

// changedLines returns the 1-based lines of before, the first and the one behind the last, that after does not share.
func changedLines(before, after []byte) (first, behind int) {
	a, b := bytes.SplitAfter(before, []byte("\n")), bytes.SplitAfter(after, []byte("\n"))
	first, behind = 1, len(a)+1
	for len(a) > 0 && len(b) > 0 && bytes.Equal(a[0], b[0]) {
		a, b = a[1:], b[1:]
		first++
	}
	for len(a) > 0 && len(b) > 0 && bytes.Equal(a[len(a)-1], b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
		behind--
	}
	return first, behind
}

// endLine is the line of the key that follows, or of the closing fence.
func endLine(d Doc, key string) int {
	keys := d.Fields().Keys()
	if i := indexOf(keys, key); i >= 0 && i+1 < len(keys) {
		return d.Line(keys[i+1])
	}
	return 1 + bytes.Count(d.data[:d.close], []byte("\n"))
}

// valuesOf writes every value out again by the YAML library, so that two readings can be compared.
func valuesOf(t *testing.T, block []byte) map[string]string {
	t.Helper()
	var root yaml.Node
	if err := yaml.Unmarshal(block, &root); err != nil {
		t.Fatalf("%v in %q", err, block)
	}
	values := make(map[string]string)
	if len(root.Content) == 0 {
		return values
	}
	pairs := root.Content[0].Content
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i].Value] = dump(pairs[i+1])
	}
	return values
}

func dump(n *yaml.Node) string {
	text := n.ShortTag() + n.Anchor + " " + n.Value
	for _, child := range n.Content {
		text += "(" + dump(child) + ")"
	}
	return text
}
