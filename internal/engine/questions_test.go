package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/eval"
	"mem/internal/memory"
)

func (v *testVault) ledger(lines ...string) {
	v.t.Helper()
	v.writeFile(filepath.Join(v.root, ".mem", usageState), strings.Join(lines, "\n"))
}

// questions lists the vault's own questions, sorted, "kind scope: query → slugs" each.
func (v *testVault) questions(n int) []string {
	v.t.Helper()
	questions, err := v.open().Questions(v.t.Context(), n)
	if err != nil {
		v.t.Fatal(err)
	}
	var out []string
	for _, q := range questions {
		out = append(out, fmt.Sprint(q.Kind, " ", q.Scope, ": ", q.Query, " → ", strings.Join(q.Relevant, " ")))
	}
	slices.Sort(out)
	return out
}

func TestAVaultMakesQuestionsOfWhatItsNotesAreCalledAndWhatHelped(t *testing.T) {
	v := newVault(t)
	v.write("crane", active+"title: Colour of the crane\naliases: [red hoist, '...']\n", "It is red.")
	v.write("first", active+"title: The gate is locked.\n", "The gate is locked. At nine.")
	v.write("begins", active+"title: The mole is lit\n", "The mole is lit by three lamps.")
	v.write("plain", active, "Nets are mended on Mondays.")
	v.write("headed", unfiled+"scope: boats\n", "Before.\n\n# Of ropes\n\nSold by the fathom.")
	v.write("named", active+"title: Of tides\n", "# Tide table\n\nBy the door.")
	v.write("wordless", active, "—")
	v.write("gone", "type: fix\nstatus: expired\ncaptured: 2026-08-01T10:00:00Z\ntitle: Gone\n", "It is gone.")
	v.write("past", active+"title: Past\nvalid_until: 2026-01-01\n", "It was so.")
	v.write("hidden", active+"title: Of hidden things\n", "Nothing. <private>The key is under the mat.</private>")
	v.write("token", active+"title: ghp_"+"0123456789abcdefghijABCDEFGHIJ012345\n", "Of a credential.")
	probe := dream.ProbePrefix + "0123456789abcdef"
	v.write(probe, unfiled+"title: A probe\n", probe)
	v.ledger(
		`{"op":"shown","slugs":["plain","crane"],"query":"when are nets mended"}`,
		`{"op":"success","slugs":["plain"]}`,
		`{"op":"shown","slugs":["headed"],"query":"price of ropes"}`,
		`{"op":"success","slugs":["headed"]}`,
		`{"op":"shown","slugs":["gone","crane"],"query":"what is gone"}`,
		`{"op":"success","slugs":["gone"]}`,
		`{"op":"failure","slugs":["crane"]}`,
		`{"op":"shown","slugs":["crane"],"query":"torn`,
		`nonsense`,
		`null`,
		`{"op":"success","slugs":"crane"}`,
		`{"op":"success","slugs":["crane"]`)
	want := []string{
		"alias : red hoist → crane",
		"title : Colour of the crane → crane",
		"title : Of tides → named",
		"title boats: Of ropes → headed",
		"used : when are nets mended → plain",
		"used boats: price of ropes → headed",
	}
	if got := v.questions(0); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if said := "lines of .mem/usage.jsonl that cannot be read, and are left out: 5"; !slices.Contains(v.notices, said) {
		t.Errorf("got notices %q, want %q", v.notices, said)
	}
	some := v.questions(2)
	if len(some) != 2 || !slices.Equal(some, v.questions(2)) {
		t.Errorf("got %q, then %q, want the same two", some, v.questions(2))
	}
	if err := os.Remove(filepath.Join(v.root, "memory/2026/08", probe+".md")); err != nil {
		t.Fatal(err)
	}
	v.write("token", active, "Nothing.")
}

