package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

func TestADecisionThatWouldLoseAnAnswerIsWithheld(t *testing.T) {
	v := newVault(t)
	v.write("kept", active, "The lathe needs oil on Mondays.")
	loser := v.write("loser", unfiled+"aliases: [blue whale]\n", "The lathe needs oil on Mondays.")
	v.write("copied", unfiled, "The press stands by the door.")
	v.write("press", active, "The press stands by the door.")
	d := v.dream()
	v.clean()
	if len(d.Barred) != 1 || d.Barred[0].Job != dream.JobMerge || d.Barred[0].Whole || d.Barred[0].Decisions != 1 {
		t.Fatalf("held back %+v", d.Barred)
	}
	if lost := d.Barred[0].Lost; len(lost) != 1 || lost[0].Query != "blue whale" || fmt.Sprint(lost[0].Expected) != "[loser]" {
		t.Errorf("lost %+v", lost)
	}
	if !strings.Contains(v.read(loser), "status: active") {
		t.Errorf("the copy is not filed:\n%s", v.read(loser))
	}
	if d.Counts[memory.OpSupersede] != 1 {
		t.Errorf("the other copy stays: %v", d.Counts)
	}
	if p := d.Probe; p.Questions != 1 || p.Before != 1 || p.After != 1 {
		t.Errorf("probe %+v", p)
	}
	if page := v.read(v.root + "/" + d.Brief); !strings.Contains(page, "## Held back") || !strings.Contains(page, "`blue whale`") {
		t.Errorf("the brief says nothing of it:\n%s", page)
	}
	if next := v.dream(); len(next.Barred) != 0 || len(next.Applied) < 1 || next.Applied[0].Subject != "supersede: kept by loser" {
		t.Errorf("the other way round nothing is lost: %+v", next.Applied)
	}
}

func TestWhatSomebodyAllowsNoGuardHoldsBack(t *testing.T) {
	v := newVault(t)
	v.write("kept", active, "The lathe needs oil on Mondays.")
	v.write("loser", unfiled+"aliases: [blue whale]\n", "The lathe needs oil on Mondays.")
	d, err := v.open().Dream(t.Context(), Night{Allow: []dream.Job{dream.JobMerge}})
	if err != nil {
		t.Fatal(err)
	}
	if d.Counts[memory.OpSupersede] != 1 || len(d.Barred) != 0 || len(d.Probe.Lost) != 1 || d.Probe.After != 0 {
		t.Errorf("got %+v", d)
	}
	if page := v.read(v.root + "/" + d.Brief); !strings.Contains(page, "No longer answered: `blue whale`, for [[loser]]: no answer.") {
		t.Errorf("the brief says nothing of it:\n%s", page)
	}
}

// oiled is a vault of one note, whose title is a question that its text hardly answers.
func oiled(t *testing.T) (*Engine, dream.Snapshot) {
	t.Helper()
	v := newVault(t)
	v.write("fact", active+"title: Oil of the lathe\n", strings.Repeat("Every Monday somebody has to see to it that the machine in the hall is greased. ", 20))
	e := v.open()
	s, err := e.snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return e, s
}

// An insight answers for the notes that it is made of: it quotes them.
func TestAnInsightThatStandsBeforeItsSourcesIsNoLoss(t *testing.T) {
	e, s := oiled(t)
	plan := dream.Plan{Decisions: crowd(6, "fact", "another")}
	g, err := e.newRecallGuard(t.Context(), s, plan)
	if err != nil {
		t.Fatal(err)
	}
	if out, again, err := g.check(t.Context(), plan, &dream.Policy{}); err != nil || again || out.After != 1 {
		t.Errorf("again %v, %v; %+v", again, err, out)
	}
}

// crowd is a job's decisions to make notes that say nothing but what is asked, of these sources.
func crowd(n int, of ...string) (list []dream.Decision) {
	for i := range n {
		slug := memory.Slug(fmt.Sprintf("crowd-%d", i))
		text := fmt.Sprintf("---\ntype: reference\nstatus: active\ncaptured: 2026-08-03T10:00:00Z\nslug: %s\ntitle: Oil of the lathe\nderived_from: [%s]\n---\n\nOil of the lathe.\n", slug, strings.Join(of, ", "))
		list = append(list, dream.Decision{Job: dream.JobInsight, Change: memory.Change{
			Op: memory.OpInsight, Notes: []memory.Slug{slug}, Files: []memory.FileEdit{memory.Create{Path: "memory/2026/08/" + string(slug) + ".md", Data: []byte(text)}},
		}})
	}
	return list
}

