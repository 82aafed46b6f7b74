package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/foreign"
	"mem/internal/memory"
)

// importFlags narrow an import, and say what its notes are to be.
type importFlags struct {
	dry, update   bool
	limit         int
	since, scope  string
	status, owner string
}

func newImport(a *app) *cobra.Command {
	var f importFlags
	var lines []string
	for _, x := range foreign.Formats() {
		lines = append(lines, fmt.Sprintf("  %-14s %s", x.Name, x.Takes))
	}
	c := &cobra.Command{
		Use:   "import FORMAT PATH",
		Short: "Memories of other systems, with their own dates",
		Long: `Keep the memories of another system, with the dates and ids that they have there. Each
is checked as a capture is, and waits unfiled for the next mem dream, unless you say
--status active. The same import again writes nothing. What is left out is named, with the
reason. The formats, and what PATH is for each:

` + strings.Join(lines, "\n") + `
  jsonl          a file of one JSON object a line: see mem import jsonl --help`,
		Example: `  mem import claude-memory ~/.claude/projects --dry-run
  mem import obsidian ~/Notes --since 2025-01-01
  mem import engram engram-export.json --scope api-server
  mem import markdown ../old-vault`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return c.Help()
			case 2:
				return a.moveIn(c, args[0], args[1], f)
			}
			return usage("which format, and which folder or file? mem import FORMAT PATH")
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return formatNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	f.add(c)
	c.Flags().StringVar(&f.owner, "origin", "", "whose words these are: owner, agent or external (default: by format)")
	c.Flags().BoolVar(&f.update, "update", false, "what was imported before and has changed there becomes a new note that supersedes the old one")
	c.AddCommand(newImportJSONL(a))
	return c
}

// add makes the flags that every import has.
func (f *importFlags) add(c *cobra.Command) {
	fl := c.Flags()
	fl.BoolVar(&f.dry, "dry-run", false, "say what would be stored, and write nothing")
	fl.IntVarP(&f.limit, "limit", "n", 0, "take at most so many memories; 0 means all")
	fl.StringVar(&f.since, "since", "", "only what was captured or changed at or after this `date`, or within 30d, 4w, 12h")
	fl.StringVar(&f.scope, "scope", "", "the `scope` that the notes get, '' for none (default: as the other system says)")
	fl.StringVarP(&f.status, "status", "s", "", "unfiled or active")
}

// check reads the flags' texts.
func (f *importFlags) check(a *app, c *cobra.Command) (since time.Time, scope *string, status memory.Status, err error) {
	if f.limit < 0 {
		return since, nil, "", usage("--limit %d: it is a number of memories", f.limit)
	}
	if since, err = a.date("--since", f.since); err != nil {
		return since, nil, "", err
	}
	if c.Flags().Changed("scope") {
		if f.scope == memory.AllScopes {
			return since, nil, "", usage(`--scope all means every scope and cannot be one`)
		}
		scope = &f.scope
	}
	if f.status != "" {
		parsed, known := memory.ParseStatus(f.status)
		if !known || !parsed.Live() {
			return since, nil, "", usage("--status %q: an import is unfiled or active", f.status)
		}
		status = parsed
	}
	return since, scope, status, nil
}

func formatNames() []string {
	out := []string{"jsonl"}
	for _, x := range foreign.Formats() {
		out = append(out, x.Name)
	}
	return out
}

// moveReply is the answer of `import FORMAT --json`.
type moveReply struct {
	Format string `json:"format"`
	engine.Moved
	Left []leftOut `json:"left"`
}

// leftOut is something that was not stored.
type leftOut struct {
	Place string `json:"place"`
	Why   string `json:"why"`
	Code  int    `json:"code"` // the exit code that a capture of it would have had; 0 = it is no memory
}

