// Package engine is what a person or an agent may ask of mem: one file a verb.
//
// It is the only writer of a vault. Every verb decides first, as memory.Change values
// with reasons; apply then does what was decided: files, then the commit, then the
// index. It prints nothing and never exits. Begin with Engine, then apply.go, then
// capture.go, recall.go and dream.go.
package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"mem/internal/gitlog"
	"mem/internal/index"
	"mem/internal/memory"
	"mem/internal/secret"
	"mem/internal/vault"
)

// Options is the world that an Engine may touch besides the vault itself.
type Options struct {
	Now     time.Time        // read once for the whole command; $MEM_NOW may have set it
	Clock   time.Time        // the system's clock, with which files are stamped; zero means Now
	Env     []string         // the environment, "KEY=value": git's identity and home are read from it
	GitPath string           // a git program, "" for none
	User    string           // the login name, for actor "human:…" without a git identity
	Notice  func(string)     // told what could not be done but will be made up for; may be nil
	Step    func(n, all int) // progress of long work; may be nil
	// Adjust changes the weights of the ranking, for measuring; nil leaves them as mem.yaml has them.
	Adjust func(memory.Weights) memory.Weights
	// Endpoint reads the embedding server from the user's config; nil, or a zero value, is none.
	Endpoint func() (Endpoint, error)
	// Judge reads the model that a night may ask from the user's config; nil, or a zero value, is none.
	Judge func() (Model, error)
}

// Engine answers for one vault during one command.
type Engine struct {
	vault    *vault.Vault
	index    *index.Index
	settings memory.Settings
	o        Options

	asked   bool // whether there is a repository
	repo    *gitlog.Repo
	repoErr error // why there is no history

	failures []string // what this night could not write or commit, a sentence each
	noState  error    // why .mem cannot be written, as the last write found
	scanner  *secret.Scanner
	dreaming bool      // this process holds the dream lock
	ballast  []byte    // see the constant; nil but while a night is under way
	fullLook int       // notes up to which every recall looks at every file
	server   *Endpoint // as the user's config names it, once it was read

	wordsAlone string // why no server was asked, as it was told last
}

// NoHistory says that the vault has no repository that mem can commit to, and why.
type NoHistory struct{ Cause error }

func (e *NoHistory) Error() string { return "this vault has no history: " + e.Cause.Error() }

// Unwrap returns the cause.
func (e *NoHistory) Unwrap() error { return e.Cause }

// Open opens the vault at root for the length of one command.
func Open(root string, o Options) (*Engine, error) {
	v, err := vault.Open(root)
	if err != nil {
		return nil, err
	}
	return from(v, o), nil
}

// OpenOrMake opens the vault at root, and makes one where nothing stands yet, as init would.
func OpenOrMake(ctx context.Context, root string, o Options) (*Engine, error) {
	v, fresh, err := vault.Ensure(root)
	if err != nil {
		return nil, err
	}
	e := from(v, o)
	if fresh {
		if _, err := e.found(ctx, true); err != nil {
			e.Close()
			return nil, err
		}
	}
	return e, nil
}

func from(v *vault.Vault, o Options) *Engine {
	if o.Clock.IsZero() {
		o.Clock = o.Now
	}
	e := &Engine{vault: v, o: o, fullLook: fullLook}
	e.settings, _, _ = v.Settings() // what is wrong with mem.yaml is check's and status's to say
	_ = v.EnsureState()             // a vault that cannot be written is read all the same
	e.index = index.At(filepath.Join(v.StateDir(), "index"), index.Options{Current: func(path string) (memory.Stamp, bool) {
		stamp, err := v.Stat(path)
		return stamp, err == nil
	}})
	return e
}

// Close lets go of the vault.
func (e *Engine) Close() { e.vault.Close() }

// Root returns the vault's folder, absolute.
func (e *Engine) Root() string { return e.vault.Root() }

// Settings returns what mem.yaml says.
func (e *Engine) Settings() memory.Settings { return e.settings }

func (e *Engine) notice(format string, args ...any) {
	if e.o.Notice != nil {
		e.o.Notice(fmt.Sprintf(format, args...))
	}
}

// lost tells what .mem could not take, unless all of .mem cannot be written: that is said
// once, by apply.
func (e *Engine) lost(format string, args ...any) {
	if e.noState == nil {
		e.notice(format, args...)
	}
}

func (e *Engine) step(n, all int) {
	if e.o.Step != nil {
		e.o.Step(n, all)
	}
}

// history returns the vault's repository, or NoHistory with the cause.
func (e *Engine) history() (*gitlog.Repo, error) {
	if !e.asked {
		e.asked = true
		e.repo, e.repoErr = gitlog.Open(e.Root(), gitlog.Options{
			Parent: e.settings.ParentGit, GitPath: e.o.GitPath, StateDir: e.vault.StateDir(), Environ: e.o.Env,
		})
	}
	if e.repoErr != nil {
		return nil, &NoHistory{Cause: e.repoErr}
	}
	return e.repo, nil
}

// person is the identity and the actor of whoever runs mem by hand.
func (e *Engine) person() (gitlog.Identity, memory.Actor) {
	id := gitlog.Identity{}
	if repo, err := e.history(); err == nil {
		id = repo.Identity()
	}
	name := id.Name
	if name == "" {
		name = e.o.User
	}
	if name == "" {
		name = "owner"
	}
	return id, memory.Actor("human:" + name)
}

// Person is the actor that stands for whoever is at the terminal.
func (e *Engine) Person() memory.Actor {
	_, actor := e.person()
	return actor
}

// author is the identity under which an actor's change is committed.
func (e *Engine) author(a memory.Actor) gitlog.Identity {
	switch {
	case a == memory.Dreamer:
		return gitlog.Identity{Name: "mem dream", Email: "mem-dream@localhost"}
	case a.Kind() == "human" || a == "":
		return e.committer()
	default:
		return gitlog.Identity{Name: a.Name(), Email: mailName(a.Name()) + "@localhost"}
	}
}

func (e *Engine) committer() gitlog.Identity {
	if id, _ := e.person(); id.Name != "" && id.Email != "" {
		return id
	}
	return gitlog.Identity{Name: "mem", Email: "mem@localhost"}
}

// mailName keeps the letters of a name that may stand before the @ of an address.
func mailName(name string) string {
	out := []rune{}
	for _, r := range name {
		switch {
		case r > 0x20 && r != '<' && r != '>' && r != '@' && r != 0x7f && r != '"':
			out = append(out, r)
		case r == ' ':
			out = append(out, '-')
		}
	}
	if len(out) == 0 {
		return "unknown"
	}
	return string(out)
}

// gone reports whether an error says that a file is not there any more.
func gone(err error) bool { return errors.Is(err, os.ErrNotExist) || errors.Is(err, vault.ErrGone) }
