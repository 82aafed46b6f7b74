package endpoint

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"testing"
)

func TestWhereARequestGoes(t *testing.T) {
	rows := []struct{ url, want string }{
		{"http://localhost:11434", "http://localhost:11434/v1/embeddings"},
		{"http://localhost:11434/", "http://localhost:11434/v1/embeddings"},
		{"https://example.invalid/v1", "https://example.invalid/v1/embeddings"},
		{"https://example.invalid/api/v3/", "https://example.invalid/api/v3/embeddings"},
		{"https://example.invalid/v1/embeddings", "https://example.invalid/v1/embeddings"},
		{"https://example.invalid/openai/embeddings?api-version=1", "https://example.invalid/openai/embeddings?api-version=1"},
		{"ftp://example.invalid", ""},
		{"localhost:11434", ""},
		{"", ""},
	}
	for _, r := range rows {
		got := ""
		if u, err := address(Options{URL: r.url, Path: "embeddings"}); err == nil {
			got = u.String()
		}
		if got != r.want {
			t.Errorf("%q: got %q, want %q", r.url, got, r.want)
		}
	}
}

func TestNotesGoOverHTTPSOrToThisMachine(t *testing.T) {
	for _, r := range []struct {
		url      string
		here, ok bool
	}{
		{"http://localhost:1", true, true}, {"http://127.0.0.1:1", true, true}, {"http://[::1]:1", true, true}, {"https://example.invalid", true, true},
		{"http://example.invalid", true, false}, {"http://192.168.1.7:11434", true, false}, {"http://localhost.example.invalid", true, false},
		{"http://192.168.1.7:11434", false, true},
	} {
		_, err := New(Options{Name: "server", URL: r.url, Path: "x", Here: r.here, Curl: "/usr/bin/curl"})
		if (err == nil) != r.ok {
			t.Errorf("%s: got %v, want it allowed: %v", r.url, err, r.ok)
		}
	}
}

func TestAnErrorIsOneSentenceAndTellsNoKey(t *testing.T) {
	e, err := New(Options{Name: "odd server", URL: "http://127.0.0.1:1", Path: "x", Key: "sk-hidden"})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct {
		err  error
		want string
	}{
		{&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, "the odd server did not answer in time"}, // a dial ends a moment before its context
		{&net.OpError{Op: "dial", Err: context.DeadlineExceeded}, "the odd server did not answer in time"},
		{errors.Join(errors.New("broken pipe"), errHungUp), "the odd server hung up"},
		{errors.New("no such host: sk-hidden"), "no such host: (key)"},
	} {
		if got := e.plainly(t.Context(), r.err); got.Error() != r.want {
			t.Errorf("got %q, want %q", got, r.want)
		}
	}
}

func TestWhatCurlCannotReadIsTooMuch(t *testing.T) {
	u := &url.URL{Scheme: "https", Host: "example.invalid"}
	r, err := newCurl("curl", nil, u, nil, most).send(t.Context(), []byte(strings.Repeat(`"`, maxLine)))
	if err != nil || r.Status != 413 {
		t.Errorf("got %d, %v; want 413, so that it is sent in parts", r.Status, err)
	}
}

func TestAnAnswerWithoutAnEndIsNotKept(t *testing.T) {
	b := &bounded{room: 10}
	if n, err := io.Copy(b, strings.NewReader(strings.Repeat("x", 100))); n != 100 || err != nil || b.kept.Len() != 10 || b.room != 0 {
		t.Errorf("copied %d, %v, and kept %d with room for %d", n, err, b.kept.Len(), b.room)
	}
}
