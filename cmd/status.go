package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
)

func newStatus(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "The unfiled queue and the health of the rest; exit 3 when red",
		Long: `Look at everything that can silently go wrong: the unfiled queue, the index against the
files, the last night, git, locks, and a self-probe that writes a note, recalls it and
takes it away again. Exit 3 when something needs somebody now.`,
		Example: "  mem status\n  mem status --quiet || echo \"mem needs a look\"",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			s, err := e.Status(c.Context())
			if err != nil {
				return err
			}
			if len(s.Red) > 0 {
				a.code = exitRed
			}
			if a.json {
				return a.printJSON(s)
			}
			a.status(s)
			return nil
		},
	}
}

func (a *app) status(s engine.Status) {
	for _, r := range s.Red {
		a.printf("RED  %s\n", oneLine(r))
	}
	if a.quiet {
		return
	}
	line := func(name, format string, args ...any) {
		a.printf("%-8s %s\n", name, oneLine(fmt.Sprintf(format, args...)))
	}
	line("vault", "%s", s.Root)
	line("notes", "%d active, %d unfiled, %d superseded, %d expired", s.Counts["active"], s.Counts["unfiled"], s.Counts["superseded"], s.Counts["expired"])
	if s.Queue.Oldest != "" {
		line("queue", "%d unfiled%s, the oldest for %d hours", s.Queue.Unfiled, left(s.Queue), s.Queue.OldestH)
	} else {
		line("queue", "%d unfiled%s", s.Queue.Unfiled, left(s.Queue))
	}
	line("index", "%d notes of %d files%s", s.Index.Notes, s.Index.Files, note(s.Index.Problem))
	if v := s.Vectors; v.Model != "" {
		line("vectors", "%s", vectors(v))
	}
	if s.Dream.Last == "" {
		line("dream", "never: mem dream, best from cron every night")
	} else {
		line("dream", "%s  %s", s.Dream.Last, s.Dream.Summary)
	}
	if s.Probe.OK {
		line("probe", "a note written just now was recalled")
	} else {
		line("probe", "%s", s.Probe.Detail)
	}
	switch {
	case s.Git.Problem != "":
		line("git", "%s", s.Git.Problem)
	case s.Git.Uncommitted > 0:
		line("git", "on %s, %s not committed yet: the next dream does", s.Git.Branch, count(s.Git.Uncommitted, "file", "files"))
	case len(s.Git.Staged) > 0:
		line("git", "on %s", s.Git.Branch)
	default:
		line("git", "on %s, all committed", s.Git.Branch)
	}
	if len(s.Git.Staged) > 0 {
		line("staged", "%s: dream leaves what you staged; git commit when you are done", staged(s.Git.Staged))
	}
	for _, n := range append(s.Git.Notes, s.Notes...) {
		line("note", "%s", n)
	}
	if len(s.Locks) > 0 {
		line("locks", "%s", strings.Join(s.Locks, "; "))
	}
}

// staged names some of the files that the owner has staged.
func staged(files []string) string {
	const named = 3
	out := oneLine(strings.Join(files[:min(named, len(files))], ", "))
	if more := len(files) - named; more > 0 {
		out += fmt.Sprintf(" and %d more", more)
	}
	return out
}

// vectors says how many notes have a vector.
func vectors(v engine.VectorHealth) string {
	return fmt.Sprintf("%d of %s, by %s, %.1f MB", v.Have, count(v.Notes, "live note", "live notes"), v.Model, float64(v.Bytes)/1e6)
}

// left says how many of the queue no night files: somebody took that back, or has to say a
// word first.
func left(q engine.Queue) string {
	var parts []string
	if q.Held > 0 {
		parts = append(parts, fmt.Sprintf("%d whose filing you took back: mem set SLUG status=active, or leave them", q.Held))
	}
	if q.Waiting > 0 {
		parts = append(parts, fmt.Sprintf("%s for a word of yours: mem dream --dry-run", count(q.Waiting, "waits", "wait")))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

func note(problem string) string {
	if problem == "" {
		return ""
	}
	return ": " + problem
}

func newCheck(a *app) *cobra.Command {
	var fix bool
	c := &cobra.Command{
		Use:   "check",
		Short: "Every broken rule of the vault, with file and line; exit 3 if any",
		Long: `Name every broken rule of the vault's format, with file, line, and what to do. Notes that
break one stay searchable; mem does not edit them. --fix mends what is safe to mend.
Lines that begin with "note" are no broken rules, and do not count for the exit code.`,
		Example: "  mem check\n  mem check --fix\n  mem check --json | jq -r '.findings[] | .path'",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			r, err := e.Check(c.Context(), fix)
			if err != nil {
				return err
			}
			if r.Grave > 0 {
				a.code = exitRed
			}
			if a.json {
				return a.printJSON(r)
			}
			for _, f := range r.Fixed {
				a.printf("fixed %s\n", oneLine(f))
			}
			for _, f := range r.Findings {
				kind := "note"
				if f.Grave {
					kind = "broken"
				}
				place := f.Path
				if f.Line > 0 {
					place = fmt.Sprintf("%s:%d", f.Path, f.Line)
				}
				if f.Grave || !a.quiet {
					a.printf("%s: %s %s: %s %s\n", oneLine(place), kind, f.Code, oneLine(f.Detail), oneLine(f.Remedy))
				}
			}
			if len(r.Findings) == 0 && !a.quiet {
				a.printf("no broken rule\n")
			}
			return nil
		},
	}
	c.Flags().BoolVar(&fix, "fix", false, "mend what is safe to mend")
	return c
}

func newIndex(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "index",
		Short: "The derived index: rebuild it, or look at it",
		Long: `The index in .mem/index is derived from the files. It may be deleted at any time: the next
recall builds it anew and answers the same.`,
		Example: "  mem index status\n  mem index rebuild",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	sub := func(use, short, example string, do func(c *cobra.Command, e *engine.Engine) (engine.Indexed, error)) *cobra.Command {
		return &cobra.Command{
			Use: use, Short: short, Long: short + ".", Example: example, Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error {
				e, err := a.open()
				if err != nil {
					return err
				}
				defer e.Close()
				x, err := do(c, e)
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(x)
				}
				a.printf("%s indexed, %s, %d differ; %s, %.1f MB\n", count(x.Notes, "note", "notes"), count(x.Files, "file", "files"), x.Differ,
					count(x.Segments, "segment", "segments"), float64(x.Bytes)/1e6)
				if x.Vectors.Model != "" {
					a.printf("vectors: %s\n", oneLine(vectors(x.Vectors)))
				}
				return nil
			},
		}
	}
	c.AddCommand(
		sub("rebuild", "Build the index anew from the files", "  mem index rebuild", func(c *cobra.Command, e *engine.Engine) (engine.Indexed, error) { return e.RebuildIndex(c.Context()) }),
		sub("status", "How the index stands to the files", "  mem index status", func(c *cobra.Command, e *engine.Engine) (engine.Indexed, error) { return e.IndexStatus(c.Context()) }),
	)
	return c
}
