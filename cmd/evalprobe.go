package cmd

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/eval"
)

// probeFlags are the flags of `eval probe`.
type probeFlags struct {
	limit     int
	out, gold string
}

func newEvalProbe(a *app) *cobra.Command {
	var f probeFlags
	c := &cobra.Command{
		Use:   "probe",
		Short: "Ask the vault questions that it makes for itself, and count",
		Long: `Ask the vault questions of its own: the titles and the aliases of its notes, and what was
asked when mem used said that a note helped. Each should find its note. Questions kept as
eval/gold.jsonl in the vault are asked too. The figures are those of mem eval run, by the
kind of the question; what failed is named, with what came instead.

The choice is the same every night as far as the notes are. The vault is only read, and no
use is counted.`,
		Example: `  mem eval probe
  mem eval probe --out before.jsonl
  mem eval probe -n 1000 --gold-out gold.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.evalProbe(c, f) },
	}
	fl := c.Flags()
	fl.IntVarP(&f.limit, "limit", "n", engine.OwnQuestions, "most `questions` to make")
	fl.StringVar(&f.out, "out", "", "write a line for each question to this `file`, for mem eval compare")
	fl.StringVar(&f.gold, "gold-out", "", "write the questions to this `file`, for mem eval run --gold")
	return c
}

// probeReport is the answer of `eval probe --json`.
type probeReport struct {
	Vault     string   `json:"vault"`
	Notes     int      `json:"notes"`
	Questions int      `json:"questions"`
	Unknown   []string `json:"unknown"` // relevant slugs that no note has
	eval.Summary
	Failed  []eval.Miss   `json:"failed"`
	Results []eval.Record `json:"results"`
}

func (a *app) evalProbe(c *cobra.Command, f probeFlags) error {
	if f.limit < 1 {
		return usage("--limit %d: it is a number of questions, 1 or more", f.limit)
	}
	e, err := a.open()
	if err != nil {
		return err
	}
	defer e.Close()
	began := a.env.Now()
	p, err := e.Probe(c.Context(), f.limit, engine.Exam{
		Watch: func() time.Duration { return a.env.Now().Sub(began) }, Step: a.progress("questions"),
	})
	if errors.Is(err, eval.ErrGold) {
		return usage("%v", err)
	}
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := writeRecords(f.out, p.Records); err != nil {
			return err
		}
	}
	if f.gold != "" {
		if err := os.WriteFile(f.gold, eval.WriteGold(p.Questions), 0o600); err != nil {
			return err
		}
	}
	a.unknown(p.Unknown)
	r := probeReport{
		Vault: e.Root(), Notes: p.Notes, Questions: len(p.Questions), Unknown: p.Unknown, Summary: p.Summary, Failed: p.Failed,
		Results: append([]eval.Record{}, p.Records...),
	}
	if a.json {
		return a.printJSON(r)
	}
	a.probed(r)
	return nil
}

func (a *app) probed(r probeReport) {
	if r.Questions == 0 {
		a.printf("%s  (%d notes): no questions yet: no note has a title of its own or an alias, nor has mem used told of success\n", oneLine(r.Vault), r.Notes)
		return
	}
	a.printf("%s  (%d notes, %d questions of its own; %.2f ms a question in the median, %.2f at 95 %%; %.0f tokens an answer, its first three notes)\n",
		oneLine(r.Vault), r.Notes, r.Questions, r.MedianMS, r.P95MS, r.Tokens)
	a.figures(r.Summary)
	if len(r.Failed) > 0 {
		a.printf("%s:\n", count(len(r.Failed), "question failed", "questions failed"))
	}
	for _, m := range r.Failed {
		a.printf("  %-5s %q  %s\n", oneLine(m.Kind), oneLine(m.Query), oneLine(missed(m)))
	}
}

// missed says what should have come, and what came.
func missed(m eval.Miss) string {
	expected := "expected " + strings.Join(m.Expected, " or ")
	if len(m.Expected) == 0 {
		expected = "expected to be refused"
	}
	if m.Scope != "" {
		expected += " (scope " + m.Scope + ")"
	}
	switch {
	case m.Abstained:
		return expected + "; refused"
	case m.Rank > 0:
		return fmt.Sprintf("%s; came as number %d behind %s", expected, m.Rank, strings.Join(m.Got, ", "))
	default:
		return expected + "; came " + strings.Join(m.Got, ", ")
	}
}
