package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"mem/internal/memory"
	"mem/internal/vault"
	"mem/internal/vectors"
)

// errNoVectors says that there is a server, and nothing made by it yet.
var errNoVectors = errors.New("no note has a vector yet; mem index rebuild makes them")

// VectorHealth says how many notes have a vector of the configured model. The zero value:
// none is configured.
type VectorHealth struct {
	Model string `json:"model"`
	Notes int    `json:"notes"` // that are to have one: live notes with words
	Have  int    `json:"have"`  // of the text that they have now
	Bytes int64  `json:"bytes"`
}

// What a night gives to vectors: it has other things to do, and another follows.
const (
	nightTexts = 2000
	nightTime  = 2 * time.Minute
)

// nightVectors makes the vectors that are missing, within a night's bounds.
func (e *Engine) nightVectors(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, nightTime)
	defer cancel()
	e.buildVectors(bounded, nightTexts)
}

// buildVectors makes the vectors that are missing, where the user has configured a server;
// most is the number of texts to send, 0 for all. Vectors can always be made later: what goes
// wrong is a notice.
func (e *Engine) buildVectors(ctx context.Context, most int) {
	m, on := e.endpoint()
	if !on {
		return
	}
	built, err := e.missingVectors(ctx, m, most)
	err = advised(err)
	switch {
	case errors.Is(err, vault.ErrBusy):
		e.notice("another mem is making vectors just now")
	case errors.Is(ctx.Err(), context.Canceled):
	case ctx.Err() != nil:
		e.notice("vectors were made for %d notes in the time that a night gives them: the next goes on", built.Asked)
	case err != nil:
		e.notice("vectors were made for %d notes, then: %v", built.Asked, err)
	}
	if built.Refused > 0 {
		e.notice("the embedding server takes the text of %d notes in no way", built.Refused)
	}
	if built.Held > 0 {
		e.notice("%d notes hold a credential and were not sent to the embedding server", built.Held)
	}
}

func (e *Engine) missingVectors(ctx context.Context, m Endpoint, most int) (vectors.Built, error) {
	client, err := e.client(m)
	if err != nil {
		return vectors.Built{}, err
	}
	listing, err := e.vault.List(ctx)
	if err != nil {
		return vectors.Built{}, err
	}
	release, err := e.vault.VectorsLock(ctx)
	if err != nil {
		return vectors.Built{}, err
	}
	defer release()
	step := func(n, all int) {
		if m.Step != nil {
			m.Step(n, all)
		}
	}
	all := len(listing.Notes)
	built, err := vectors.Build(ctx, e.vectorsOf(m), client, e.vectorTexts(ctx), vectors.Plan{
		Most: most,
		Send: func(text string) bool { return e.refuseSecrets([]named{{"note", text}}) == nil },
		Step: func(n int) { step(min(n, all-1), all) },
	})
	step(all, all)
	return built, err
}

// vectorTexts gives every note with what is to be embedded of it: nothing of one that is retired.
func (e *Engine) vectorTexts(ctx context.Context) iter.Seq2[vectors.Text, error] {
	return func(yield func(vectors.Text, error) bool) {
		for doc, err := range e.allDocs(ctx) {
			t := vectors.Text{}
			if err == nil {
				t = vectorText(doc.Note)
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

func vectorText(n *memory.Note) vectors.Text {
	if !n.Status.Live() || isProbe(n) {
		return vectors.Text{Path: n.Path}
	}
	return vectors.Text{Path: n.Path, Text: embedded(n)}
}

// vectorHealth counts which notes have a vector.
func (e *Engine) vectorHealth(texts iter.Seq2[vectors.Text, error]) (VectorHealth, error) {
	m, on := e.endpoint()
	if !on {
		return VectorHealth{}, nil
	}
	store := e.vectorsOf(m)
	h := VectorHealth{Model: m.Model, Bytes: store.Bytes()}
	known, err := store.Known()
	if err != nil {
		return h, err
	}
	for t, err := range texts {
		if err != nil {
			return h, err
		}
		if t.Text == "" {
			continue
		}
		h.Notes++
		if known.Has(vectors.Entry{Path: t.Path, Key: vectors.KeyOf(t.Text)}) {
			h.Have++
		}
	}
	return h, nil
}

// vectorTextsOf is vectorTexts of notes that have been read already.
func vectorTextsOf(notes []*memory.Note) iter.Seq2[vectors.Text, error] {
	return func(yield func(vectors.Text, error) bool) {
		for _, n := range notes {
			if !yield(vectorText(n), nil) {
				return
			}
		}
	}
}

// advised says what to do where a server has begun to serve another model.
func advised(err error) error {
	var other *vectors.WrongDimension
	if errors.As(err, &other) {
		return fmt.Errorf("%w: if the server has another model now, delete .mem/vectors and run mem index rebuild", err)
	}
	return err
}
