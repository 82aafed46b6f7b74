package dream_test

import (
	"os"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

// noises are the lines of testdata/noise.tsv: the rule that finds a text, "missed" where none
// does and one should, or "kept" for what looks like noise and is none.
func noises(t testing.TB) (out []struct{ rule, text string }) {
	data, err := os.ReadFile("testdata/noise.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		rule, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		out = append(out, struct{ rule, text string }{rule, strings.ReplaceAll(text, `\n`, "\n")})
	}
	return out
}

func TestExpireKnowsNoise(t *testing.T) {
	found := 0
	for _, row := range noises(t) {
		p := decide(t, vault(note("x", 1, row.text)), dream.Policy{})
		switch row.rule {
		case "kept", "missed":
			if len(p.Decisions) > 0 {
				t.Errorf("%q: got %s, want it kept", row.text, told(p))
			}
		default:
			found++
			if got := told(p); got != "expire: x ("+row.rule+")" {
				t.Errorf("%q: got %q, want rule %s", row.text, got, row.rule)
			}
		}
	}
	if found < 160 {
		t.Errorf("only %d lines of noise are found", found)
	}
}

func TestNoiseIsKeptWhereSomethingSpeaksForIt(t *testing.T) {
	const text = "ok thanks"
	for _, row := range []struct {
		name  string
		notes []memory.Note
		want  []string
	}{
		{"nothing does", []memory.Note{note("x", 1, text)}, []string{"expire: x (chatter)"}},
		{"only the session that it comes from", []memory.Note{note("x", 1, text, func(n *memory.Note) { n.Source = "session:8a2f#3" })}, []string{"expire: x (chatter)"}},
		{"an unfiled one is not filed first", []memory.Note{note("x", 1, text, unfiled)}, []string{"expire: x (chatter)"}},
		{"a title", []memory.Note{note("x", 1, text, entitled("Ada's answer"))}, nil},
		{"a source", []memory.Note{note("x", 1, text, func(n *memory.Note) { n.Source = "https://example.org" })}, nil},
		{"it is verified", []memory.Note{note("x", 1, text, verified)}, nil},
		{"it was used", []memory.Note{note("x", 1, text, func(n *memory.Note) { n.Uses = 1 })}, nil},
		{"another note links to it", []memory.Note{note("x", 1, text), note("y", 1, "Ada agreed: [[x]].")}, nil},
		{"it is the owner's", []memory.Note{note("x", 1, text, by(memory.OriginOwner))}, []string{"listed empty-but-kept: x"}},
		{"it is important", []memory.Note{note("x", 1, text, weighing(9))}, []string{"listed empty-but-kept: x"}},
		{"it is long", []memory.Note{note("x", 1, strings.Repeat("PASS\n", 2000))}, nil},
	} {
		t.Run(row.name, func(t *testing.T) { expect(t, decide(t, vault(row.notes...), dream.Policy{}), row.want...) })
	}
}

// FuzzNoiseIsOnlyWholeTexts wants a text to stay, whatever it is, once a statement stands behind it.
func FuzzNoiseIsOnlyWholeTexts(f *testing.F) {
	for _, row := range noises(f) {
		f.Add(row.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p := decide(t, vault(note("x", 1, text+"\n\nThe lathe on the second floor needs oil every Monday.")), dream.Policy{}); len(p.Decisions) > 0 && !strings.Contains(text, "<!--") {
			t.Errorf("%q and a statement would be retired: %s", text, told(p))
		}
	})
}
