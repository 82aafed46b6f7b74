package cmd

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/memory"
)

// maxToolCall bounds a command of the memory tool, in bytes: a text, escaped.
const maxToolCall = 2 << 20

func newMemoryTool(a *app) *cobra.Command {
	var scope, actor, id string
	c := &cobra.Command{
		Use:   "memory-tool",
		Short: "Carry out one command of Anthropic's memory tool",
		Long: `Read one command of the tool memory_20250818 as JSON from standard input and answer in the
tool's own words. Its folder, /memories, is the live notes of the scope: /memories/SLUG.md,
or the path that a note was created or renamed under. create captures, str_replace and insert
edit the caller's own unfiled note and supersede any other, delete expires, rename gives an
alias. What is wrong with a call is an answer too: the exit code is 0.`,
		Example: `  echo '{"command":"view","path":"/memories"}' | mem memory-tool --json`,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			data, err := a.readAll(maxToolCall)
			if err != nil {
				return err
			}
			if len(data) > maxToolCall {
				return usage("more than %d MiB of JSON", maxToolCall>>20)
			}
			call, wrong, err := toolCall(data)
			if err != nil {
				return err
			}
			if wrong != "" {
				return a.toolReply(engine.ToolReply{Content: "Error: " + wrong, IsError: true})
			}
			e, err := a.openForCapture(c)
			if err != nil {
				return err
			}
			defer e.Close()
			call.Scope = a.scope(c, scope)
			call.Actor = cmp.Or(memory.Actor(oneLine(actor)), a.agent(), "agent:unknown")
			call.Session = session(cmp.Or(id, a.env.Getenv("CLAUDE_SESSION_ID"), a.env.Getenv("CODEX_THREAD_ID")))
			reply, err := e.MemoryTool(c.Context(), call)
			if err != nil {
				return err
			}
			return a.toolReply(reply)
		},
	}
	c.Flags().StringVar(&scope, "scope", "", "the `scope` whose notes are seen (else $MEM_SCOPE, the nearest .mem-scope file, or those without one)")
	addDecider(c, &actor, &id)
	return c
}

func (a *app) toolReply(r engine.ToolReply) error {
	if a.json {
		return a.printJSON(r)
	}
	a.printf("%s\n", clean(r.Content))
	return nil
}

// toolCall reads a command as models write it: a number may be a text. wrong says what the
// model has to do otherwise.
func toolCall(data []byte) (call engine.ToolCall, wrong string, err error) {
	var in struct {
		Command string `json:"command"`
		Path    string `json:"path"`
		OldPath string `json:"old_path"`
		NewPath string `json:"new_path"`
		File    string `json:"file_text"`
		Old     string `json:"old_str"`
		New     string `json:"new_str"`
		Insert  string `json:"insert_text"`
		Line    any    `json:"insert_line"`
		Range   []any  `json:"view_range"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return call, "", usage("standard input is no JSON object of a command: %v", err)
	}
	call = engine.ToolCall{Command: in.Command, Path: cmp.Or(in.Path, in.OldPath), NewPath: in.NewPath, Old: in.Old}
	switch in.Command {
	case "create":
		call.Text = in.File
	case "str_replace":
		call.Text = in.New
	case "insert":
		var ok bool
		if call.Text = in.Insert; in.Line != nil {
			if call.Line, ok = wholeNumber(in.Line); !ok {
				return call, fmt.Sprintf("insert_line %v is no number", in.Line), nil
			}
		}
	}
	for _, x := range in.Range {
		n, ok := wholeNumber(x)
		if !ok {
			return call, fmt.Sprintf("view_range %v is not two numbers", in.Range), nil
		}
		call.Range = append(call.Range, n)
	}
	if in.Range != nil && len(call.Range) != 2 {
		return call, fmt.Sprintf("view_range %v is not two numbers", in.Range), nil
	}
	return call, "", nil
}

func wholeNumber(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		return int(v), v == float64(int(v))
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil
	}
	return 0, false
}
