package vectors

import (
	"context"
	"encoding/json"
	"time"

	"mem/internal/endpoint"
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

// maxReply is the most of an answer that is read, in bytes: 32 vectors of 16,384 numbers.
const maxReply = 16 << 20

// Client asks one endpoint for vectors.
type Client struct {
	model string
	at    *endpoint.Endpoint
}

// New gives a client of the endpoint. It does not speak to it yet. A key goes over https, or
// to this machine, and nowhere else.
func New(m memory.Embeddings, o Options) (*Client, error) {
	at, err := endpoint.New(endpoint.Options{
		Name: "embedding server", URL: m.URL, Path: "embeddings", Key: m.Key,
		Curl: o.Curl, Env: o.Env, Pause: o.Pause, Most: maxReply,
	})
	if err != nil {
		return nil, err
	}
	return &Client{model: m.Model, at: at}, nil
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
func (c *Client) request(ctx context.Context, texts []string) (out []Vector, err error) {
	err = c.at.Patiently(ctx, func(ctx context.Context) error {
		out, err = c.once(ctx, texts)
		return err
	})
	return out, err
}

func (c *Client) once(ctx context.Context, texts []string) ([]Vector, error) {
	body, err := json.Marshal(struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{c.model, texts})
	if err != nil {
		return nil, err
	}
	r, err := c.at.Post(ctx, body)
	if err != nil {
		return nil, err
	}
	return vectorsIn(r, len(texts))
}
