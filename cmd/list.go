package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/memory"
)

func newList(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "list",
		Short: "Notes by what their frontmatter says",
		Long: `List notes by what their frontmatter says, newest first. Without flags: every live note
that the scope sees. The words of the notes are recall's to search.`,
		Example: "  mem list --type fix --since 30d\n  mem list --status superseded,expired --json\n  mem list --tag sqlite --scope all",
	}
	return a.filtered(c, 0, "most `notes` to list (0: all)", (*engine.Engine).List)
}

func newRecent(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "recent",
		Short:   "The newest notes",
		Long:    "List the newest live notes that the scope sees, newest first.",
		Example: "  mem recent\n  mem recent -n 30 --type idea",
	}
	return a.filtered(c, 10, "most `notes` to list", (*engine.Engine).Recent)
}

// filtered completes a command that lists the notes which its filters admit.
func (a *app) filtered(c *cobra.Command, limit int, what string, ask func(*engine.Engine, context.Context, memory.Query) ([]engine.Brief, error)) *cobra.Command {
	var f filterFlags
	c.Args = cobra.NoArgs
	c.RunE = func(c *cobra.Command, _ []string) error {
		q, err := f.query(a, c, "")
		if err != nil {
			return err
		}
		e, err := a.open()
		if err != nil {
			return err
		}
		defer e.Close()
		notes, err := ask(e, c.Context(), q)
		if err != nil {
			return err
		}
		return a.briefs(notes)
	}
	f.add(c, limit, what)
	return c
}

func newRelated(a *app) *cobra.Command {
	var limit int
	var scope string
	c := &cobra.Command{
		Use:   "related SLUG",
		Short: "The neighbours of a note, by link, by what both name, and by likeness",
		Long: `List the neighbours of a note: those it links to, those that link to it, those that its
frontmatter names, then live ones that name the same people (@ada, a tag person/ada),
projects (a tag project/atlas, or one with a folder in desk/projects) or notes, then
those that speak of the same.`,
		Example:           "  mem related lock-timeout-was-busy-retry",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeSlugs,
		RunE: func(c *cobra.Command, args []string) error {
			if limit < 0 {
				return usage("--limit %d: it is a number of notes", limit)
			}
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			list, err := e.Related(c.Context(), a.names(e, args)[0], a.scope(c, scope), limit)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(list)
			}
			for _, r := range list {
				how, names := r.Link, ""
				switch {
				case how == "" && len(r.Shared) > 0:
					how = "shares"
				case how == "":
					how = fmt.Sprintf("alike %.2f", r.Similarity)
				}
				if len(r.Shared) > 0 {
					names = "both: " + strings.Join(r.Shared, " ")
				}
				a.printf("%-14s %s\n", how, facts(briefLine(r.Brief), names))
			}
			return nil
		},
	}
	c.Flags().IntVarP(&limit, "limit", "n", 10, "most `notes` to list")
	c.Flags().StringVar(&scope, "scope", "", "the `scope` to ask from; all sees every one")
	return c
}

func (a *app) briefs(notes []engine.Brief) error {
	if a.json {
		return a.printJSON(notes)
	}
	for _, n := range notes {
		a.printf("%s\n", briefLine(n))
	}
	return nil
}

func briefLine(n engine.Brief) string {
	var tags strings.Builder
	for _, t := range n.Tags {
		tags.WriteString(" #" + strings.TrimLeft(t, "#"))
	}
	return facts(day(n.Captured), string(n.Type), string(n.Status), n.Scope, string(n.Slug), n.Title, tags.String())
}
