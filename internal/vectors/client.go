package vectors

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"mem/internal/memory"
)

// Batch and BatchBytes bound one request: so many texts, and so much of them together unless
// it is one.
const (
	Batch      = 32
	BatchBytes = 32 << 10
)

// Options is the world that a Client may touch besides its server.
type Options struct {
	Curl  string        // the curl program, which asks https; "" for none
	Env   []string      // its environment
	Pause time.Duration // before a second try, twice that before a third; 0 means half a second
}

// The patience of a build, which nobody waits for.
const (
	tries        = 3
	requestTime  = 60 * time.Second
	longestPause = 10 * time.Second
)

// Client asks one endpoint for vectors.
type Client struct {
	model string
	key   memory.Secret
	pause time.Duration
	send  func(ctx context.Context, body []byte) (reply, error)
}

// New gives a client of the endpoint. It does not speak to it yet. A key goes over https, or
// to this machine, and nowhere else.
func New(m memory.Embeddings, o Options) (*Client, error) {
	u, err := address(m.URL)
	if err != nil {
		return nil, err
	}
	headers := []string{"Content-Type: application/json", "Accept: application/json", "User-Agent: mem"}
	if m.Key != "" {
		if strings.ContainsFunc(m.Key.Reveal(), func(r rune) bool { return r < 0x20 || r == 0x7f }) {
			return nil, errors.New("the key has a line break or another control character in it")
		}
		if u.Scheme == "http" && !local(u.Hostname()) {
			return nil, fmt.Errorf("the key is not sent to %s without https: everybody on the way could read it", u.Host)
		}
		headers = append(headers, "Authorization: Bearer "+m.Key.Reveal())
	}
	c := &Client{model: m.Model, key: m.Key, pause: o.Pause}
	if c.pause == 0 {
		c.pause = time.Second / 2
	}
	switch {
	case u.Scheme == "http":
		c.send = newPlain(u, headers).send
	case o.Curl == "":
		return nil, errNoCurl(u)
	default:
		c.send = newCurl(o.Curl, o.Env, u, headers).send
	}
	return c, nil
}

// address is where a request goes: a server alone means /v1/embeddings on it, a path is that
// of the API's root unless it ends in /embeddings.
func address(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("the embedding endpoint is no address of a server")
	}
	path := strings.TrimRight(u.Path, "/")
	switch {
	case path == "":
		path = "/v1/embeddings"
	case !strings.HasSuffix(path, "/embeddings"):
		path += "/embeddings"
	}
	u.Path, u.RawPath = path, ""
	return u, nil
}

// local reports whether a host is this machine.
func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Ask returns the vector of one text. It tries once, and waits as long as the context lasts.
func (c *Client) Ask(ctx context.Context, text string) (Vector, error) {
	out, err := c.once(ctx, []string{text})
	if err != nil {
		return Vector{}, err
	}
	return out[0], nil
}

// request asks for the vectors of some texts, again where that may help.
func (c *Client) request(ctx context.Context, texts []string) ([]Vector, error) {
	for try := 1; ; try++ {
		out, err := c.within(ctx, texts)
		wait := c.pause << (try - 1)
		var no *Refused
		if errors.As(err, &no) {
			wait = max(wait, no.after)
		}
		if err == nil || ctx.Err() != nil || try == tries || !passing(err) || wait > longestPause {
			return out, err
		}
		select {
		case <-ctx.Done():
			return nil, c.plainly(ctx, err)
		case <-time.After(wait):
		}
	}
}

// within is once with a bound on the time of one request.
func (c *Client) within(ctx context.Context, texts []string) ([]Vector, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	return c.once(ctx, texts)
}

func (c *Client) once(ctx context.Context, texts []string) ([]Vector, error) {
	body, err := json.Marshal(struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{c.model, texts})
	if err != nil {
		return nil, err
	}
	r, err := c.send(ctx, body)
	if err != nil {
		return nil, &unreached{c.plainly(ctx, err)}
	}
	out, err := r.vectors(len(texts))
	var no *Refused
	if errors.As(err, &no) {
		no.Said = cut(c.masked(no.Said))
	}
	return out, err
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

// errLate says that the time was up.
var errLate = errors.New("the embedding server did not answer in time")

// plainly makes one sentence of an error: a wait that has ended, or the words of the system
// or of curl without the key.
func (c *Client) plainly(ctx context.Context, err error) error {
	var late interface{ Timeout() bool } // the system's, which may know of it before the context does
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded), ctx.Err() == nil && errors.As(err, &late) && late.Timeout():
		return errLate
	case ctx.Err() != nil:
		return ctx.Err()
	case c.key != "" && strings.Contains(err.Error(), c.key.Reveal()):
		return errors.New(c.masked(err.Error()))
	}
	return err
}

// masked is what somebody said, without the key.
func (c *Client) masked(s string) string {
	if c.key == "" {
		return s
	}
	return strings.ReplaceAll(s, c.key.Reveal(), "(key)")
}

// cut makes one short line of a text.
func cut(text string) string { return memory.Cut(strings.Join(strings.Fields(text), " "), 160) }
