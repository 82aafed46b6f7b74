package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/export"
	"mem/internal/memory"
)

// exportFlags say which notes, and where to.
type exportFlags struct {
	filterFlags
	out, query     string
	force, private bool
}

func newExport(a *app) *cobra.Command {
	var f exportFlags
	c := &cobra.Command{
		Use:   "export FORMAT [SLUG…]",
		Short: "Notes for other systems: jsonl, okf, markdown, skill",
		Long: `Give notes to other systems: all of them, or those of some slugs, or those that a query or
a filter names, of every scope and status unless you say which.

  jsonl      one JSON object a line, with the whole file in it: mem import jsonl makes the
             same vault of it; to standard output, or to a new file
  markdown   the files as they are, into a folder
  okf        a bundle of the Open Knowledge Format 0.2, into a folder
  skill      one verified workflow as the SKILL.md of an agent skill, to standard output, or
             into the folder of its name in a folder

A file that an export did not write, or that was changed since, is not written over. A note
that holds a credential, or a part marked as private, is named and left out.`,
		Example: `  mem export jsonl > vault.jsonl
  mem export okf -o ../bundle --scope api-server
  mem export markdown -o ../deploys --query "how do we deploy"
  mem export skill deploy-with-the-blue-script -o .agents/skills`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("which format? mem export jsonl, okf, markdown or skill")
			}
			return a.export(c, args[0], args[1:], f)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []string{"jsonl", "okf", "markdown", "skill"}, cobra.ShellCompDirectiveNoFileComp
		},
	}
	fl := c.Flags()
	fl.StringVarP(&f.out, "out", "o", "", "the `folder` to write into, or the file for jsonl (default: standard output)")
	fl.StringVar(&f.query, "query", "", "only the notes that answer this `question`, as mem recall does")
	fl.IntVarP(&f.limit, "limit", "n", 0, "at most so many answers to --query; 0 means 1000")
	fl.StringVar(&f.types, "type", "", "only these `types`, as a,b")
	fl.StringVar(&f.tags, "tag", "", "only with all these `tags`, as a,b")
	fl.StringVar(&f.statuses, "status", "", "only these `statuses`, as a,b (default: all)")
	fl.StringVar(&f.scope, "scope", memory.AllScopes, "only what this `scope` sees")
	fl.StringVar(&f.since, "since", "", "captured at or after this `date`, or within 30d, 4w, 12h")
	fl.StringVar(&f.until, "until", "", "captured before this `date`")
	fl.BoolVar(&f.force, "force", false, "write over what stands there; a skill also of what is not proven")
	fl.BoolVar(&f.private, "private", false, "give notes too that hold a credential, or a part marked as private")
	return c
}

func (a *app) export(c *cobra.Command, format string, slugs []string, f exportFlags) error {
	q, err := f.filterFlags.query(a, c, f.query)
	if err != nil {
		return err
	}
	q.Scope = f.scope
	if len(q.Statuses) == 0 {
		q.Statuses = memory.Statuses[:]
	}
	s := engine.Selection{Query: q, Slugs: slugs, Private: f.private}
	switch {
	case format != "jsonl" && format != "okf" && format != "markdown" && format != "skill":
		return usage("format %q: it is jsonl, okf, markdown or skill", format)
	case format == "skill" && len(slugs) != 1:
		return usage("which note? mem export skill SLUG")
	case f.out == "" && (format == "okf" || format == "markdown"):
		return usage("where to? mem export %s -o FOLDER", format)
	case f.out == "" && a.json:
		return usage("--json answers about an export that is written with -o")
	}
	e, err := a.open()
	if err != nil {
		return err
	}
	defer e.Close()
	if f.out != "" && within(e.Root(), f.out) {
		return usage("%s lies in the vault: an export there would be notes again", f.out)
	}
	switch {
	case format == "skill":
		return a.exportSkill(e, slugs[0], f)
	case format == "jsonl" && f.out == "":
		out, err := e.ExportLines(c.Context(), s, a.env.Stdout)
		return errors.Join(err, a.withheld(out))
	case format == "jsonl":
		return a.exportFile(c, e, s, f)
	}
	to, err := export.OpenFolder(f.out, f.force)
	if err != nil {
		return err
	}
	give := e.ExportMarkdown
	if format == "okf" {
		give = e.ExportOKF
	}
	out, err := give(c.Context(), s, to)
	if err = errors.Join(err, to.Close()); err != nil {
		return err
	}
	return a.exported(out, f.out)
}

