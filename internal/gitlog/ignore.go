package gitlog

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// ignores answers whether git ignores new files. Each file of patterns is read once, when a path first needs it.
type ignores struct {
	repo    *Repo
	base    []gitignore.Pattern // of the user and of the clone, weakest first
	folders map[string][]gitignore.Pattern
	dirs    map[string]bool // folders that are ignored, with all in them
}

func newIgnores(r *Repo) *ignores {
	return &ignores{repo: r, folders: map[string][]gitignore.Pattern{}, dirs: map[string]bool{}}
}

// match reports whether a new file, given from the top of the work tree, is ignored: by a pattern for itself, or
// because a folder above it is.
func (g *ignores) match(path string) bool {
	if g.base == nil {
		g.base = g.standing()
	}
	segments := strings.Split(path, "/")
	for i := 1; i < len(segments); i++ {
		dir := strings.Join(segments[:i], "/")
		ignored, known := g.dirs[dir]
		if !known {
			ignored = g.decide(segments[:i], true)
			g.dirs[dir] = ignored
		}
		if ignored {
			return true
		}
	}
	return g.decide(segments, false)
}

// decide takes the last pattern that matches a path itself; the nearer a pattern's file, the later it comes.
func (g *ignores) decide(segments []string, isDir bool) bool {
	for i := len(segments) - 1; i >= 0; i-- {
		if result := last(g.folder(segments[:i]), segments, isDir); result != gitignore.NoMatch {
			return result == gitignore.Exclude
		}
	}
	return last(g.base, segments, isDir) == gitignore.Exclude
}

func last(patterns []gitignore.Pattern, segments []string, isDir bool) gitignore.MatchResult {
	for i := len(patterns) - 1; i >= 0; i-- {
		if result := patterns[i].Match(segments, isDir); result != gitignore.NoMatch {
			return result
		}
	}
	return gitignore.NoMatch
}

// folder returns the patterns of one folder's .gitignore.
func (g *ignores) folder(segments []string) []gitignore.Pattern {
	dir := strings.Join(segments, "/")
	patterns, ok := g.folders[dir]
	if !ok {
		patterns = readPatterns(filepath.Join(g.repo.onDisk(dir), ".gitignore"), segments)
		g.folders[dir] = patterns
	}
	return patterns
}

// standing returns the patterns of core.excludesFile and of info/exclude.
func (g *ignores) standing() []gitignore.Pattern {
	global, ok := g.repo.cfg.get("core.excludesfile")
	if rest, below := strings.CutPrefix(global, "~/"); below {
		global = filepath.Join(g.repo.env.home(), rest)
	} else if !ok && g.repo.env.configHome() != "" {
		global = filepath.Join(g.repo.env.configHome(), "git", "ignore")
	}
	patterns := []gitignore.Pattern{}
	if global != "" {
		patterns = append(patterns, readPatterns(absolute(g.repo.work, global), nil)...)
	}
	return append(patterns, readPatterns(filepath.Join(g.repo.common, "info", "exclude"), nil)...)
}

func readPatterns(path string, domain []string) (patterns []gitignore.Pattern) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && line[0] != '#' {
			patterns = append(patterns, gitignore.ParsePattern(line, domain))
		}
	}
	return patterns
}
