package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mem/internal/dream"
	"mem/internal/engine"
	"mem/internal/memory"
)

// asksANight is how many questions are put before and after a night, and fsckEvery how often git looks at all it has.
const (
	asksANight = 6
	fsckEvery  = 30
)

// night dreams, looks at what became of the vault, and dreams again, which must change nothing.
func (y *year) night() figures {
	y.now = time.Date(2026, 1, 2+len(y.days), 3, 0, 0, 0, time.UTC)
	questions := y.questions()
	before := y.answered(questions)
	head := y.mustGit("rev-parse", "HEAD")
	var got engine.Dreamt
	y.do("dream", func(e *engine.Engine) (err error) {
		got, err = e.Dream(y.ctx, engine.Night{Allow: y.allowed()})
		return err
	})
	y.heldBack(got.Barred)
	notes := y.survey()
	y.days = append(y.days, figures{Night: len(y.days) + 1, Decisions: len(got.Applied)})
	f := &y.days[len(y.days)-1]

	if len(got.Failed)+len(got.Problems)+len(got.Left) > 0 {
		y.breaks("failed %v, problems %v, left %v", got.Failed, got.Problems, got.Left)
	}
	y.sound()
	y.explained(head, got)
	for _, d := range got.Applied {
		if y.undone[key(d)] {
			y.breaks("decided again though it was taken back: %s", d.Subject)
		}
	}
	y.listed = got.Listed
	y.drained(notes)
	y.count(f, notes)
	y.truth(f, notes)
	y.entities(notes)
	for i, after := range y.answered(questions) {
		if questions[i].gone { // it was let go
			continue
		}
		y.total.Questions++
		if before[i] {
			y.total.FoundBefore++
		}
		if after {
			y.total.Found++
		} else if before[i] {
			y.breaks("not answered any more: %q", fmt.Sprintf(questions[i].form.ask, questions[i].subject))
		}
	}
	y.again()
	if len(got.Applied) > 0 {
		y.runs = append(y.runs, got)
		y.runs = y.runs[max(0, len(y.runs)-7):]
	}
	return *f
}

// patience is how many nights the owner reads of a job that is held back before it is allowed.
const patience = 2

// allowed lists the jobs that the owner allows tonight.
func (y *year) allowed() []dream.Job {
	var out []dream.Job
	for _, job := range dream.Jobs() {
		if y.barred[job] >= patience {
			out = append(out, job)
		}
	}
	return out
}

// heldBack notes what guards held back, and looks whether they told which decisions and why.
func (y *year) heldBack(barred []dream.Barred) {
	was := y.barred
	y.barred = map[dream.Job]int{}
	for _, b := range barred {
		y.barred[b.Job] = was[b.Job] + 1
		if y.barred[b.Job] > patience {
			y.breaks("%s is held back though it was allowed", b.Job)
		}
		if b.Why == "" || b.Decisions > 0 && len(b.Subjects) == 0 || b.Guard == dream.GuardRecall && len(b.Lost) == 0 {
			y.breaks("%s is held back without a reason: %+v", b.Job, b)
		}
	}
	if len(barred) > 0 {
		y.total.Held++
	}
}

// sound looks whether check and git find the vault well.
func (y *year) sound() {
	y.do("check", func(e *engine.Engine) error {
		checked, err := e.Check(y.ctx, false)
		for _, f := range checked.Findings {
			if f.Grave {
				y.breaks("check: %s %s: %s", f.Path, f.Code, f.Detail)
			}
		}
		return err
	})
	if out := y.mustGit("status", "--porcelain"); out != "" {
		y.breaks("git status: %s", out)
	}
	if len(y.days)%fsckEvery == 0 {
		y.mustGit("fsck", "--strict", "--no-dangling")
	}
}

// explained looks whether every decision is a commit with its reason, evidence, notes and run.
func (y *year) explained(head string, got engine.Dreamt) {
	decisions := 0
	log := y.mustGit("log", "--no-merges", "--format=%an%x1f%s%x1f%b%x1e", head+"..HEAD")
	for entry := range strings.SplitSeq(log, "\x1e") {
		parts := strings.Split(strings.TrimSpace(entry), "\x1f")
		if len(parts) < 3 || parts[0] != "mem dream" {
			continue
		}
		want := []string{"Mem-Op: ", "Mem-Actor: process:mem-dream", "Mem-Reason: ", "Mem-Run: " + got.Run}
		if !strings.HasPrefix(parts[1], "brief: ") {
			want = append(want, "Mem-Note: ", "Mem-Evidence: ")
			decisions++
		}
		for _, w := range want {
			if !strings.Contains(parts[2], w) {
				y.breaks("the commit %q has no %q", parts[1], w)
			}
		}
		if len([]rune(parts[1])) > 72 {
			y.breaks("the subject %q is longer than 72 letters", parts[1])
		}
	}
	if decisions != len(got.Applied) {
		y.breaks("%d decisions were told and %d committed", len(got.Applied), decisions)
	}
}