// within reports whether a path lies in a folder, links followed as far as there is something.
func within(dir, path string) bool {
	path, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	for rest := ""; ; {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = filepath.Join(real, rest)
			break
		}
		up := filepath.Dir(path)
		if up == path {
			break
		}
		rest, path = filepath.Join(filepath.Base(path), rest), up
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// exportFile writes lines into a new file, which is there whole or not at all.
func (a *app) exportFile(c *cobra.Command, e *engine.Engine, s engine.Selection, f exportFlags) error {
	if _, err := os.Lstat(f.out); err == nil && !f.force {
		return &refusal{fmt.Errorf("%s stands there already: name another file, or say --force", f.out)}
	}
	temp, err := os.CreateTemp(filepath.Dir(f.out), ".tmp-export-")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	out, err := e.ExportLines(c.Context(), s, temp)
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp.Name(), f.out); err != nil {
		return err
	}
	out.Written = 1
	return a.exported(out, f.out)
}

func (a *app) exportSkill(e *engine.Engine, slug string, f exportFlags) error {
	name, data, long, err := e.ExportSkill(slug, f.force, f.private)
	if errors.Is(err, export.ErrNotProven) {
		return &refusal{fmt.Errorf("%w; --force makes one all the same", err)}
	}
	if errors.Is(err, engine.ErrReserved) {
		return &refusal{fmt.Errorf("%w; --private gives it all the same", err)}
	}
	if err != nil {
		return err
	}
	if long {
		a.notice("over 500 lines or 5000 tokens: agents are told to keep a skill shorter")
	}
	if f.out == "" {
		_, err := a.env.Stdout.Write(data)
		return err
	}
	to, err := export.OpenFolder(f.out, f.force)
	if err != nil {
		return err
	}
	out := engine.Exported{Format: "skill", Notes: 1, Left: []engine.Withheld{}}
	err = to.Write(name+"/SKILL.md", data)
	out.Written, out.Same = to.Written, to.Same
	if err = errors.Join(err, to.Close()); errors.Is(err, export.ErrTaken) {
		return &refusal{err}
	} else if err != nil {
		return err
	}
	return a.exported(out, filepath.Join(f.out, name))
}

func (a *app) exported(out engine.Exported, to string) error {
	out.To = to
	if a.json {
		if err := a.printJSON(out); err != nil {
			return err
		}
	} else {
		a.printf("%s exported to %s: %s written, %d the same", count(out.Notes, "note", "notes"), oneLine(to), count(out.Written, "file", "files"), out.Same)
		if out.Stale > 0 {
			a.printf("; %s of an earlier export left there", count(out.Stale, "file", "files"))
		}
		a.printf("\n")
	}
	return a.withheld(out)
}

// withheld tells what was not given: files of others, and what is its owner's alone, are a
// guard's no, the rest a failure.
func (a *app) withheld(out engine.Exported) error {
	taken, reserved := 0, 0
	for i, l := range out.Left {
		switch {
		case errors.Is(l.Err, export.ErrTaken):
			taken++
		case errors.Is(l.Err, engine.ErrReserved):
			reserved++
		}
		if i < mostNamed {
			fmt.Fprintf(a.env.Stderr, "mem: %s: left out: %s\n", clean(l.Path), clean(strings.TrimPrefix(l.Why, l.Path+": ")))
		}
	}
	switch n := len(out.Left); {
	case n == 0:
		return nil
	case taken == n:
		return &refusal{fmt.Errorf("%s not written over: --force does so", count(n, "file", "files"))}
	case reserved == n:
		return &refusal{fmt.Errorf("%s not given: --private gives them too", count(n, "note", "notes"))}
	case taken+reserved == n:
		return &refusal{fmt.Errorf("%s not given: --force writes over files, --private gives notes that are their owner's", count(n, "file", "files"))}
	default:
		return fmt.Errorf("%s not exported", count(n, "file", "files"))
	}
}
