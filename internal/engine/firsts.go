package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"
)

// firstsState holds when the first commit of files was made that do not say when they were captured: to
// find it takes a walk through the whole history, and it is the same every night.
const firstsState = "firsts.json"

// firstCommits returns when the first commits of files were made, of those that have one.
func (e *Engine) firstCommits(ctx context.Context, paths []string) (map[string]time.Time, error) {
	repo, err := e.history()
	if err != nil || len(paths) == 0 {
		return nil, nil
	}
	known := map[string]time.Time{}
	if data, err := e.vault.ReadState(firstsState); err == nil && json.Unmarshal(data, &known) != nil {
		known = map[string]time.Time{}
	}
	times := make(map[string]time.Time, len(paths))
	var missing []string
	for _, p := range paths {
		if at, ok := known[p]; ok {
			times[p] = at
		} else {
			missing = append(missing, p)
		}
	}
	if len(missing) > 0 {
		found, err := repo.FirstCommitTimes(ctx, missing)
		if err != nil {
			return nil, fmt.Errorf("look for first commits: %w", err)
		}
		maps.Copy(times, found)
	}
	if e.dreaming && !maps.EqualFunc(times, known, time.Time.Equal) {
		if data, err := json.Marshal(times); err == nil {
			_ = e.vault.WriteState(firstsState, data) // else the next night walks once more
		}
	}
	return times, nil
}
