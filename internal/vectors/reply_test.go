package vectors

import (
	"testing"

	"mem/internal/endpoint"
)

// answers are what a server says to two texts, with how many numbers its vectors have; -1 is
// an error.
var answers = []struct {
	name, text string
	want       int
}{
	{"in order", `{"data":[{"embedding":[1,2,3]},{"embedding":[-1,0.5,1e-3]}]} `, 3},
	{"in any order", `{"data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":[3,4]}]}`, 2},
	{"one vector too few", `{"data":[{"embedding":[1,2,3]}]}`, -1},
	{"two for one text", `{"data":[{"index":1,"embedding":[1]},{"index":1,"embedding":[1]}]}`, -1},
	{"for a text that was not sent", `{"data":[{"index":0,"embedding":[1]},{"index":-1,"embedding":[1]}]}`, -1},
	{"of two dimensions", `{"data":[{"embedding":[1,2]},{"embedding":[1,2,3]}]}`, -1},
	{"an empty vector", `{"data":[{"embedding":[]},{"embedding":[]}]}`, -1},
	{"no direction", `{"data":[{"embedding":[0,0]},{"embedding":[0,1]}]}`, -1},
	{"numbers beyond all", `{"data":[{"embedding":[1e99,0]},{"embedding":[0,1]}]}`, -1},
	{"a page for people", "<html>", -1},
	{"nothing", "", -1},
}

func TestAnAnswerHasAVectorForEachText(t *testing.T) {
	for _, r := range answers {
		got := -1
		if v, err := vectorsIn(endpoint.Reply{Status: 200, Body: []byte(r.text)}, 2); err == nil {
			got = len(v[1].Numbers)
		}
		if got != r.want {
			t.Errorf("%s: got vectors of %d numbers, want %d", r.name, got, r.want)
		}
	}
}

func FuzzReply(f *testing.F) {
	for _, r := range answers {
		f.Add([]byte(r.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := vectorsIn(endpoint.Reply{Status: 200, Body: data}, 2)
		if err == nil && (len(v) != 2 || len(v[0].Numbers) == 0 || len(v[0].Numbers) != len(v[1].Numbers)) {
			t.Errorf("%q gave %v", data, v)
		}
	})
}