func TestProbeAsksAndNamesWhatFailed(t *testing.T) {
	v := newVault(t)
	v.write("crane", active+"title: Colour of the crane\n", "It is red.")
	v.write("nets", active+"scope: boats\ntitle: Nets and Mondays\n", "They are mended then.")
	v.writeFile(filepath.Join(v.root, OwnGold), `{"id": "g1", "query": "zebra quagga", "relevant": ["crane"], "category": "fixes"}
{"id": "g2", "query": "giraffe", "relevant": []}
`)
	p, err := v.open().Probe(t.Context(), 0, Exam{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, r := range p.Records {
		got += fmt.Sprintln(r.Category, r.Query, r.First, r.Abstained)
	}
	for _, m := range p.Failed {
		got += fmt.Sprintln("failed:", m.ID, m.Expected)
	}
	want := []string{"gold zebra quagga 0 true", "gold giraffe 0 true", "title Colour of the crane 1 false", "title Nets and Mondays 1 false", "failed: g1 [crane]"}
	lines := strings.Split(strings.TrimSpace(got), "\n")
	slices.Sort(lines)
	slices.Sort(want)
	if !slices.Equal(lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if p.Questions[0].Category != "fixes" || p.Summary.All.Questions != 3 || p.Notes != 2 {
		t.Errorf("got %+v", p)
	}
	if _, err := os.Stat(filepath.Join(v.root, ".mem", usageState)); err == nil {
		t.Error("a use was counted")
	}
}

// TestTheSameQuestionsAreAnsweredByWhatTookThePlace is what a night does: it asks before and
// after, and a copy that it retired is no loss.
func TestTheSameQuestionsAreAnsweredByWhatTookThePlace(t *testing.T) {
	v := newVault(t)
	v.write("winner", active+"title: Colour of the crane\n", "It is red.")
	v.write("loser", active+"title: Crane colour\n", "The crane is red.")
	v.write("lost", active+"title: Height of the mole\n", "Nine feet.")
	before, err := v.open().Probe(t.Context(), 0, Exam{})
	if err != nil {
		t.Fatal(err)
	}
	if len(before.Questions) != 3 || len(before.Failed) != 0 {
		t.Fatalf("before: %+v", before)
	}
	v.write("loser", "type: fix\nstatus: superseded\nsuperseded_by: middle\ncaptured: 2026-08-01T10:00:00Z\ntitle: Crane colour\n", "The crane is red.")
	v.write("middle", "type: fix\nstatus: superseded\nsuperseded_by: winner\ncaptured: 2026-08-01T10:00:00Z\n", "Crane: red.")
	v.write("lost", "type: fix\nstatus: expired\ncaptured: 2026-08-01T10:00:00Z\ntitle: Height of the mole\n", "Nine feet.")
	after, err := v.open().Probe(t.Context(), 0, Exam{Gold: before.Questions})
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Failed) != 1 || after.Failed[0].Query != "Height of the mole" {
		t.Errorf("after: failed %+v, want only what was expired", after.Failed)
	}
	c, err := eval.Compare(before.Records, after.Records)
	if err != nil || c.Both != 3 || c.Differences[0].Worse != 1 {
		t.Errorf("got %+v, %v; want one of three worse", c, err)
	}
	if fmt.Sprint(after.Questions) != fmt.Sprint(before.Questions) {
		t.Error("the questions changed")
	}
}

func TestAnHeirIsFoundThroughWhateverTheNotesSay(t *testing.T) {
	v := newVault(t)
	superseded := "type: fix\nstatus: superseded\ncaptured: 2026-08-01T10:00:00Z\n"
	v.write("a", superseded+"superseded_by: b\n", "A.")
	v.write("b", superseded+"superseded_by: a\n", "B.")
	v.write("c", superseded, "C.")
	v.write("d", superseded+"superseded_by: nobody\n", "D.")
	v.write("e", superseded+"superseded_by: f\n", "E.")
	v.write("f", active, "F.")
	e := v.open()
	named := func(slug string) *memory.Note {
		n, err := e.open(slug)
		if err != nil {
			return nil
		}
		return n
	}
	for slug, want := range map[string]string{"a": "a", "c": "c", "d": "d", "e": "f", "f": "f", "nobody": "nobody", "": ""} {
		if got := heirOf(slug, named); got != want {
			t.Errorf("the heir of %q: got %q, want %q", slug, got, want)
		}
	}
	got := e.heirs([]eval.Question{{Relevant: []string{"e", "f", "c"}, Grades: map[string]float64{"e": 3}}})[0]
	if fmt.Sprint(got.Relevant, got.Grades["f"]) != "[f c] 3" {
		t.Errorf("got %+v", got)
	}
	v.write("a", active, "A.")
}

func TestGoldThatCannotBeUsedIsAnError(t *testing.T) {
	v := newVault(t)
	path := filepath.Join(v.root, OwnGold)
	v.writeFile(path, `{"id": "g1"}`)
	if _, err := v.open().Probe(t.Context(), 0, Exam{}); !errors.Is(err, eval.ErrGold) || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a bad line: got %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := v.open().Questions(t.Context(), 0); !errors.Is(err, eval.ErrGold) {
		t.Errorf("a folder: got %v", err)
	}
}
