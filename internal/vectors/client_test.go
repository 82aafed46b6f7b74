package vectors

import (
	"context"
	"encoding/pem"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mem/internal/endpoint"
	"mem/internal/memory"
)

func TestAKeyGoesOverHTTPSOrToThisMachine(t *testing.T) {
	rows := []struct {
		url string
		ok  bool
	}{
		{"http://localhost:1", true}, {"http://127.0.0.1:1", true}, {"http://[::1]:1", true}, {"https://example.invalid", true},
		{"http://example.invalid", false}, {"http://192.168.1.7:11434", false}, {"http://localhost.example.invalid", false},
	}
	for _, r := range rows {
		_, err := New(memory.Embeddings{URL: r.url, Model: "m", Key: "sk-hidden"}, Options{Curl: "/usr/bin/curl"})
		if (err == nil) != r.ok {
			t.Errorf("%s: got %v, want it allowed: %v", r.url, err, r.ok)
		}
		if err != nil && strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: the error tells the key: %v", r.url, err)
		}
	}
	if _, err := New(memory.Embeddings{URL: "https://example.invalid", Model: "m"}, Options{}); err == nil {
		t.Error("https without curl gave no error")
	}
	if _, err := New(memory.Embeddings{URL: "http://localhost", Model: "m", Key: "a\r\nX-Other: b"}, Options{}); err == nil || strings.Contains(err.Error(), "X-Other") {
		t.Errorf("a key with a line break gave %v", err)
	}
}

func TestAQuestionGetsItsVector(t *testing.T) {
	f := serve(t, nil)
	m := f.endpoint()
	m.Key = "sk-hidden"
	got, err := client(t, m).Ask(t.Context(), "a heron stands")
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Quantise(embed("a heron stands", 8))
	if c := Cosine(got, want); c < 0.999999 {
		t.Errorf("its cosine to the right one is %v", c)
	}
	if auth := f.last.Get("Authorization"); auth != "Bearer sk-hidden" {
		t.Errorf("the server was given %q as key", auth)
	}
}

// refusals answers the first n requests with a status.
func refusals(n, status int, body string) func(int, []string) (int, string) {
	return func(at int, _ []string) (int, string) {
		if at <= n {
			return status, body
		}
		return 0, ""
	}
}

func TestWhatPassesIsTriedAgain(t *testing.T) {
	rows := []struct {
		name       string
		n, status  int
		retryAfter string
		requests   int
		ok         bool
	}{
		{"too many requests, twice", 2, 429, "", 3, true},
		{"the server stumbles once", 1, 500, "", 2, true},
		{"it stumbles for good", 9, 503, "", 3, false},
		{"it names no time to wait", 1, 429, "0", 2, true},
		{"it wants to be left alone for an hour", 9, 429, "3600", 1, false},
		{"it knows no such model", 9, 404, "", 1, false},
		{"it does not take the key", 9, 401, "", 1, false},
	}
	for _, r := range rows {
		f := serve(t, func(f *fake) {
			f.refuse, f.header = refusals(r.n, r.status, "busy"), map[string]string{"Retry-After": r.retryAfter}
		})
		_, err := f.client(t).request(t.Context(), []string{"x"})
		if (err == nil) != r.ok || f.requests() != r.requests {
			t.Errorf("%s: got %v after %d requests, want ok %v after %d", r.name, err, f.requests(), r.ok, r.requests)
		}
	}
}

func TestAQuestionIsAskedOnce(t *testing.T) {
	f := serve(t, func(f *fake) { f.refuse = refusals(9, 500, "") })
	if _, err := f.client(t).Ask(t.Context(), "x"); err == nil || f.requests() != 1 {
		t.Errorf("got %v after %d requests, want an error after one", err, f.requests())
	}
}

func TestASilentServerIsLeftInTime(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // takes the request and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = client(t, memory.Embeddings{URL: "http://" + silent.Addr().String(), Model: "m"}).Ask(ctx, "x")
	if !errors.Is(err, endpoint.ErrLate) {
		t.Errorf("got %v, want %v", err, endpoint.ErrLate)
	}
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	_, err = client(t, memory.Embeddings{URL: "http://" + l.Addr().String(), Model: "m"}).request(t.Context(), []string{"x"})
	if err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("got %v, want a refused connection", err)
	}
}

func TestNoErrorTellsTheKey(t *testing.T) {
	const key = "sk-very-hidden-0123456789"
	long := `{"error":{"message":"` + strings.Repeat("x", 150) + ` ` + key + `"}}` // where a message is cut
	for status, body := range map[int]string{
		400: `{"error":{"message":"Incorrect key provided: ` + key + `"}}`, 401: `{"error":{"message":"bad ` + key[:10] + `"}}`,
		403: key, 404: `{"detail":"` + key + `"}`, 413: `{"error":"\u0073k-very-hidden-0123456789"}`, 500: long, 301: key,
	} {
		f := serve(t, func(f *fake) { f.refuse = refusals(9, status, body) })
		m := f.endpoint()
		m.Key = key
		_, err := client(t, m).request(t.Context(), []string{"x"})
		if err == nil || strings.Contains(err.Error(), "hidden") || strings.Contains(err.Error(), "sk-very") {
			t.Errorf("%d: got %v", status, err)
		}
	}
	odd := memory.Embeddings{URL: "http://127.0.0.1:99999", Model: "m", Key: key} // an address that cannot be dialled
	if _, err := client(t, odd).Ask(t.Context(), "x"); err == nil || strings.Contains(err.Error(), "hidden") {
		t.Errorf("got %v", err)
	}
}

func TestHTTPSGoesThroughCurl(t *testing.T) {
	program, err := exec.LookPath("curl")
	if err != nil {
		t.Skip("there is no curl here")
	}
	f := newFake(nil)
	f.Server = httptest.NewTLSServer(f)
	t.Cleanup(f.Close)
	trusted := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: f.Certificate().Raw})
	if err := os.WriteFile(trusted, block, 0o600); err != nil {
		t.Fatal(err)
	}
	m := f.endpoint()
	m.Key = `sk-"hidden"\`
	c, err := New(m, Options{Curl: program, Env: []string{"CURL_CA_BUNDLE=" + trusted, "PATH=" + os.Getenv("PATH")}, Pause: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	text := "a \"quote\",\na line, a \\ and ünïcode"
	got, err := c.Ask(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Quantise(embed(text, 8))
	if cos := Cosine(got, want); cos < 0.999999 || f.calls[0][0] != text {
		t.Errorf("the server was given %q, and the vector's cosine to the right one is %v", f.calls[0][0], cos)
	}
	if auth := f.last.Get("Authorization"); auth != "Bearer "+m.Key.Reveal() {
		t.Errorf("the server was given %q as key", auth)
	}
	f.refuse = refusals(99, 429, `{"error":{"message":"slowly, `+`sk-\"hidden\"\\`+`"}}`)
	var no *endpoint.Refused
	if _, err = c.Ask(t.Context(), text); !errors.As(err, &no) || no.Status != 429 || no.Said != "slowly, (key)" {
		t.Errorf("a refusal came back as %v", err)
	}
	_ = os.Remove(trusted)
	if _, err = c.Ask(t.Context(), text); err == nil || strings.Contains(err.Error(), "hidden") {
		t.Errorf("a server that nobody trusts gave %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err = c.Ask(ctx, text); !errors.Is(err, endpoint.ErrLate) {
		t.Errorf("when the time was up it said %v", err)
	}
}

var _ http.Handler = (*fake)(nil)
