package cmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"mem/internal/eval"
)

func newEvalCompare(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "compare A B",
		Short: "Whether a second measurement is better than a first, or only luckier",
		Long: `Set two runs of mem eval run side by side, question by question: for how many the second is
better and worse, the mean difference with its 95 % interval, and how probable one as
large would be by chance. Above 0.05 mem says that there is no evidence of a difference.

The files are what --out or --json of mem eval run or mem eval probe wrote, of the same
questions.`,
		Example: `  mem eval compare before.jsonl after.jsonl
  mem eval compare --json before.json after.json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage("which two runs? mem eval compare A B")
			}
			var runs [2][]eval.Record
			for i, path := range args {
				data, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				if runs[i], err = eval.Records(data); err != nil {
					return usage("%s: %v", path, err)
				}
			}
			x, err := eval.Compare(runs[0], runs[1])
			if err != nil {
				return usage("%s and %s: %v", args[0], args[1], err)
			}
			if a.json {
				return a.printJSON(x)
			}
			a.compared(args[0], args[1], x)
			return nil
		},
	}
}

func (a *app) compared(first, second string, x eval.Comparison) {
	a.printf("%s → %s  (%d and %d questions, %d in both)\n", oneLine(first), oneLine(second), x.A, x.B, x.Both)
	if x.Changed > 0 {
		a.notice(fmt.Sprintf("%s answerable in one run only: left out", count(x.Changed, "question is", "questions are")))
	}
	for _, d := range x.Differences {
		how := "exact"
		if !d.Exact {
			how = fmt.Sprintf("estimated by %d random flips", eval.Flips)
		}
		a.printf("  %-22s n=%-5d better %d, worse %d, same %d  %.3f → %.3f  %+.3f [%+.3f, %+.3f]  p=%.4f (%s): %s\n",
			d.Metric, d.Questions, d.Better, d.Worse, d.Same, d.A, d.B, d.Difference, d.Low, d.High, d.P, how, d.Verdict)
	}
}
