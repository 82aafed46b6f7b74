package cmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/memory"
	"mem/internal/vault"
)

// app is one run of mem: the world it may touch, the global flags, and what came of it.
type app struct {
	env     Env
	outside Env    // the same with the streams as they were given, for programs that we start
	vault   string // --vault
	json    bool
	quiet   bool
	noColor bool

	command string                              // as typed: "mem capture"
	ran     bool                                // the command line was understood
	code    int                                 // exit code of a command that did not fail
	adjust  func(memory.Weights) memory.Weights // of the ranking, by `eval run`; nil for nothing
	// answered: a JSON document is on stdout already.
	answered bool
	kept     bool      // a capture is on disk
	clock    time.Time // of the system
	now      time.Time // the same, or what $MEM_NOW says
}

const long = `mem keeps what you and your agents learn, as plain markdown in git.

  mem capture "the fix for the lock timeout was a busy retry"
  mem recall lock timeout
  mem dream

Every memory is one file in memory/YYYY/MM/, every change a commit that says who,
what and why. Read it, edit it, diff it, revert it with what you already use.`

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use: "mem", Short: "Long-term memory for agents and people, as markdown in git", Long: long,
		SilenceUsage: true, SilenceErrors: true, Version: version(),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetOut(a.env.Stdout)
	root.SetErr(a.env.Stderr)
	root.SetIn(a.env.Stdin)
	root.InitDefaultVersionFlag()
	f := root.PersistentFlags()
	f.StringVar(&a.vault, "vault", "", "the vault's `folder` (else $MEM_VAULT, the nearest vault above, the user's config)")
	f.BoolVar(&a.json, "json", false, "print exactly one JSON document")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "print only answers and errors")
	f.BoolVar(&a.noColor, "no-color", false, "no colours (as does $NO_COLOR)")
	root.AddCommand(
		newInit(a), newCapture(a), newRecall(a), newShow(a), newRecent(a), newRelated(a), newList(a),
		newSet(a), newUsed(a), newForget(a), newDream(a), newReview(a), newLog(a), newStatus(a), newCheck(a), newIndex(a),
		newFacts(a), newContext(a), newMCP(a), newHook(a), newImport(a), newExport(a), newInstall(a, false), newInstall(a, true), newMemoryTool(a), newDoctor(a), newEval(a), newDemo(a), newVersion(a),
	)
	root.InitDefaultCompletionCmd()
	root.SetHelpCommand(newHelp(root))
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" { // cobra answers an unknown shell with its help and 0
			c.Args, c.RunE = cobra.NoArgs, func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
	a.wrap(root)
	return root
}

// newHelp is cobra's help command, for which an unknown name is an error.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND…]", Short: "Help about any command", Long: "Show the help of a command, as --help does.", Example: "  mem help recall",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || c == nil || len(rest) > 0 {
				return usage("there is no command %q", strings.Join(args, " "))
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
	}
}

// textOnly reports whether what a command prints is no answer that a JSON document could hold.
func textOnly(c *cobra.Command) bool {
	return c.Name() == "help" || c.Name() == "demo" || strings.HasPrefix(c.CommandPath(), "mem completion")
}

// wrap marks, for every command, that its line was understood once it runs, and reads the clock.
func (a *app) wrap(c *cobra.Command) {
	for _, sub := range c.Commands() {
		a.wrap(sub)
	}
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error { a.command = c.CommandPath(); return err })
	if c.RunE == nil {
		return
	}
	inner := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		a.ran, a.command = true, c.CommandPath()
		if a.json && textOnly(c) {
			return usage("%s prints text for people or for a shell: it has no --json", c.CommandPath())
		}
		if err := a.readClock(); err != nil {
			return err
		}
		return inner(c, args)
	}
	if args := c.Args; args != nil {
		c.Args = func(c *cobra.Command, list []string) error { a.command = c.CommandPath(); return args(c, list) }
	}
}

func (a *app) readClock() error {
	a.clock = a.env.Now()
	a.now = a.clock
	if s := a.env.Getenv("MEM_NOW"); s != "" {
		t, dateOnly, ok := engine.ParseTime(s)
		if !ok || dateOnly {
			return usage("MEM_NOW=%q is no instant such as 2026-08-03T14:22:00Z", s)
		}
		a.now = t
	}
	return nil
}

