package engine

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// FactsText returns facts.md as it is; a vault without one wraps fs.ErrNotExist.
func (e *Engine) FactsText() (string, error) { return e.page(factsFile) }

// LatestBrief returns the newest page of a night; a vault without one wraps fs.ErrNotExist.
func (e *Engine) LatestBrief() (string, error) {
	days := e.briefDays()
	if len(days) == 0 {
		return "", fmt.Errorf("no brief yet: %w", fs.ErrNotExist)
	}
	return e.page(briefOf(days[len(days)-1]))
}

func briefOf(day string) string { return "desk/briefs/brief-" + day + ".md" }

// briefDays lists the days that have a brief, 2026-08-03, oldest first.
func (e *Engine) briefDays() []string {
	entries, _ := os.ReadDir(filepath.Join(e.Root(), "desk", "briefs")) // sorted by name; none before the first night
	var days []string
	for _, f := range entries {
		day, brief := strings.CutPrefix(f.Name(), "brief-")
		day, page := strings.CutSuffix(day, ".md")
		if _, err := time.Parse(time.DateOnly, day); brief && page && err == nil {
			days = append(days, day)
		}
	}
	return days
}

func (e *Engine) page(path string) (string, error) {
	data, err := e.vault.ReadFile(path)
	if gone(err) {
		return "", fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	return string(data), err
}
