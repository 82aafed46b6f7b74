package cmd

import (
	"github.com/spf13/cobra"
)

func newContext(a *app) *cobra.Command {
	var scope string
	var budget int
	c := &cobra.Command{
		Use:     "context",
		Aliases: []string{"prime"},
		Short:   "What a session begins with: the facts, and one line about the memory",
		Long: `Print what an agent should know at the start of a session: the facts of facts.md, and one
line that says how much more there is and how to ask for it. It is as long for 100,000
notes as for ten.`,
		Example: "  mem context\n  mem context --budget 200",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if budget < 0 {
				return usage("--budget %d: it is a number of tokens", budget)
			}
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			p, err := e.Context(c.Context(), a.scope(c, scope), budget)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(p)
			}
			a.printf("%s", clean(p.Text))
			return nil
		},
	}
	c.Flags().StringVar(&scope, "scope", "", "the `scope` to look from (else $MEM_SCOPE, the nearest .mem-scope file, or none); all sees every one")
	c.Flags().IntVar(&budget, "budget", 0, "most `tokens` (estimated); 0 is all facts")
	return c
}
