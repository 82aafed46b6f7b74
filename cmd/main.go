package cmd

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"
)

// grace is how long a command that was told to end may take to end by itself. A vault is
// whole at any moment, so leaving it then costs nothing that was acknowledged.
const grace = 2 * time.Second

// Main runs one command and returns the exit code of SPEC §3. It never returns 2, and a
// panic of our own making is an error like any other. A signal ends the command in good
// order; a second one, or a command that does not hear, ends the wait for it.
func Main(env Env, args []string) (code int) {
	if isHook(args) {
		defer func() { code = exitDone }() // whatever happens: a host takes anything else for trouble of its own
	}
	debug.SetTraceback("crash") // what cannot be recovered from ends as SIGABRT: by itself Go would exit with 2
	heard := make(chan os.Signal, 2)
	signal.Notify(heard, endings()...)
	defer signal.Stop(heard)
	// A reader that has seen enough is no error, and what was asked is done all the same.
	// The signal is caught and not ignored, since programs that we start inherit the latter.
	unread := make(chan os.Signal, 1)
	signal.Notify(unread, syscall.SIGPIPE)
	defer signal.Stop(unread)

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan int, 1)
	go func() { done <- run1(ctx, env, args) }()
	select {
	case code := <-done:
		return code
	case <-heard:
		cancel()
	}
	select {
	case code := <-done:
		return code
	case <-heard:
	case <-time.After(grace):
	}
	fmt.Fprintln(env.Stderr, "mem: interrupted")
	return exitInterrupted
}

// endings are the signals that end a command, without those that whoever started mem had
// it ignore, as nohup does.
func endings() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}
	return slices.DeleteFunc(list, signal.Ignored)
}

func run1(ctx context.Context, env Env, args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(env.Stderr, "mem: internal error: %v\nmem: nothing that was acknowledged is lost; please report this with the command that led to it\n", p)
			code = exitFailed
		}
	}()
	answer := &answerWriter{w: env.Stdout}
	app := &app{env: env, outside: env}
	app.env.Stdout = answer
	app.env.Stdin = &input{r: env.Stdin, end: ctx.Done()}
	root := newRoot(app)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	code = app.code
	if err != nil && isHook(args) {
		app.logHook(err)
	}
	switch {
	case err == nil:
	case ctx.Err() != nil:
		fmt.Fprintln(env.Stderr, "mem: interrupted")
		return exitInterrupted
	case !app.ran:
		app.json = app.json || slices.Contains(args, "--json") // the flags were not read to their end
		code = app.fail(&usageError{err})
	default:
		code = app.fail(err)
	}
	if answer.err != nil {
		return app.unheard(answer.err, code)
	}
	return code
}
