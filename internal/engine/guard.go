package engine

import (
	"context"
	"fmt"
	"slices"

	"mem/internal/dream"
	"mem/internal/eval"
	"mem/internal/memory"
)

// The questions that a night asks before and after: as many as are asked in a moment.
const (
	mostAsked    = 200
	fewestAsked  = 20
	askedInTotal = 2_000_000 // notes times questions: the more notes, the longer each question takes
)

// askedOf is how many standing questions there are in a vault of so many notes.
func askedOf(notes int) int { return min(max(askedInTotal/max(notes, 1), fewestAsked), mostAsked) }

// recallGuard asks the vault its own questions as it is and as the plan would leave it,
// before anything is written.
type recallGuard struct {
	e         *Engine
	notes     []memory.Note
	questions []eval.Question // the standing ones, then those about what the plan would retire
	standing  int
	now       *past
	before    []replied // to the questions, by the vault as it is
	rounds    int
}

// replied is what a supposed vault answered.
type replied struct {
	ranked    []string
	abstained bool
	looked    []string
}

// mostRounds is how often single decisions are withheld before their whole job is.
const mostRounds = 4

func (e *Engine) newRecallGuard(ctx context.Context, s dream.Snapshot, plan dream.Plan) (*recallGuard, error) {
	g := &recallGuard{e: e, notes: s.Notes}
	gold, err := e.ownGold()
	if err != nil {
		return nil, err
	}
	list := make([]*memory.Note, len(s.Notes))
	for i := range s.Notes {
		list[i] = &s.Notes[i]
	}
	cues, err := e.cues(list)
	if err != nil {
		return nil, err
	}
	most := askedOf(len(s.Notes))
	g.questions = slices.Clone(gold[:min(len(gold), mostAsked)])
	retired := retiredBy(plan.Decisions)
	var about []eval.Question
	for _, q := range eval.Own(cues, gold) {
		touched := slices.ContainsFunc(q.Relevant, func(slug string) bool { return retired[memory.Slug(slug)] })
		standing := len(g.questions) < len(gold)+most
		switch {
		case !standing && (!touched || len(about) == most/2), e.harmless("question", q.Query) == "":
		case standing:
			g.questions = append(g.questions, q)
		default:
			about = append(about, q)
		}
	}
	g.standing = len(g.questions)
	g.questions = append(g.questions, about...)
	if g.now, err = e.suppose(ctx, s.Notes); err != nil {
		return nil, err
	}
	g.before, err = g.ask(ctx, g.now, nil, nil)
	return g, err
}

// retiredBy names the notes that decisions take out of recall.
func retiredBy(list []dream.Decision) map[memory.Slug]bool {
	out := map[memory.Slug]bool{}
	for _, d := range list {
		if slices.Contains(dream.Retiring(), d.Job) && len(d.Change.Notes) > 0 {
			out[d.Change.Notes[0]] = true
		}
	}
	return out
}

// ask puts the questions to a supposed vault. Of one that differs from an earlier one only
// those are asked that may be answered otherwise: an answer rests on the notes that were
// looked at for it, and a text that was not there.
func (g *recallGuard) ask(ctx context.Context, state, earlier *past, replies []replied) ([]replied, error) {
	out := make([]replied, len(g.questions))
	var changed map[string]bool
	texts := true
	if earlier != nil {
		changed, texts = state.differs(earlier)
	}
	errs := make([]error, len(g.questions))
	g.e.each(len(g.questions), func(i int) {
		if !texts && !slices.ContainsFunc(replies[i].looked, func(p string) bool { return changed[p] }) {
			out[i] = replies[i]
			return
		}
		out[i], errs[i] = g.reply(ctx, &g.questions[i], state, true)
	})
	for i := range g.questions {
		if errs[i] == nil {
			continue
		}
		if out[i], errs[i] = g.reply(ctx, &g.questions[i], state, false); errs[i] != nil {
			return nil, fmt.Errorf("ask question %s: %w", g.questions[i].ID, errs[i])
		}
	}
	return out, nil
}

// reply asks one question, beside others or, mending the index if it has to be, by itself.
func (g *recallGuard) reply(ctx context.Context, q *eval.Question, state *past, beside bool) (replied, error) {
	r, err := g.e.Recall(ctx, Asked{Query: memory.Query{Text: q.Query, Limit: eval.Depth, Scope: q.Scope}, NoCount: true, supposed: state, beside: beside})
	out := replied{abstained: r.Abstained, looked: r.looked}
	for _, n := range r.Results {
		out.ranked = append(out.ranked, string(n.Slug))
	}
	return out, err
}

// right says of each question whether a state answered it as it should. A note that was
// superseded is answered by the one that took its place, and one of which an insight of tonight was
// made by that insight, which quotes it and links to it.
func (g *recallGuard) right(state *past, replies []replied) []bool {
	at := map[memory.Slug]*memory.Note{}
	for i := range g.notes {
		at[g.notes[i].Slug] = &g.notes[i]
	}
	for _, n := range state.notes {
		if n != nil {
			at[n.Slug] = n
		}
	}
	questions := heirs(slices.Clone(g.questions), func(slug string) *memory.Note { return at[memory.Slug(slug)] })
	for path, n := range state.notes {
		if n == nil || state.supposed.known[path] != nil || n.Type == memory.Entity || len(n.DerivedFrom) < 2 {
			continue
		}
		for i := range questions {
			if q := &questions[i]; slices.ContainsFunc(n.DerivedFrom, func(s memory.Slug) bool { return slices.Contains(q.Relevant, string(s)) }) {
				q.Relevant = append(q.Relevant, string(n.Slug))
			}
		}
	}
	out := make([]bool, len(questions))
	for i := range questions {
		record := eval.Judge(questions[i], eval.Answer{Ranked: replies[i].ranked, Abstained: replies[i].abstained})
		out[i] = len(eval.Misses(questions[i:i+1], []eval.Record{record})) == 0
	}
	return out
}

// share is how many of the standing questions are right.
func (g *recallGuard) share(right []bool) float64 {
	n := 0
	for _, r := range right[:g.standing] {
		if r {
			n++
		}
	}
	if g.standing == 0 {
		return 0
	}
	return round(float64(n) / float64(g.standing))
}
