package engine

import (
	"slices"
	"strings"
	"testing"

	"mem/internal/memory"
)

func (v *testVault) answer(q Asked) Recalled {
	v.t.Helper()
	q.NoCount = true
	r, err := v.open().Recall(v.t.Context(), q)
	if err != nil {
		v.t.Fatal(err)
	}
	return r
}

func slugs(r Recalled) []string {
	out := []string{}
	for _, x := range r.Results {
		out = append(out, string(x.Slug))
	}
	return out
}

func TestNotesThatDisagreeStandTogetherMarked(t *testing.T) {
	v := newVault(t)
	v.write("ten", active+"tags: [standup]\n", "The standup is at ten.")
	v.write("talk", active, "At the standup of the standup team everybody talks about the standup.")
	v.write("talks", active, "The standup and the standup: a standup is short.")
	v.write("long", active, "The standup of the other team has a room of its own behind the hall, with a view of the canal.")
	v.write("nine", unfiled+"tags: [standup, old]\n", "The standup is at nine.")
	marks := func(r Recalled) string {
		var out []string
		for _, x := range r.Results {
			if x.Disagrees != "" {
				out = append(out, string(x.Slug)+"≠"+string(x.Disagrees))
			}
		}
		return strings.Join(out, " ")
	}
	for limit := 2; limit <= 5; limit++ {
		r := v.answer(Asked{Query: memory.Query{Text: "when is the standup", Limit: limit}})
		got := slugs(r)
		i, j := slices.Index(got, "ten"), slices.Index(got, "nine")
		if len(got) != limit || i < 0 || j != i+1 || marks(r) != "ten≠nine nine≠ten" || !strings.Contains(r.Note, "nine and ten disagree") {
			t.Errorf("of %d: %v, marked %s, note %q", limit, got, marks(r), r.Note)
		}
	}
	r := v.answer(Asked{Query: memory.Query{Text: "standup at ten", Limit: 1}})
	if got := slugs(r); !slices.Equal(got, []string{"ten"}) || marks(r) != "ten≠nine" || !strings.Contains(r.Note, "ten and nine disagree") {
		t.Errorf("of one: %v, marked %s, note %q", got, marks(r), r.Note)
	}
	if _, err := v.open().Set(t.Context(), "nine", []Assignment{{"status", "superseded"}, {"superseded_by", "ten"}}, "human:ada", ""); err != nil {
		t.Fatal(err)
	}
	if r := v.answer(Asked{Query: memory.Query{Text: "when is the standup", Limit: 5}}); marks(r) != "" || slices.Contains(slugs(r), "nine") {
		t.Errorf("once it is settled: %v, marked %s", slugs(r), marks(r))
	}
	all := memory.Query{Text: "when is the standup", Limit: 5, Statuses: memory.Statuses[:]}
	if r := v.answer(Asked{Query: all}); marks(r) != "" || r.Results[slices.Index(slugs(r), "nine")].SupersededBy != "ten" {
		t.Errorf("with those that are retired: %v, marked %s", slugs(r), marks(r))
	}
}

func TestWhatALiveNoteReplacesStandsBehindIt(t *testing.T) {
	v := newVault(t)
	v.write("old", active, "The ferry ticket costs 4 crowns: ferry ticket, ferry ticket.")
	v.write("new", unfiled+"supersedes: [old]\n", "Since July 5 crowns are asked for the ferry.")
	r := v.answer(Asked{Query: memory.Query{Text: "ferry ticket"}})
	if got := slugs(r); !slices.Equal(got, []string{"new", "old"}) || r.Results[1].SupersededBy != "new" || r.Results[0].SupersededBy != "" {
		t.Errorf("got %v, %+v", got, r.Results)
	}
	if got := slugs(v.answer(Asked{Query: memory.Query{Text: "ferry ticket", Limit: 1}})); !slices.Equal(got, []string{"new"}) {
		t.Errorf("of one: %v", got)
	}
	v.write("round", active+"supersedes: [trip]\n", "Round trips by tram.")
	v.write("trip", active+"supersedes: [round]\n", "Round trips by boat.")
	for _, x := range v.answer(Asked{Query: memory.Query{Text: "round trips"}}).Results {
		if x.SupersededBy != "" {
			t.Errorf("in a circle %s is replaced by %s", x.Slug, x.SupersededBy)
		}
	}
	v.write("trip", active, "Round trips by boat.") // check wants no circle
}

