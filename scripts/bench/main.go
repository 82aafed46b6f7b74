// Command bench measures mem against what one would use instead of it, and prints the
// ratios as markdown: `go run ./scripts/bench`.
//
// It makes vaults of notes that look like notes (corpus.go), runs mem and each reference
// in turn as whole processes (sample.go, run.go), and never changes a vault of the user.
// Begin with measure.go, the list of what is measured.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	if len(os.Args) > 3 && os.Args[1] == peakVerb {
		os.Exit(reportPeak(os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := measureAll(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	notes  []int
	out    string
	runs   int
	only   []string
	binary string
}

func parse(args []string) (options, error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	var o options
	notes := flags.String("notes", "10000,100000", "sizes of the vaults, smallest first")
	flags.StringVar(&o.out, "out", "", "file to write, as docs/performance.md (default: standard output)")
	flags.IntVar(&o.runs, "runs", 20, "runs of each side of a comparison; a fourth of it of what takes long")
	only := flags.String("only", "", "only these measures: "+strings.Join(append(names(), growthName), ","))
	flags.StringVar(&o.binary, "mem", "", "the binary to measure (default: build it)")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	for _, word := range strings.Split(*notes, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 2000 {
			return o, fmt.Errorf("--notes %s: each is a number from 2000", *notes)
		}
		o.notes = append(o.notes, n)
	}
	slices.Sort(o.notes)
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	for _, name := range o.only {
		if !slices.Contains(append(names(), growthName), name) {
			return o, fmt.Errorf("--only %s: it is one of %s", name, strings.Join(append(names(), growthName), ", "))
		}
	}
	if o.runs < 1 || flags.NArg() > 0 {
		return o, errors.New("--runs is 1 or more, and there are no arguments beside the flags")
	}
	return o, nil
}

const growthName = "growth"

func names() []string {
	var out []string
	for _, m := range measures() {
		out = append(out, m.name)
	}
	return out
}

func (o options) wants(name string) bool { return len(o.only) == 0 || slices.Contains(o.only, name) }

func measureAll(ctx context.Context, args []string) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	started := time.Now()
	place, err := os.MkdirTemp("", "mem-bench-run-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(place)
	b, err := newBench(ctx, place, o)
	if err != nil {
		return err
	}
	sections, said, err := b.everything(ctx, o, started)
	if err != nil {
		return err
	}
	text := b.document(ctx, strings.Join(append([]string{"go run ./scripts/bench"}, args...), " "), started, sections, said)
	if o.out == "" {
		fmt.Print(text)
	} else if err := os.WriteFile(o.out, []byte(text), 0o644); err != nil {
		return err
	}
	for _, s := range sections {
		if i := slices.IndexFunc(s.rows, func(r row) bool { return r.failed != nil }); i >= 0 {
			return fmt.Errorf("%s: %s: %w", s.title, s.rows[i].measure, s.rows[i].failed)
		}
	}
	return nil
}

func newBench(ctx context.Context, place string, o options) (*bench, error) {
	sh, err := newShell(place)
	if err != nil {
		return nil, err
	}
	b := &bench{shell: sh, runs: o.runs, heavy: max(1, o.runs/4), log: bufio.NewWriter(os.Stderr)}
	if b.lab, err = sh.equip(ctx); err != nil {
		return nil, err
	}
	if o.binary != "" {
		b.binary, err = filepath.Abs(o.binary)
		return b, err
	}
	b.binary = filepath.Join(place, "mem")
	if runtime.GOOS == "windows" {
		b.binary += ".exe"
	}
	b.say("building mem")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", b.binary, "mem") // the user's own Go and its caches
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build mem: %w: %s", err, out)
	}
	return b, nil
}

// everything takes all measures of all sizes. A measure that fails is a row that says so.
func (b *bench) everything(ctx context.Context, o options, month time.Time) (sections []section, said []measure, err error) {
	for _, m := range measures() {
		if o.wants(m.name) {
			said = append(said, m)
		}
	}
	var before *ground
	for _, notes := range o.notes {
		g, err := b.ready(ctx, notes, month)
		if err != nil {
			return nil, nil, err
		}
		s := section{title: grouped(notes) + " notes"}
		for _, m := range said {
			if notes >= hugeVault && !m.huge {
				continue
			}
			s.rows = append(s.rows, b.rows(m.name, func() ([]row, error) { return m.take(ctx, g) })...)
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
		}
		if len(s.rows) > 0 {
			sections = append(sections, s)
		}
		if before != nil && o.wants(growthName) && notes < hugeVault {
			rows := b.rows(growthName, func() ([]row, error) { return takeGrowth(ctx, before, g) })
			sections = append(sections, section{title: fmt.Sprintf("From %s to %s notes", grouped(before.corpus.notes), grouped(notes)), rows: rows})
		}
		before = g
	}
	if len(o.notes) > 1 && o.wants(growthName) {
		said = append(said, measure{name: growthName, says: saysGrowth})
	}
	return sections, said, nil
}

// rows takes one measure and says what it found.
func (b *bench) rows(name string, take func() ([]row, error)) []row {
	b.say("%s", name)
	start := time.Now()
	rows, err := take()
	if err != nil {
		rows = []row{{measure: name, failed: err}}
	}
	for _, r := range rows {
		b.say("    %s", strings.Join(r.cells(), " | "))
	}
	b.say("    took %s", time.Since(start).Round(time.Second))
	return rows
}
