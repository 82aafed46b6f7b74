package judge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"mem/internal/dream"
)

// Replay answers from what was recorded, and asks nobody: by case, whatever model said it. A
// case that was not recorded is Unasked.
type Replay struct{ lines map[string]recorded } // by case, and by case and model: see keep

// recorded is one line of a record.
type recorded struct {
	Key     string          `json:"key"`
	By      string          `json:"by"`
	Of      string          `json:"of"` // see Record
	Verdict json.RawMessage `json:"verdict"`
}

// ReadReplay reads a record. One that is not there is empty; a line that is damaged is left out.
func ReadReplay(path string) (Replay, error) {
	r := Replay{lines: map[string]recorded{}}
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return r, fmt.Errorf("read what a judge said before: %w", err)
	}
	for line := range bytes.Lines(data) {
		var l recorded
		if json.Unmarshal(line, &l) == nil && l.Key != "" && len(l.Verdict) > 0 {
			r.keep(l)
		}
	}
	return r, nil
}

// keep makes a line the last that was said to its case, by anybody and by its model.
func (r Replay) keep(l recorded) { r.lines[l.Key], r.lines[l.Key+" "+l.Of] = l, l }

// Adjudicate returns the verdict that was recorded.
func (r Replay) Adjudicate(_ context.Context, c dream.Case) (dream.Verdict, error) {
	v, ok, err := r.said(c, "")
	if !ok {
		return nil, &dream.Unasked{Why: "no answer to it is recorded"}
	}
	return v, err
}

// said looks a case up; of is the model that must have answered, "" for any.
func (r Replay) said(c dream.Case, of string) (dream.Verdict, bool, error) {
	key := KeyOf(c)
	if of != "" {
		key += " " + of
	}
	l, ok := r.lines[key]
	if !ok {
		return nil, false, nil
	}
	v, err := question{c: c, kind: kindOf(c)}.read(l.Verdict, dream.By(l.By))
	return v, true, err
}

// Record asks a model what it was not asked before, and remembers each answer in a file: the
// same question is put once, and the same vault gets the same answers. An answer that is not
// used is remembered as Keep, so that it is told once.
type Record struct {
	Path string
	By   string // the model's name
	Of   string // tells it from others of that name: another program line, another server
	Ask  dream.Adjudicator

	known   *Replay
	tonight map[string]result // by case: a night that is planned anew gets the same answers
	begun   bool              // something was written
}

// result is what came of a case.
type result struct {
	v   dream.Verdict
	err error
}

// mostRecorded is how many bytes a record may have before its older half is dropped.
const mostRecorded = 8 << 20

// Adjudicate returns what was recorded, else asks.
func (r *Record) Adjudicate(ctx context.Context, c dream.Case) (dream.Verdict, error) {
	key := KeyOf(c)
	if was, ok := r.tonight[key]; ok {
		return was.v, was.err
	}
	v, err := r.answer(ctx, c)
	if r.tonight == nil {
		r.tonight = map[string]result{}
	}
	r.tonight[key] = result{v, err}
	return v, err
}

func (r *Record) answer(ctx context.Context, c dream.Case) (dream.Verdict, error) {
	if r.known == nil {
		known, err := ReadReplay(r.Path)
		if err != nil {
			return nil, err
		}
		r.known = &known
	}
	if v, ok, err := r.known.said(c, r.Of); ok && err == nil { // one that a later check refuses is asked for again
		return v, nil
	}
	v, err := r.Ask.Adjudicate(ctx, c)
	var unusable *dream.Unusable
	switch {
	case errors.As(err, &unusable):
		_ = r.add(c, dream.Keep{}) // what it said is told; that it is told again costs nothing but a call
	case err == nil:
		err = r.add(c, v)
	}
	return v, err
}

// add writes a verdict down before it counts.
func (r *Record) add(c dream.Case, v dream.Verdict) error {
	l := recorded{Key: KeyOf(c), By: r.By, Of: r.Of, Verdict: written(v)}
	r.known.keep(l)
	line, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("note what the judge said: %w", err)
	}
	if err := r.halve(); err != nil {
		return fmt.Errorf("note what the judge said: %w", err)
	}
	f, err := os.OpenFile(r.Path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("note what the judge said: %w", err)
	}
	if line = append(line, '\n'); !r.begun { // the last line of a process that was killed has no end
		line = append([]byte{'\n'}, line...)
	}
	r.begun = true
	_, err = f.Write(line)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("note what the judge said: %w", err)
	}
	return nil
}

// halve drops the older half of a record that has become large.
func (r *Record) halve() error {
	info, err := os.Stat(r.Path)
	if err != nil || info.Size() < mostRecorded {
		return nil
	}
	data, err := os.ReadFile(r.Path)
	if err != nil {
		return err
	}
	data = data[len(data)/2:]
	data = data[bytes.IndexByte(data, '\n')+1:]
	fresh := r.Path + ".new"
	if err := os.WriteFile(fresh, data, 0o600); err != nil {
		return err
	}
	return os.Rename(fresh, r.Path)
}
