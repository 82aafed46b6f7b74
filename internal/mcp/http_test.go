package mcp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"mem/internal/mcp"
)

func TestOnlyLoopbackAddressesAreListenedOn(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "localhost:0", "192.168.1.5:80", "8765", "[::]:0"} {
		if l, err := mcp.Listen(context.Background(), address); !errors.Is(err, mcp.ErrNotLoopback) {
			t.Errorf("%s: got %v, %v", address, l, err)
		}
	}
}

func TestARequestNeedsTheTokenAndComesFromThisMachine(t *testing.T) {
	w, _ := world(t, mcp.ReadOnly)
	ctx, cancel := context.WithCancel(context.Background())
	l, err := mcp.Listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- mcp.ServeHTTP(ctx, w, l, "sesame") }()
	for _, row := range []struct {
		name   string
		set    func(*http.Request)
		status int
		says   string
	}{
		{"the token", func(*http.Request) {}, http.StatusOK, "memory_search"},
		{"a page of this machine", func(r *http.Request) { r.Header.Set("Origin", "http://localhost:3000") }, http.StatusOK, "memory_search"},
		{"no token", func(r *http.Request) { r.Header.Del("Authorization") }, http.StatusUnauthorized, "token"},
		{"another token", func(r *http.Request) { r.Header.Set("Authorization", "Bearer sesam") }, http.StatusUnauthorized, "token"},
		{"a name that leads here", func(r *http.Request) { r.Host = "evil.example:80" }, http.StatusForbidden, "this machine"},
		{"a page from elsewhere", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, http.StatusForbidden, "this machine"},
		{"a page from nowhere", func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden, "this machine"},
	} {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+l.Addr().String(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Authorization", "Bearer sesame")
		row.set(r)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != row.status || !strings.Contains(string(body), row.says) {
			t.Errorf("%s: got %d %s", row.name, answer.StatusCode, body)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
}
