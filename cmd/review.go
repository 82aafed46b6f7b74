package cmd

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/memory"
)

func newReview(a *app) *cobra.Command {
	var list bool
	var actor string
	c := &cobra.Command{
		Use:   "review [RUN]",
		Short: "Walk the decisions of a staged night, and approve or reject each",
		Long: `With dream: {approval: staged} in mem.yaml a night changes nothing: its decisions wait on
the branch mem/dream/RUN. This walks those of the newest night, or of RUN, one at a time, and
reads the answers from standard input, a line each: y approves, n rejects, d shows the
difference, q stops, ? says so. What was answered before the end of the input holds.
What is rejected is not decided again.`,
		Example: "  mem review\n  mem review --list\n  yes | mem review 20260803T030000Z-1a2b",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			runs, err := e.StagedRuns(c.Context())
			if err != nil {
				return err
			}
			if len(args) == 1 {
				if runs, err = named(runs, args[0]); err != nil {
					return err
				}
			}
			switch {
			case a.json:
				return a.printJSON(append([]engine.StagedRun{}, runs...))
			case len(runs) == 0:
				a.printf("nothing waits to be approved\n")
				return nil
			}
			if len(args) == 0 {
				for _, r := range runs {
					a.printf("%s  %s  %d of %d open\n", clean(r.Run), oneLine(r.Subject), r.Open, len(r.Decisions))
				}
			}
			if list {
				return nil
			}
			return a.review(c, e, runs[0], a.decider(e, actor))
		},
	}
	c.Flags().BoolVar(&list, "list", false, "only list what waits")
	who := func(c *cobra.Command) {
		c.Flags().StringVar(&actor, "actor", "", "who decides: human:`NAME` or agent:NAME (default: the agent that runs mem, else you)")
	}
	who(c)
	settle := func(verb, short string, do func(commits []string) (approve, reject []string)) *cobra.Command {
		sub := &cobra.Command{
			Use: verb + " RUN [COMMIT…]", Short: short, Long: short + ": all that are open, or those of the commits named.",
			Example: "  mem review " + verb + " 20260803T030000Z-1a2b\n  mem review " + verb + " 20260803T030000Z-1a2b 4f2a9c1", Args: cobra.MinimumNArgs(1),
			RunE: func(c *cobra.Command, args []string) error {
				e, err := a.open()
				if err != nil {
					return err
				}
				defer e.Close()
				approve, reject := do(append([]string{}, args[1:]...))
				out, err := e.Review(c.Context(), args[0], approve, reject, a.decider(e, actor))
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(out)
				}
				a.reviewed(out)
				return nil
			},
		}
		who(sub)
		return sub
	}
	c.AddCommand(
		settle("approve", "Carry out decisions of a staged night", func(commits []string) (approve, reject []string) { return commits, nil }),
		settle("reject", "Drop decisions of a staged night for good", func(commits []string) (approve, reject []string) { return nil, commits }),
	)
	return c
}

// named picks the run of a name, or of the beginning of one.
func named(runs []engine.StagedRun, name string) ([]engine.StagedRun, error) {
	var out []engine.StagedRun
	for _, r := range runs {
		if r.Run == name || r.Branch == name {
			return []engine.StagedRun{r}, nil
		}
		if strings.HasPrefix(r.Run, name) {
			out = append(out, r)
		}
	}
	if len(out) != 1 {
		return nil, fmt.Errorf("%w: %q", engine.ErrNotStaged, name)
	}
	return out, nil
}

// review asks about each open decision of a run, then does what was answered.
func (a *app) review(c *cobra.Command, e *engine.Engine, run engine.StagedRun, actor memory.Actor) error {
	answers := bufio.NewReader(a.env.Stdin)
	var approve, reject []string
	n := 0
walk:
	for _, d := range run.Decisions {
		if !d.Open {
			continue
		}
		n++
		a.printf("\n[%d/%d] %s\n", n, run.Open, oneLine(d.Subject))
		a.printf("  %s\n", oneLine(d.Reason))
		if len(d.Evidence) > 0 {
			a.printf("  evidence: %s\n", oneLine(strings.Join(d.Evidence, ", ")))
		}
		for {
			a.printf("approve? [y,n,d,q,?] ")
			line, err := answers.ReadString('\n')
			answer := strings.ToLower(strings.TrimSpace(line))
			if !a.env.StdinTerminal {
				a.printf("%s\n", clean(answer))
			}
			switch answer {
			case "y", "yes":
				approve = append(approve, d.Commit)
				continue walk
			case "n", "no":
				reject = append(reject, d.Commit)
				continue walk
			case "q", "quit":
				break walk
			case "d", "diff":
				diffs, err := e.StagedDiff(d.Commit)
				if err != nil {
					return err
				}
				for _, f := range diffs {
					a.diff(f)
				}
			default:
				if err != nil {
					break walk // no more answers
				}
				a.printf("y approve it · n reject it for good · d show the difference · q stop here; what you answered holds\n")
			}
			if err != nil {
				break walk
			}
		}
	}
	if len(approve)+len(reject) == 0 {
		a.printf("nothing decided: %s\n", count(run.Open, "waits", "wait"))
		return nil
	}
	out, err := e.Review(c.Context(), run.Run, approve, reject, actor)
	if err != nil {
		return err
	}
	a.printf("\n")
	a.reviewed(out)
	return nil
}

func (a *app) reviewed(out engine.Reviewed) {
	for _, d := range out.Approved {
		a.printf("approved: %s\n", oneLine(d.Subject))
	}
	for _, d := range out.Rejected {
		a.printf("rejected: %s\n", oneLine(d.Subject))
	}
	for _, l := range out.Left {
		a.printf("left: %s\n", oneLine(l))
	}
	if out.Open > 0 {
		a.printf("%s still\n", count(out.Open, "decision waits", "decisions wait"))
	}
	if len(out.Approved) > 0 && out.Commit != "" {
		a.printf("undo with: mem dream undo %s\n", clean(out.Run))
	}
}
