package judge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// Command asks a program: a case as JSON on its standard input, a verdict as JSON on its
// standard output. It is started without a shell, in a folder that is not the vault, with
// little of the environment, and killed with its children when its time is up.
type Command struct {
	Argv   []string // the program and its arguments; it is looked up in PATH by whoever makes this
	Dir    string
	Env    []string      // see Scrubbed
	Time   time.Duration // for one answer; 0 means a minute
	Budget *Budget
}

// By names the program, without its arguments.
func (c *Command) By() string {
	return memory.Cut(strings.TrimSuffix(filepath.Base(c.Argv[0]), ".exe"), 40)
}

// Of tells the program line from others.
func (c *Command) Of() string { return digest(c.Argv...) }

// asked is a case as a program gets it.
type asked struct {
	Version  int             `json:"version"`
	Question string          `json:"question"` // type, merge, replace, prose
	Notes    []askedNote     `json:"notes"`
	Choices  []memory.Type   `json:"choices,omitempty"` // type
	Differ   []string        `json:"differ,omitempty"`  // merge
	Entity   string          `json:"entity,omitempty"`  // prose
	Task     string          `json:"task"`              // for a model that the program asks
	Data     string          `json:"data"`              // the notes for that model, fenced
	Schema   json.RawMessage `json:"schema"`            // of the answer
}

type askedNote struct {
	Name    memory.Slug `json:"name"`
	Title   string      `json:"title"`
	Text    string      `json:"text"`
	Outside bool        `json:"outside"`
}

// Adjudicate runs the program once.
func (c *Command) Adjudicate(ctx context.Context, d dream.Case) (dream.Verdict, error) {
	q, err := ask(d)
	if err != nil {
		return nil, err
	}
	in, err := json.Marshal(q.asked())
	if err != nil {
		return nil, fmt.Errorf("write the question: %w", err)
	}
	var said []byte
	err = c.Budget.call(ctx, func(ctx context.Context) error {
		said, err = c.run(ctx, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return q.read(said, dream.By(c.By()))
}

func (q question) asked() asked {
	a := asked{Version: 1, Question: q.kind, Task: q.task, Data: q.data, Schema: json.RawMessage(q.schema)}
	for _, p := range q.c.Passages() {
		a.Notes = append(a.Notes, askedNote{p.Note, p.Title, p.Text, p.Outside})
	}
	switch c := q.c.(type) {
	case dream.TypeOf:
		a.Choices = c.Choices
	case dream.MergeOrKeep:
		a.Differ = c.Differ
	case dream.Prose:
		a.Entity = c.Entity
	}
	return a
}

// run starts the program and waits for it, and for what it started as long as that holds its
// output open.
func (c *Command) run(ctx context.Context, in []byte) ([]byte, error) {
	most := c.Time
	if most == 0 {
		most = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Argv[0], c.Argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.Dir, c.Env, bytes.NewReader(in)
	out, complaint := &bounded{room: mostAnswered, full: cancel}, &bounded{room: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, complaint
	cmd.WaitDelay = time.Second
	together(cmd)
	cmd.Cancel = func() error { return killAll(cmd) }
	err := cmd.Run()
	switch {
	case out.cut:
		return nil, &dream.Unusable{Why: "it is too long"}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("%s did not answer in time", c.By())
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrWaitDelay):
		_ = killAll(cmd)
		return nil, fmt.Errorf("%s left something running that holds its output", c.By())
	case err != nil:
		said := strings.Join(strings.Fields(complaint.kept.String()), " ")
		if said == "" {
			return nil, fmt.Errorf("%s: %w", c.By(), err)
		}
		return nil, fmt.Errorf("%s: %w: %s", c.By(), err, memory.Cut(said, 160))
	}
	return out.kept.Bytes(), nil
}

// bounded keeps what fits, and says when something did not.
type bounded struct {
	kept bytes.Buffer // not embedded: its ReadFrom knows no bound
	room int
	cut  bool
	full func() // may be nil
}

func (b *bounded) Write(p []byte) (int, error) {
	kept := p[:min(len(p), b.room)]
	b.room -= len(kept)
	b.kept.Write(kept)
	if len(kept) < len(p) && !b.cut {
		b.cut = true
		if b.full != nil {
			b.full()
		}
	}
	return len(p), nil
}

// Scrubbed is the part of an environment that a program is given: who and where the user is,
// and what is named. MEM_HOOK_DISABLE keeps an agent that it starts from calling mem.
func Scrubbed(environ, named []string) []string {
	usual := []string{"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME",
		"SYSTEMROOT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP", "PATHEXT", "COMSPEC"}
	out := []string{}
	for _, pair := range environ {
		name, _, ok := strings.Cut(pair, "=")
		upper := strings.ToUpper(name)
		if ok && upper != "MEM_HOOK_DISABLE" && (slices.Contains(usual, upper) || strings.HasPrefix(upper, "LC_") || slices.Contains(named, name)) {
			out = append(out, pair)
		}
	}
	return append(out, "MEM_HOOK_DISABLE=1")
}
