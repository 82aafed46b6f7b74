package mcp

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// ErrNotLoopback says that an address can be reached from outside this machine.
var ErrNotLoopback = errors.New("mem listens on this machine only: 127.0.0.1:PORT or [::1]:PORT")

// Listen opens the address of an HTTP server: a loopback address by number, so that no
// resolver has a say in it.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", address, ErrNotLoopback)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("%q: %w", address, ErrNotLoopback)
	}
	var c net.ListenConfig
	return c.Listen(ctx, "tcp", address)
}

// ServeHTTP answers clients on a listener until the context ends. Each request has to bear
// the token, and to be from this machine by its address, its Host and its Origin: a page in
// a browser can reach a loopback port, and a name can be made to lead there.
func ServeHTTP(ctx context.Context, w World, l net.Listener, token string) error {
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return New(w) }, &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	server := &http.Server{Handler: guarded(token, handler), ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	ended := context.AfterFunc(ctx, func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		_ = server.Shutdown(late) // what does not end in time is cut off with the process
	})
	defer ended()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

func guarded(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := r.Header.Get("Authorization")
		switch {
		case !local(r.RemoteAddr), !local(r.Host), r.Header.Get("Origin") != "" && !localOrigin(r.Header.Get("Origin")):
			http.Error(w, "only from this machine", http.StatusForbidden)
		case subtle.ConstantTimeCompare([]byte(given), []byte("Bearer "+token)) != 1:
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the token is missing or wrong", http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// local reports whether an address, or the host that a request is for, is this machine.
func local(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	if len(host) > 2 && host[0] == '[' && host[len(host)-1] == ']' {
		host = host[1 : len(host)-1]
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func localOrigin(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && local(u.Host)
}
