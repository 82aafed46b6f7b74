package cmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/memory"
)

func newSet(a *app) *cobra.Command {
	var actor, id string
	c := &cobra.Command{
		Use:   "set SLUG… key=value…",
		Short: "Edit single keys of notes' frontmatter, and nothing else",
		Long: `Set keys of a note's frontmatter, as one commit that touches only their lines; key= takes
a key away. Lists are written a,b. captured, origin and slug are fixed. Several notes get a
commit each; if one of them is not there, none is changed.`,
		Example:           "  mem set lock-timeout-was-busy-retry status=active tags=sqlite,locking\n  mem set lock-timeout-was-busy-retry valid_until=2026-12-31 scope=\n  mem set kettle-boils gate-is-shut type=reference status=active",
		Args:              cobra.MinimumNArgs(2),
		ValidArgsFunction: a.completeSlugs,
		RunE: func(c *cobra.Command, args []string) error {
			first := slices.IndexFunc(args, func(arg string) bool { return strings.Contains(arg, "=") })
			if first < 1 { // the first is a slug in any case
				first = 1
			}
			slugs, said := args[:first], args[first:]
			var list []engine.Assignment
			for _, arg := range said {
				key, value, ok := strings.Cut(arg, "=")
				if !ok {
					return usage("%q is not key=value", arg)
				}
				list = append(list, engine.Assignment{Key: strings.TrimSpace(key), Value: strings.TrimSpace(value)})
			}
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			edited, err := e.SetAll(c.Context(), a.names(e, slugs), list, a.decider(e, actor), session(id))
			switch {
			case err != nil && len(edited) == 0:
				return err
			case a.json && len(slugs) == 1:
				return a.printJSON(edited[0])
			case a.json:
				return errors.Join(a.printJSON(edited), err)
			}
			for _, x := range edited {
				if x.Changed {
					a.printf("%s  %s\n", clean(x.Path), oneLine(strings.Join(said, " ")))
				} else {
					a.printf("%s  says so already\n", clean(x.Path))
				}
			}
			return err
		},
	}
	addDecider(c, &actor, &id)
	return c
}

// addDecider gives a command the flags that say who asks for a change.
func addDecider(c *cobra.Command, actor, session *string) {
	c.Flags().StringVar(actor, "actor", "", "who decides: human:`NAME` or agent:NAME (default: the agent that runs mem, else you)")
	c.Flags().StringVar(session, "session", "", "the agent's session `id`")
}

// decider is who asks for a change: as said, else the agent that runs mem, else the person.
func (a *app) decider(e *engine.Engine, said string) memory.Actor {
	if said != "" {
		return memory.Actor(oneLine(said))
	}
	if agent := a.agent(); agent != "" {
		return agent
	}
	return e.Person()
}

func newUsed(a *app) *cobra.Command {
	var outcome, id string
	c := &cobra.Command{
		Use:   "used SLUG… --outcome success|failure",
		Short: "Say what became of acting on a memory",
		Long: `Record that somebody acted on memories and how it went. The nights to come promote what
proves itself. The record is this machine's: it becomes part of the notes at night.`,
		Example:           "  mem used lock-timeout-was-busy-retry --outcome success",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeSlugs,
		RunE: func(c *cobra.Command, args []string) error {
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			slugs, err := e.Used(c.Context(), a.names(e, args), outcome, session(id))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(map[string]any{"slugs": slugs, "outcome": outcome})
			}
			a.printf("%s  %s\n", oneLine(strings.Join(stringsOf(slugs), " ")), outcome)
			return nil
		},
	}
	c.Flags().StringVar(&outcome, "outcome", "", "success or failure")
	c.Flags().StringVar(&id, "session", "", "the agent's session `id`")
	return c
}
