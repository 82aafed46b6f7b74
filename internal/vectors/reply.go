package vectors

import (
	"encoding/json"
	"errors"
	"fmt"

	"mem/internal/endpoint"
)

// ofTexts reports whether a refusal may be of one of the texts, such as one too long.
func ofTexts(e *endpoint.Refused) bool {
	return e.Status == 400 || e.Status == 413 || e.Status == 422
}

// vectorsIn reads an answer to n texts: one vector each, all of one dimension, in order.
func vectorsIn(r endpoint.Reply, n int) ([]Vector, error) {
	if err := r.Refusal(); err != nil {
		return nil, err
	}
	var answer struct {
		Data []struct {
			Index     *int      `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(r.Body, &answer); err != nil {
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

// WrongDimension says that a vector has another number of numbers than those beside it.
type WrongDimension struct{ Got, Want int }

func (e *WrongDimension) Error() string {
	return fmt.Sprintf("the embedding server gave a vector of %d numbers, and those before have %d", e.Got, e.Want)
}
