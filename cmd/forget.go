package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/memory"
)

func newForget(a *app) *cobra.Command {
	var query, actor, id, scope string
	var limit int
	var yes bool
	c := &cobra.Command{
		Use:   "forget SLUG… | --query Q",
		Short: "Retire memories: recall no longer shows them, git still has them",
		Long: `Set the status of notes to expired. Recall, list and recent no longer show them; the files
stay, and git has every version. What must not exist at all, such as a credential, has
to be erased from the history as well.

With --query the notes that the question finds are shown and counted first; nothing
happens without a yes at the terminal, or --yes.`,
		Example: "  mem forget old-ssh-port\n  mem forget --query \"ssh port of the relay\" --yes",
		Args: func(c *cobra.Command, args []string) error {
			if (query == "") == (len(args) == 0) {
				return errors.New("name the notes, or give --query, one of the two")
			}
			return nil
		},
		ValidArgsFunction: a.completeSlugs,
		RunE: func(c *cobra.Command, args []string) error {
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			if query != "" {
				if limit < 1 {
					return usage("--limit %d: it is a number of notes", limit)
				}
				found, err := e.WouldForget(c.Context(), memory.Query{Text: query, Limit: limit, Scope: a.scope(c, scope)})
				if err != nil {
					return err
				}
				if len(found) == 0 {
					return a.forgotten(engine.Forgotten{Expired: []memory.Slug{}, Already: []memory.Slug{}, Failed: []string{}})
				}
				if !yes {
					if err := a.confirm(found); err != nil {
						return err
					}
				}
				for _, r := range found {
					args = append(args, r.Path)
				}
			}
			done, failed := e.Forget(c.Context(), a.names(e, args), a.decider(e, actor), session(id))
			if err := a.forgotten(done); err != nil {
				return err
			}
			return failed
		},
	}
	fl := c.Flags()
	fl.StringVar(&query, "query", "", "the notes that this `question` finds")
	fl.IntVarP(&limit, "limit", "n", 10, "most `notes` that --query may mean")
	fl.StringVar(&scope, "scope", "", "the `scope` to ask from; all sees every one")
	fl.BoolVarP(&yes, "yes", "y", false, "do not ask")
	addDecider(c, &actor, &id)
	return c
}

// confirm shows what --query found and asks; where nobody can be asked it refuses.
func (a *app) confirm(found []engine.Result) error {
	fmt.Fprintf(a.env.Stderr, "mem: %d notes would be forgotten:\n", len(found))
	for _, r := range found {
		fmt.Fprintf(a.env.Stderr, "  %s\n", facts(string(r.Slug), day(r.Captured), r.Title))
	}
	if !a.env.StdinTerminal {
		return &refusal{fmt.Errorf("nothing forgotten: say --yes, or name the %d notes", len(found))}
	}
	fmt.Fprint(a.env.Stderr, "mem: forget them? [y/N] ")
	line, err := bufio.NewReader(a.env.Stdin).ReadString('\n')
	if answer := strings.ToLower(strings.TrimSpace(line)); err == nil && (answer == "y" || answer == "yes") {
		return nil
	}
	return &refusal{errors.New("nothing forgotten")}
}

func (a *app) forgotten(f engine.Forgotten) error {
	if a.json {
		return a.printJSON(f)
	}
	for _, s := range f.Expired {
		a.printf("%s  expired\n", clean(string(s)))
	}
	for _, s := range f.Already {
		a.printf("%s  was retired before\n", clean(string(s)))
	}
	if len(f.Expired) == 0 && len(f.Already) == 0 && len(f.Failed) == 0 {
		a.printf("nothing to forget\n")
	}
	if len(f.Expired) > 0 {
		a.notice("the files stay and git has every version; `mem set SLUG status=active` brings one back. To erase a text for good, rewrite the history (git filter-repo --path FILE --invert-paths), on every clone")
	}
	return nil
}
