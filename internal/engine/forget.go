package engine

import (
	"context"
	"errors"
	"fmt"

	"mem/internal/memory"
)

// Forgotten is the reply to forget.
type Forgotten struct {
	Expired []memory.Slug `json:"expired"` // notes that were live and are expired now
	Already []memory.Slug `json:"already"` // notes that were retired before
	Failed  []string      `json:"failed"`  // what could not be done, a sentence each
}

// WouldForget names the live notes that a question finds, best first, so that they can be
// shown and counted before anything happens.
func (e *Engine) WouldForget(ctx context.Context, q memory.Query) ([]Result, error) {
	r, err := e.Recall(ctx, Asked{Query: q, NoCount: true, wordsOnly: true})
	return r.Results, err
}

// Forget expires notes: recall does not show them any more; the files and git keep them.
// What can be done is done; the rest is in Failed, and the error joins it.
func (e *Engine) Forget(ctx context.Context, names []string, actor memory.Actor, session string) (Forgotten, error) {
	out := Forgotten{Expired: []memory.Slug{}, Already: []memory.Slug{}, Failed: []string{}}
	var failures []error
	session = e.harmless("session", session)
	for _, name := range names {
		n, err := e.open(name)
		if err == nil && !n.Status.Live() {
			out.Already = append(out.Already, n.Slug)
			continue
		}
		if err == nil {
			_, err = e.edit(ctx, n, []memory.KeyEdit{
				{Key: "status", Value: memory.Text(memory.Expired)}, {Key: "updated", Value: memory.Instant(e.o.Now)},
			}, memory.Change{
				Op: memory.OpExpire, Detail: string(n.Slug) + " forgotten", Actor: actor, Session: session,
				Reason: "Forgotten at the request of " + string(actor) + ".",
			})
		}
		if err != nil {
			err = fmt.Errorf("forget %s: %w", name, err)
			out.Failed = append(out.Failed, err.Error())
			failures = append(failures, err)
			continue
		}
		out.Expired = append(out.Expired, n.Slug)
	}
	return out, errors.Join(failures...)
}
