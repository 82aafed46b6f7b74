package eval

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

// goldFiles are files of questions with what is made of them.
var goldFiles = []struct {
	name string
	file string
	want []Question
	err  string // a part of it; "" = none
}{
	{"all that a question can say", `{"id": "q1", "query": "What colour?", "relevant": ["a", "b", "a"], "category": "one", "scope": "hall", "grades": {"a": 2, "z": 1}, "asof": "2023-04-10T23:07:00Z", "near": "x"}`,
		[]Question{{ID: "q1", Query: "What colour?", Category: "one", Scope: "hall", Relevant: []string{"a", "b"}, Grades: map[string]float64{"a": 2, "z": 1}, AsOf: time.Date(2023, 4, 10, 23, 7, 0, 0, time.UTC)}}, ""},
	{"a question without a category", `{"id": "q1", "query": "x", "relevant": ["a"]}`, []Question{{ID: "q1", Query: "x", Category: "other", Relevant: []string{"a"}}}, ""},
	{"a question to be refused", `{"id": "q1", "query": "x", "relevant": [], "category": "off"}`, []Question{{ID: "q1", Query: "x", Category: "off"}}, ""},
	{"an empty file", "\n", nil, "there are none"},
	{"no id", `{"query": "x", "relevant": []}`, nil, `no "id"`},
	{"no query", `{"id": "q1", "relevant": []}`, nil, `no "query"`},
	{"nothing said of what is right", `{"id": "q1", "query": "x"}`, nil, `no "relevant"`},
	{"an empty slug", `{"id": "q1", "query": "x", "relevant": [""]}`, nil, "an empty slug"},
	{"the same id twice", "{\"id\": \"q1\", \"query\": \"x\", \"relevant\": []}\n\n{\"id\": \"q1\", \"query\": \"y\", \"relevant\": []}", nil, `line 3: id "q1" stands on line 1 already`},
	{"a grade below nothing", `{"id": "q1", "query": "x", "relevant": ["a"], "grades": {"a": -1}}`, nil, "the grade of \"a\" is -1"},
	{"a clock that is none", `{"id": "q1", "query": "x", "relevant": ["a"], "asof": "noon"}`, nil, `"asof" is "noon"`},
	{"a slug that is no list", `{"id": "q1", "query": "x", "relevant": "a"}`, nil, `"relevant" is a JSON string and has to be a list`},
	{"no JSON", "{\"id\": \"q1\", \"query\": \"x\", \"relevant\": []}\nnonsense", nil, "line 2: it is not JSON"},
	{"many bad lines", strings.Repeat("{}\n", 8), nil, "and 3 more lines"},
}

func TestGoldReadsOneQuestionALine(t *testing.T) {
	for _, row := range goldFiles {
		got, err := Gold([]byte(row.file))
		if row.err != "" {
			if !errors.Is(err, ErrGold) || !strings.Contains(err.Error(), row.err) || got != nil {
				t.Errorf("%s: got %+v and %v, want …%s…", row.name, got, err, row.err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: got %+v and %v, want %+v", row.name, got, err, row.want)
		}
	}
}

// FuzzGold holds that what is read can be judged: ids differ, and all figures are shares.
func FuzzGold(f *testing.F) {
	for _, row := range goldFiles {
		f.Add([]byte(row.file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		questions, err := Gold(data)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, q := range questions {
			if seen[q.ID] || q.ID == "" || q.Category == "" {
				t.Errorf("question %+v", q)
			}
			seen[q.ID] = true
			r := Judge(q, Answer{Ranked: append([]string{"other"}, q.Relevant...)})
			for _, x := range []float64{r.Recall3, r.Recall5, r.Recall10, r.MRR, r.NDCG} {
				if !(x >= 0 && x <= 1+tiny) {
					t.Errorf("question %+v is judged %+v", q, r)
				}
			}
		}
	})
}
