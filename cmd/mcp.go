package cmd

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/mcp"
	"mem/internal/memory"
	"mem/internal/vault"
)

func newMCP(a *app) *cobra.Command {
	var address, tools string
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the vault to agents over the Model Context Protocol",
		Long: `Speak the Model Context Protocol on standard input and output until the client closes it:
memory_search, memory_get, memory_capture, memory_update, memory_status, with resources and
prompts. Nothing is locked between two calls.

With --http it listens on a loopback address instead. Every request has to bear the token of
$MEM_MCP_TOKEN; without that one is made and printed on standard error.`,
		Example: "  mem mcp --vault ~/notes\n  mem mcp --tools ro\n  MEM_MCP_TOKEN=… mem mcp --http 127.0.0.1:8765",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			level, ok := mcp.ParseLevel(tools)
			if !ok {
				return usage("--tools %q: it is ro, agent or all", tools)
			}
			if project := a.env.Getenv("CLAUDE_PROJECT_DIR"); project != "" {
				a.env.Dir = project
			}
			if _, _, err := a.locate(); err != nil {
				return err
			}
			w := a.mcpWorld(level)
			if address == "" {
				return mcp.Serve(c.Context(), w, a.env.Stdin, a.env.Stdout)
			}
			token := a.env.Getenv("MEM_MCP_TOKEN")
			if token == "" {
				token = rand.Text()
				fmt.Fprintf(a.env.Stderr, "mem: the token is %s\n", token)
			}
			l, err := mcp.Listen(c.Context(), address)
			if err != nil {
				return usage("%v", err)
			}
			a.notice(fmt.Sprintf("listening on http://%s", l.Addr()))
			return mcp.ServeHTTP(c.Context(), w, l, token)
		},
	}
	c.Flags().StringVar(&address, "http", "", "listen on this loopback `address`, 127.0.0.1:PORT, instead of the streams")
	c.Flags().StringVar(&tools, "tools", "all", "`which`: ro (nothing can be changed), agent (and captured), all (and corrected)")
	return c
}

// mcpWorld is what the server may touch. The clock is read at each call: it lives long.
func (a *app) mcpWorld(level mcp.Level) mcp.World {
	return mcp.World{
		Open: func() (*engine.Engine, error) {
			now := *a // calls come side by side
			if err := now.readClock(); err != nil {
				return nil, err
			}
			return now.open()
		},
		Scope: func(dir string) string {
			if s := a.env.Getenv("MEM_SCOPE"); s != "" {
				return s
			}
			return vault.NearestScope(cmp.Or(dir, a.env.Dir))
		},
		Explain: func(err error) string {
			hint := judge(err).hint
			if special := hintOf(err); special != "" {
				hint = special
			}
			return strings.TrimSuffix(said(err)+"\n"+hint, "\n")
		},
		Actor:   func() memory.Actor { return a.agent() },
		Session: session(cmp.Or(a.env.Getenv("CLAUDE_SESSION_ID"), a.env.Getenv("CODEX_THREAD_ID"))),
		Version: version(), Level: level,
	}
}
