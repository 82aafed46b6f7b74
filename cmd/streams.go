package cmd

import (
	"context"
	"fmt"
	"io"
)

// answerWriter is standard output. Writing to it never fails, so that a command goes on
// with what was asked; Main looks at the end what became of the answer.
type answerWriter struct {
	w    io.Writer
	gone bool  // nobody reads on: whoever did has seen enough
	err  error // why the answer is not whole; a reader that is gone is no reason
}

func (a *answerWriter) Write(b []byte) (int, error) {
	if a.gone || a.err != nil {
		return len(b), nil
	}
	_, err := a.w.Write(b)
	if a.gone = readerGone(err); !a.gone {
		a.err = err
	}
	return len(b), nil
}

// unheard says that the answer could not be written whole and gives the exit code, which
// would have been code. A note that is kept is kept: nobody is to send it again.
func (a *app) unheard(err error, code int) int {
	kept := ""
	if a.kept {
		kept = "; what was captured is kept"
	} else if code == exitDone {
		code = exitFailed
	}
	fmt.Fprintf(a.env.Stderr, "mem: the answer could not be written: %s%s\n", clean(err.Error()), kept)
	return code
}

// input is standard input. A read of it cannot be broken off; whoever waits for it can.
type input struct {
	r   io.Reader
	end <-chan struct{} // closed when the command is to end
}

func (in *input) Read(b []byte) (int, error) {
	type part struct {
		n   int
		err error
	}
	got := make(chan part, 1)
	own := make([]byte, len(b)) // b is the caller's again once we have returned
	go func() {                 // ends with the read, or with the process
		n, err := in.r.Read(own)
		got <- part{n, err}
	}()
	select {
	case p := <-got:
		return copy(b, own[:p.n]), p.err
	case <-in.end:
		return 0, context.Canceled
	}
}
