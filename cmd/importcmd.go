package cmd

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/jsonl"
	"mem/internal/memory"
)

func newImportJSONL(a *app) *cobra.Command {
	var f importFlags
	c := &cobra.Command{
		Use:   "jsonl FILE",
		Short: "Keep notes from a file of one JSON object a line",
		Long: `Keep the notes of a file of one JSON object a line; - is standard input. A note keeps the
date that it has in "captured", and lies in that month's folder. Each is checked as a
capture is. One that is there already, with the same slug and text, is left as it is, so
an import that was broken off is simply done again. Up to 256 notes are one commit.
A line without a status is unfiled. A line of mem export jsonl gives back the very file.

A line that cannot be stored is named by its number, and stops no other.`,
		Example: `  mem import jsonl --dry-run notes.jsonl
  mem import jsonl notes.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("which file? mem import jsonl FILE")
			}
			return a.importJSONL(c, args[0], f)
		},
	}
	f.add(c)
	return c
}

// importReply is the answer of `import jsonl --json`.
type importReply struct {
	Lines int `json:"lines"` // that are not blank
	engine.Imported
	Failed []failedLine `json:"failed"`
}

func (a *app) importJSONL(c *cobra.Command, path string, f importFlags) error {
	since, scope, status, err := f.check(a, c)
	if err != nil {
		return err
	}
	data, name, err := a.importFile(path)
	if err != nil {
		return err
	}
	notes, bad := jsonl.Notes(data)
	if len(notes)+len(bad) == 0 {
		return usage(`%s: there are no notes; a line is {"text": "…", "slug": "…", "captured": "2026-08-03T14:22:00Z"}`, name)
	}
	all := len(notes) + len(bad)
	notes = slices.DeleteFunc(notes, func(n jsonl.Note) bool { return !n.Captured.IsZero() && n.Captured.Before(since) })
	if f.limit > 0 {
		notes = notes[:min(f.limit, len(notes))]
	}
	e, err := a.openForImport(c, f.dry || len(notes) == 0)
	if err != nil {
		return err
	}
	defer e.Close()
	d := memory.Draft{}
	a.byWhom(e, &d)
	out, err := e.Import(c.Context(), engine.Import{Notes: notes, From: name, Actor: d.Actor, DryRun: f.dry, Scope: scope, Status: status})
	a.kept = out.Stored > 0 && !f.dry
	if err != nil {
		return err
	}
	return a.imported(importReply{Lines: all, Imported: out, Failed: failedLines(bad, out.Failed)})
}

// importFile reads the notes, and says what to call where they come from.
func (a *app) importFile(path string) (data []byte, name string, err error) {
	if path == "-" {
		data, err = a.readAll(1 << 40)
		return data, "standard input", err
	}
	data, err = os.ReadFile(path)
	return data, oneLine(filepath.Base(path)), err
}

// failedLines lists the lines that were not stored, by number, with the code that a capture
// of its own would have had.
func failedLines(bad []*jsonl.BadLine, failed []engine.ImportFailed) []failedLine {
	out := []failedLine{}
	for _, b := range bad {
		out = append(out, failedLine{b.Line, said(b.Err), exitUsage})
	}
	for _, f := range failed {
		v := judge(f.Err)
		text := said(f.Err)
		if v.hint != "" {
			text += ": " + v.hint
		}
		out = append(out, failedLine{f.Line, text, v.code})
	}
	slices.SortFunc(out, func(a, b failedLine) int { return cmp.Compare(a.Line, b.Line) })
	return out
}

// mostNamed is how many lines, or slugs, are named to people; --json names all.
const mostNamed = 50

func (a *app) imported(r importReply) error {
	for _, n := range r.Notes {
		a.notice(n)
	}
	if a.json {
		if err := a.printJSON(r); err != nil {
			return err
		}
	} else {
		a.tellImport(r)
	}
	if n := len(r.Failed); n > 0 {
		return fmt.Errorf("%d of %d lines were not stored", n, r.Lines)
	}
	return nil
}

func (a *app) tellImport(r importReply) {
	for _, x := range r.Renamed[:min(mostNamed, len(r.Renamed))] {
		a.notice(fmt.Sprintf("line %d: %s is another note's name; this one is %s", x.Line, x.From, x.Slug))
	}
	for _, f := range r.Failed[:min(mostNamed, len(r.Failed))] {
		fmt.Fprintf(a.env.Stderr, "mem: line %d: %s\n", f.Line, clean(f.Error))
	}
	if more := max(0, len(r.Renamed)-mostNamed) + max(0, len(r.Failed)-mostNamed); more > 0 {
		a.notice(fmt.Sprintf("and %d more lines; --json names all", more))
	}
	did := "imported"
	if r.DryRun {
		did = "would be imported"
	}
	a.printf("%s %s, %d there already, %d renamed, %d not stored", count(r.Stored, "note", "notes"), did, r.Already, len(r.Renamed), len(r.Failed))
	if len(r.Commits) > 0 {
		a.printf("; %s", count(len(r.Commits), "commit", "commits"))
	}
	a.printf("\n")
}

// openForImport opens the vault, and makes one that is named but not there, unless nothing is
// to be written.
func (a *app) openForImport(c *cobra.Command, nothing bool) (*engine.Engine, error) {
	if nothing {
		return a.open()
	}
	return a.openForCapture(c)
}
