package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

// request is what a fake server was sent.
type request struct {
	Model       string           `json:"model"`
	Messages    []message        `json:"messages"`
	Temperature *int             `json:"temperature"`
	Format      *json.RawMessage `json:"response_format"`
}

// fake is a model's server of a test's own.
type fake struct {
	*httptest.Server
	mu    sync.Mutex
	got   []request
	reply func(n int, r request, w http.ResponseWriter) // to the nth request, from 1
}

func serve(t *testing.T, reply func(n int, r request, w http.ResponseWriter)) *fake {
	t.Helper()
	f := &fake{reply: reply}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var got request
	if err := json.NewDecoder(r.Body).Decode(&got); err != nil || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer sk-hidden" {
		http.Error(w, "no", http.StatusNotFound)
		return
	}
	f.mu.Lock()
	f.got = append(f.got, got)
	n := len(f.got)
	f.mu.Unlock()
	f.reply(n, got, w)
}

// sent is what it was sent so far.
func (f *fake) sent() []request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.got
}

// replies answers with what a model says.
func replies(w http.ResponseWriter, text string) {
	fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{}}`, mustJSON(text))
}

func mustJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func (f *fake) model(t *testing.T, b *Budget) *OpenAI {
	t.Helper()
	m, err := NewOpenAI(memory.Judge{URL: f.URL, Model: "small", Key: "sk-hidden", Timeout: time.Minute}, Options{Pause: time.Millisecond}, b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAServerIsAskedForAVerdict(t *testing.T) {
	for _, r := range sayings {
		f := serve(t, func(_ int, _ request, w http.ResponseWriter) { replies(w, r.said) })
		got := outcome(f.model(t, &Budget{}).Adjudicate(t.Context(), lathe))
		requests := 1
		if strings.HasPrefix(r.want, "unusable") {
			requests = 2 // one to mend it
		}
		if got != r.want || len(f.sent()) != requests {
			t.Errorf("%s: got %s after %d requests, want %s after %d", r.name, got, len(f.sent()), r.want, requests)
		}
	}
}

func TestAnAnswerThatCannotBeUsedIsMendedOnce(t *testing.T) {
	f := serve(t, func(n int, _ request, w http.ResponseWriter) {
		if n == 1 {
			replies(w, `{"verdict":"type","type":"decision","quote":"oil"}`)
			return
		}
		replies(w, good)
	})
	if got := outcome(f.model(t, &Budget{}).Adjudicate(t.Context(), lathe)); got != good {
		t.Errorf("got %s, want %s", got, good)
	}
	last := f.sent()[1].Messages
	if len(last) != 4 || last[2].Role != "assistant" || !strings.Contains(last[3].Content, "not offered") {
		t.Errorf("it was told %+v", last)
	}
}

func TestAServerGetsASchemaAndFencedNotes(t *testing.T) {
	f := serve(t, func(_ int, _ request, w http.ResponseWriter) { replies(w, good) })
	_, _ = f.model(t, &Budget{}).Adjudicate(t.Context(), lathe)
	got := f.sent()[0]
	if got.Model != "small" || got.Format == nil || !strings.Contains(string(*got.Format), `"strict":true`) || got.Temperature == nil || *got.Temperature != 0 {
		t.Errorf("it was sent %+v", got)
	}
	if m := got.Messages; len(m) != 2 || m[0].Role != "system" || strings.Contains(m[0].Content, "lathe") || m[1].Role != "user" || !strings.HasPrefix(m[1].Content, "<<") {
		t.Errorf("the notes are among the rules: %+v", m)
	}
}

func TestWhatAServerMayDoInstead(t *testing.T) {
	status := func(code int, body string, header ...string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			if len(header) == 2 {
				w.Header().Set(header[0], header[1])
			}
			w.WriteHeader(code)
			_, _ = w.Write([]byte(body))
		}
	}
	for _, r := range []struct {
		name     string
		first    int // requests that are answered so
		with     func(http.ResponseWriter)
		want     string
		requests int
	}{
		{"it takes no schema", 1, status(400, `{"error":{"message":"response_format is not supported"}}`), good, 2},
		{"it takes nothing", 9, status(400, `{"error":{"message":"bad"}}`), "failed: the model's server answers 400: bad", 2},
		{"it is busy once", 1, status(429, "", "Retry-After", "0"), good, 2},
		{"it is busy for an hour", 9, status(429, "", "Retry-After", "3600"), "failed: the model's server answers 429", 1},
		{"it stumbles twice", 2, status(500, ""), good, 3},
		{"it stumbles for good", 9, status(503, ""), "failed: the model's server answers 503", 3},
		{"it does not take the key, and repeats it", 9, status(401, `{"error":{"message":"bad sk-hidden"}}`), "failed: the model's server answers 401: it does not take the key, or wants one", 1},
		{"it repeats the key", 9, status(404, `{"error":{"message":"no model for sk-hidden"}}`), "failed: the model's server answers 404: no model for (key)", 1},
		{"a page for people", 9, status(200, "<html>"), "failed: the model's server gives no answer of POST /v1/chat/completions", 1},
		{"no choice", 9, status(200, `{"choices":[]}`), "failed: the model's server gives no answer of POST /v1/chat/completions", 1},
		{"half a reply", 9, status(200, `{"choices":[{"message":{"content":"{`), "failed: the model's server gives no answer of POST /v1/chat/completions", 1},
		{"it refuses in the field for it", 9, status(200, `{"choices":[{"message":{"content":null,"refusal":"I cannot."}}]}`), "unusable: the model refuses to answer", 1},
		{"it writes without an end", 9, status(200, strings.Repeat(" ", mostAnswered+1)), "failed: the model's server gives an answer that is too long", 3},
	} {
		f := serve(t, func(n int, _ request, w http.ResponseWriter) {
			if n <= r.first {
				r.with(w)
				return
			}
			replies(w, good)
		})
		if got := outcome(f.model(t, &Budget{}).Adjudicate(t.Context(), lathe)); got != r.want || len(f.sent()) != r.requests {
			t.Errorf("%s: got %s after %d requests, want %s after %d", r.name, got, len(f.sent()), r.want, r.requests)
		}
	}
}

func TestASlowServerIsLeftInTime(t *testing.T) {
	over := make(chan struct{})
	f := serve(t, func(_ int, _ request, w http.ResponseWriter) { <-over })
	defer close(over)
	m, err := NewOpenAI(memory.Judge{URL: f.URL, Model: "small", Key: "sk-hidden", Timeout: 20 * time.Millisecond}, Options{Pause: time.Millisecond}, &Budget{})
	if err != nil {
		t.Fatal(err)
	}
	if got := outcome(m.Adjudicate(t.Context(), lathe)); got != "failed: the model's server did not answer in time" {
		t.Errorf("got %s", got)
	}
	b := &Budget{Time: 20 * time.Millisecond}
	if got := outcome(f.model(t, b).Adjudicate(t.Context(), lathe)); !strings.Contains(got, "is over (20ms)") && !strings.Contains(got, "in time") {
		t.Errorf("got %s", got)
	}
	if got := outcome(f.model(t, b).Adjudicate(t.Context(), lathe)); got != "unasked: the night's time for it is over (20ms)" {
		t.Errorf("when the time was spent: got %s", got)
	}
}

func TestNotesAreNotSentInTheClear(t *testing.T) {
	for url, ok := range map[string]bool{"http://192.168.1.7:11434": false, "http://example.invalid": false, "http://127.0.0.1:1": true, "https://example.invalid": true} {
		if _, err := NewOpenAI(memory.Judge{URL: url, Model: "m"}, Options{Curl: "/usr/bin/curl"}, &Budget{}); (err == nil) != ok {
			t.Errorf("%s: got %v, want it allowed: %v", url, err, ok)
		}
	}
}

func TestANightCostsWhatItMay(t *testing.T) {
	f := serve(t, func(_ int, _ request, w http.ResponseWriter) { replies(w, "prose") })
	m := f.model(t, &Budget{Calls: 3})
	want := []string{"unusable: it is prose, and no JSON object", "unasked: the night's calls are made (3)", "unasked: the night's calls are made (3)"}
	for i, w := range want { // two calls, then one and none to mend it
		if got := outcome(m.Adjudicate(t.Context(), lathe)); got != w {
			t.Errorf("question %d: got %s, want %s", i+1, got, w)
		}
	}
	if len(f.sent()) != 3 {
		t.Errorf("%d calls were made, want 3", len(f.sent()))
	}
	long := dream.MergeOrKeep{One: dream.Passage{Text: strings.Repeat("a ", mostAsked)}, Other: lathe.Passage}
	if got := outcome(f.model(t, &Budget{}).Adjudicate(t.Context(), long)); got != "unasked: the notes are too long to be asked about" || len(f.sent()) != 3 {
		t.Errorf("notes without an end: got %s", got)
	}
}

func TestTheSameQuestionIsPutOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts.jsonl")
	f := serve(t, func(_ int, r request, w http.ResponseWriter) {
		if strings.Contains(r.Messages[1].Content, "anvil") {
			replies(w, "prose")
			return
		}
		replies(w, good)
	})
	anvil := lathe
	anvil.Passage.Text = "The anvil is rented."
	for range 2 { // two nights
		r := &Record{Path: path, By: "small", Of: "1", Ask: f.model(t, &Budget{})}
		if got := outcome(r.Adjudicate(t.Context(), lathe)); got != good {
			t.Errorf("got %s, want %s", got, good)
		}
	}
	if len(f.sent()) != 1 {
		t.Errorf("%d requests, want one", len(f.sent()))
	}
	for i, want := range []string{"unusable: it is prose, and no JSON object", `{"verdict":"keep"}`} { // told once
		r := &Record{Path: path, By: "small", Of: "1", Ask: f.model(t, &Budget{})}
		for range 2 { // a night may be planned twice
			if got := outcome(r.Adjudicate(t.Context(), anvil)); got != want {
				t.Errorf("night %d: got %s, want %s", i+1, got, want)
			}
		}
	}
	other := &Record{Path: path, By: "small", Of: "2", Ask: f.model(t, &Budget{})}
	if _ = outcome(other.Adjudicate(t.Context(), lathe)); len(f.sent()) != 4 {
		t.Errorf("another model is not asked: %d requests", len(f.sent()))
	}
	first := &Record{Path: path, By: "small", Of: "1", Ask: f.model(t, &Budget{})}
	if _ = outcome(first.Adjudicate(t.Context(), lathe)); len(f.sent()) != 4 {
		t.Errorf("the first model is asked again: %d requests", len(f.sent()))
	}
}

func TestARecordIsReplayed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts.jsonl")
	r := &Record{Path: path, By: "small", Of: "1", Ask: dream.AdjudicatorFunc(func(context.Context, dream.Case) (dream.Verdict, error) {
		return dream.GiveType{By: "small", Type: memory.Fix, Quote: "oil"}, nil
	})}
	if _, err := r.Adjudicate(t.Context(), lathe); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	torn := string(data) + `{"key":"` // a process was killed here
	if err := os.WriteFile(path, []byte(torn), 0o600); err != nil {
		t.Fatal(err)
	}
	anvil := lathe
	anvil.Passage.Text = "The anvil needs oil."
	if _, err := (&Record{Path: path, By: "small", Of: "1", Ask: r.Ask}).Adjudicate(t.Context(), anvil); err != nil {
		t.Fatal(err)
	}
	replay, err := ReadReplay(path)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"verdict":"type","type":"fix","quote":"oil"}`
	for _, c := range []dream.Case{lathe, anvil} {
		if got := outcome(replay.Adjudicate(t.Context(), c)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	anvil.Passage.Text = "The anvil needs a hammer."
	if got := outcome(replay.Adjudicate(t.Context(), anvil)); got != "unasked: no answer to it is recorded" {
		t.Errorf("another text: got %s", got)
	}
	if none, err := ReadReplay(filepath.Join(t.TempDir(), "none")); err != nil || outcome(none.Adjudicate(t.Context(), lathe)) != "unasked: no answer to it is recorded" {
		t.Errorf("a record that is not there: %v", err)
	}
}

func TestAModelIsAskedOnlyWhereTheRulesAreNotSure(t *testing.T) {
	asked := 0
	chain := Chain{Rules{}, dream.AdjudicatorFunc(func(context.Context, dream.Case) (dream.Verdict, error) {
		asked++
		return dream.GiveType{By: "small", Type: memory.Fix, Quote: "oil"}, nil
	})}
	choices := memory.Types[:]
	v, err := chain.Adjudicate(t.Context(), dream.TypeOf{Passage: dream.Passage{Text: "Ada prefers tea."}, Choices: choices})
	if err != nil || v.(dream.GiveType).Type != memory.Preference || asked != 0 {
		t.Errorf("the rules are sure: got %v, %v, and the model was asked %d times", v, err, asked)
	}
	if v, err = chain.Adjudicate(t.Context(), dream.TypeOf{Passage: dream.Passage{Text: "An anvil."}, Choices: choices}); err != nil || v.Author() != "small" {
		t.Errorf("the rules are not sure: got %v, %v", v, err)
	}
	if v, err = (Chain{}).Adjudicate(t.Context(), lathe); err != nil || v != (dream.Keep{}) {
		t.Errorf("nobody is there: got %v, %v", v, err)
	}
}