func TestAJobThatPushesFactsOutIsBarred(t *testing.T) {
	e, s := oiled(t)
	for _, row := range []struct {
		made  int
		allow []dream.Job
		again bool
	}{{2, nil, false}, {6, nil, true}, {6, []dream.Job{dream.JobInsight}, false}} {
		plan := dream.Plan{Decisions: crowd(row.made)}
		g, err := e.newRecallGuard(t.Context(), s, plan)
		if err != nil {
			t.Fatal(err)
		}
		policy := dream.Policy{Allow: row.allow}
		out, again, err := g.check(t.Context(), plan, &policy)
		if err != nil || again != row.again {
			t.Fatalf("%d made: again %v, %v; %+v", row.made, again, err, out)
		}
		if !again {
			continue
		}
		b := policy.Barred[0]
		if !b.Whole || b.Job != dream.JobInsight || b.Decisions != row.made || len(b.Lost) != 1 || b.Lost[0].Query != "Oil of the lathe" || out.Before != 1 || out.After != 0 {
			t.Errorf("barred %+v; %+v", b, out)
		}
	}
}

// What an answer rests on decides which questions are asked again; asked all anew they must
// say the same.
func TestOnlyQuestionsThatMayChangeAreAskedAgain(t *testing.T) {
	v := newVault(t)
	for i := range 40 {
		status := active
		if i%2 == 0 {
			status = unfiled
		}
		v.write(fmt.Sprintf("n%02d", i), status+fmt.Sprintf("title: Pump %d of hall %d\n", i%7, i%5), fmt.Sprintf("The pump of hall %d is checked on day %d.", i%5, i))
	}
	e := v.open()
	s, err := e.snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var plan dream.Plan
	for i := range s.Notes {
		if n := &s.Notes[i]; i%3 == 0 {
			to := memory.KeyEdit{Key: "status", Value: memory.Text(memory.Superseded)}
			plan.Decisions = append(plan.Decisions, dream.Decision{Job: dream.JobMerge, Change: memory.Change{Op: memory.OpSupersede, Notes: []memory.Slug{n.Slug, "n01"},
				Files: []memory.FileEdit{memory.Keys{Path: n.Path, Want: n.Hash, Set: []memory.KeyEdit{to}}}}})
		}
	}
	g, err := e.newRecallGuard(t.Context(), s, plan)
	if err != nil {
		t.Fatal(err)
	}
	state := g.now.after(plan.Decisions)
	some, err := g.ask(t.Context(), state, g.now, g.before)
	if err != nil {
		t.Fatal(err)
	}
	all, err := g.ask(t.Context(), state, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	changed := 0
	for i := range all {
		if !slices.Equal(all[i].ranked, some[i].ranked) || all[i].abstained != some[i].abstained {
			t.Errorf("%q: got %v, asked anew %v", g.questions[i].Query, some[i].ranked, all[i].ranked)
		}
		if !slices.Equal(all[i].ranked, g.before[i].ranked) {
			changed++
		}
	}
	if changed == 0 || len(g.questions) < 30 {
		t.Errorf("of %d questions %d are answered otherwise: nothing was tried", len(g.questions), changed)
	}
}

// The guard judges what it says the night would leave; that is what the night leaves.
func TestASupposedVaultAnswersAsTheRealOneWill(t *testing.T) {
	v := newVault(t)
	for i := range 12 {
		v.write(fmt.Sprintf("n%02d", i), unfiled+fmt.Sprintf("title: Valve %d\n", i), fmt.Sprintf("Valve %d of the boiler opens at %d bar.", i, 3+i%4))
		if i%3 == 0 {
			v.write(fmt.Sprintf("copy%02d", i), active+fmt.Sprintf("title: Valve %d\n", i), fmt.Sprintf("Valve %d of the boiler opens at %d bar.", i, 3+i%4))
		}
	}
	e := v.open()
	s, err := e.snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	plan, err := dream.Decide(t.Context(), s, dream.Policy{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.newRecallGuard(t.Context(), s, plan)
	if err != nil {
		t.Fatal(err)
	}
	replies, err := g.ask(t.Context(), g.now.after(plan.Decisions), g.now, g.before)
	if err != nil {
		t.Fatal(err)
	}
	v.dream()
	for i, q := range g.questions {
		r, err := v.open().Recall(t.Context(), Asked{Query: memory.Query{Text: q.Query, Limit: 10}, NoCount: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range r.Results {
			got = append(got, string(n.Slug))
		}
		if !slices.Equal(got, replies[i].ranked) {
			t.Errorf("%q: the guard foresaw %v, the vault answers %v", q.Query, replies[i].ranked, got)
		}
	}
}

func TestTheProbeOfAKilledNightIsTakenAway(t *testing.T) {
	v := newVault(t)
	v.write(nightProbe+"0123456789abcdef", unfiled, dream.ProbePrefix+"0123456789abcdef")
	v.write(dream.ProbePrefix+"fedcba9876543210", unfiled, dream.ProbePrefix+"fedcba9876543210") // of a status that asks just now
	d := v.dream()
	if len(d.Applied) != 0 || len(d.Barred) != 0 {
		t.Errorf("got %+v", d)
	}
	for path := range v.tree() {
		if strings.Contains(path, nightProbe) {
			t.Errorf("%s stays", path)
		}
	}
}
