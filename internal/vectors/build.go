package vectors

import (
	"context"
	"errors"
	"iter"

	"mem/internal/endpoint"
)

// Text is what stands for a note before the model.
type Text struct {
	Path string
	Text string // "": it is not to have a vector
}

// Plan says how far a build is to go. The zero value is all the way.
type Plan struct {
	Most int               // texts to ask for; 0 means all
	Send func(string) bool // whether a text may leave this machine; nil means each may
	Step func(done int)    // texts looked at so far; may be nil
}

// Built is what a build found and did.
type Built struct {
	Notes   int // texts that are to have a vector
	Have    int // of them: those that have one now
	Asked   int // texts that were sent and got one
	Refused int // texts that the server takes in no way
	Held    int // texts that may not leave this machine
}

// Build brings a store up to the texts of the notes: what is missing is asked for, in
// batches. What was got before an error is kept. Its caller lets nobody else build.
func Build(ctx context.Context, s *Store, c *Client, texts iter.Seq2[Text, error], p Plan) (Built, error) {
	known, err := s.Known()
	if err != nil {
		return Built{}, err
	}
	w, err := s.write(known)
	if err != nil {
		return Built{}, err
	}
	defer w.file.Close()
	b := builder{ctx: ctx, c: c, w: w, plan: p, live: map[Entry]bool{}}
	looked := 0
	for t, err := range texts {
		if err == nil {
			err = b.take(t)
		}
		if err != nil {
			return b.out, err
		}
		if looked++; p.Step != nil {
			p.Step(looked)
		}
	}
	if err := b.flush(); err != nil {
		return b.out, err
	}
	if b.refusal != nil && b.out.Have == 0 {
		return b.out, b.refusal
	}
	if err := w.file.Close(); err != nil {
		return b.out, err
	}
	return b.out, s.tidy(known, b.live)
}

type builder struct {
	ctx  context.Context
	c    *Client
	w    *writer
	plan Plan

	out     Built
	live    map[Entry]bool
	entries []Entry  // that wait to be asked for
	texts   []string // of them
	bytes   int
	refusal error // of the last text that was refused
}

// take looks at one text: it has its vector, gets that of the same text elsewhere, or waits.
func (b *builder) take(t Text) error {
	if t.Text == "" {
		return b.ctx.Err()
	}
	e := Entry{t.Path, KeyOf(t.Text)}
	b.out.Notes++
	if b.w.known.Has(e) {
		b.live[e] = true
		b.out.Have++
		return b.ctx.Err()
	}
	if v, ok := b.w.vectorOf(e.Key); ok {
		b.live[e] = true
		b.out.Have++
		return b.w.add([]Entry{e}, []Vector{v})
	}
	if b.plan.Send != nil && !b.plan.Send(t.Text) {
		b.out.Held++
		return b.ctx.Err()
	}
	if b.plan.Most > 0 && b.out.Asked+b.out.Refused+len(b.texts) >= b.plan.Most {
		return b.ctx.Err()
	}
	if len(b.texts) == Batch || b.bytes+len(t.Text) > BatchBytes {
		if err := b.flush(); err != nil {
			return err
		}
	}
	b.entries, b.texts, b.bytes = append(b.entries, e), append(b.texts, t.Text), b.bytes+len(t.Text)
	return nil
}

// flush asks for the texts that wait.
func (b *builder) flush() error {
	entries, texts := b.entries, b.texts
	b.entries, b.texts, b.bytes = nil, nil, 0
	if len(texts) == 0 {
		return b.ctx.Err()
	}
	return b.ask(entries, texts)
}

// givenUp is how many texts are refused, one by one and none taken, before it is clear that
// it is not the texts.
const givenUp = 8

// ask asks for some texts. Where one may be why all are refused, the halves are asked for.
func (b *builder) ask(entries []Entry, texts []string) error {
	vectors, err := b.c.request(b.ctx, texts)
	var no *endpoint.Refused
	switch {
	case err == nil:
		if err := b.w.add(entries, vectors); err != nil {
			return err
		}
		for _, e := range entries {
			b.live[e] = true
		}
		b.out.Have += len(entries)
		b.out.Asked += len(entries)
		return nil
	case !errors.As(err, &no) || !ofTexts(no):
		return err
	case len(texts) == 1:
		b.out.Refused++
		b.refusal = err
		if b.out.Asked == 0 && b.out.Refused == givenUp {
			return err
		}
		return nil
	}
	half := len(texts) / 2
	if err := b.ask(entries[:half], texts[:half]); err != nil {
		return err
	}
	return b.ask(entries[half:], texts[half:])
}
