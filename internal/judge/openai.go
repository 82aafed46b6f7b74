package judge

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"mem/internal/dream"
	"mem/internal/endpoint"
	"mem/internal/memory"
)

// OpenAI asks a server that speaks as OpenAI's does: POST …/chat/completions. It asks for the
// answer's schema and does not rely on it.
type OpenAI struct {
	model  string
	url    string
	at     *endpoint.Endpoint
	budget *Budget
	plain  bool // the server takes no schema
}

// Options is the world that OpenAI may touch besides its server.
type Options struct {
	Curl  string        // the curl program, which asks https; "" for none
	Env   []string      // its environment
	Pause time.Duration // before asking again what was refused; 0 means half a second
}

// NewOpenAI gives a judge that asks the server of the config. Notes go over https, or to this
// machine, and nowhere else.
func NewOpenAI(j memory.Judge, o Options, b *Budget) (*OpenAI, error) {
	at, err := endpoint.New(endpoint.Options{
		Name: "model's server", URL: j.URL, Path: "chat/completions", Key: j.Key, Here: true,
		Curl: o.Curl, Env: o.Env, Pause: o.Pause, Time: j.Timeout, Most: mostAnswered,
	})
	if err != nil {
		return nil, err
	}
	return &OpenAI{model: j.Model, url: j.URL, at: at, budget: b}, nil
}

// By names the model.
func (m *OpenAI) By() string { return memory.Cut(m.model, 40) }

// Of tells the model on its server from others.
func (m *OpenAI) Of() string { return digest(m.url, m.model) }

// message is one turn of a conversation.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Adjudicate asks, and once more where the answer cannot be used: then the model is told why.
func (m *OpenAI) Adjudicate(ctx context.Context, c dream.Case) (dream.Verdict, error) {
	q, err := ask(c)
	if err != nil {
		return nil, err
	}
	talk := []message{{"system", q.task}, {"user", q.data}}
	for again := false; ; again = true {
		said, err := m.say(ctx, q, talk)
		if err != nil {
			return nil, err
		}
		v, err := q.read([]byte(said), dream.By(m.By()))
		var unusable *dream.Unusable
		if again || !errors.As(err, &unusable) {
			return v, err
		}
		talk = append(talk, message{"assistant", memory.Cut(said, mostAsked)},
			message{"user", "That answer cannot be used: " + unusable.Why + `. Answer again, with the one JSON object and nothing else; {"verdict": "keep"} and its empty fields if you are not sure.`})
	}
}

// say sends a conversation. A server that refuses the schema is asked without it, from then on.
func (m *OpenAI) say(ctx context.Context, q question, talk []message) (string, error) {
	said, err := m.send(ctx, q, talk)
	var no *endpoint.Refused
	if !m.plain && errors.As(err, &no) && (no.Status == 400 || no.Status == 422) {
		m.plain = true
		return m.send(ctx, q, talk)
	}
	return said, err
}

func (m *OpenAI) send(ctx context.Context, q question, talk []message) (said string, err error) {
	body := map[string]any{"model": m.model, "messages": talk, "stream": false}
	if !m.plain {
		body["temperature"] = 0
		body["response_format"] = map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": "verdict", "strict": true, "schema": json.RawMessage(q.schema),
		}}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	err = m.at.Patiently(ctx, func(ctx context.Context) error {
		return m.budget.call(ctx, func(ctx context.Context) error {
			r, err := m.at.Post(ctx, text)
			if err == nil {
				said, err = content(r)
			}
			return err
		})
	})
	return said, err
}

// content is what the model says in a reply.
func content(r endpoint.Reply) (string, error) {
	if err := r.Refusal(); err != nil {
		return "", err
	}
	var reply struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
				Refusal string `json:"refusal"`
			} `json:"message"`
		} `json:"choices"`
	}
	switch err := json.Unmarshal(r.Body, &reply); {
	case err != nil || len(reply.Choices) == 0:
		return "", errors.New("the model's server gives no answer of POST /v1/chat/completions")
	case reply.Choices[0].Message.Refusal != "":
		return "", &dream.Unusable{Why: "the model refuses to answer"}
	}
	return reply.Choices[0].Message.Content, nil
}