func (a *app) moveIn(c *cobra.Command, name, path string, f importFlags) error {
	at := slices.IndexFunc(foreign.Formats(), func(x foreign.Format) bool { return x.Name == name })
	if at < 0 {
		return usage("format %q: it is one of %s", name, strings.Join(formatNames(), " "))
	}
	format := foreign.Formats()[at]
	since, scope, status, err := f.check(a, c)
	if err != nil {
		return err
	}
	origin := memory.Origin(f.owner)
	if origin != "" && origin != memory.OriginOwner && origin != memory.OriginAgent && origin != memory.OriginExternal {
		return usage("--origin %q: it is owner, agent or external", f.owner)
	}
	place, root, err := placeOf(path)
	if err != nil {
		return err
	}
	defer root.Close()
	e, err := a.openForImport(c, f.dry)
	if err != nil {
		return err
	}
	defer e.Close()
	d := memory.Draft{}
	a.byWhom(e, &d)
	out, err := e.Move(c.Context(), engine.Move{
		Items: format.Read(place), Format: name, From: oneLine(filepath.Base(path)), Actor: d.Actor, Status: status, Scope: scope,
		Origin: origin, Since: since, Limit: f.limit, Update: f.update, DryRun: f.dry,
	})
	a.kept = out.Stored > 0 && !f.dry
	if err != nil {
		return err
	}
	return a.moved(name, out)
}

// placeOf opens a folder, or the folder of a file. Nothing outside of it is read.
func placeOf(path string) (foreign.Place, *os.Root, error) {
	info, err := os.Stat(path)
	if err != nil {
		return foreign.Place{}, nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return foreign.Place{}, nil, err
	}
	place := foreign.Place{}
	if !info.IsDir() {
		abs, place.File = filepath.Dir(abs), filepath.Base(abs)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return place, nil, err
	}
	place.FS, place.Path = root.FS(), filepath.ToSlash(abs)
	return place, root, nil
}

func (a *app) moved(format string, out engine.Moved) error {
	reply := moveReply{Format: format, Moved: out, Left: []leftOut{}}
	failed := 0
	for _, l := range out.Left {
		x := leftOut{Place: l.Place, Why: said(l.Err)}
		if l.Failed() {
			failed++
			v := judge(l.Err)
			if x.Code = v.code; v.hint != "" {
				x.Why += ": " + v.hint
			}
		}
		reply.Left = append(reply.Left, x)
	}
	for _, n := range out.Notes {
		a.notice(n)
	}
	if a.json {
		if err := a.printJSON(reply); err != nil {
			return err
		}
	} else {
		a.tellMove(reply)
	}
	if failed > 0 {
		return fmt.Errorf("%s could not be stored", count(failed, "memory", "memories"))
	}
	return nil
}

func (a *app) tellMove(r moveReply) {
	for _, x := range r.Renamed[:min(mostNamed, len(r.Renamed))] {
		a.notice(fmt.Sprintf("%s: another note has its name; this one is %s", x.Place, x.Slug))
	}
	for _, x := range r.Changed[:min(mostNamed, len(r.Changed))] {
		a.notice(fmt.Sprintf("%s: not stored, %s is an older state of it", x.Place, x.Slug))
	}
	for _, x := range r.Left[:min(mostNamed, len(r.Left))] {
		if text := fmt.Sprintf("%s: left out: %s", x.Place, x.Why); x.Code == 0 {
			a.notice(text)
		} else {
			fmt.Fprintf(a.env.Stderr, "mem: %s\n", clean(text))
		}
	}
	if more := max(0, len(r.Renamed)-mostNamed) + max(0, len(r.Changed)-mostNamed) + max(0, len(r.Left)-mostNamed); more > 0 {
		a.notice(fmt.Sprintf("and %d more; --json names all", more))
	}
	did := "imported"
	if r.DryRun {
		did = "would be imported"
	}
	a.printf("%s found: %d %s, %d there already, %d changed there, %d renamed, %d left out", count(r.Found, "memory", "memories"),
		r.Stored, did, r.Already, len(r.Changed), len(r.Renamed), len(r.Left))
	if r.Older > 0 {
		a.printf(", %d passed over", r.Older)
	}
	if len(r.Commits) > 0 {
		a.printf("; %s", count(len(r.Commits), "commit", "commits"))
	}
	a.printf("\n")
}
