package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// shell runs programs in one clean environment: a home of its own with an identity for
// git, and nothing of the user's settings.
type shell struct {
	env   []string
	self  string // this program, which also runs others to see how much memory they take
	place string // for what is thrown away at the end
}

func newShell(place string) (shell, error) {
	home := filepath.Join(place, "home")
	// git's own upkeep is switched off: it would begin at a moment of its choosing, and be paid for by whoever is measured then.
	config := "[user]\n\tname = Ada\n\temail = ada@example.invalid\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"
	if err := os.MkdirAll(home, 0o700); err != nil {
		return shell{}, err
	}
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o600); err != nil {
		return shell{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return shell{}, err
	}
	env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C.UTF-8"}
	return shell{env: env, self: self, place: place}, nil
}

// did is what a program did.
type did struct {
	out, errs string
	took      time.Duration // from before it was started until it had ended
}

// run runs a program in dir, with input as its standard input. One that fails is an
// error that holds what it said.
func (s shell) run(ctx context.Context, dir, input string, argv ...string) (did, error) {
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Dir, c.Env = dir, s.env
	if input != "" {
		c.Stdin = strings.NewReader(input)
	}
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	start := time.Now()
	err := c.Run()
	d := did{took: time.Since(start), out: out.String(), errs: errs.String()}
	if err != nil {
		return d, fmt.Errorf("%s: %w: %s", shown(argv), err, strings.TrimSpace(d.errs))
	}
	return d, nil
}

// took makes a timed thing of a program whose words may differ from run to run.
func (s shell) took(dir string, argv func(run int) []string) timed {
	return func(ctx context.Context, run int) (time.Duration, error) {
		d, err := s.run(ctx, dir, "", argv(run)...)
		return d.took, err
	}
}

// same is the argv of a program that is called alike in each run.
func same(argv ...string) func(int) []string { return func(int) []string { return argv } }

// exitCode is the exit code that an error of run tells of; 0 for none, -1 for another error.
func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	default:
		return -1
	}
}

func shown(argv []string) string {
	line := strings.Join(argv, " ")
	return strings.ToValidUTF8(line[:min(len(line), 160)], "")
}

// peak runs a program and returns the most memory that it had at a time, in megabytes.
// A process counts what its parent had when it was born, so the parent must be small: it
// is this program again, before it has done anything.
func (s shell) peak(ctx context.Context, dir, input string, argv ...string) (float64, did, error) {
	report := filepath.Join(s.place, "peak")
	d, err := s.run(ctx, dir, input, append([]string{s.self, peakVerb, report}, argv...)...)
	if err != nil {
		return 0, d, err
	}
	text, err := os.ReadFile(report)
	if err != nil {
		return 0, d, err
	}
	bytes, err := strconv.ParseInt(string(text), 10, 64)
	return float64(bytes) / 1e6, d, err
}

// peakVerb is the first argument by which this program is told to be that parent.
const peakVerb = "run-and-report-peak"

// reportPeak runs argv[1:] with our own streams and writes its peak memory, in bytes, into the file argv[0].
func reportPeak(argv []string) int {
	c := exec.Command(argv[1], argv[2:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := c.Run()
	if code := exitCode(err); code != 0 {
		fmt.Fprintln(os.Stderr, err)
		return max(1, code)
	}
	if err := os.WriteFile(argv[0], []byte(strconv.FormatInt(peakOf(c.ProcessState), 10)), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
