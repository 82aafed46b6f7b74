package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"mem/internal/eval"
)

func newEvalHealth(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "health",
		Short: "Whether what is kept serves those who ask: precision, copies, trust, use, tokens",
		Long: `Say how well the vault serves those who ask it: how often what was shown helped, how many
notes are near copies, how many have proved themselves, how many of those recalled were
ever used, and what a recall costs beside the whole vault.

What was shown and used is kept in .mem/usage.jsonl, on this machine. A figure that nothing
is known of is said to be so, and is null in JSON.`,
		Example: "  mem eval health\n  mem eval health --json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			h, err := e.Health(c.Context())
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(h)
			}
			a.health(e.Root(), h)
			return nil
		},
	}
}

func (a *app) health(root string, h eval.Health) {
	a.printf("%s  (%s of %d tokens, %s)\n", oneLine(root), count(h.Notes, "live note", "live notes"), h.Tokens, count(h.Recalls, "recall", "recalls"))
	line := func(name string, figure *float64, format, of, unknown string) {
		if figure == nil {
			a.printf("  %-22s not known yet: %s\n", name, unknown)
			return
		}
		a.printf("  %-22s "+format+"  %s\n", name, *figure, of)
	}
	line("precision@3", h.Precision3, "%.3f", fmt.Sprintf("helped: %d of %d notes shown among the first three whose outcome is known", h.Successes, h.Outcomes),
		"of no note that was shown has mem used told the outcome")
	sample := ""
	if h.Sampled {
		sample = " (a sample)"
	}
	line("duplication", h.Duplication, "%.3f", fmt.Sprintf("with a near copy: %d of %d live notes%s", h.Copies, h.Compared, sample),
		"no note could be compared")
	line("candidate → verified", h.VerifiedRate, "%.3f", fmt.Sprintf("verified: %d of %d live notes", h.Verified, h.Candidates), "there are no live notes")
	line("activation", h.Activation, "%.3f", fmt.Sprintf("used: %d of %d notes that were recalled", h.Used, h.Recalled), "nothing was recalled")
	line("tokens a recall", h.MedianTokens, "%.0f", fmt.Sprintf("in the median of %d, %.0f at 95 %%", h.Measured, orZero(h.P95Tokens)), "no recall was measured")
	line("share of the vault", h.TokenShare, "%.5f", fmt.Sprintf("of its %d tokens", h.Tokens), "no recall was measured, or there are no live notes")
}

func orZero(figure *float64) float64 {
	if figure == nil {
		return 0
	}
	return *figure
}
