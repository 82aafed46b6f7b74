package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/dream"
	"mem/internal/engine"
)

func newDream(a *app) *cobra.Command {
	var night engine.Night
	var jobs, allow string
	c := &cobra.Command{
		Use:   "dream",
		Short: "The nightly run: tidy the vault by rules, and write the brief",
		Long: `Consolidate the vault. What people did by hand is committed first. Then, job by job:

  file      unfiled notes become active, where their type is clear
  merge     of two notes with one text the weaker is superseded
  conflict  so is what a newer note says has changed
  expire    noise, what nobody used in its time, and what was to end by now
  promote   what helped twice is verified; uses are counted
  rollup    a note for each person, project and place that several notes tell of
  insight   a note on what no single note says
  facts     facts.md and its budget, in the brief
  brief     desk/briefs/ gets the night's page and its picture
  propose   changes to mem.yaml, in the brief

What is not clear is put before you, with the command that settles it. Every decision is a
commit of its own, behind one merge: git revert -m 1 takes a night back, mem dream undo a
night or a decision. What a person took back is not decided again. Guards hold a job back
that would retire far more than usual, or lose an answer to a question of the vault's own:
exit 3, and --allow does it all the same. With dream: {approval: staged} in mem.yaml the
night waits on a branch for mem review.`,
		Example: `  mem dream --dry-run
  mem dream
  mem dream install cron`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var err error
			if night.Only, err = jobsNamed("--job", jobs); err != nil {
				return err
			}
			if night.Allow, err = jobsNamed("--allow", allow); err != nil {
				return err
			}
			switch {
			case night.MaxChanges < 0:
				return usage("--max-changes %d: it is a number of decisions", night.MaxChanges)
			case night.MaxChanges == 0 && c.Flags().Changed("max-changes"):
				night.MaxChanges = -1 // none, where 0 would be what mem.yaml says
			}
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			d, err := e.Dream(c.Context(), night)
			if err != nil {
				return err
			}
			for _, f := range d.Failed {
				a.code = exitFailed
				fmt.Fprintf(a.env.Stderr, "mem: the night failed: %s\n", oneLine(f))
			}
			if a.code == exitDone && len(d.Barred) > 0 {
				a.code = exitRed
			}
			if a.json {
				return a.printJSON(d)
			}
			a.dreamt(d)
			return nil
		},
	}
	fl := c.Flags()
	fl.BoolVar(&night.DryRun, "dry-run", false, "decide and print, write nothing")
	fl.StringVar(&jobs, "job", "", "only these `jobs`, as a,b: "+jobNames())
	fl.StringVar(&allow, "allow", "", "let these `jobs` do what a guard held back, as a,b")
	fl.IntVar(&night.MaxChanges, "max-changes", 0, "most `decisions` besides filing (default: dream.max_changes of mem.yaml, else 200)")
	c.AddCommand(newDreamLog(a), newDreamUndo(a), newDreamInstall(a, false), newDreamInstall(a, true))
	return c
}

// jobsNamed reads a list of jobs.
func jobsNamed(flag, list string) (out []dream.Job, err error) {
	for _, name := range engine.SplitList(list) {
		if !slices.Contains(dream.Jobs(), dream.Job(name)) {
			return nil, usage("%s %q: it is one of %s", flag, name, jobNames())
		}
		out = append(out, dream.Job(name))
	}
	return out, nil
}

func jobNames() string {
	var names []string
	for _, j := range dream.Jobs() {
		names = append(names, string(j))
	}
	return strings.Join(names, " ")
}

