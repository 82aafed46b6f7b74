package engine

import (
	"context"
	"fmt"
	"slices"

	"mem/internal/dream"
	"mem/internal/memory"
)

// plan decides a night within its guards. What one of them holds back is decided anew
// without, so that nothing rests on what is not done.
func (e *Engine) plan(ctx context.Context, s dream.Snapshot, policy *dream.Policy, held map[string]bool, who dream.Adjudicator) (p dream.Plan, probe dream.Probe, left []string, err error) {
	var guard *recallGuard
	for {
		if p, err = dream.Decide(ctx, s, *policy, who); err != nil {
			return p, probe, nil, fmt.Errorf("plan the night: %w", err)
		}
		left = nil
		p.Decisions = slices.DeleteFunc(p.Decisions, func(d dream.Decision) bool {
			staged := slices.ContainsFunc(d.Change.Files, func(f memory.FileEdit) bool { return held[f.Target()] })
			if staged {
				left = append(left, d.Change.Subject())
			}
			return staged
		})
		if b, tripped := dream.Trip(p, *policy, s.Earlier); tripped {
			policy.Barred = append(policy.Barred, b)
			continue
		}
		if guard == nil {
			if guard, err = e.newRecallGuard(ctx, s, p); err != nil {
				if ctx.Err() != nil {
					return p, probe, left, err
				}
				e.notice("the vault's own questions are not asked: %v", err)
				return p, probe, left, nil
			}
		}
		again := false
		if probe, again, err = guard.check(ctx, p, policy); err != nil || !again {
			return p, probe, left, err
		}
	}
}

// check compares the vault as it is with what a plan would make of it, and says whether
// something of the plan is to be held back. Filing alone never is: a note that is filed was
// in the answers before.
func (g *recallGuard) check(ctx context.Context, p dream.Plan, policy *dream.Policy) (out dream.Probe, again bool, err error) {
	out = dream.Probe{Questions: g.standing, Lost: []dream.Lost{}}
	was := g.right(g.now, g.before)
	out.Before = g.share(was)
	out.After = out.Before
	var filing, rest []dream.Decision
	for _, d := range p.Decisions {
		if d.Job == dream.JobFile {
			filing = append(filing, d)
		} else {
			rest = append(rest, d)
		}
	}
	if len(rest) == 0 {
		return out, false, nil
	}
	filed := g.now.after(filing)
	base, err := g.ask(ctx, filed, g.now, g.before)
	if err != nil {
		return out, false, err
	}
	whole := filed.after(rest)
	end, err := g.ask(ctx, whole, filed, base)
	if err != nil {
		return out, false, err
	}
	before, after := g.right(filed, base), g.right(whole, end)
	out.After = g.share(after)
	lost, won := g.lost(rest, before, after)
	for _, i := range lost {
		out.Lost = append(out.Lost, g.tell(i, end[i]))
	}
	if len(lost) == 0 {
		return out, false, nil
	}
	if g.rounds++; g.rounds <= mostRounds && g.withhold(rest, lost, end, policy) {
		return out, true, nil
	}
	if len(lost) <= won {
		return out, false, nil
	}
	job, found, err := g.offender(ctx, p, filed, base, lost, policy)
	if err != nil || !found {
		return out, false, err
	}
	b := dream.Bar(p, dream.GuardRecall, job, "recall would fall.")
	b.Lost = out.Lost
	policy.Barred = append(policy.Barred, b)
	return out, true, nil
}

// lost lists the questions that were answered and would not be, and counts those that would
// be and were not. What asks by its own name for a note that expires is no loss, unless its
// owner has said that it is to be found, or somebody did with success.
func (g *recallGuard) lost(rest []dream.Decision, before, after []bool) (lost []int, won int) {
	expired := map[string]bool{}
	for _, d := range rest {
		if d.Change.Op == memory.OpExpire || emptied(d.Change) {
			expired[string(d.Change.Notes[0])] = true
		}
	}
	for i, q := range g.questions {
		byName := q.Kind == "title" || q.Kind == "alias"
		switch {
		case !before[i] && after[i]:
			won++
		case before[i] && !after[i] && !(byName && !slices.ContainsFunc(q.Relevant, func(s string) bool { return !expired[s] })):
			lost = append(lost, i)
		}
	}
	return lost, won
}

// emptied reports whether a change retires the note of an entity of which nothing is known any more.
func emptied(c memory.Change) bool {
	return c.Op == memory.OpRollup && slices.ContainsFunc(c.Files, func(f memory.FileEdit) bool {
		b, ok := f.(memory.Build)
		return ok && !b.Note.Status.Live()
	})
}

func (g *recallGuard) tell(i int, r replied) dream.Lost {
	return dream.Lost{Query: g.questions[i].Query, Expected: append([]string{}, g.questions[i].Relevant...), Came: append([]string{}, r.ranked[:min(3, len(r.ranked))]...)}
}

// withhold takes single decisions out of the night: those that retire the very note that a
// question should find.
func (g *recallGuard) withhold(rest []dream.Decision, lost []int, end []replied, policy *dream.Policy) bool {
	some := false
	for _, i := range lost {
		for _, d := range rest {
			c := d.Change
			if policy.Allows(d.Job) || len(c.Notes) == 0 || !slices.Contains(g.questions[i].Relevant, string(c.Notes[0])) || !slices.Contains(dream.Retiring(), d.Job) {
				continue
			}
			at := slices.IndexFunc(policy.Barred, func(b dream.Barred) bool { return b.Guard == dream.GuardRecall && b.Job == d.Job && !b.Whole })
			if at < 0 {
				at = len(policy.Barred)
				policy.Barred = append(policy.Barred, dream.Barred{Guard: dream.GuardRecall, Job: d.Job, Subjects: []string{}, Why: "a question of the vault's own would lose its answer."})
			}
			b := &policy.Barred[at]
			b.Lost = append(b.Lost, g.tell(i, end[i]))
			if policy.Withheld == nil {
				policy.Withheld = map[memory.DecisionKey]bool{}
			}
			if !policy.Withheld[c.Key()] {
				policy.Withheld[c.Key()] = true
				b.Add(c)
			}
			some = true
		}
	}
	return some
}

// offender finds the first job of the night with which the lost questions are lost.
func (g *recallGuard) offender(ctx context.Context, p dream.Plan, filed *past, base []replied, lost []int, policy *dream.Policy) (dream.Job, bool, error) {
	state := filed
	for _, job := range dream.Jobs() {
		var own []dream.Decision
		for _, d := range p.Decisions {
			if d.Job == job && job != dream.JobFile {
				own = append(own, d)
			}
		}
		if len(own) == 0 || policy.Allows(job) {
			continue
		}
		state = state.after(own)
		end, err := g.ask(ctx, state, filed, base)
		if err != nil {
			return "", false, err
		}
		right := g.right(state, end)
		if slices.ContainsFunc(lost, func(i int) bool { return !right[i] }) {
			return job, true, nil
		}
	}
	return "", false, nil
}
