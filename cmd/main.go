package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// Main runs one command and returns the exit code of SPEC §3. It never returns 2, and a
// panic of our own making is an error like any other.
func Main(env Env, args []string) (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // a reader that has seen enough is no error, and what was asked is done all the same
	return run1(ctx, env, args)
}

func run1(ctx context.Context, env Env, args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(env.Stderr, "mem: internal error: %v\nmem: nothing that was acknowledged is lost; please report this with the command that led to it\n", p)
			code = exitFailed
		}
	}()
	pipe := &pipeWriter{w: env.Stdout}
	env.Stdout = pipe
	app := &app{env: env}
	root := newRoot(app)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	switch {
	case pipe.closed:
		return exitDone // whoever read our output has seen enough
	case err == nil:
		return app.code
	case ctx.Err() != nil:
		fmt.Fprintln(env.Stderr, "mem: interrupted")
		return exitInterrupted
	case !app.ran:
		err = &usageError{err}
		app.json = app.json || slices.Contains(args, "--json") // the flags were not read to their end
	}
	return app.fail(err)
}

// pipeWriter notices that the reader has gone away.
type pipeWriter struct {
	w      io.Writer
	closed bool
}

func (p *pipeWriter) Write(b []byte) (int, error) {
	if p.closed {
		return len(b), nil
	}
	n, err := p.w.Write(b)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		p.closed = true
		return len(b), nil
	}
	return n, err
}
