package cmd

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strings"
	"time"

	"golang.org/x/term"
)

// Env is the outside world, as one value. System gives the real one; a test makes its own.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Environ        []string         // "KEY=value"
	Now            func() time.Time // read once per command
	Dir            string           // the working directory, "" when it cannot be told
	User           string           // login name, "" when it cannot be told

	StdinTerminal, StdoutTerminal, StderrTerminal bool

	// Run runs another program with the given standard streams: the editor of capture
	// and the git of demo. LookPath finds one, "" when there is none.
	Run      func(dir string, stdin io.Reader, stdout, stderr io.Writer, name string, args ...string) error
	LookPath func(name string) string

	Demo func() (fs.FS, error) // the vault that demo plays through
}

// System is the world of this process.
func System() Env {
	dir, _ := os.Getwd()
	env := Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environ: os.Environ(), Now: time.Now, Dir: dir,
		StdinTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		StdoutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		StderrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		Run:            run,
		LookPath:       lookPath,
	}
	for _, name := range []string{"USER", "LOGNAME", "USERNAME"} {
		if env.User == "" {
			env.User = env.Getenv(name)
		}
	}
	if env.User == "" && env.StdinTerminal {
		if u, err := user.Current(); err == nil {
			env.User = u.Username
		}
	}
	return env
}

// Getenv returns a variable of the environment, "" when it is not set.
func (e *Env) Getenv(name string) string {
	for i := len(e.Environ) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(e.Environ[i], "="); ok && key == name {
			return value
		}
	}
	return ""
}

func run(dir string, stdin io.Reader, stdout, stderr io.Writer, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, stdin, stdout, stderr
	return c.Run()
}

func lookPath(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}
