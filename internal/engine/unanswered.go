package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"mem/internal/dream"
	"mem/internal/memory"
)

// unansweredState holds the questions that had no answer, a line each, the newest last. A
// night tells which of them are asked often. Deleting it loses only this.
const unansweredState = "unanswered.jsonl"

// The bounds of that file and of a question.
const (
	unansweredSize  = 128 << 10 // bytes; above it the older half is dropped
	longestQuestion = 200       // letters; what is longer is a prompt
	askedAgain      = 40        // questions that a night asks once more
)

type unansweredLine struct {
	At      time.Time `json:"at"`
	Query   string    `json:"query"`
	Scope   string    `json:"scope,omitempty"`
	Session string    `json:"session,omitempty"`
}

// countUnanswered notes a question that had no answer, if it was a plain one and nothing that
// may not be shown would answer it.
func (e *Engine) countUnanswered(q *Asked, hoped bool) {
	plain := q.AsOf.IsZero() && q.Since.IsZero() && q.Until.IsZero() && len(q.Types)+len(q.Tags)+len(q.Statuses)+len(q.Must)+len(q.MustNot) == 0
	text := e.harmless("query", q.Text)
	if !plain || hoped || q.probe || utf8.RuneCountInString(q.Text) > longestQuestion || !memory.HasWords(text) {
		return
	}
	line, err := json.Marshal(unansweredLine{At: e.o.Now.UTC(), Query: text, Scope: q.Scope, Session: e.harmless("session", q.Session)})
	if err == nil {
		e.trimUnanswered()
		err = e.vault.AppendState(unansweredState, line)
	}
	if err != nil {
		e.notice("that there was no answer is not noted: %v", err)
	}
}

// trimUnanswered drops the older half when there is too much. Another process may add a line
// meanwhile, and it be lost: it is a count.
func (e *Engine) trimUnanswered() {
	info, err := os.Stat(filepath.Join(e.vault.StateDir(), unansweredState))
	if err != nil || info.Size() < unansweredSize {
		return
	}
	data, err := e.vault.TailState(unansweredState, unansweredSize/2)
	if err == nil {
		err = e.vault.WriteState(unansweredState, data)
	}
	if err != nil {
		e.notice("%s is not made shorter: %v", unansweredState, err)
	}
}

// unanswered returns what was asked often, and has no answer now either.
func (e *Engine) unanswered(ctx context.Context, uses []dream.Use) []dream.Open {
	data, err := e.vault.TailState(unansweredState, unansweredSize)
	if err != nil {
		return nil
	}
	var asks []dream.Ask
	for line := range bytes.Lines(data) {
		var u unansweredLine
		if json.Unmarshal(bytes.TrimSpace(line), &u) == nil {
			asks = append(asks, dream.Ask{At: u.At, Query: u.Query, Scope: u.Scope, Session: u.Session})
		}
	}
	open := dream.OpenQuestions(asks, uses, e.o.Now)
	return slices.DeleteFunc(open[:min(askedAgain, len(open))], func(o dream.Open) bool {
		answer, err := e.Recall(ctx, Asked{Query: memory.Query{Text: o.Query, Scope: o.Scope}, NoCount: true, wordsOnly: true})
		return err == nil && !answer.Abstained
	})
}
