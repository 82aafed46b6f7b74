package vectors

import (
	"encoding/json"
	"hash/fnv"
	"iter"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mem/internal/memory"
)

// fake is an embedding server of a test's own. A text's vector counts its letters.
type fake struct {
	*httptest.Server
	dim    int
	refuse func(n int, texts []string) (status int, body string) // of the nth request, from 1; 0 = none
	header map[string]string                                     // of refusals

	mu    sync.Mutex
	calls [][]string // the texts of each request
	last  http.Header
}

func serve(t *testing.T, change func(*fake)) *fake {
	t.Helper()
	f := newFake(change)
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func newFake(change func(*fake)) *fake {
	f := &fake{dim: 8}
	if change != nil {
		change(f)
	}
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Model string
		Input []string
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.Method != "POST" || r.URL.Path != "/v1/embeddings" || asked.Model == "" {
		http.Error(w, "no", http.StatusNotFound)
		return
	}
	f.mu.Lock()
	f.calls = append(f.calls, asked.Input)
	n := len(f.calls)
	f.last = r.Header.Clone()
	f.mu.Unlock()
	if f.refuse != nil {
		if status, body := f.refuse(n, asked.Input); status != 0 {
			for name, value := range f.header {
				w.Header().Set(name, value)
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
			return
		}
	}
	type datum struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	var answer struct {
		Data []datum `json:"data"`
	}
	for i := len(asked.Input) - 1; i >= 0; i-- { // any order will do
		answer.Data = append(answer.Data, datum{i, embed(asked.Input[i], f.dim)})
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// requests is how many there were so far.
func (f *fake) requests() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.calls)
}

// texts is how many there were so far.
func (f *fake) texts() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, c := range f.calls {
		n += len(c)
	}
	return n
}

// embed counts the words of a text by a hash of each.
func embed(text string, dim int) []float32 {
	v := make([]float32, dim)
	for _, word := range strings.Fields(strings.ToLower(text)) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(word))
		v[int(h.Sum32())%dim]++
	}
	v[0] += 0.01
	return v
}

func (f *fake) endpoint() memory.Embeddings {
	return memory.Embeddings{URL: f.URL, Model: "letters"}
}

func (f *fake) client(t *testing.T) *Client {
	t.Helper()
	return client(t, f.endpoint())
}

func client(t *testing.T, m memory.Embeddings) *Client {
	t.Helper()
	c, err := New(m, Options{Pause: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// notes makes n texts, each with a word of its own.
func notes(n int) []Text {
	var out []Text
	for i := range n {
		name := "note" + strconv.Itoa(i)
		out = append(out, Text{Path: "memory/2026/08/" + name + ".md", Text: "the text of " + name})
	}
	return out
}

func each(texts []Text) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		for _, t := range texts {
			if !yield(t, nil) {
				return
			}
		}
	}
}

func build(t *testing.T, s *Store, c *Client, texts []Text) Built {
	t.Helper()
	b, err := Build(t.Context(), s, c, each(texts), Plan{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}
