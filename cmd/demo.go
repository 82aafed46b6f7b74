package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
)

// demoNow is the evening on which the demo's notes end, so that it always tells the same story.
const demoNow = "2026-08-31T21:00:00Z"

func newDemo(a *app) *cobra.Command {
	var remove bool
	c := &cobra.Command{
		Use:   "demo",
		Short: "The whole loop on a throw-away vault, each command before its output",
		Long: `Play the whole loop on a throw-away vault of some thirty notes: capture, recall, dream, the
history with git, one decision undone. Every command is printed before its output, so
that you can repeat it; the vault stays in a temporary folder for you to look at.`,
		Example: "  mem demo\n  mem demo --remove",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			d := &demo{a: a}
			if err := d.play(); err != nil {
				return err
			}
			if remove {
				return os.RemoveAll(filepath.Dir(d.dir))
			}
			a.printf("\nThe vault stays in %s: look around, then delete it.\n", d.dir)
			return nil
		},
	}
	c.Flags().BoolVar(&remove, "remove", false, "delete the vault at the end")
	return c
}

type demo struct {
	a   *app
	dir string
}

func (d *demo) play() error {
	if err := d.lay(); err != nil {
		return err
	}
	steps := []func() error{
		func() error { return d.say("A vault of some weeks of notes; git keeps its history.") },
		func() error { return d.mem("init") },
		func() error {
			return d.say("Keep what was just learnt. It is on disk, committed and findable before the command returns.")
		},
		func() error {
			return d.mem("capture", "The label printer jams when the roll is changed while the queue is running: pause the queue first.", "--type", "fix", "--tags", "printer", "--actor", "agent:claude-code")
		},
		func() error { return d.say("Ask, as another process would.") },
		func() error { return d.mem("recall", "why did the label printer jam") },
		func() error { return d.mem("recall", "how do we deploy the firmware", "--limit", "2") },
		func() error { return d.say("Nothing in the vault speaks of this, and mem says so.") },
		func() error { return d.mem("recall", "holiday allowance for interns") },
		func() error { return d.say("The night: what would it do, then do it.") },
		func() error { return d.mem("dream", "--dry-run") },
		func() error { return d.mem("dream") },
		func() error {
			return d.say("A night is one line of history; every decision behind it has its own commit.")
		},
		func() error { return d.git("log", "--first-parent", "--oneline") },
		d.undoOne,
		func() error { return d.say("How does the vault stand?") },
		func() error { return d.mem("status") },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// lay copies the demo's vault into a new temporary folder.
func (d *demo) lay() error {
	if d.a.env.Demo == nil {
		return errors.New("this build of mem has no demo vault")
	}
	files, err := d.a.env.Demo()
	if err != nil {
		return err
	}
	if d.dir, err = os.MkdirTemp("", "mem-demo-"); err != nil {
		return err
	}
	d.dir = filepath.Join(d.dir, "vault")
	if err := os.CopyFS(d.dir, files); err != nil {
		return fmt.Errorf("copy the demo's vault: %w", err)
	}
	d.a.printf("$ export MEM_VAULT=%s MEM_NOW=%s\n", d.dir, demoNow)
	return nil
}

func (d *demo) say(text string) error {
	d.a.printf("\n# %s\n", text)
	return nil
}

// env is the world of the demo's own commands: another vault, a fixed clock.
func (d *demo) env() Env {
	env := d.a.env
	env.Environ = append(append([]string{}, env.Environ...), "MEM_VAULT="+d.dir, "MEM_NOW="+demoNow, "MEM_SCOPE=")
	env.Dir = d.dir
	env.StdinTerminal, env.Stdin = false, strings.NewReader("")
	return env
}

// mem shows and runs one command of mem.
func (d *demo) mem(args ...string) error {
	d.a.printf("\n$ mem %s\n", shellWords(args))
	env := d.env()
	env.Stderr = env.Stdout
	if code := Main(env, args); code != exitDone && code != exitRed {
		return fmt.Errorf("demo: mem %s: exit code %d", args[0], code)
	}
	return nil
}

// git shows and runs one command of git; where there is no git it is only shown.
func (d *demo) git(args ...string) error {
	d.a.printf("\n$ git -C %s %s\n", d.dir, shellWords(args))
	git := d.a.env.LookPath("git")
	if git == "" {
		d.a.printf("(there is no git on this machine's PATH; the repository is there all the same)\n")
		return nil
	}
	return d.a.env.Run(d.dir, strings.NewReader(""), d.a.env.Stdout, d.a.env.Stderr, git, append([]string{"--no-pager"}, args...)...)
}

// undoOne shows a decision that superseded something, takes it back, and dreams again to
// show that it stays so.
func (d *demo) undoOne() error {
	var out bytes.Buffer
	env := d.env()
	env.Stdout = &out
	if code := Main(env, []string{"log", "--json", "--limit", "200"}); code != exitDone {
		return fmt.Errorf("demo: mem log: exit code %d", code)
	}
	var events []engine.Event
	if err := json.Unmarshal(out.Bytes(), &events); err != nil {
		return err
	}
	for _, ev := range events {
		if ev.Op != "supersede" {
			continue
		}
		hash := ev.Commit[:10]
		_ = d.say("One decision: who, what, why, and the only lines that it touched.")
		if err := d.git("show", hash); err != nil {
			return err
		}
		_ = d.say("You disagree? Take it back; dream will not decide it again.")
		if err := d.mem("dream", "undo", hash); err != nil {
			return err
		}
		if err := d.mem("dream"); err != nil {
			return err
		}
		return d.git("log", "--first-parent", "--oneline", "-3")
	}
	return errors.New("demo: the night superseded nothing")
}

// shellWords writes arguments as they would be typed.
func shellWords(args []string) string {
	var out []string
	for _, a := range args {
		if strings.ContainsAny(a, " \t\"'$&|;<>*?()") || a == "" {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		out = append(out, a)
	}
	return strings.Join(out, " ")
}
