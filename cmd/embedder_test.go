package cmd

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// embedders are the embedding servers of one script. A text's vector counts its words.
type embedders struct {
	running map[string]*httptest.Server

	mu    sync.Mutex
	given int // texts since somebody asked
}

type embeddersKey struct{}

// embedder start|stop NAME runs a server for mem to ask; config NAME FILE MORE writes a config
// that names it, with another line; given N fails unless the servers were sent just so many
// texts since the last time.
func embedder(ts *testscript.TestScript, neg bool, args []string) {
	x := ts.Value(embeddersKey{}).(*embedders)
	switch {
	case !neg && len(args) == 2 && args[0] == "start":
		x.running[args[1]] = httptest.NewServer(x)
	case !neg && len(args) == 2 && args[0] == "stop":
		x.running[args[1]].Close()
	case !neg && len(args) == 4 && args[0] == "config":
		text := fmt.Sprintf("embeddings:\n  url: %s/v1\n  model: words\n  key: sk-hidden\n  timeout: 1m\n  %s\n", x.running[args[1]].URL, args[3])
		ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text), 0o600))
	case !neg && len(args) == 2 && args[0] == "given":
		x.mu.Lock()
		defer x.mu.Unlock()
		if want, err := strconv.Atoi(args[1]); err != nil || x.given != want {
			ts.Fatalf("the servers were sent %d texts, want %s", x.given, args[1])
		}
		x.given = 0
	default:
		ts.Fatalf("usage: embedder start NAME | stop NAME | config NAME FILE MORE | given N")
	}
}

func (x *embedders) stop() {
	for _, s := range x.running {
		s.Close()
	}
}

func (x *embedders) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Input []string }
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.URL.Path != "/v1/embeddings" || r.Header.Get("Authorization") != "Bearer sk-hidden" {
		http.Error(w, "no", http.StatusNotFound)
		return
	}
	x.mu.Lock()
	x.given += len(asked.Input)
	x.mu.Unlock()
	type datum struct {
		Embedding [32]float64 `json:"embedding"`
	}
	answer := map[string][]datum{}
	for _, text := range asked.Input {
		var d datum
		for word := range strings.FieldsSeq(text) {
			h := fnv.New32a()
			_, _ = h.Write([]byte(word))
			d.Embedding[h.Sum32()%32]++
		}
		answer["data"] = append(answer["data"], d)
	}
	_ = json.NewEncoder(w).Encode(answer)
}
