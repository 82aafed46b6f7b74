package engine

import (
	"encoding/json"
	"errors"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mem/internal/memory"
)

// An embedder is a server for which words that mean the same are the same word.
type embedder struct {
	*httptest.Server
	status int           // of every answer; 0 = 200
	hold   chan struct{} // answers wait until it is closed; nil = none does
	came   chan struct{} // closed when the first request has come; nil = nobody waits for it

	mu    sync.Mutex
	texts []string // that it was given
}

func newEmbedder(t *testing.T) *embedder {
	t.Helper()
	x := &embedder{}
	x.Server = httptest.NewServer(x)
	t.Cleanup(x.Close)
	return x
}

var sameMeaning = strings.NewReplacer("automobile", "car", "vehicle", "car", "motor", "engine", ".", "", ",", "")

func (x *embedder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Input []string }
	_ = json.NewDecoder(r.Body).Decode(&asked)
	x.mu.Lock()
	x.texts = append(x.texts, asked.Input...)
	x.mu.Unlock()
	if x.came != nil {
		close(x.came)
	}
	if x.hold != nil {
		<-x.hold
	}
	if x.status != 0 {
		w.WriteHeader(x.status)
		return
	}
	type datum struct {
		Embedding []float64 `json:"embedding"`
	}
	answer := map[string][]datum{}
	for _, text := range asked.Input {
		v := make([]float64, 64)
		for _, word := range strings.Fields(sameMeaning.Replace(strings.ToLower(text))) {
			h := fnv.New32a()
			_, _ = h.Write([]byte(word))
			v[h.Sum32()%64]++
		}
		answer["data"] = append(answer["data"], datum{v})
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// given returns what the server was given since the last call.
func (x *embedder) given() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	texts := x.texts
	x.texts = nil
	slices.Sort(texts)
	return texts
}

// with opens the vault with an endpoint; its key must never be told.
func (v *testVault) with(m memory.Embeddings) *Engine {
	v.t.Helper()
	o := v.options()
	o.Endpoint = func() (Endpoint, error) { return Endpoint{Embeddings: m, Pause: time.Millisecond}, nil }
	e, err := Open(v.root, o)
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(e.Close)
	return e
}

func (x *embedder) endpoint() memory.Embeddings {
	return memory.Embeddings{URL: x.URL, Model: "meaning", Key: "sk-very-hidden", Timeout: time.Minute}
}

// garage is a vault in which words and meaning do not agree.
func garage(t *testing.T) *testVault {
	v := newVault(t)
	v.write("rust", "status: active\n", "The car rusts, the car rusts, the car rusts: wash off the salt.")
	v.write("noise", "status: active\n", "The automobile makes a car noise when the motor is cold.")
	v.write("bike", "status: active\n", "The bicycle is in the cellar.")
	v.write("motor", "status: active\n", "The motor of the automobile wants oil.")
	v.write("old", "status: superseded\n", "The motor of the automobile wants water.")
	v.write("theirs", "status: active\nscope: other\n", "The motor of the automobile wants grease.")
	return v
}

func recallSlugs(t *testing.T, e *Engine, q memory.Query) string {
	t.Helper()
	r, err := e.Recall(t.Context(), Asked{Query: q, NoCount: true})
	if err != nil {
		t.Fatal(err)
	}
	var slugs []string
	for _, x := range r.Results {
		slugs = append(slugs, string(x.Slug))
	}
	return strings.Join(slugs, " ")
}

