package judge

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"mem/internal/dream"
	"mem/internal/memory"
)

// mostAnswered is how many bytes of an answer are read.
const mostAnswered = 4 << 20

// answer is a model's answer as its schema wants it.
type answer struct {
	Verdict string  `json:"verdict"`
	Type    *string `json:"type,omitempty"`
	Quote   *string `json:"quote,omitempty"`
	Text    *string `json:"text,omitempty"`
}

// read makes a verdict of what a model said: one JSON object of the question's form, and one
// that stands up to the texts. Anything else is a dream.Unusable.
func (q question) read(said []byte, by dream.By) (dream.Verdict, error) {
	a, err := decode(said)
	if err != nil {
		return nil, err
	}
	v, err := q.verdict(a, by)
	if err != nil {
		return nil, err
	}
	return v, dream.Check(q.c, v)
}

// decode reads one JSON object, also between a fence and behind a model's thoughts.
func decode(said []byte) (answer, error) {
	var a answer
	text := unwrapped(string(said))
	if text == "" {
		return a, &dream.Unusable{Why: "it is empty"}
	}
	if text[0] != '{' {
		return a, &dream.Unusable{Why: "it is prose, and no JSON object"}
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	switch err := d.Decode(&a); {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return a, &dream.Unusable{Why: "it is half a JSON object"}
	case err != nil:
		return a, &dream.Unusable{Why: "it is a JSON object of another form"}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return a, &dream.Unusable{Why: "something follows its JSON object"}
	}
	return a, nil
}

// unwrapped is a text without what some models put around their answer.
func unwrapped(text string) string {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	for _, tag := range []string{"think", "thinking"} {
		for strings.HasPrefix(text, "<"+tag+">") {
			_, after, closed := strings.Cut(text, "</"+tag+">")
			if !closed {
				return ""
			}
			text = strings.TrimSpace(after)
		}
	}
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		_, inner, _ = strings.Cut(inner, "\n")
		if inner, ok = strings.CutSuffix(strings.TrimSpace(inner), "```"); ok {
			text = strings.TrimSpace(inner)
		}
	}
	return text
}

// verdict reads an answer by the question's own form: no field that it does not have, none
// missing but where the verdict is keep.
func (q question) verdict(a answer, by dream.By) (dream.Verdict, error) {
	has := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	other := &dream.Unusable{Why: "it is a JSON object of another form"}
	var fields [3]bool // type, quote, text
	var v dream.Verdict
	switch q.kind {
	case "type":
		fields, v = [3]bool{true, true, false}, dream.GiveType{By: by, Type: memory.Type(has(a.Type)), Quote: has(a.Quote)}
	case "merge":
		v = dream.Merge{By: by}
	case "replace":
		fields, v = [3]bool{false, true, false}, dream.Replace{By: by, Quote: has(a.Quote)}
	case "prose":
		fields, v = [3]bool{false, false, true}, dream.Write{By: by, Text: has(a.Text)}
	}
	for i, p := range []*string{a.Type, a.Quote, a.Text} {
		if p != nil && !fields[i] {
			return nil, other
		}
	}
	switch a.Verdict {
	case "keep":
		return dream.Keep{By: by}, nil
	case map[string]string{"type": "type", "merge": "merge", "replace": "replace", "prose": "write"}[q.kind]:
	default:
		return nil, other
	}
	for i, p := range []*string{a.Type, a.Quote, a.Text} {
		if p == nil && fields[i] {
			return nil, other
		}
	}
	return v, nil
}

// written is a verdict in the form in which it is read.
func written(v dream.Verdict) []byte {
	a := answer{Verdict: "keep"}
	switch v := v.(type) {
	case dream.GiveType:
		t := string(v.Type)
		a = answer{Verdict: "type", Type: &t, Quote: &v.Quote}
	case dream.Merge:
		a.Verdict = "merge"
	case dream.Replace:
		a = answer{Verdict: "replace", Quote: &v.Quote}
	case dream.Write:
		a = answer{Verdict: "write", Text: &v.Text}
	case dream.Keep:
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(a) // texts are always JSON
	return bytes.TrimSpace(out.Bytes())
}
