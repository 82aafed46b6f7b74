package engine

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"mem/internal/dream"
)

// trendDays is how many of the last briefs a night looks at.
const trendDays = 60

// scores reads the figures of earlier days from their briefs, oldest first: they are kept
// nowhere else. A brief without figures, or that cannot be read, has none.
func (e *Engine) scores() []dream.Score {
	entries, _ := os.ReadDir(filepath.Join(e.Root(), "desk", "briefs")) // sorted by name; none before the first night
	today := e.o.Now.UTC().Format(time.DateOnly)
	var days []string
	for _, f := range entries {
		day, brief := strings.CutPrefix(f.Name(), "brief-")
		day, page := strings.CutSuffix(day, ".md")
		if _, err := time.Parse(time.DateOnly, day); brief && page && err == nil && day < today {
			days = append(days, day)
		}
	}
	var out []dream.Score
	for _, day := range days[max(0, len(days)-trendDays):] {
		data, err := e.vault.ReadFile("desk/briefs/brief-" + day + ".md")
		if err != nil {
			continue
		}
		if s, ok := dream.ScoreOf(day, data); ok {
			out = append(out, s)
		}
	}
	return out
}