func (a *app) dreamt(d engine.Dreamt) {
	verb := ""
	if d.DryRun {
		verb = "would "
	}
	if !a.quiet {
		for _, x := range d.Applied {
			if x.Op == "brief" {
				continue
			}
			a.printf("%s%s  %s\n", verb, oneLine(x.Subject), a.dim(oneLine(x.Reason)))
		}
	}
	for _, b := range d.Barred {
		a.printf("held back: %s\n", oneLine(barred(b)))
	}
	for _, p := range d.Problems {
		a.printf("problem: %s\n", oneLine(p))
	}
	known := 0
	for _, u := range d.Undone {
		if slices.Contains(d.NewlyUndone, u.Subject) {
			a.printf("stays undone: %s\n", oneLine(u.Subject))
		} else {
			known++
		}
	}
	if known > 0 && !a.quiet {
		a.printf("%s: mem dream log --undone\n", count(known, "decision stays undone, as before", "decisions stay undone, as before"))
	}
	for _, l := range d.Left {
		a.printf("left for the next night: %s\n", oneLine(l))
	}
	if len(d.StagedFiles) > 0 {
		a.printf("left alone, because you staged it: %s: git commit when you are done\n", staged(d.StagedFiles))
	}
	if !d.DryRun && d.Brief != "" && d.Staged == "" {
		a.needed(d)
	}
	if d.DryRun {
		for _, l := range d.Listed {
			a.printf("needs your eye: %s\n", oneLine(strings.Join(stringsOf(l.Notes), ", ")+": "+l.Why))
		}
	}
	if d.Staged != "" {
		a.printf("staged on %s, nothing is changed: mem review %s\n", clean(d.Staged), clean(d.Run))
	}
	if a.quiet {
		return
	}
	if d.DryRun && d.Answers != nil {
		for _, r := range d.Answers.Unasked {
			a.notice(fmt.Sprintf("%s put to nobody, because %s", count(r.Count, "question is", "questions are"), r.Why))
		}
	}
	summary := d.Summary
	switch {
	case summary != "":
	case len(d.Problems)+len(d.Left) > 0:
		summary = "nothing decided: see above"
	default:
		summary = "nothing to decide"
	}
	end := ""
	if d.Commit != "" && len(d.Applied) > 0 && d.Staged == "" {
		end = fmt.Sprintf("  (%s; undo with: mem dream undo %s)", d.Commit[:min(10, len(d.Commit))], d.Run)
	}
	a.printf("%s%s\n", clean(summary), end)
}

// needed says how much the brief puts before the owner, in the brief's own count.
func (a *app) needed(d engine.Dreamt) {
	open := 0
	for _, l := range d.Listed {
		if !l.Kind.Passing() {
			open++
		}
	}
	switch {
	case open > 0:
		a.printf("%s your eye: %s\n", count(open, "needs", "need"), clean(d.Brief))
	case len(d.Listed) > 0:
		a.printf("%s unknown to this vault: %s\n", count(len(d.Listed), "type is", "types are"), clean(d.Brief))
	}
}

// barred tells what a guard held back, and how to have it all the same.
func barred(b dream.Barred) string {
	what := count(b.Decisions, "decision", "decisions") + " of " + string(b.Job)
	if b.Whole {
		what = "all of " + string(b.Job)
	}
	text := what + ": " + b.Why
	for _, l := range b.Lost {
		text += fmt.Sprintf(" Lost would be %q.", l.Query)
	}
	if b.Guard == dream.GuardProbe {
		return text + " mem status says more"
	}
	return text + " Look with mem dream --dry-run --allow " + string(b.Job) + ", do it with mem dream --allow " + string(b.Job)
}

// dim marks what is said beside the answer.
func (a *app) dim(text string) string {
	if b := a.bold(""); b == "" {
		return text
	}
	return "\x1b[2m" + text + "\x1b[0m"
}

func newDreamLog(a *app) *cobra.Command {
	var limit int
	var undone bool
	c := &cobra.Command{
		Use:   "log",
		Short: "The nights, newest first, a line each",
		Long: `List the nights that changed something, newest first. mem log --run RUN lists the decisions of one.
With --undone it lists the decisions that somebody took back, with mem dream undo, with git
revert or by an edit of the note, and that dream does not take again: when, by whom, how.`,
		Example: "  mem dream log\n  mem dream log --undone\n  mem log --run 20260803T030000Z-1a2b",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if undone {
				return a.undoneLog(c, limit)
			}
			return a.log(c, engine.LogQuery{Dreams: true, Limit: limit})
		},
	}
	c.Flags().IntVarP(&limit, "limit", "n", 20, "most `nights` to list")
	c.Flags().BoolVar(&undone, "undone", false, "the decisions that somebody took back")
	return c
}

