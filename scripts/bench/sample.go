package main

import (
	"context"
	"slices"
	"time"
)

// sample is what something took, run by run.
type sample []time.Duration

// quantile returns the smallest duration that a share q of the runs did not exceed; 0 of none.
func (s sample) quantile(q float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Clone(s)
	slices.Sort(sorted)
	return sorted[max(0, int(q*float64(len(sorted))+0.999999)-1)]
}

func (s sample) median() time.Duration { return s.quantile(0.5) }

// over is the ratio of two durations.
func over(a, b time.Duration) float64 { return float64(a) / float64(b) }

// timed does something once and says how long it took. Run numbers begin with 0; what is
// compared in one round is to do the same thing for the same run.
type timed func(ctx context.Context, run int) (time.Duration, error)

// inTurn does each thing runs times, one after the other within a round and in the opposite
// order in the next round, so that a machine that grows slower or busier does so for all
// of them. A first round warms up and does not count.
func inTurn(ctx context.Context, runs int, things ...timed) ([]sample, error) {
	samples := make([]sample, len(things))
	for run := range runs + 1 {
		for k := range things {
			if run%2 == 1 {
				k = len(things) - 1 - k
			}
			took, err := things[k](ctx, run)
			if err != nil {
				return nil, err
			}
			if run > 0 {
				samples[k] = append(samples[k], took)
			}
		}
	}
	return samples, nil
}
