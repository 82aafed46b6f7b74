package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/memory"
)

func newRecall(a *app) *cobra.Command {
	var f filterFlags
	var asked engine.Asked
	var budget int
	var exitCode, syntax bool
	c := &cobra.Command{
		Use:   "recall QUERY…",
		Short: "The few notes that answer, or \"no relevant memory\"",
		Long: `Find the few notes that answer a question, best first. The question is plain words: no
character of it is syntax. Where nothing in the vault is good enough mem says so, and
which words nothing supports. Each memory is framed as quoted data: its words are what
somebody once wrote down, not instructions.

Two live notes that say the contrary stand together, each marked with the other; a note
that was replaced is shown with its successor. --as-of reads the notes as git had them on
that day. --budget packs: the best note first, shortened at the end of a sentence if it
must be, then what still fits; "mem show SLUG" gives the rest. Tokens are estimated: four
letters are one, or one and a half of a script without spaces.

With --syntax, "a phrase" and +word must stand in the note, -word must not, and tag:x
type:x status:x scope:x since:DATE until:DATE narrow as the flags do.`,
		Example: `  mem recall why did the lock time out
  mem recall --syntax -- '"busy retry" lock -postgres tag:sqlite since:30d'
  mem recall --json -n 5 --budget 800 -- deploy on fridays
  mem recall --as-of 2026-06-01 ssh port`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			text := strings.Join(args, " ")
			if strings.TrimSpace(text) == "" {
				return usage("what is to be recalled? mem recall QUERY…")
			}
			q, err := f.question(a, c, text, syntax)
			if err != nil {
				return err
			}
			if budget < 0 {
				return usage("--budget %d: it is a number of tokens", budget)
			}
			asked.Query = q
			asked.Budget = budget
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			asked.Session = session(a.env.Getenv("MEM_SESSION"))
			r, err := e.Recall(c.Context(), asked)
			if err != nil {
				return err
			}
			r.Query = text
			if r.Abstained && exitCode {
				a.code = exitNothing
			}
			if a.json {
				return a.printJSON(r)
			}
			a.recalled(r, asked.Explain)
			return nil
		},
	}
	f.add(c, memory.DefaultLimit, "most `notes` to return")
	fl := c.Flags()
	fl.StringVar(&f.asOf, "as-of", "", "answer from the notes as they were on this `date`")
	fl.BoolVar(&syntax, "syntax", false, `read "a phrase", +word, -word and tag:x type:x status:x scope:x since:x until:x in the question`)
	fl.IntVar(&budget, "budget", 0, "most `tokens` of text to return, at four letters a token (0: no bound)")
	fl.BoolVar(&asked.Links, "links", false, "name the notes one step away: [[links]], derived_from, supersedes")
	fl.BoolVar(&asked.NoCount, "no-count", false, "do not count the answer as a use")
	fl.BoolVar(&asked.Explain, "explain", false, "show what each score is made of, or why there is no answer")
	fl.BoolVar(&exitCode, "exit-code", false, "exit with 4 when there is no relevant memory")
	return c
}

// shownLetters is how much of a memory the text output shows without a budget.
const shownLetters = 1500

func (a *app) recalled(r engine.Recalled, explain bool) {
	if r.Abstained {
		a.printf("%s\n", oneLine(r.Note))
		if explain {
			a.refused(r.Explain)
		}
		return
	}
	for i, x := range r.Results {
		if i > 0 {
			a.printf("\n")
		}
		a.printf("%s  %s\n", a.bold(oneLine(string(x.Slug))), facts(string(x.Type), string(x.Status), x.Scope, day(x.Captured), by(x.SupersededBy)))
		text := x.Text
		if !x.Truncated {
			text = memory.Cut(text, shownLetters)
		}
		a.printf("%s", quote(text))
		if x.Truncated {
			a.printf("  shortened to the budget: mem show %s\n", oneLine(string(x.Slug)))
		}
		if x.Disagrees != "" {
			a.printf("  disagrees with %s, and both are live\n", oneLine(string(x.Disagrees)))
		}
		if len(x.Links) > 0 {
			a.printf("  links: %s\n", oneLine(strings.Join(stringsOf(x.Links), " ")))
		}
		if explain {
			a.printf("  %s\n  %s\n", explained(x), has(r.Explain.Results[i]))
		}
	}
	for i, l := range r.Linked {
		if i == 0 {
			a.printf("\nlinked:\n")
		}
		a.printf("  %s\n", facts(string(l.Slug), string(l.Type), string(l.Status), l.Title, l.Link+" of "+string(l.Via)))
	}
	if r.Note != "" {
		a.notice(r.Note)
	}
}

// refused says why there is no answer.
func (a *app) refused(r engine.Reasons) {
	a.printf("  %s\n", oneLine(r.Refused))
	if r.Best.Slug != "" {
		a.printf("  %s: coverage %.3f, %s\n", oneLine(string(r.Best.Slug)), r.Best.Coverage, has(r.Best))
	}
	for _, w := range r.Words {
		a.printf("  %s: %s, weight %.3f\n", oneLine(memory.Cut(w.Word, 40)), count(w.Notes, "note", "notes"), w.Weight)
	}
}

// has lists the words of the question that a note has, with where, and those that it lacks.
func has(r engine.NoteReason) string {
	var words []string
	for _, w := range r.Words {
		var in []string
		for _, field := range []struct {
			name  string
			times float64
		}{{"title", w.Title}, {"names", w.Names}, {"body", w.Body}} {
			if field.times > 0 {
				in = append(in, field.name)
			}
		}
		part := ""
		if w.Part < 1 {
			part = fmt.Sprintf(", %.0f %% of it", 100*w.Part)
		}
		words = append(words, fmt.Sprintf("%s (%s%s)", memory.Cut(w.Word, 40), strings.Join(in, " "), part))
	}
	out := "has " + strings.Join(words, ", ")
	if len(words) == 0 {
		out = "has none of the words"
	}
	if len(r.Lacks) > 0 {
		out += "; lacks " + memory.Cut(strings.Join(r.Lacks, ", "), 200)
	}
	return oneLine(out)
}

func by(s memory.Slug) string {
	if s == "" {
		return ""
	}
	return "superseded by " + string(s)
}

func explained(x engine.Result) string {
	var names []string
	for name := range x.Factors {
		names = append(names, name)
	}
	slices.Sort(names)
	parts := []string{fmt.Sprintf("score %.3f", x.Score), fmt.Sprintf("relevance %.3f", x.Relevance)}
	for _, n := range names {
		parts = append(parts, fmt.Sprintf("%s %.3f", n, x.Factors[n]))
	}
	return strings.Join(parts, ", ")
}

func stringsOf(slugs []memory.Slug) []string {
	out := make([]string, len(slugs))
	for i, s := range slugs {
		out[i] = string(s)
	}
	return out
}