// open opens the vault that the command line, the environment or the place names.
func (a *app) open() (*engine.Engine, error) {
	root, _, err := a.locate()
	if err != nil {
		return nil, err
	}
	return engine.Open(root, a.options())
}

// locate finds the vault. The user's config is looked at last, so that a broken one stops
// nobody who does not need it.
func (a *app) locate() (root string, named bool, err error) {
	place := vault.Place{Flag: a.vault, Env: a.env.Getenv("MEM_VAULT"), Dir: a.env.Dir}
	root, named, err = vault.Locate(place)
	if !errors.Is(err, vault.ErrNoVault) {
		return root, named, err
	}
	if place.Config, err = a.configuredVault(); err != nil {
		return "", false, err
	}
	return vault.Locate(place)
}

// config reads the user's config: "" where there is none, which is the usual case; one that
// cannot be read is no reason to stop.
func (a *app) config() (path string, data []byte) {
	dir := a.env.Getenv("XDG_CONFIG_HOME")
	if dir == "" {
		home := a.env.Getenv("HOME")
		if home == "" {
			return "", nil
		}
		dir = filepath.Join(home, ".config")
	}
	path = filepath.Join(dir, "mem", "config.yaml")
	data, err := os.ReadFile(path)
	if err != nil {
		return path, nil
	}
	return path, data
}

// configuredVault reads `vault:` of the user's config, "" when there is none.
func (a *app) configuredVault() (string, error) {
	path, data := a.config()
	named, err := vault.ConfiguredVault(data, a.env.Getenv("HOME"))
	if err != nil {
		return "", usage("%s: %v", path, err)
	}
	return named, nil
}

func (a *app) options() engine.Options {
	return engine.Options{
		Now: a.now, Clock: a.clock, Env: a.env.Environ, GitPath: a.env.LookPath("git"), User: a.env.User,
		Notice: a.notice, Step: a.progress("notes"), Endpoint: a.endpoint, Judge: a.judge, Adjust: a.adjust,
	}
}

// endpoint reads `embeddings:` of the user's config.
func (a *app) endpoint() (engine.Endpoint, error) {
	path, data := a.config()
	m, err := vault.ConfiguredEmbeddings(data)
	if err != nil || !m.On() {
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return engine.Endpoint{}, err
	}
	if key := a.env.Getenv("MEM_EMBEDDINGS_KEY"); key != "" {
		m.Key = memory.Secret(key)
	}
	out := engine.Endpoint{Embeddings: m, Step: a.progressFrom("vectors", 64)}
	if !strings.HasPrefix(strings.ToLower(m.URL), "http:") {
		out.Curl = a.env.LookPath("curl")
	}
	return out, nil
}

// notice says on stderr what could not be done and will be made up for.
func (a *app) notice(text string) {
	if !a.quiet {
		fmt.Fprintf(a.env.Stderr, "mem: %s\n", clean(text))
	}
}

// progress counts long work on a terminal, and is silent elsewhere.
func (a *app) progress(what string) func(n, all int) { return a.progressFrom(what, 2000) }

// progressFrom is progress for work that is long from so many on.
func (a *app) progressFrom(what string, least int) func(n, all int) {
	if !a.env.StderrTerminal || a.quiet || a.json {
		return nil
	}
	return func(n, all int) {
		if max(n, all) < least {
			return
		}
		if all == 0 { // nobody knows yet how many there are
			fmt.Fprintf(a.env.Stderr, "\rmem: %d %s", n, what)
			return
		}
		end := ""
		if n >= all {
			end = "\n"
		}
		fmt.Fprintf(a.env.Stderr, "\rmem: %d of %d %s%s", n, all, what, end)
	}
}

// scope is the scope that a process works in: --scope, also an empty one, else $MEM_SCOPE,
// the nearest .mem-scope file, none.
func (a *app) scope(c *cobra.Command, flag string) string {
	if c.Flags().Changed("scope") {
		return flag
	}
	return a.scopeHere()
}

// scopeHere is the scope of a process that is told none.
func (a *app) scopeHere() string {
	if s := a.env.Getenv("MEM_SCOPE"); s != "" {
		return s
	}
	return vault.NearestScope(a.env.Dir)
}

// readAll reads standard input up to the bound of a capture and one byte more.
func (a *app) readAll(limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(a.env.Stdin, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	return data, nil
}
