package vectors

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// A reply is what came back from the server.
type reply struct {
	status int
	after  string // Retry-After, as it was sent
	body   []byte
}

// maxReply is the most of an answer that is read, in bytes: 32 vectors of 16,384 numbers.
const maxReply = 16 << 20

// Refused says that the server answered, and not with vectors.
type Refused struct {
	Status int
	Said   string // the server's own words, "" for none

	after time.Duration // when to ask again, if the server says so
}

func (e *Refused) Error() string {
	text := fmt.Sprintf("the embedding server answers %d", e.Status)
	if e.Said != "" {
		text += ": " + e.Said
	}
	return text
}

// passing reports whether the same request may be answered in a moment.
func (e *Refused) passing() bool {
	switch e.Status {
	case 408, 425, 429, 500, 502, 503, 504:
		return true
	}
	return false
}

// ofTexts reports whether the refusal may be of one of the texts, such as one too long.
func (e *Refused) ofTexts() bool {
	return e.Status == 400 || e.Status == 413 || e.Status == 422
}

// vectors reads an answer to n texts: one vector each, all of one dimension, in order.
func (r reply) vectors(n int) ([]Vector, error) {
	if r.status != 200 {
		return nil, &Refused{Status: r.status, Said: r.said(), after: r.wait()}
	}
	var answer struct {
		Data []struct {
			Index     *int      `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(r.body, &answer); err != nil {
		return nil, errors.New("the embedding server's answer is not that of POST /v1/embeddings")
	}
	if len(answer.Data) != n {
		return nil, fmt.Errorf("the embedding server gave %d vectors for %d texts", len(answer.Data), n)
	}
	out := make([]Vector, n)
	for place, d := range answer.Data {
		if d.Index != nil {
			place = *d.Index
		}
		if place < 0 || place >= n || out[place].Numbers != nil {
			return nil, errors.New("the embedding server's vectors are not numbered like the texts")
		}
		if len(d.Embedding) == 0 || len(d.Embedding) > MaxDim {
			return nil, fmt.Errorf("the embedding server gave a vector of %d numbers", len(d.Embedding))
		}
		v, err := Quantise(d.Embedding)
		if err != nil {
			return nil, err
		}
		out[place] = v
	}
	for _, v := range out {
		if len(v.Numbers) != len(out[0].Numbers) {
			return nil, &WrongDimension{Got: len(v.Numbers), Want: len(out[0].Numbers)}
		}
	}
	return out, nil
}

// said is the message of an error as OpenAI's servers and their like write it. Where the key
// was refused it is left out: some repeat the key.
func (r reply) said() string {
	if r.status == 401 || r.status == 403 {
		return "it does not take the key, or wants one"
	}
	var nested struct {
		Error struct{ Message string }
	}
	var flat struct{ Error, Message, Detail string }
	text := ""
	if json.Unmarshal(r.body, &nested) == nil {
		text = nested.Error.Message
	}
	if text == "" && json.Unmarshal(r.body, &flat) == nil {
		text = flat.Error + flat.Message + flat.Detail
	}
	return text
}

// wait is how long the server wants to be left alone, 0 when it does not say.
func (r reply) wait() time.Duration {
	seconds, err := strconv.Atoi(r.after)
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, 3600)) * time.Second
}

// WrongDimension says that a vector has another number of numbers than those beside it.
type WrongDimension struct{ Got, Want int }

func (e *WrongDimension) Error() string {
	return fmt.Sprintf("the embedding server gave a vector of %d numbers, and those before have %d", e.Got, e.Want)
}
