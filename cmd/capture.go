package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/memory"
)

// captureFlags are the values of a capture as they are typed, or as a line of --batch has them.
type captureFlags struct {
	Type, Status, Title, Slug, Source, Scope string
	Tags, Aliases, DerivedFrom, Supersedes   string
	ValidFrom, ValidUntil                    string
	Actor, Origin, Session                   string
	Importance                               int
}

func newCapture(a *app) *cobra.Command {
	var f captureFlags
	var batch bool
	c := &cobra.Command{
		Use:   "capture [TEXT…]",
		Short: "Keep a memory: on disk, committed and findable before it returns",
		Long: `Keep a memory. The text is taken from the arguments, else from standard input, else
from $EDITOR on a terminal. It is stored whole and verbatim as one markdown file in
memory/YYYY/MM/, committed, and found by the next mem recall, also of another process.

The very same text sent again within a day is one memory. Credentials are refused;
what stands between <private> and </private> is cut out before anything is stored.`,
		Example: `  mem capture "deploys need the blue script since August" --type convention --tags deploy,ci
  git log -1 --format=%B | mem capture --type fix --source "$(git rev-parse HEAD)"
  mem capture -- "-t is short for --type"
  mem capture --batch < notes.jsonl`,
		RunE: func(c *cobra.Command, args []string) error {
			if batch {
				if len(args) > 0 {
					return usage("--batch reads standard input and takes no text")
				}
				f.Scope = a.scope(c, f.Scope)
				return a.captureBatch(c.Context(), f)
			}
			return a.captureOne(c, args, f)
		},
	}
	fl := c.Flags()
	fl.StringVarP(&f.Type, "type", "t", "", "`type`: preference workflow idea fix convention reference, and those of mem.yaml (else guessed)")
	fl.StringVarP(&f.Status, "status", "s", "", "unfiled or active (default: active when a person is at the terminal, else unfiled)")
	fl.StringVar(&f.Title, "title", "", "title (else the first heading or sentence)")
	fl.StringVar(&f.Slug, "slug", "", "the note's `name` (else made from the title)")
	fl.StringVar(&f.Tags, "tags", "", "tags, as `a,b`")
	fl.StringVar(&f.Aliases, "aliases", "", "other names under which it is looked for, as `a,b`")
	fl.StringVar(&f.Source, "source", "", "where it came from: `URL`, message id, trace:<id>, session:<id>#<turn>")
	fl.StringVar(&f.Scope, "scope", "", "the `scope` in which it holds (else $MEM_SCOPE, the nearest .mem-scope file, or everywhere)")
	fl.IntVar(&f.Importance, "importance", 0, "`number` from 1 to 10; 9 and 10 are never aged out (default 5)")
	fl.StringVar(&f.DerivedFrom, "derived-from", "", "`slugs` that it was built from")
	fl.StringVar(&f.Supersedes, "supersedes", "", "`slugs` that it replaces: the next dream retires them")
	fl.StringVar(&f.ValidFrom, "valid-from", "", "`date` from which it holds")
	fl.StringVar(&f.ValidUntil, "valid-until", "", "`date` until which it holds")
	fl.StringVar(&f.Actor, "actor", "", "who captures: human:`NAME`, agent:NAME (default: you at a terminal, else the agent that runs mem)")
	fl.StringVar(&f.Origin, "origin", "", "whose words these are: owner, agent or external")
	fl.StringVar(&f.Session, "session", "", "the agent's session `id`")
	fl.BoolVar(&batch, "batch", false, "one JSON object a line on standard input (text, and the flags' names as keys), one reply a line")
	return c
}

func (a *app) captureOne(c *cobra.Command, args []string, f captureFlags) error {
	f.Scope = a.scope(c, f.Scope)
	draft, err := a.draft(f)
	if err != nil {
		return err
	}
	if c.Flags().Changed("importance") && f.Importance < 1 {
		return usage("importance %d: it is 1 to 10", f.Importance)
	}
	raw, err := a.captureText(args)
	if err != nil {
		return err
	}
	if _, err := memory.NormalText(raw); err != nil {
		return err // before a vault is made for it
	}
	e, err := a.openForCapture(c)
	if err != nil {
		return err
	}
	defer e.Close()
	a.byWhom(e, &draft)
	reply, err := e.Capture(c.Context(), raw, draft)
	if err != nil {
		return err
	}
	return a.captured(reply)
}

// captureText takes the text from the arguments, else standard input, else the editor.
func (a *app) captureText(args []string) ([]byte, error) {
	switch {
	case len(args) > 0:
		return []byte(strings.Join(args, " ")), nil
	case a.env.StdinTerminal && a.env.StdoutTerminal:
		return a.edited()
	default:
		return a.readAll(memory.MaxText + 3)
	}
}

