package engine

import (
	"slices"
	"time"

	"mem/internal/dream"
)

// trendDays is how many of the last briefs a night looks at.
const trendDays = 60

// scores reads the figures of earlier days from their briefs, oldest first: they are kept
// nowhere else. A brief without figures, or that cannot be read, has none.
func (e *Engine) scores() []dream.Score {
	today := e.o.Now.UTC().Format(time.DateOnly)
	days := slices.DeleteFunc(e.briefDays(), func(day string) bool { return day >= today })
	var out []dream.Score
	for _, day := range days[max(0, len(days)-trendDays):] {
		data, err := e.vault.ReadFile(briefOf(day))
		if err != nil {
			continue
		}
		if s, ok := dream.ScoreOf(day, data); ok {
			out = append(out, s)
		}
	}
	return out
}
