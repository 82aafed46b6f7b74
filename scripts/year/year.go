package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/engine"
	"mem/internal/memory"
	"mem/internal/vault"
)

// year is a vault that people and agents write to by day and that is dreamt by night, and what
// is true of it.
type year struct {
	ctx      context.Context
	root     string
	rng      *rand.Rand
	now      time.Time
	forms    []*form
	subjects []string
	said     map[string]int  // how often something of this form was said of this subject
	told     map[string]bool // the same with the value; and what was found broken

	facts  []*fact
	notes  map[memory.Slug]*kept
	order  []memory.Slug // of notes, as they came
	undone map[string]bool
	loose  map[memory.Slug]bool // a person has a hand in it: what it should be is theirs to say
	runs   []engine.Dreamt      // the last nights that decided something
	listed []dream.Listed       // for the owner's eye, last night
	barred map[dream.Job]int    // jobs that a guard holds back, and for how many nights by now

	broken []string // invariants that did not hold, a sentence each
	days   []figures
	total  totals
}

// kept is what the simulation knows of a note that it wrote.
type kept struct {
	fact    *fact // nil = junk
	version int   // which of the fact's texts it tells
	body    string
	at      time.Time
	dropped bool      // a file without frontmatter
	again   bool      // a copy: the note of another text is its better
	seen    time.Time // when a recall last showed it, or it was captured
	aged    bool      // a night let it go, since nobody used it
}

// figures are those of one night.
type figures struct {
	Night, Live, Facts, Unfiled, Superseded, Expired, Entities, Insights, Decisions, Stale int
}

// totals are those of the whole year.
type totals struct {
	Captures, Copies, Changes, Junk, Aged, Edits, Undos, Reverts, Held, Questions, Found, FoundBefore int
}

// start makes the vault in a folder that is not there yet.
func start(ctx context.Context, root string, seed uint64) (*year, error) {
	y := &year{
		ctx: ctx, root: root, rng: rand.New(rand.NewPCG(seed, 5)), now: time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC),
		forms: forms(), subjects: subjects(), said: map[string]int{}, told: map[string]bool{},
		notes: map[memory.Slug]*kept{}, undone: map[string]bool{}, loose: map[memory.Slug]bool{}, barred: map[dream.Job]int{},
	}
	_, err := engine.Init(ctx, root, y.options())
	return y, err
}

func (y *year) options() engine.Options {
	return engine.Options{Now: y.now, Clock: time.Now(), User: "ada", Env: y.environ()}
}

func (y *year) environ() []string {
	return append(os.Environ(), "HOME="+y.root, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.invalid",
		"GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.invalid")
}

// open opens the vault as another process would.
func (y *year) open() *engine.Engine {
	e, err := engine.Open(y.root, y.options())
	if err != nil {
		panic(err) // the folder is the simulation's own
	}
	return e
}

// do opens the vault for one command.
func (y *year) do(what string, f func(*engine.Engine) error) bool {
	e := y.open()
	defer e.Close()
	if err := f(e); err != nil {
		y.breaks("%s: %v", what, err)
		return false
	}
	return true
}

// breaks notes an invariant that does not hold, once.
func (y *year) breaks(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if !y.told[what] {
		y.told[what] = true
		y.broken = append(y.broken, fmt.Sprintf("night %d: %s", len(y.days), what))
	}
}

// git runs git as the person does, with the simulated clock.
func (y *year) git(args ...string) (string, error) {
	cmd := exec.CommandContext(y.ctx, "git", append([]string{"-C", y.root}, args...)...)
	at := y.now.Format(time.RFC3339)
	cmd.Env = append(y.environ(), "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// mustGit is git where nothing may go wrong.
func (y *year) mustGit(args ...string) string {
	out, err := y.git(args...)
	if err != nil {
		y.breaks("%v", err)
	}
	return out
}

// survey reads every note, as a night does.
func (y *year) survey() map[memory.Slug]*memory.Note {
	v, err := vault.Open(y.root)
	if err != nil {
		panic(err)
	}
	defer v.Close()
	out := map[memory.Slug]*memory.Note{}
	listing, err := v.List(y.ctx)
	if err != nil {
		y.breaks("list: %v", err)
		return out
	}
	notes, _, err := v.Survey(y.ctx, listing)
	if err != nil {
		y.breaks("survey: %v", err)
	}
	for _, n := range notes {
		out[n.Slug] = n
	}
	return out
}

func (y *year) path(n *memory.Note) string { return filepath.Join(y.root, filepath.FromSlash(n.Path)) }
