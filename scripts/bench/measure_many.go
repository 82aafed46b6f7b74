package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	saysMany      = "Eight workers at once, each in turn capturing a note with a word of its own and recalling it, every one a process; a note that is not recalled, and every error, is a failure. The reference is eight processes of `mem version` at once, before and after."
	saysManyDream = "The same eight workers for as long as one `mem dream` takes that files 1,000 notes beside them. The reference is eight processes of `mem version` without the dream."
)

const workers = 8

// atOnce runs eight workers, each doing one thing after the other until more says no; it
// is asked before each thing with the number of things that the worker has done. The
// durations of all are one sample.
func atOnce(more func(done int) bool, thing func(worker, run int) (time.Duration, error)) (sample, error) {
	var wg sync.WaitGroup
	samples, errs := make([]sample, workers), make([][]error, workers)
	for w := range workers {
		wg.Go(func() {
			for run := 0; more(run); run++ {
				took, err := thing(w, run)
				if err != nil {
					errs[w] = append(errs[w], err)
				}
				samples[w] = append(samples[w], took)
			}
		})
	}
	wg.Wait()
	all, wrong := slices.Concat(samples...), slices.Concat(errs...)
	if len(wrong) > 0 {
		return all, fmt.Errorf("%d of %d went wrong, the first: %w", len(wrong), len(all), wrong[0])
	}
	return all, nil
}

func upTo(n int) func(int) bool { return func(done int) bool { return done < n } }

// crowd is what eight workers saw.
type crowd struct {
	g       *ground
	vault   string
	notes   chan note // further notes, made by one goroutine
	mu      sync.Mutex
	capture sample
	recall  sample
	wrong   error
	round   int
}

// newCrowd prepares workers on a vault. stop ends what makes their notes.
func newCrowd(g *ground, vault string) (c *crowd, stop func()) {
	c = &crowd{g: g, vault: vault, notes: make(chan note, workers)}
	end := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case c.notes <- g.more(1, "unfiled")[0]:
			case <-end:
				return
			}
		}
	})
	return c, func() { close(end); wg.Wait() }
}

// mixed lets the workers capture and recall until more says no.
func (c *crowd) mixed(ctx context.Context, more func(int) bool) {
	c.round++
	token := func(worker, run int) string { return fmt.Sprintf("zqr%dw%dn%dx", c.round, worker, run) }
	_, err := atOnce(more, func(worker, run int) (time.Duration, error) {
		if run%2 == 0 {
			d, err := c.g.mem(ctx, c.vault, (<-c.notes).body+"\n"+token(worker, run)+"\n", "capture", "--type", "fix")
			c.add(&c.capture, d.took)
			return d.took, err
		}
		took, err := c.g.found(ctx, c.vault, token(worker, run-1))
		c.add(&c.recall, took)
		return took, err
	})
	c.wrong = errors.Join(c.wrong, err)
}

func (c *crowd) add(to *sample, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*to = append(*to, took)
}

// versions is eight processes of mem version at once, each worker n times.
func (c *crowd) versions(ctx context.Context, n int) (sample, error) {
	version := c.g.version()
	return atOnce(upTo(n), func(_, run int) (time.Duration, error) { return version(ctx, run) })
}

func (c *crowd) both() sample { return slices.Concat(c.capture, c.recall) }

func takeMany(ctx context.Context, g *ground) ([]row, error) {
	vault, done, err := g.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	c, stop := newCrowd(g, vault)
	defer stop()
	var start sample
	const rounds = 4
	each := max(2, g.runs/2) // things that a worker does in a round
	for range rounds {
		s, err := c.versions(ctx, each)
		if err != nil {
			return nil, err
		}
		start = append(start, s...)
		c.mixed(ctx, upTo(each))
	}
	return fail(append(c.rows("8 processes capturing and recalling at once", g.one(atMost, 2.5), g.one(atMost, 3), start),
		row{measure: "of these, the captures, p50", reference: "8 × `mem version` at once", found: over(c.capture.median(), start.median()), runs: len(c.capture)},
		row{measure: "of these, the recalls, p50", reference: "8 × `mem version` at once", found: over(c.recall.median(), start.median()), runs: len(c.recall)},
	), errors.Join(c.wrong, g.sound(ctx, vault))), nil
}

func (c *crowd) rows(what string, half, most bound, start sample) []row {
	all := c.both()
	return ran([]row{
		{measure: what + ", p50", reference: "8 × `mem version` at once", found: over(all.median(), start.median()), bound: half},
		{measure: what + ", p95", reference: "8 × `mem version` at once, p95", found: over(all.quantile(0.95), start.quantile(0.95)), bound: most},
	}, len(all))
}

func takeManyDream(ctx context.Context, g *ground) ([]row, error) {
	vault, done, err := g.fresh(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := g.unfiled(ctx, vault, nightNotes); err != nil {
		return nil, err
	}
	c, stop := newCrowd(g, vault)
	defer stop()
	start, err := c.versions(ctx, g.runs)
	if err != nil {
		return nil, err
	}
	var over atomic.Bool
	var night nightReport
	var dreamt error
	var wg sync.WaitGroup
	wg.Go(func() {
		defer over.Store(true)
		night, _, dreamt = g.dream(ctx, vault)
	})
	c.mixed(ctx, func(int) bool { return !over.Load() })
	wg.Wait()
	again, err := c.versions(ctx, g.runs)
	if err != nil {
		return nil, err
	}
	if dreamt == nil && night.filed() < nightNotes {
		dreamt = fmt.Errorf("the dream filed %d notes, not %d", night.filed(), nightNotes)
	}
	return fail(c.rows("the same while a dream applies 1,000 decisions", bound{}, g.one(atMost, 6), append(start, again...)),
		errors.Join(dreamt, c.wrong, g.sound(ctx, vault))), nil
}