// undoneLog lists decisions that were taken back.
func (a *app) undoneLog(c *cobra.Command, limit int) error {
	if limit < 0 {
		return usage("--limit %d: it is a number of decisions", limit)
	}
	e, err := a.open()
	if err != nil {
		return err
	}
	defer e.Close()
	list, err := e.UndoneLog(c.Context(), limit)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(list)
	}
	for _, ev := range list {
		u := ev.Undone
		how := u.How
		switch {
		case u.Commit == "":
			how += ", not committed yet"
		case u.When != "":
			how += " " + u.Commit[:min(10, len(u.Commit))] + " of " + u.When
		}
		a.printf("%s\n", facts(ev.When+"  "+ev.Commit[:min(10, len(ev.Commit))]+"  "+ev.Subject, ev.Reason, "taken back by "+u.By+": "+how))
	}
	if len(list) == 0 && !a.quiet {
		a.printf("nothing was taken back\n")
	}
	return nil
}

func newDreamUndo(a *app) *cobra.Command {
	var actor string
	c := &cobra.Command{
		Use:   "undo RUN|COMMIT",
		Short: "Take back a night, or one decision",
		Long: `Take back a whole night (by its run or its merge commit) or one decision (by its commit),
as one new commit. A note that was edited since keeps the edit; only the keys that the
decision set are set back. Dream does not take the same decision again.`,
		Example: "  mem dream undo 20260803T030000Z-1a2b\n  mem dream undo 4f2a9c1",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			u, err := e.Undo(c.Context(), args[0], a.decider(e, actor))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(u)
			}
			for _, d := range u.Undone {
				a.printf("undone: %s\n", oneLine(d.Subject))
			}
			for _, k := range u.Kept {
				a.printf("kept: %s\n", oneLine(k))
			}
			if len(u.Undone) == 0 && len(u.Kept) == 0 {
				a.printf("nothing left to undo: it is all taken back\n")
			}
			return nil
		},
	}
	c.Flags().StringVar(&actor, "actor", "", "who decides: human:`NAME` or agent:NAME (default: the agent that runs mem, else you)")
	return c
}

func newLog(a *app) *cobra.Command {
	var q engine.LogQuery
	c := &cobra.Command{
		Use:   "log [SLUG]",
		Short: "What changed, by whom, why; a line each",
		Long: `List the commits of the vault, newest first: when, which, what, by whom, why. With a slug
only those that changed that note, with --run only those of one night.`,
		Example:           "  mem log\n  mem log lock-timeout-was-busy-retry\n  mem log --run 20260803T030000Z-1a2b",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completeSlugs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				q.Note = args[0]
			}
			if q.Run != "" && q.Note != "" {
				return usage("a note or --run, one of the two")
			}
			return a.log(c, q)
		},
	}
	c.Flags().StringVar(&q.Run, "run", "", "only the commits of this `run`")
	c.Flags().IntVarP(&q.Limit, "limit", "n", 20, "most `commits` to list")
	return c
}

func (a *app) log(c *cobra.Command, q engine.LogQuery) error {
	if q.Limit < 0 {
		return usage("--limit %d: it is a number of commits", q.Limit)
	}
	e, err := a.open()
	if err != nil {
		return err
	}
	defer e.Close()
	if q.Note != "" {
		q.Note = a.names(e, []string{q.Note})[0]
	}
	list, err := e.Log(c.Context(), q)
	if err != nil {
		return err
	}
	if q.Run != "" && len(list) == 0 {
		return fmt.Errorf("%w: %q", errNoRun, q.Run)
	}
	if a.json {
		return a.printJSON(list)
	}
	for _, ev := range list {
		a.event(ev)
	}
	return nil
}

func (a *app) event(ev engine.Event) {
	reason := ev.Reason
	if ev.Run != "" && ev.Op == "dream" {
		reason = "run " + ev.Run
	}
	when := strings.Replace(strings.TrimSuffix(ev.When, "Z"), "T", " ", 1)
	a.printf("%s\n", facts(when+"  "+ev.Commit[:min(10, len(ev.Commit))]+"  "+ev.Subject, ev.Actor, reason))
}