func rebuild(t *testing.T, e *Engine) VectorHealth {
	t.Helper()
	x, err := e.RebuildIndex(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return x.Vectors
}

func TestWithoutAnEndpointNothingIsAskedAndNothingChanges(t *testing.T) {
	x := newEmbedder(t)
	v := garage(t)
	all := func(e *Engine) string {
		var out []any
		rebuilt, err := e.RebuildIndex(t.Context())
		rebuilt.Generation = "" // that is new each time
		out = append(out, rebuilt, err)
		r, err := e.Recall(t.Context(), Asked{Query: memory.Query{Text: "car noise"}, NoCount: true})
		out = append(out, r, err)
		s, err := e.Status(t.Context())
		out = append(out, s, err)
		text, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	plain := all(v.open())
	if got := all(v.with(memory.Embeddings{})); got != plain || strings.Contains(got, "vectors") {
		t.Errorf("with an empty endpoint: got\n%s\nwant\n%s", got, plain)
	}
	for _, name := range []string{"vectors", "vectors.lock"} {
		if _, err := os.Lstat(filepath.Join(v.root, ".mem", name)); err == nil {
			t.Errorf("there is .mem/%s", name)
		}
	}
	rebuild(t, v.with(x.endpoint()))
	x.given()
	want, _ := v.open().Recall(t.Context(), Asked{Query: memory.Query{Text: "car noise"}, NoCount: true})
	got, err := v.with(x.endpoint()).Recall(t.Context(), Asked{Query: memory.Query{Text: "car noise"}, NoCount: true})
	a, _ := json.Marshal(want)
	b, _ := json.Marshal(got)
	if err != nil || string(a) != string(b) || len(x.given()) > 0 || len(v.notices) > 0 {
		t.Errorf("with vectors of no weight: %v, notices %q\n%s\nwant\n%s", err, v.notices, b, a)
	}
}

func TestRecallByMeaning(t *testing.T) {
	x := newEmbedder(t)
	v := garage(t)
	m := x.endpoint()
	if got, want := rebuild(t, v.with(m)), 5; got.Have != want || got.Notes != want || got.Model != "meaning" || got.Bytes == 0 {
		t.Errorf("built %+v, want %d vectors", got, want)
	}
	weighed, rescuing, both := m, m, m
	weighed.Weight = 100
	rescuing.Rescue = 0.75
	both.Weight, both.Rescue = 100, 0.75
	rows := []struct {
		name string
		m    memory.Embeddings
		q    memory.Query
		want string
	}{
		{"words alone", memory.Embeddings{}, memory.Query{Text: "car motor"}, "noise rust motor"},
		{"a weight", weighed, memory.Query{Text: "car motor"}, "motor noise rust"},
		{"the first by meaning, though not among the first by words", weighed, memory.Query{Text: "car motor", Limit: 1}, "motor"},
		{"nothing joins by its meaning", weighed, memory.Query{Text: "noise vehicle"}, "noise"},
		{"an abstention stays one", weighed, memory.Query{Text: "vehicle engine"}, ""},
		{"the words have nothing", memory.Embeddings{}, memory.Query{Text: "the engine of the vehicle"}, ""},
		{"unless a cosine is to rescue", rescuing, memory.Query{Text: "the engine of the vehicle"}, "motor"},
		{"which it does for no far note", rescuing, memory.Query{Text: "zebra stripes"}, ""},
		{"the scope holds for what joins", both, memory.Query{Text: "the engine of the vehicle", Scope: "other"}, "motor theirs"},
		{"the status too", both, memory.Query{Text: "the engine of the vehicle", Statuses: []memory.Status{memory.Superseded}}, ""},
		{"a date before all notes", both, memory.Query{Text: "the engine of the vehicle", Until: evening.AddDate(-50, 0, 0)}, ""},
	}
	for _, r := range rows {
		if got := recallSlugs(t, v.with(r.m), r.q); got != r.want {
			t.Errorf("%s: got %q, want %q", r.name, got, r.want)
		}
	}
	if len(v.notices) > 0 {
		t.Errorf("notices: %q", v.notices)
	}
	answer, err := v.with(weighed).Recall(t.Context(), Asked{Query: memory.Query{Text: "car motor"}})
	if err != nil {
		t.Fatal(err)
	}
	first := answer.Results[0]
	if first.Factors["cosine"] <= 0 || first.Factors["words"] <= 0 || first.Score <= 1.0/61 || len(answer.Covered) != 2 {
		t.Errorf("the first result is %+v of an answer that covers %q", first, answer.Covered)
	}
}

func TestAVectorCountsWhileItsNoteHasItsText(t *testing.T) {
	x := newEmbedder(t)
	v := garage(t)
	m := x.endpoint()
	m.Rescue = 0.75
	rebuild(t, v.with(m))
	q := memory.Query{Text: "the engine of the vehicle"}
	if got := recallSlugs(t, v.with(m), q); got != "motor" {
		t.Fatalf("got %q", got)
	}
	v.write("motor", "status: active\n", "Something quite different now.")
	if got := recallSlugs(t, v.with(m), q); got != "" {
		t.Errorf("after an edit: got %q", got)
	}
	v.write("motor", "status: unfiled\nimportance: 9\n", "The motor of the automobile wants oil.")
	if got := recallSlugs(t, v.with(m), q); got != "motor" {
		t.Errorf("with the old text and other keys: got %q", got)
	}
	if err := os.Remove(filepath.Join(v.root, "memory", "2026", "08", "motor.md")); err != nil {
		t.Fatal(err)
	}
	if got := recallSlugs(t, v.with(m), q); got != "" {
		t.Errorf("after it was deleted: got %q", got)
	}
}

func TestWhatMayNotLeaveThisMachineIsNotSent(t *testing.T) {
	x := newEmbedder(t)
	v := newVault(t)
	key := "ghp_" + "wJ4kQx9LmN2pR7sT1vB6yZ3cD8fG5hA0eKuW"
	v.write("plain", "status: active\n", "The lathe is loud.")
	v.write("private", "status: active\n", "The drill is loud. <private>Ada's door code</private>")
	v.write("credential", "status: active\n", "The token is "+key+" for now.")
	t.Cleanup(func() { // before the vault is checked
		if err := os.Remove(filepath.Join(v.root, "memory/2026/08/credential.md")); err != nil {
			t.Error(err)
		}
	})
	v.write("retired", "status: expired\n", "The saw is loud.")
	v.write("long", "status: active\n", strings.Repeat("word ", 5000))
	m := x.endpoint()
	m.Rescue = 1
	got := rebuild(t, v.with(m))
	if got.Notes != 4 || got.Have != 3 {
		t.Errorf("built %+v, want 3 of 4", got)
	}
	texts := x.given()
	if len(texts) != 3 || texts[0] != "The drill is loud." || texts[1] != "The lathe is loud." || len(texts[2]) > memory.MostEmbedded+8 {
		t.Errorf("the server was given %.200q", texts)
	}
	if len(v.notices) != 1 || !strings.Contains(v.notices[0], "hold a credential") || strings.Contains(v.notices[0], key) {
		t.Errorf("notices: %q", v.notices)
	}
	recallSlugs(t, v.with(m), memory.Query{Text: "loud " + key})
	if texts := x.given(); len(texts) > 0 {
		t.Errorf("of a question with a credential the server was given %q", texts)
	}
	recallSlugs(t, v.with(m), memory.Query{Text: "loud <private>secret</private>"})
	if texts := x.given(); len(texts) != 1 || strings.Contains(texts[0], "secret") {
		t.Errorf("of a question with a private part the server was given %q", texts)
	}
}

func TestWhenTheServerFailsTheWordsAnswer(t *testing.T) {
	v := garage(t)
	x := newEmbedder(t)
	m := x.endpoint()
	m.Weight, m.Rescue = 100, 0.5
	q := memory.Query{Text: "car motor"}
	words := recallSlugs(t, v.open(), q)
	notice := func(name, want string, m memory.Embeddings) {
		t.Helper()
		v.notices = nil
		if got := recallSlugs(t, v.with(m), q); got != words {
			t.Errorf("%s: got %q, want %q", name, got, words)
		}
		if len(v.notices) != 1 || !strings.Contains(v.notices[0], want) || strings.ContainsAny(v.notices[0], "\n") || strings.Contains(v.notices[0], "hidden") {
			t.Errorf("%s: notices %q, want one with %q", name, v.notices, want)
		}
	}
	notice("nothing was built", "no note has a vector yet", m)
	rebuild(t, v.with(m))
	x.status = 500
	notice("the server stumbles", "500", m)
	x.status = 401
	notice("the key is wrong", "401", m)
	x.status = 0
	slow := m
	slow.Timeout = time.Millisecond
	x.hold = make(chan struct{})
	notice("it is slow", "in time", slow)
	close(x.hold)
	far := m
	far.URL = "http://example.invalid"
	notice("a key would go over the net in the clear", "https", far)
	if err := os.RemoveAll(filepath.Join(v.root, ".mem", "vectors")); err != nil {
		t.Fatal(err)
	}
	notice("the vectors were deleted", "no note has a vector yet", m)
	x.Close()
	rebuild(t, v.with(m)) // fails at nothing
	notice("nothing could be built", "no note has a vector yet", m)
	broken := v.options()
	broken.Endpoint = func() (Endpoint, error) {
		return Endpoint{}, errors.New("/home/ada/config.yaml: embeddings needs both url and model")
	}
	e, err := Open(v.root, broken)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	v.notices = nil
	if got := recallSlugs(t, e, q); got != words || len(v.notices) != 1 || !strings.Contains(v.notices[0], "embeddings are off") {
		t.Errorf("with a broken config: got %q, notices %q", got, v.notices)
	}
}

func TestForgettingAndThePastGoByWordsAlone(t *testing.T) {
	x := newEmbedder(t)
	v := garage(t)
	m := x.endpoint()
	m.Weight, m.Rescue = 100, 0.1
	rebuild(t, v.with(m))
	x.given()
	found, err := v.with(m).WouldForget(t.Context(), memory.Query{Text: "engine vehicle", Limit: 20})
	if err != nil || len(found) > 0 {
		t.Errorf("would forget %d notes, %v", len(found), err)
	}
	recallSlugs(t, v.with(m), memory.Query{Text: "car motor", AsOf: evening})
	if _, err := v.with(m).Status(t.Context()); err != nil {
		t.Error(err)
	}
	if texts := x.given(); len(texts) > 0 {
		t.Errorf("the server was given %q", texts)
	}
}

func TestANightMakesVectorsAndADryRunDoesNot(t *testing.T) {
	x := newEmbedder(t)
	v := garage(t)
	e := v.with(x.endpoint())
	if _, err := e.Dream(t.Context(), Night{DryRun: true}); err != nil || len(x.given()) > 0 {
		t.Errorf("a dry run asked the server; %v", err)
	}
	if _, err := e.Dream(t.Context(), Night{}); err != nil {
		t.Fatal(err)
	}
	if n := len(x.given()); n != 5 {
		t.Errorf("a night sent %d texts, want 5", n)
	}
	if _, err := v.with(x.endpoint()).Dream(t.Context(), Night{}); err != nil || len(x.given()) > 0 {
		t.Errorf("a second night asked again; %v", err)
	}
	s, err := v.with(x.endpoint()).Status(t.Context())
	if err != nil || s.Vectors.Have != 5 || s.Vectors.Notes != 5 {
		t.Errorf("status says %+v, %v", s.Vectors, err)
	}
	x.Close()
	v.write("new", "status: active\n", "A new one.")
	v.notices = nil
	if _, err := v.with(x.endpoint()).Dream(t.Context(), Night{}); err != nil || len(v.notices) != 1 || !strings.Contains(v.notices[0], "made for 0 notes, then: ") {
		t.Errorf("a night without the server: %v, notices %q", err, v.notices)
	}
}

func TestTwoBuildersDoNotGetInEachOthersWay(t *testing.T) {
	x := newEmbedder(t)
	x.hold, x.came = make(chan struct{}), make(chan struct{})
	v := garage(t)
	first := v.with(x.endpoint())
	done := make(chan VectorHealth)
	go func() { r, _ := first.RebuildIndex(t.Context()); done <- r.Vectors }()
	<-x.came // the first has the lock, and waits for the server
	second := v.with(x.endpoint())
	var notices []string
	second.o.Notice = func(s string) { notices = append(notices, s) }
	second.buildVectors(t.Context(), 0)
	if len(notices) != 1 || !strings.Contains(notices[0], "another mem is making vectors") {
		t.Errorf("the second says %q", notices)
	}
	close(x.hold)
	if got := <-done; got.Have != 5 {
		t.Errorf("the first made %+v", got)
	}
}

func TestAVaultThatNamesAServerIsToldAndNotAsked(t *testing.T) {
	x := newEmbedder(t)
	v := newVault(t)
	v.write("plain", "status: active\n", "The lathe is loud.")
	path := filepath.Join(v.root, "mem.yaml")
	if err := os.WriteFile(path, []byte("embeddings: {url: '"+x.URL+"', model: m, weight: 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	rebuild(t, v.open())
	if len(v.notices) != 1 || !strings.Contains(v.notices[0], "a vault cannot say where notes are sent") {
		t.Errorf("notices: %q", v.notices)
	}
	recallSlugs(t, v.open(), memory.Query{Text: "lathe"})
	if texts := x.given(); len(texts) > 0 {
		t.Errorf("the server was given %q", texts)
	}
	checked, err := v.open().Check(t.Context(), false)
	if err != nil || checked.Grave != 1 || checked.Findings[0].Code != "settings-endpoint" {
		t.Errorf("check says %+v, %v", checked, err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}