func TestMatchSaysHowMuchIsSupported(t *testing.T) {
	v := filled(t)
	for _, row := range []struct {
		question string
		want     Support
	}{
		{"lathe oil", Full}, {"the lathe", Full}, {"lathe banana", Part}, {"zebra", ""}, {"", ""}, {"press oil cold lathe", Full},
	} {
		r := v.answer(Asked{Query: memory.Query{Text: row.question}})
		if r.Match != row.want || (r.Match == Part) != strings.Contains(r.Note, "an answer in part: nothing returned speaks of") {
			t.Errorf("%q: match %q, want %q; note %q", row.question, r.Match, row.want, r.Note)
		}
	}
}

func TestLinkedIsOneStepFromTheResults(t *testing.T) {
	v := newVault(t)
	v.write("hit", active+"derived_from: [ground, gone]\nsupersedes: [before]\n", "The sluice opens at dawn. See [[further]], [[hit]], [[secret]], [[nobody]] and `[[code]]`.")
	v.write("further", active, "Further on.\n\nSee [[two-steps]].")
	v.write("ground", unfiled, "The ground of it.")
	v.write("before", strings.Replace(active, "active", "superseded", 1)+"superseded_by: hit\n", "It opened at noon.")
	v.write("secret", active+"scope: other\n", "Another scope's.")
	v.write("two-steps", active, "Too far away.")
	v.write("code", active, "Named in code.")
	ask := Asked{Query: memory.Query{Text: "sluice"}, Links: true}
	want := []Linked{
		{"before", "It opened at noon", memory.Fix, memory.Superseded, "supersedes", "hit"},
		{"ground", "The ground of it", memory.Fix, memory.Unfiled, "derived_from", "hit"},
		{"further", "Further on", memory.Fix, memory.Active, "link", "hit"},
	}
	if got := v.answer(ask).Linked; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	ask.Text = "zebra"
	if got := v.answer(ask).Linked; got == nil || len(got) > 0 {
		t.Errorf("of no answer: %+v", got)
	}
	ask.Text, ask.Links = "sluice", false
	if got := v.answer(ask).Linked; got != nil {
		t.Errorf("when nobody asked: %+v", got)
	}
}

func TestExplainSaysWhatWasFoundWhereAndWhyNot(t *testing.T) {
	v := filled(t)
	v.write("titled", active+"title: Lathe of the annex\ntags: [gusset]\n", "It runs.")
	r := v.answer(Asked{Query: memory.Query{Text: "the gusset lathe banana"}, Explain: true})
	x := r.Explain
	if len(x.Results) != len(r.Results) || x.Results[0].Slug != "titled" || x.Best.Slug != "titled" || x.Refused != "" || x.Read == 0 ||
		!slices.Equal(x.Results[0].Lacks, []string{"banana"}) || x.Results[0].Coverage != r.Results[0].Factors["coverage"] {
		t.Errorf("got %+v", x)
	}
	if got := x.Results[0].Words; len(got) != 3 || got[0].Word != "the" || got[0].Title == 0 || got[1].Word != "gusset" || got[1].Names == 0 ||
		got[1].Body != 0 || got[2].Word != "lathe" || got[2].Title == 0 {
		t.Errorf("words: %+v", got)
	}
	sum := 0.0
	for _, w := range x.Words {
		sum += w.Weight
		if (w.Word == "the") != (w.Weight == 0) || (w.Word == "banana") != (w.Notes == 0) {
			t.Errorf("word %+v", w)
		}
	}
	if sum < 0.999 || sum > 1.001 {
		t.Errorf("the weights come to %f", sum)
	}

	r = v.answer(Asked{Query: memory.Query{Text: "lathe banana cherry medlar quince"}, Explain: true})
	x = r.Explain
	if !r.Abstained || len(x.Results) > 0 || x.Best.Slug == "" || x.Best.Coverage <= 0 || x.Best.Coverage >= x.Best.Needs || len(x.Best.Lacks) != 4 ||
		!strings.Contains(x.Refused, "and needs 24 %") {
		t.Errorf("an abstention: %+v", x)
	}
	for _, row := range []struct{ question, want string }{
		{"", "the question has no words"},
		{"zebra", "no note that may answer has any of its words"},
	} {
		if r := v.answer(Asked{Query: memory.Query{Text: row.question}, Explain: true}); r.Explain.Refused != row.want || r.Explain.Best.Slug != "" {
			t.Errorf("%q: %+v", row.question, r.Explain)
		}
	}
	if r := v.answer(Asked{Query: memory.Query{Text: "lathe", Until: evening.AddDate(-1, 0, 0)}, Explain: true}); r.Explain.Refused != "what has words of it is kept out by a filter" {
		t.Errorf("a filter: %+v", r.Explain)
	}
	if r := v.answer(Asked{Query: memory.Query{Text: "lathe"}}); r.Explain.Words != nil {
		t.Errorf("nobody asked: %+v", r.Explain)
	}
}
