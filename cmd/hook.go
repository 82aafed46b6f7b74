package cmd

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mem/internal/hook"
)

// hookTime is how long a hook may take: a person waits for it.
const hookTime = 4 * time.Second

func newHook(a *app) *cobra.Command {
	var harness string
	c := &cobra.Command{
		Use:   "hook EVENT",
		Short: "Answer an agent's host at a moment of a session",
		Long: `Read what a host gives its hooks on standard input and answer in the host's own form.
EVENT is session-start, user-prompt, post-tool, pre-compact, post-compact, stop or
session-end. A session begins with the facts and what was learnt lately; a prompt brings up
at most three notes, or nothing; what a session leaves is read by the next night.

The exit code is 0 whatever happens, and standard output is empty or one JSON document. Why
there is no answer is on standard error and in .mem/hooks.log. MEM_HOOK_DISABLE=1 turns all
hooks off.`,
		Example: "  mem hook session-start --harness claude-code < payload.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if a.env.Getenv("MEM_HOOK_DISABLE") == "1" {
				return nil
			}
			host := hook.Harness(cmp.Or(harness, strings.TrimPrefix(string(a.agent()), "agent:"), string(hook.ClaudeCode)))
			data, err := io.ReadAll(a.env.Stdin)
			if err != nil {
				return fmt.Errorf("read the host's message: %w", err)
			}
			call, err := hook.Read(host, hook.Event(args[0]), data)
			if err != nil {
				return err
			}
			if call.Dir != "" {
				a.env.Dir = call.Dir
			}
			return a.answerHook(c.Context(), call)
		},
	}
	c.Flags().StringVar(&harness, "harness", "", "the `host`: claude-code, codex, gemini or cursor (default: the one that the environment tells of)")
	return c
}

func (a *app) answerHook(ctx context.Context, call hook.Call) error {
	ctx, cancel := context.WithTimeout(ctx, hookTime)
	defer cancel()
	e, err := a.open()
	if err != nil {
		return err
	}
	defer e.Close()
	text, err := e.Hook(ctx, call, a.scopeHere())
	if err != nil {
		return err
	}
	if _, err = a.env.Stdout.Write(hook.Answer(call.Harness, call.Event, text)); err == nil {
		e.HookFired(call.Harness, call.Event)
	}
	return err
}

// isHook reports whether a command line is of a hook, well formed or not.
func isHook(args []string) bool {
	for i := 0; i < len(args); i++ {
		switch x := args[i]; {
		case x == "--vault":
			i++
		case !strings.HasPrefix(x, "-"):
			return x == "hook"
		}
	}
	return false
}

// logHook keeps why a hook said nothing, where there is a vault to keep it in.
func (a *app) logHook(err error) {
	quiet := *a
	quiet.quiet = true
	if e, oerr := quiet.open(); oerr == nil {
		e.LogHook(fmt.Sprintf("%s: %v", cmp.Or(a.command, "mem hook"), err))
		e.Close()
	}
}