// edited lets the person at the terminal write the text in their editor.
func (a *app) edited() ([]byte, error) {
	editor := a.env.Getenv("VISUAL")
	if editor == "" {
		editor = a.env.Getenv("EDITOR")
	}
	words := strings.Fields(editor)
	if len(words) == 0 {
		return nil, memory.ErrBlank
	}
	dir, err := os.MkdirTemp("", "mem-capture-")
	if err != nil {
		return nil, fmt.Errorf("make a place to write in: %w", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "capture.md")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return nil, err
	}
	if err := a.env.Run(a.env.Dir, a.outside.Stdin, a.outside.Stdout, a.outside.Stderr, words[0], append(words[1:], path)...); err != nil {
		return nil, fmt.Errorf("editor %s: %w", words[0], err)
	}
	return os.ReadFile(path)
}

// openForCapture opens the vault, and makes one that is named but not there yet.
func (a *app) openForCapture(c *cobra.Command) (*engine.Engine, error) {
	root, named, err := a.locate()
	if err != nil {
		return nil, err
	}
	if named {
		return engine.OpenOrMake(c.Context(), root, a.options())
	}
	return engine.Open(root, a.options())
}

// draft reads the flags' texts.
func (a *app) draft(f captureFlags) (memory.Draft, error) {
	d := memory.Draft{
		Title: f.Title, Slug: memory.Slug(f.Slug), Type: memory.Type(f.Type), Status: memory.Status(f.Status),
		Tags: engine.SplitList(f.Tags), Aliases: engine.SplitList(f.Aliases), Source: f.Source, Scope: f.Scope,
		Importance: f.Importance, Actor: memory.Actor(f.Actor), Origin: memory.Origin(f.Origin), Session: f.Session,
	}
	for i, tag := range d.Tags {
		d.Tags[i] = strings.TrimLeft(tag, "#") // as Obsidian shows it, and as people type it
	}
	d.Tags = slices.DeleteFunc(d.Tags, func(tag string) bool { return tag == "" })
	if f.Slug != "" {
		if err := engine.CheckSlug(f.Slug); err != nil {
			return d, err
		}
	}
	for _, list := range []struct {
		text string
		into *[]memory.Slug
	}{{f.DerivedFrom, &d.DerivedFrom}, {f.Supersedes, &d.Supersedes}} {
		for _, s := range engine.SplitList(list.text) {
			if err := engine.CheckSlug(s); err != nil {
				return d, err
			}
			*list.into = append(*list.into, memory.Slug(s))
		}
	}
	var ok bool
	if d.ValidFrom, _, ok = engine.ParseTime(f.ValidFrom); f.ValidFrom != "" && !ok {
		return d, usage("--valid-from %q: it is a date such as 2026-08-03, or an instant such as 2026-08-03T14:22:00Z", f.ValidFrom)
	}
	if d.ValidUntil, ok = engine.ParseUntil(f.ValidUntil); f.ValidUntil != "" && !ok {
		return d, usage("--valid-until %q: it is a date such as 2026-08-03, or an instant such as 2026-08-03T14:22:00Z", f.ValidUntil)
	}
	return d, nil
}

// byWhom fills in who captures and, from that, where nothing was said, the status.
func (a *app) byWhom(e *engine.Engine, d *memory.Draft) {
	person := a.env.StdinTerminal && a.env.StdoutTerminal
	if d.Actor == "" {
		if d.Actor = a.agent(); d.Actor == "" && person {
			d.Actor = e.Person()
			if d.Origin == "" {
				d.Origin = memory.OriginOwner
			}
		}
		if d.Actor == "" {
			d.Actor = "agent:unknown"
		}
	}
	if d.Status == "" {
		d.Status = memory.Unfiled
		if person {
			d.Status = memory.Active
		}
	}
}

// agent is the agent that the environment says runs us, "" when it names none.
func (a *app) agent() memory.Actor {
	for _, x := range []struct{ variable, name string }{
		{"CLAUDECODE", "claude-code"}, {"CODEX_SANDBOX", "codex"}, {"CODEX_THREAD_ID", "codex"},
		{"GEMINI_CLI", "gemini"}, {"CURSOR_AGENT", "cursor"},
	} {
		if a.env.Getenv(x.variable) != "" {
			return memory.Actor("agent:" + x.name)
		}
	}
	return ""
}

func (a *app) captured(r engine.Captured) error {
	a.kept = true
	for _, n := range r.Notes {
		a.notice(n)
	}
	if a.json {
		return a.printJSON(r)
	}
	mark := string(r.Status)
	if r.Duplicate {
		mark += "  (already there)"
	}
	a.printf("%s  %s\n", clean(r.Path), mark)
	for _, s := range r.Similar {
		a.notice(fmt.Sprintf("similar to %s (%.2f)", s.Slug, s.Similarity))
	}
	return nil
}
