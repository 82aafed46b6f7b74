package engine

import (
	"context"

	"mem/internal/gitlog"
)

// LogQuery says which commits to list, newest first.
type LogQuery struct {
	Note   string // only of this note
	Run    string // only of this night
	Limit  int    // 0 means 20
	Dreams bool   // nights only, a line each
}

// Log lists what changed, by whom and why.
func (e *Engine) Log(ctx context.Context, q LogQuery) ([]Event, error) {
	if q.Limit <= 0 {
		q.Limit = 20
	}
	repo, err := e.history()
	if err != nil {
		return nil, err
	}
	if q.Note != "" {
		n, err := e.open(q.Note)
		if err != nil {
			return nil, err
		}
		list, err := e.historyOf(ctx, n.Path)
		return list[:min(q.Limit, len(list))], err
	}
	var gq gitlog.Query
	switch {
	case q.Dreams:
		gq = gitlog.Query{Trailers: []gitlog.Trailer{{Key: "Mem-Run"}}}
	case q.Run != "":
		gq = gitlog.Query{Trailers: []gitlog.Trailer{{Key: "Mem-Run", Value: q.Run}}}
	}
	if !q.Dreams {
		gq.Limit = q.Limit
	}
	list, told := []Event{}, map[string]bool{}
	for entry, err := range repo.Log(ctx, gq) {
		if err != nil {
			return nil, err
		}
		ev := eventOf(entry)
		if q.Dreams && told[ev.Run] && !entry.Merge {
			continue // a decision of a night that was listed as its merge
		}
		told[ev.Run] = true
		if list = append(list, ev); len(list) == q.Limit {
			break
		}
	}
	return list, nil
}