// drained looks whether what is still unfiled is listed, was taken back, or is junk on a night
// on which a guard let nothing expire.
func (y *year) drained(notes map[memory.Slug]*memory.Note) {
	listed := map[memory.Slug]bool{}
	for _, l := range y.listed {
		for _, s := range l.Notes {
			listed[s] = true
		}
	}
	for _, s := range y.order {
		if n := notes[s]; n != nil && n.Status == memory.Unfiled && !listed[s] && !y.loose[s] && !(y.notes[s].fact == nil && y.barred[dream.JobExpire] > 0) {
			y.breaks("%s is unfiled and not listed", s)
		}
	}
}

func (y *year) count(f *figures, notes map[memory.Slug]*memory.Note) {
	for _, n := range notes {
		switch {
		case n.Type == memory.Entity && n.Status.Live():
			f.Entities++
		case n.Actor == memory.Dreamer && n.Status.Live():
			f.Insights++
		case n.Status == memory.Superseded:
			f.Superseded++
		case n.Status == memory.Expired:
			f.Expired++
		case n.Status == memory.Unfiled:
			f.Unfiled++
			f.Live++
		default:
			f.Live++
		}
	}
	for _, x := range y.facts {
		if !x.gone && x.origin == "" {
			f.Facts++
		}
	}
}

// entities looks whether the notes of people tell what holds, all of it and nothing else.
func (y *year) entities(notes map[memory.Slug]*memory.Note) {
	for slug, n := range notes {
		if n.Type != memory.Entity || n.Status != memory.Active {
			continue
		}
		for _, s := range n.DerivedFrom {
			if from := notes[s]; from == nil || from.Status != memory.Active {
				y.breaks("%s tells of %s, which does not hold any more", slug, s)
			}
		}
		if y.loose[slug] {
			continue
		}
		for _, s := range y.order {
			from, k := notes[s], y.notes[s]
			if from == nil || k.fact == nil || from.Status != memory.Active || from.Scope != n.Scope || !slices.Contains(k.fact.people, "person/"+string(slug)) {
				continue
			}
			if len(n.DerivedFrom) < 24 && !slices.Contains(n.DerivedFrom, s) {
				y.breaks("%s does not tell of %s", slug, s)
			}
		}
	}
}

// questions are asked before and after a night.
func (y *year) questions() []*fact {
	var out []*fact
	for range asksANight {
		if f := y.someFact(func(f *fact) bool { return f.scope == "" && f.origin == "" && len(f.people) == 0 }); f != nil {
			out = append(out, f)
		}
	}
	return out
}

// answered says of which facts a question is answered among the first five.
func (y *year) answered(questions []*fact) []bool {
	hits := make([]bool, len(questions))
	y.do("recall", func(e *engine.Engine) error {
		for i, f := range questions {
			got, err := e.Recall(y.ctx, engine.Asked{Query: memory.Query{Text: fmt.Sprintf(f.form.ask, f.subject), Limit: 5}, NoCount: true})
			if err != nil {
				return err
			}
			hits[i] = slices.ContainsFunc(got.Results, func(r engine.Result) bool {
				k := y.notes[r.Slug]
				return k != nil && k.fact == f && k.version == len(f.texts)-1
			})
		}
		return nil
	})
	return hits
}

// again dreams once more: nothing in memory may change.
func (y *year) again() {
	y.now = y.now.Add(time.Minute)
	before := y.mustGit("ls-tree", "HEAD", "memory")
	y.do("dream", func(e *engine.Engine) error {
		got, err := e.Dream(y.ctx, engine.Night{})
		for _, d := range got.Applied {
			y.breaks("a second night at once: %s", d.Subject)
		}
		return err
	})
	if after := y.mustGit("ls-tree", "HEAD", "memory"); after != before {
		y.breaks("a second night at once changed memory/")
	}
}
