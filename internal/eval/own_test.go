package eval

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// told lists questions, "kind query (scope) → slugs" each.
func told(questions []Question) []string {
	var out []string
	for _, q := range questions {
		scope := ""
		if q.Scope != "" {
			scope = " (" + q.Scope + ")"
		}
		out = append(out, string(q.Kind)+" "+q.Query+scope+" → "+strings.Join(q.Relevant, " "))
	}
	return out
}

func TestOwnMakesOneQuestionOfEachTextInEachScope(t *testing.T) {
	for _, row := range []struct {
		name string
		cues []Cue
		gold []Question
		want []string // sorted
	}{
		{"nothing gives no question", nil, nil, nil},
		{"a cue gives a question", []Cue{{FromTitle, "Red crane", "", "a"}}, nil, []string{"title Red crane → a"}},
		{"a text without words gives none", []Cue{{FromTitle, "  ", "", "a"}}, nil, nil},
		{"two notes of one title are both right", []Cue{{FromTitle, "Crane", "", "b"}, {FromTitle, "crane ", "", "a"}}, nil, []string{"title Crane → a b"}},
		{"the same twice of one note is one", []Cue{{FromTitle, "Crane", "", "a"}, {FromAlias, "crane", "", "a"}}, nil, []string{"alias crane → a"}},
		{"what was asked and helped counts more than a name", []Cue{{FromAlias, "crane", "", "a"}, {FromUse, "Crane", "", "b"}}, nil, []string{"used Crane → a b"}},
		{"from a scope also the notes without one are seen, and not the other way round",
			[]Cue{{FromTitle, "Crane", "yard", "a"}, {FromTitle, "Crane", "", "b"}, {FromTitle, "Crane", "hall", "c"}}, nil,
			[]string{"title Crane (hall) → b c", "title Crane (yard) → a b", "title Crane → b"}},
		{"what gold asks is not asked again", []Cue{{FromTitle, "Crane", "", "a"}, {FromTitle, "Crane", "yard", "b"}},
			[]Question{{ID: "q1", Query: " CRANE"}}, []string{"title Crane (yard) → a b"}},
		{"nor is a question that was written to gold", []Cue{{FromTitle, "Crane", "", "a"}},
			[]Question{{ID: asked{"", "crane"}.id(), Query: "worded anew"}}, nil},
	} {
		got := told(Own(row.cues, row.gold))
		slices.Sort(got)
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

func TestOwnIsTheSameInAnyOrderAndKeepsItsChoice(t *testing.T) {
	var cues []Cue
	for i := range 60 {
		cues = append(cues, Cue{FromTitle, fmt.Sprint("title ", i), "", fmt.Sprint("n", i)})
	}
	for i := range 5 {
		cues = append(cues, Cue{FromAlias, fmt.Sprint("alias ", i), "", fmt.Sprint("n", i)}, Cue{FromUse, fmt.Sprint("use ", i), "", fmt.Sprint("n", i)})
	}
	first := Own(cues, nil)
	if kinds := fmt.Sprint(first[0].Kind, first[1].Kind, first[2].Kind, first[3].Kind); kinds != "used"+"alias"+"title"+"used" {
		t.Errorf("the first are of the kinds %s, want each in turn", kinds)
	}
	for _, q := range first[15:] {
		if q.Kind != FromTitle {
			t.Errorf("after the five of the others comes %v, want titles", q)
		}
	}
	slices.Reverse(cues)
	if again := Own(cues, nil); !reflect.DeepEqual(again, first) {
		t.Errorf("in another order: got %v, want %v", told(again), told(first))
	}
	const some = 30
	more := Own(append(slices.Clone(cues), Cue{FromTitle, "one more", "", "new"}), nil)[:some]
	stayed := 0
	for _, q := range more {
		if slices.ContainsFunc(first[:some], func(f Question) bool { return f.ID == q.ID }) {
			stayed++
		}
	}
	if stayed < some-1 {
		t.Errorf("one note more changed %d of %d questions, want one at most", some-stayed, some)
	}
}

func TestGoldReadsWhatWriteGoldWrites(t *testing.T) {
	want := []Question{
		{ID: "own-1", Query: "a <b> & \"c\"", Category: "title", Scope: "yard", Relevant: []string{"a", "b"}},
		{ID: "q2", Query: "to be refused", Category: Swapped},
		{ID: "q3", Query: "x", Category: "other", Relevant: []string{"a"}, Grades: map[string]float64{"a": 2}, AsOf: time.Date(2026, 3, 1, 4, 5, 6, 0, time.UTC)},
	}
	data := WriteGold(want)
	got, err := Gold(data)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v, of\n%s", got, err, want, data)
	}
}

func TestMissesNamesWhatCameInstead(t *testing.T) {
	questions := ByKind([]Question{
		{ID: "q1", Kind: FromTitle, Category: "title", Relevant: []string{"a"}},
		{ID: "q2", Kind: FromGold, Category: "fixes", Scope: "yard", Relevant: []string{"a", "b"}},
		{ID: "q3", Kind: FromAlias, Category: "alias", Relevant: []string{"a"}},
		{ID: "q4", Kind: FromGold, Category: "off"},
		{ID: "q5", Kind: FromGold, Category: Swapped},
		{ID: "q6", Kind: FromGold, Category: "off"},
	})
	answers := []Answer{
		{Ranked: []string{"x", "y", "a"}}, {Ranked: []string{"x", "y", "z", "b"}}, {Abstained: true},
		{Abstained: true}, {Ranked: []string{"x"}}, {Ranked: []string{"y"}},
	}
	var records []Record
	for i, q := range questions {
		records = append(records, Judge(q, answers[i]))
	}
	got := ""
	for _, m := range Misses(questions, records) {
		got += fmt.Sprintln(m.ID, m.Kind, m.Scope, m.Expected, m.Rank, m.Abstained, m.Got)
	}
	want := "q2 gold yard [a b] 4 false [x y z]\nq3 alias  [a] 0 true []\nq5 swapped  [] 0 false [x]\nq6 gold  [] 0 false [y]\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
