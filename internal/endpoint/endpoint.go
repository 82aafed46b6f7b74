package endpoint

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"mem/internal/memory"
)

// Options says whom to ask, and what of the world that takes.
type Options struct {
	Name string // what errors call the server: "embedding server"
	URL  string // http or https: a server alone, an API's root, or all of it
	Path string // of the call below the root: "embeddings"
	Key  memory.Secret
	Here bool // http is for this machine alone, also without a key

	Curl  string        // the curl program, which asks https; "" for none
	Env   []string      // its environment
	Most  int           // bytes of an answer that are read; 0 means 16 MiB
	Pause time.Duration // before a second try, twice that before a third; 0 means half a second
	Time  time.Duration // for one try of Patiently; 0 means a minute
}

// Endpoint asks one server.
type Endpoint struct {
	o    Options
	send func(ctx context.Context, body []byte) (Reply, error)
}

// New gives an endpoint. It does not speak to it yet. A key goes over https, or to this
// machine, and nowhere else.
func New(o Options) (*Endpoint, error) {
	u, err := address(o)
	if err != nil {
		return nil, err
	}
	if o.Most == 0 {
		o.Most = 16 << 20
	}
	if o.Pause == 0 {
		o.Pause = time.Second / 2
	}
	if o.Time == 0 {
		o.Time = time.Minute
	}
	headers := []string{"Content-Type: application/json", "Accept: application/json", "User-Agent: mem"}
	if o.Key != "" {
		if strings.ContainsFunc(o.Key.Reveal(), func(r rune) bool { return r < 0x20 || r == 0x7f }) {
			return nil, errors.New("the key has a line break or another control character in it")
		}
		if u.Scheme == "http" && !local(u.Hostname()) {
			return nil, fmt.Errorf("the key is not sent to %s without https: everybody on the way could read it", u.Host)
		}
		headers = append(headers, "Authorization: Bearer "+o.Key.Reveal())
	}
	e := &Endpoint{o: o}
	switch {
	case u.Scheme == "http" && o.Here && !local(u.Hostname()):
		return nil, fmt.Errorf("notes are not sent to %s without https: everybody on the way could read them", u.Host)
	case u.Scheme == "http":
		e.send = newPlain(u, headers, o.Most).send
	case o.Curl == "":
		return nil, errNoCurl(u)
	default:
		e.send = newCurl(o.Curl, o.Env, u, headers, o.Most).send
	}
	return e, nil
}

// address is where a request goes: a server alone means /v1/PATH on it, a path is that of the
// API's root unless it ends in the call's.
func address(o Options) (*url.URL, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the %s has no address of a server", o.Name)
	}
	path := strings.TrimRight(u.Path, "/")
	switch {
	case path == "":
		path = "/v1/" + o.Path
	case !strings.HasSuffix(path, "/"+o.Path):
		path += "/" + o.Path
	}
	u.Path, u.RawPath = path, ""
	return u, nil
}

// local reports whether a host is this machine.
func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Post sends a document once, and waits as long as the context lasts. The error is that of the
// way, in one sentence; what the server answers, also a refusal, is a Reply.
func (e *Endpoint) Post(ctx context.Context, body []byte) (Reply, error) {
	r, err := e.send(ctx, body)
	if err != nil {
		return Reply{}, &unreached{e.plainly(ctx, err)}
	}
	r.name, r.masked = e.o.Name, e.masked
	return r, nil
}

// The patience of who has time.
const (
	tries        = 3
	longestPause = 10 * time.Second
)

// Patiently does what asks this endpoint, and again where that may help: when it could not be
// reached, or says that it may answer in a moment.
func (e *Endpoint) Patiently(ctx context.Context, do func(context.Context) error) error {
	for try := 1; ; try++ {
		err := e.within(ctx, do)
		wait := e.o.Pause << (try - 1)
		var no *Refused
		if errors.As(err, &no) {
			wait = max(wait, no.after)
		}
		if err == nil || ctx.Err() != nil || try == tries || !passing(err) || wait > longestPause {
			return err
		}
		select {
		case <-ctx.Done():
			return e.plainly(ctx, err)
		case <-time.After(wait):
		}
	}
}

// within does something once, with a bound on its time.
func (e *Endpoint) within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, e.o.Time)
	defer cancel()
	return do(ctx)
}

// unreached is an error on the way: it may be gone in a moment.
type unreached struct{ error }

func (e *unreached) Unwrap() error { return e.error }

// passing reports whether to ask again may help.
func passing(err error) bool {
	var way *unreached
	var no *Refused
	return errors.As(err, &way) || errors.As(err, &no) && no.passing()
}

// fault is what a server did, in words that follow its name.
type fault string

func (f fault) Error() string { return string(f) }

// What a server may do instead of answering.
const (
	ErrLate    = fault("did not answer in time")
	errTooLong = fault("gives an answer that is too long")
	errHungUp  = fault("hung up")
	errCut     = fault("hung up in the middle of its answer")
	errNotHTTP = fault("does not speak HTTP/1.1")
)

// plainly makes one sentence of an error: a wait that has ended, what the server did, or the
// words of the system or of curl without the key.
func (e *Endpoint) plainly(ctx context.Context, err error) error {
	var late interface{ Timeout() bool } // the system's, which may know of it before the context does
	var did fault
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded), ctx.Err() == nil && errors.As(err, &late) && late.Timeout():
		return fmt.Errorf("the %s %w", e.o.Name, ErrLate)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &did):
		return fmt.Errorf("the %s %w", e.o.Name, did)
	case e.o.Key != "" && strings.Contains(err.Error(), e.o.Key.Reveal()):
		return errors.New(e.masked(err.Error()))
	}
	return err
}

// masked is what somebody said, without the key.
func (e *Endpoint) masked(s string) string {
	if e.o.Key == "" {
		return s
	}
	return strings.ReplaceAll(s, e.o.Key.Reveal(), "(key)")
}

// cut makes one short line of a text.
func cut(text string) string { return memory.Cut(strings.Join(strings.Fields(text), " "), 160) }
