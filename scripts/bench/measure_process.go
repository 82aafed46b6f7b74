package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"
)

const (
	saysMemory = "The largest resident set that the system saw of the process, the mapped pages of the index included; the greatest of a few runs. The dream files 1,000 notes."
	saysStart  = "What the packages linked into the binary do before main begins (GODEBUG=inittrace=1), as shares of the time of `mem version`; those with the largest."
)

func takeMemory(ctx context.Context, g *ground) ([]row, error) {
	vault, done, err := g.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := g.unfiled(ctx, vault, nightNotes); err != nil {
		return nil, err
	}
	commands := []struct {
		name  string
		runs  int
		bound bound
		input func() string
		args  func(run int) []string
	}{
		{"recall", g.heavy, g.bound(atMost, 80, 120), nil,
			func(run int) []string { return []string{"recall", "--", sentence(g.asked.Plain[run])} }},
		{"capture", g.heavy, g.bound(atMost, 80, 150), func() string { return g.more(1, "unfiled")[0].body },
			func(int) []string { return []string{"capture", "--type", "fix"} }},
		{"`index rebuild`", 1, g.bound(atMost, 300, 500), nil, func(int) []string { return []string{"index", "rebuild"} }},
		{"dream", 1, g.bound(atMost, 300, 600), nil, func(int) []string { return []string{"dream", "--json"} }},
	}
	var rows []row
	for _, c := range commands {
		r := row{measure: "peak memory: " + c.name, unit: inMB, bound: c.bound, runs: c.runs}
		for run := range c.runs {
			input := ""
			if c.input != nil {
				input = c.input()
			}
			peak, _, err := g.peak(ctx, vault, input, g.argv(vault, c.args(run)...)...)
			if err != nil {
				return nil, err
			}
			r.found = max(r.found, peak)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// shownPackages is how many packages the start-up rows name.
const shownPackages = 6

func takeStart(ctx context.Context, g *ground) ([]row, error) {
	traced := shell{env: append(slices.Clone(g.env), "GODEBUG=inittrace=1"), place: g.place}
	clocks := map[string]sample{} // by package, and of all together under ""
	s, err := inTurn(ctx, g.runs, g.version(), func(ctx context.Context, run int) (time.Duration, error) {
		d, err := traced.run(ctx, g.place, "", g.binary, "version")
		if err != nil {
			return 0, err
		}
		sum := time.Duration(0)
		for name, took := range initClocks(d.errs) {
			clocks[name] = append(clocks[name], took)
			sum += took
		}
		clocks[""] = append(clocks[""], sum)
		return d.took, nil
	})
	if err != nil {
		return nil, err
	}
	if len(clocks) < 2 {
		return nil, errors.New("the runtime told of no package's start")
	}
	share := func(name string) float64 { return 100 * over(clocks[name].median(), s[0].median()) }
	var names []string
	for name := range clocks {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(clocks[b].median(), clocks[a].median()) })
	var rows []row
	for _, name := range names[:min(len(names), shownPackages+1)] {
		what := fmt.Sprintf("start-up: package %s", name)
		if name == "" {
			what = "start-up: all packages together"
		}
		rows = append(rows, row{measure: what, reference: "`mem version`", found: share(name), unit: percent})
	}
	return ran(rows, g.runs), nil
}

// initClocks reads the lines of inittrace: "init internal/cpu @0.1 ms, 0.02 ms clock, 0 bytes, 0 allocs".
func initClocks(trace string) map[string]time.Duration {
	line := regexp.MustCompile(`(?m)^init (\S+) @\S+ ms, (\S+) ms clock`)
	out := map[string]time.Duration{}
	for _, m := range line.FindAllStringSubmatch(trace, -1) {
		if ms, err := strconv.ParseFloat(m[2], 64); err == nil {
			out[m[1]] += time.Duration(ms * float64(time.Millisecond))
		}
	}
	return out
}
