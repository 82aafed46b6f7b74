package engine

import (
	"context"
	"slices"

	"mem/internal/dream"
	"mem/internal/eval"
	"mem/internal/memory"
)

// trialQuestions is how many of the vault's own questions the bound is tried with.
const trialQuestions = 100

// trial asks the questions that the vault keeps, to see whether recall.min_coverage fits them:
// which are refused though their note is the best there is, and how near those that have to be
// refused come to an answer. Without such a file there is nothing to say.
func (e *Engine) trial(ctx context.Context) dream.Trial {
	t := dream.Trial{Bound: e.weights().MinCoverage}
	gold, err := e.ownGold()
	if err != nil {
		return t // who asks with it is told
	}
	for _, q := range gold[:min(trialQuestions, len(gold))] {
		if q.Category == eval.Swapped || e.harmless("question", q.Query) == "" {
			continue
		}
		ask := Asked{Query: memory.Query{Text: q.Query, Scope: q.Scope}, NoCount: true, wordsOnly: true, anyEvidence: true}
		loose, err := e.Recall(ctx, ask)
		switch {
		case err != nil:
		case len(q.Relevant) == 0:
			t.Refused++
			t.Highest = max(t.Highest, loose.Coverage)
		case loose.Coverage < t.Bound && len(loose.Results) > 0 && slices.Contains(q.Relevant, string(loose.Results[0].Slug)):
			t.Missed = append(t.Missed, dream.Missed{Query: q.Query, Evidence: loose.Coverage})
		}
	}
	return t
}
