package cmd

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"mem/internal/engine"
)

func newInit(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Make a vault, with a git repository unless there is one",
		Long: `Make a vault of DIR (default: --vault, $MEM_VAULT, or the working directory): memory/,
a git repository unless there is one, .gitignore, and a first commit. On a vault it
does what is missing and touches nothing else.`,
		Example: "  mem init ~/notes\n  mem init --vault .memory",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := a.env.Dir
			switch {
			case len(args) == 1:
				dir = args[0]
			case a.vault != "":
				dir = a.vault
			case a.env.Getenv("MEM_VAULT") != "":
				dir = a.env.Getenv("MEM_VAULT")
			}
			if dir == "" {
				return usage("which folder? mem init DIR")
			}
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(a.env.Dir, dir)
			}
			made, err := engine.Init(c.Context(), dir, a.options())
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(made)
			}
			switch {
			case made.Repository:
				a.printf("%s  a vault, with a git repository of its own\n", clean(made.Root))
			case made.Made:
				a.printf("%s  a vault, in the git repository that was there\n", clean(made.Root))
			default:
				a.printf("%s  was a vault already\n", clean(made.Root))
			}
			return nil
		},
	}
}
