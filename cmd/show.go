package cmd

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
)

func newShow(a *app) *cobra.Command {
	var s engine.Showing
	c := &cobra.Command{
		Use:   "show SLUG…",
		Short: "A note, its history, or what it rests on",
		Long: `Show notes by their slug, path or [[link]]. --raw gives the file's bytes; --history the
commits that changed it; --why its source and the notes it was derived from, replaced
or was replaced by, down to their evidence.`,
		Example:           "  mem show lock-timeout-was-busy-retry\n  mem show --history --why lock-timeout-was-busy-retry\n  mem show --raw lock-timeout-was-busy-retry > copy.md",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeSlugs,
		RunE: func(c *cobra.Command, args []string) error {
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			var shown []engine.Shown
			var failures []error
			for _, name := range a.names(e, args) {
				x, err := e.Show(c.Context(), name, s)
				if err != nil {
					failures = append(failures, err)
					continue
				}
				shown = append(shown, x)
			}
			if a.json {
				if err := a.shownJSON(shown, len(args)); err != nil {
					return err
				}
			} else {
				for i, x := range shown {
					if i > 0 && !s.Raw {
						a.printf("\n")
					}
					a.shown(x, s)
				}
			}
			return errors.Join(failures...)
		},
	}
	c.Flags().BoolVar(&s.Raw, "raw", false, "the file's bytes, untouched")
	c.Flags().BoolVar(&s.History, "history", false, "the commits that changed it, newest first")
	c.Flags().BoolVar(&s.Why, "why", false, "source, derived_from and supersedes, down to their evidence")
	return c
}

// shownJSON gives one object for one name, a list for several.
func (a *app) shownJSON(shown []engine.Shown, asked int) error {
	switch {
	case asked > 1 && shown == nil:
		return a.printJSON(json.RawMessage("[]"))
	case asked > 1:
		return a.printJSON(shown)
	case len(shown) == 1:
		return a.printJSON(shown[0])
	default:
		return nil
	}
}

func (a *app) shown(x engine.Shown, s engine.Showing) {
	if s.Raw {
		if a.env.StdoutTerminal {
			a.printf("%s", clean(string(x.Bytes())))
		} else {
			_, _ = a.env.Stdout.Write(x.Bytes()) // a broken pipe is Main's to notice
		}
		return
	}
	a.printf("%s\n", a.bold(oneLine(x.Title)))
	a.printf("%s\n", facts(string(x.Slug), string(x.Type), string(x.Status), x.Scope, "captured "+day(x.Captured), string(x.Trust), string(x.Actor)))
	if len(x.Tags) > 0 {
		a.printf("tags: %s\n", oneLine(strings.Join(x.Tags, ", ")))
	}
	if x.Source != "" {
		a.printf("source: %s\n", oneLine(x.Source))
	}
	if x.Problem != "" {
		a.printf("mem does not edit it: %s\n", oneLine(x.Problem))
	}
	a.printf("\n%s\n", clean(strings.Trim(x.Text, "\n")))
	if s.Why {
		a.printf("\nwhy:\n")
		for _, g := range x.Why {
			a.printf("%s%s\n", strings.Repeat("  ", g.Depth+1), facts(g.Link, string(g.Slug), string(g.Status), g.Says))
		}
	}
	if s.History {
		a.printf("\nhistory:\n")
		for _, ev := range x.History {
			a.event(ev)
		}
	}
}

// completeSlugs completes slugs for the shell.
func (a *app) completeSlugs(c *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if a.readClock() != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	e, err := a.open()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer e.Close()
	return e.Slugs(c.Context(), prefix, 200), cobra.ShellCompDirectiveNoFileComp
}
