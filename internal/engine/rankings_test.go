package engine

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

var update = flag.Bool("update", false, "write the golden files")

// goldenQuestion is one question of a golden file: "? question | slug, slug" says which notes answer
// it, "? question | -" that none does.
type goldenQuestion struct {
	text string
	want []string
}

// TestRankings asks the questions of testdata/rankings of the vaults in testdata/vaults and
// compares what comes back, with what each score is made of: a change of ranking shows in
// review. -update writes the answers anew; the questions are ours to write.
func TestRankings(t *testing.T) {
	vaults, err := filepath.Glob("../../testdata/vaults/*")
	if err != nil || len(vaults) < 6 {
		t.Fatalf("vaults: %v, %v", vaults, err)
	}
	for _, dir := range vaults {
		name := filepath.Base(dir)
		t.Run(name, func(t *testing.T) {
			golden := filepath.Join("testdata/rankings", name+".txt")
			was, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			questions := goldenQuestions(t, string(was))
			refused := slices.IndexFunc(questions, func(q goldenQuestion) bool { return len(q.want) == 0 })
			if len(questions) < 25 || refused < 0 {
				t.Fatalf("%d questions are too few, or none of them has no answer", len(questions))
			}
			got := rankings(t, dir, questions)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(was) {
				t.Errorf("%s differs (-update writes it):\n%s", golden, firstDifference(string(was), got))
			}
		})
	}
}

func goldenQuestions(t *testing.T, text string) []goldenQuestion {
	var out []goldenQuestion
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line, ok := strings.CutPrefix(lines.Text(), "? ")
		if !ok {
			continue
		}
		text, want, ok := strings.Cut(line, " | ")
		if !ok {
			t.Fatalf("%q does not say what is wanted", line)
		}
		q := goldenQuestion{text: text}
		if want != "-" {
			q.want = strings.Split(want, ", ")
		}
		out = append(out, q)
	}
	return out
}

// rankings asks a copy of a vault, on the last day of the workshop.
func rankings(t *testing.T, dir string, questions []goldenQuestion) string {
	root := filepath.Join(t.TempDir(), "v")
	if err := os.CopyFS(root, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 8, 31, 20, 0, 0, 0, time.UTC)
	old := now.AddDate(0, 0, -30) // of notes that do not say when they were captured
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err == nil {
			err = os.Chtimes(path, old, old)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(root, Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var b strings.Builder
	answerable, first, among, refused, reciprocal := 0, 0, 0, 0, 0.0
	for _, q := range questions {
		r, err := e.Recall(t.Context(), Asked{Query: memory.Query{Text: q.text, Scope: memory.AllScopes}, NoCount: true})
		if err != nil {
			t.Fatalf("%q: %v", q.text, err)
		}
		want := strings.Join(q.want, ", ")
		if len(q.want) > 0 {
			answerable++
		} else if want = "-"; r.Abstained {
			refused++
		}
		fmt.Fprintf(&b, "\n? %s | %s\n", q.text, want)
		if r.Abstained {
			fmt.Fprintf(&b, "  %s\n", r.Note)
		} else {
			fmt.Fprintf(&b, "  %s\n", strings.TrimSpace(string(r.Match)+"  "+r.Note))
		}
		place := 0
		for i, x := range r.Results {
			if place == 0 && slices.Contains(q.want, string(x.Slug)) {
				place = i + 1
			}
			fmt.Fprintf(&b, "  %d. %s  %.3f: bm25 %.3f, coverage %.3f, evidence %.3f", i+1, x.Slug,
				x.Score, x.Factors["bm25"], x.Factors["coverage"], x.Factors["evidence"])
			for _, name := range []string{"person", "session", "phrase", "near", "status", "recency", "use", "importance"} {
				if f := x.Factors[name]; f != 1 {
					fmt.Fprintf(&b, " · %s %.3f", name, f)
				}
			}
			fmt.Fprintln(&b)
		}
		if place > 0 {
			among++
			reciprocal += 1 / float64(place)
		}
		if place == 1 {
			first++
		}
	}
	return fmt.Sprintf("# Answers of testdata/vaults/%s on %s; see TestRankings.\n# %d questions. Of %d with an answer: first %d, recall@3 %.3f, MRR %.3f. Of %d without one: refused %d.\n",
		filepath.Base(dir), now.Format(time.DateOnly), len(questions), answerable, first, float64(among)/float64(max(answerable, 1)),
		reciprocal/float64(max(answerable, 1)), len(questions)-answerable, refused) + b.String()
}

// firstDifference shows the first lines in which two texts differ, with the question.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	question := ""
	for i := 0; i < min(len(a), len(b)); i++ {
		if strings.HasPrefix(b[i], "? ") {
			question = b[i]
		}
		if a[i] != b[i] {
			return fmt.Sprintf("%s\n-%s\n+%s", question, a[i], b[i])
		}
	}
	return fmt.Sprintf("one has %d lines, the other %d", len(a), len(b))
}
