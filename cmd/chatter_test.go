package cmd

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"
)

// chatter is the model's server of one script: whatever it is asked, it says what a file says.
type chatter struct {
	server *httptest.Server
	file   string
	asked  atomic.Int32
}

type chatterKey struct{}

// chatters config SAYS FILE runs a server that says what the file SAYS holds, and writes a config that
// names it; asked N fails unless it was asked just so many times since the last time.
func chatters(ts *testscript.TestScript, neg bool, args []string) {
	x := ts.Value(chatterKey{}).(*chatter)
	switch {
	case !neg && len(args) == 3 && args[0] == "config":
		x.file = ts.MkAbs(args[1])
		if x.server == nil {
			x.server = httptest.NewServer(x)
		}
		text := fmt.Sprintf("judge:\n  url: %s/v1\n  model: small\n  key_env: CHATTER_KEY\n", x.server.URL)
		ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text), 0o600))
	case !neg && len(args) == 2 && args[0] == "asked":
		if want, err := strconv.Atoi(args[1]); err != nil || x.asked.Swap(0) != int32(want) {
			ts.Fatalf("the model was not asked %s times", args[1])
		}
	default:
		ts.Fatalf("usage: chatter config SAYS FILE | asked N")
	}
}

func (x *chatter) stop() {
	if x.server != nil {
		x.server.Close()
	}
}

func (x *chatter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer sk-hidden" {
		http.Error(w, `{"error":{"message":"no such key: `+r.Header.Get("Authorization")+`"}}`, http.StatusNotFound)
		return
	}
	x.asked.Add(1)
	says, err := os.ReadFile(x.file)
	if err != nil {
		http.Error(w, "no", http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(w, `{"choices":[{"message":{"content":%s}}]}`, strconv.Quote(string(says)))
}
