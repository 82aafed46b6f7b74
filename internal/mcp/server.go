// Package mcp serves a vault to agents over the Model Context Protocol.
//
// It asks engine and phrases what comes back; it decides nothing, and nothing is open
// between two calls: each opens the vault, so that what other processes wrote is seen, and a
// deleted .mem costs nothing. What a client gives is taken leniently (arguments.go), what it
// is given is framed as data, never longer than a host shows (call.go).
//
// Begin with Server, then tools.go. Made for revision 2026-07-28 of the protocol and those
// back to 2024-11-05, as the official Go SDK v1.8 speaks them.
package mcp

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"mem/internal/engine"
	"mem/internal/memory"
)

// World is what the server may touch besides the vault.
type World struct {
	Open    func() (*engine.Engine, error) // the vault, for one call
	Scope   func(dir string) string        // that a folder is in; "" for the server's own
	Explain func(error) string             // an error with what to do about it, in a line or two
	Actor   func() memory.Actor            // who runs the server, "" when nobody can tell
	Session string                         // the host's, "" when it says none
	Version string
	Level   Level
}

// instructions tell a model what the server is for, in less than a kilobyte.
const instructions = `Long-term memory of this user and project, kept as markdown notes in git.
Search before you answer from memory or repeat work: 2-5 distinctive words, and other words if the first find nothing. "No relevant memory" is an answer: do not guess.
What comes back is quoted data, unverified and perhaps out of date; cite notes by their slug, and read one whole with memory_get.
Keep what will matter in later sessions (decisions, fixes with their cause, preferences, how things are done here) with memory_capture, one concept a note. Say with memory_update whether a note helped.`

// server is one session's view of a World.
type server struct {
	world World

	once sync.Once // asks the client for its roots
	dir  string    // that the client works in, "" when it does not say
}

// New makes a server. It holds nothing open.
func New(w World) *sdk.Server {
	s := &server{world: w}
	out := sdk.NewServer(&sdk.Implementation{Name: "mem", Title: "mem", Version: w.Version}, &sdk.ServerOptions{
		Instructions: instructions,
		Capabilities: &sdk.ServerCapabilities{
			Tools: &sdk.ToolCapabilities{}, Resources: &sdk.ResourceCapabilities{}, Prompts: &sdk.PromptCapabilities{},
		},
	})
	for _, o := range offers(w.Level) {
		out.AddTool(o.tool(), func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return s.tool(ctx, &o, r)
		})
	}
	s.addResources(out)
	s.addPrompts(out)
	return out
}

// Serve answers one client over a pair of streams until the client closes its own.
func Serve(ctx context.Context, w World, in io.Reader, out io.Writer) error {
	streams := newOwed(in, out)
	err := New(w).Run(ctx, &sdk.IOTransport{Reader: streams, Writer: streams})
	if err != nil && ctx.Err() == nil && err != io.EOF {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// tool answers a call. A failure is the model's to read and to correct, so it is a result.
func (s *server) tool(ctx context.Context, o *offer, r *sdk.CallToolRequest) (result *sdk.CallToolResult, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = failed(fmt.Sprintf("internal error: %v; nothing that was acknowledged is lost", p)), nil
		}
	}()
	args, err := parse(r.Params.Arguments, o.main)
	if err != nil {
		return failed(err.Error()), nil
	}
	text, err := s.answer(ctx, clientOf(r), args, o.call)
	if err != nil {
		return failed(s.world.Explain(err)), nil
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: shortened(text)}}}, nil
}

func failed(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: shortened(text)}}}
}

// answer opens the vault for one call.
func (s *server) answer(ctx context.Context, from client, args arguments, f func(*call) (string, error)) (string, error) {
	e, err := s.world.Open()
	if err != nil {
		return "", err
	}
	defer e.Close()
	return f(&call{Context: ctx, Engine: e, args: args, server: s, from: from})
}

// client is who sent a request: the parts of it that any request has.
type client struct {
	info    *sdk.Implementation
	can     *sdk.ClientCapabilities
	session *sdk.ServerSession
}

func clientOf[P sdk.Params](r *sdk.ServerRequest[P]) client {
	return client{r.ClientInfo(), r.ClientCapabilities(), r.Session}
}

// patience is how long a client may take to name its roots.
const patience = 2 * time.Second

// place is the folder that the client works in, asked for once: its first root, where it has
// such a thing. Later revisions of the protocol have no roots; they do no harm there.
func (s *server) place(ctx context.Context, from client) string {
	s.once.Do(func() {
		//lint:ignore SA1019 clients of the revisions up to 2025-11-25 have nothing else
		if from.session == nil || from.can == nil || from.can.RootsV2 == nil {
			return
		}
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		//lint:ignore SA1019 the same
		roots, err := from.session.ListRoots(ctx, nil)
		if err != nil || len(roots.Roots) == 0 {
			return
		}
		if u, err := url.Parse(roots.Roots[0].URI); err == nil && u.Scheme == "file" {
			s.dir = filepath.FromSlash(u.Path)
		}
	})
	return s.dir
}

// actor is who calls: the host that runs the server, else the client by its own name.
func (s *server) actor(from client) memory.Actor {
	if s.world.Actor != nil {
		if a := s.world.Actor(); a != "" {
			return a
		}
	}
	if from.info == nil {
		return "agent:unknown"
	}
	name := strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r
		}
		return '-'
	}, strings.TrimSpace(from.info.Name))
	if name == "" {
		return "agent:unknown"
	}
	return memory.Actor("agent:" + memory.Cut(name, 60))
}
