package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"mem/internal/memory"
)

// maxFactsInput is the most that facts reads from standard input, in bytes.
const maxFactsInput = 256 << 10

func newFacts(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "facts",
		Short: "The few facts that always hold, with their budget",
		Long: `facts.md at the vault's root holds what every session of an agent begins with: one fact
a line or a paragraph, in at most facts.max_chars characters (2200). Without a command the
facts are listed. A change touches the lines of one fact and nothing else, is committed,
and is refused where the file would get over its budget.`,
		Example: "  mem facts\n  mem facts add 'Ada is in UTC+2 and reads mail in the morning.'\n  mem facts replace 'UTC+2' 'Ada is in UTC+1 and reads mail in the morning.'\n  mem facts remove 'reads mail'",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			e, err := a.open()
			if err != nil {
				return err
			}
			defer e.Close()
			f, err := e.Facts()
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(f)
			}
			for _, text := range f.Facts {
				a.printf("%4d  %s\n", utf8.RuneCountInString(text), oneLine(text))
			}
			a.notice(fmt.Sprintf("%d facts, %d of %d characters (%d %%)", len(f.Facts), f.Used, f.Max, 100*f.Used/f.Max))
			return nil
		},
	}
	c.AddCommand(newFactsAdd(a), newFactsReplace(a), newFactsRemove(a), newFactsApply(a))
	return c
}

func newFactsAdd(a *app) *cobra.Command {
	return a.factsEdit(&cobra.Command{
		Use: "add [TEXT…]", Short: "Add a fact (from the arguments, else standard input)",
		Long:    "Add a fact at the end of the last list. One that is there already is not added again.",
		Example: "  mem facts add 'The build needs Go 1.26.'",
	}, func(args []string) ([]memory.FactEdit, error) {
		text := strings.Join(args, " ")
		if len(args) == 0 && !a.env.StdinTerminal {
			data, err := a.readAll(maxFactsInput)
			if err != nil {
				return nil, err
			}
			if text, err = memory.NormalText(data); err != nil {
				return nil, err
			}
		}
		return []memory.FactEdit{{Op: memory.FactAdd, Text: text}}, nil
	})
}

func newFactsReplace(a *app) *cobra.Command {
	c := a.factsEdit(&cobra.Command{
		Use: "replace PART TEXT", Short: "Put another text in the place of the fact that has PART",
		Long:    "Replace a fact. PART is words that only this fact has, or all of it; case does not count.",
		Example: "  mem facts replace 'Go 1.26' 'The build needs Go 1.27.'",
	}, func(args []string) ([]memory.FactEdit, error) {
		return []memory.FactEdit{{Op: memory.FactReplace, Part: args[0], Text: args[1]}}, nil
	})
	c.Args = cobra.ExactArgs(2)
	return c
}

func newFactsRemove(a *app) *cobra.Command {
	c := a.factsEdit(&cobra.Command{
		Use: "remove PART…", Short: "Remove the fact that has PART",
		Long:    "Remove a fact. PART is words that only this fact has, or all of it; case does not count.",
		Example: "  mem facts remove 'Go 1.26'",
	}, func(args []string) ([]memory.FactEdit, error) {
		return []memory.FactEdit{{Op: memory.FactRemove, Part: strings.Join(args, " ")}}, nil
	})
	c.Args = cobra.MinimumNArgs(1)
	return c
}

func newFactsApply(a *app) *cobra.Command {
	c := a.factsEdit(&cobra.Command{
		Use: "apply", Short: "Several operations from standard input, as one: all of them, or none",
		Long: `Read operations as JSON from standard input, a list or one a line, and make them one change
and one commit. The budget is asked for after the last of them.

  {"op": "add", "text": "…"}   {"op": "replace", "part": "…", "text": "…"}   {"op": "remove", "part": "…"}`,
		Example: `  printf '%s\n' '{"op":"remove","part":"Go 1.26"}' '{"op":"add","text":"The build needs Go 1.27."}' | mem facts apply`,
	}, func([]string) ([]memory.FactEdit, error) {
		data, err := a.readAll(maxFactsInput)
		if err != nil {
			return nil, err
		}
		if len(data) > maxFactsInput {
			return nil, usage("more than %d KiB of operations", maxFactsInput>>10)
		}
		return factEdits(data)
	})
	c.Args = cobra.NoArgs
	return c
}

// factsEdit completes a command that changes the facts.
func (a *app) factsEdit(c *cobra.Command, edits func(args []string) ([]memory.FactEdit, error)) *cobra.Command {
	var actor, id string
	addDecider(c, &actor, &id)
	c.RunE = func(c *cobra.Command, args []string) error {
		list, err := edits(args)
		if err != nil {
			return err
		}
		e, err := a.open()
		if err != nil {
			return err
		}
		defer e.Close()
		done, err := e.EditFacts(c.Context(), list, a.decider(e, actor), session(id))
		if err != nil {
			return err
		}
		if a.json {
			return a.printJSON(done)
		}
		for _, n := range done.Notes {
			a.notice(n)
		}
		what := "as it was"
		if done.Changed {
			what = "changed"
		}
		a.printf("%s  %s  %d of %d characters\n", done.Path, what, done.Used, done.Max)
		return nil
	}
	return c
}

// factEdits reads operations: a JSON list, or one object after another.
func factEdits(data []byte) ([]memory.FactEdit, error) {
	type line struct {
		Op   memory.FactOp `json:"op"`
		Part string        `json:"part"`
		Text string        `json:"text"`
	}
	var list []line
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		if err := d.Decode(&list); err != nil {
			return nil, usage("the operations are no JSON list of {op, part, text}: %v", err)
		}
	} else {
		for {
			var x line
			err := d.Decode(&x)
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, usage("operation %d is no JSON object of {op, part, text}: %v", len(list)+1, err)
			}
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return nil, usage("there is no operation on standard input")
	}
	out := make([]memory.FactEdit, len(list))
	for i, x := range list {
		out[i] = memory.FactEdit(x)
	}
	return out, nil
}
