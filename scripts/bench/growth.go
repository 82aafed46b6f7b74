package main

import (
	"context"
	"fmt"
	"time"
)

const saysGrowth = "The same recall and the same capture on two vaults, in turn."

// takeGrowth compares the same commands on a small and on a large vault.
func takeGrowth(ctx context.Context, small, large *ground) ([]row, error) {
	tenfold := func(limit float64) bound {
		if small.corpus.notes == 10_000 && large.corpus.notes == 100_000 {
			return bound{atMost, limit}
		}
		return bound{}
	}
	var things []timed
	for _, g := range []*ground{small, large} {
		vault, done, err := g.fresh(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		things = append(things, g.recallPlain(vault), func(ctx context.Context, run int) (time.Duration, error) {
			return g.capture(ctx, vault, fmt.Sprintf("zqgrowth%dx", run))
		})
	}
	s, err := inTurn(ctx, small.runs, things...)
	if err != nil {
		return nil, err
	}
	span := fmt.Sprintf("%s notes", grouped(small.corpus.notes))
	return ran([]row{
		{measure: fmt.Sprintf("recall at %s notes", grouped(large.corpus.notes)), reference: "recall at " + span, found: over(s[2].median(), s[0].median()), bound: tenfold(1.5)},
		{measure: fmt.Sprintf("capture at %s notes", grouped(large.corpus.notes)), reference: "capture at " + span, found: over(s[3].median(), s[1].median()), bound: tenfold(3)},
	}, small.runs), nil
}

// grouped writes a number with commas between its thousands.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
