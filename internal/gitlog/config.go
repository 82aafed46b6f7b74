package gitlog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// config is git's configuration as it holds here, weakest first: machine, user, repository, work tree.
type config struct{ entries []setting }

type setting struct {
	key   string // "section.key" or "section.subsection.key"; section and key in lower case
	value string
	local bool // from the repository's own files
}

// get returns the last value of a key.
func (c *config) get(key string) (string, bool) {
	for i := len(c.entries) - 1; i >= 0; i-- {
		if c.entries[i].key == key {
			return c.entries[i].value, true
		}
	}
	return "", false
}

func (c *config) boolean(key string, absent bool) bool {
	v, ok := c.get(key)
	if !ok {
		return absent
	}
	switch strings.ToLower(v) {
	case "true", "yes", "on":
		return true
	case "false", "no", "off", "":
		return false
	}
	n, err := strconv.Atoi(v)
	return err == nil && n != 0
}

func (c *config) number(key string, absent int) int {
	v, _ := c.get(key)
	n, err := strconv.Atoi(v)
	if err != nil {
		return absent
	}
	return n
}

// readConfig reads what git would read, without the command line and without GIT_CONFIG_COUNT.
func (r *Repo) readConfig() (*config, error) {
	c := &configReader{repo: r}
	if r.env.get("GIT_CONFIG_NOSYSTEM") == "" {
		c.optional(r.systemConfig(), false)
	}
	if global := r.env.get("GIT_CONFIG_GLOBAL"); global != "" {
		c.optional(global, false)
	} else {
		if base := r.env.configHome(); base != "" {
			c.optional(filepath.Join(base, "git", "config"), false)
		}
		if home := r.env.home(); home != "" {
			c.optional(filepath.Join(home, ".gitconfig"), false)
		}
	}
	if err := c.file(filepath.Join(r.common, "config"), true, 0); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if c.boolean("extensions.worktreeconfig", false) {
		c.optional(filepath.Join(r.gitDir, "config.worktree"), true)
	}
	return &c.config, nil
}

func (r *Repo) systemConfig() string {
	if r.opts.System != "" {
		return r.opts.System
	}
	return "/etc/gitconfig"
}

type configReader struct {
	config
	repo *Repo
}

// optional reads a file that need not be there, nor be readable by us.
func (c *configReader) optional(path string, local bool) { _ = c.file(path, local, 0) }

func (c *configReader) file(path string, local bool, depth int) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	parseConfig(string(data), func(key, value string) {
		c.entries = append(c.entries, setting{key, value, local})
		if depth < 10 && strings.HasPrefix(key, "include") && strings.HasSuffix(key, ".path") && c.included(key, path) {
			_ = c.file(absolute(filepath.Dir(path), c.expand(value)), local, depth+1)
		}
	})
	return nil
}

// included reports whether an include.path or includeIf.<condition>.path takes effect.
func (c *configReader) included(key, from string) bool {
	if key == "include.path" {
		return true
	}
	condition, ok := strings.CutPrefix(strings.TrimSuffix(key, ".path"), "includeif.")
	if !ok {
		return false
	}
	kind, pattern, _ := strings.Cut(condition, ":")
	switch kind {
	case "gitdir", "gitdir/i":
		return c.matchesDir(pattern, from, kind == "gitdir/i")
	case "onbranch":
		head, err := c.repo.readHead()
		branch, ok := strings.CutPrefix(head.ref, "refs/heads/")
		return err == nil && ok && globPath(completed(pattern), branch)
	}
	return false
}

func (c *configReader) matchesDir(pattern, from string, fold bool) bool {
	pattern = filepath.ToSlash(c.expand(pattern))
	if rest, ok := strings.CutPrefix(pattern, "./"); ok {
		pattern = filepath.ToSlash(filepath.Dir(from)) + "/" + rest
	} else if !strings.HasPrefix(pattern, "/") && filepath.VolumeName(pattern) == "" {
		pattern = "**/" + pattern
	}
	pattern = completed(pattern)
	dirs := []string{c.repo.gitDir}
	if real, err := filepath.EvalSymlinks(c.repo.gitDir); err == nil {
		dirs = append(dirs, real)
	}
	for _, dir := range dirs {
		dir = filepath.ToSlash(dir)
		if fold {
			pattern, dir = strings.ToLower(pattern), strings.ToLower(dir)
		}
		if globPath(pattern, dir) {
			return true
		}
	}
	return false
}

// completed makes a pattern that ends in a slash match everything below.
func completed(pattern string) string {
	if strings.HasSuffix(pattern, "/") {
		return pattern + "**"
	}
	return pattern
}

func (c *configReader) expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && c.repo.env.home() != "" {
		return c.repo.env.home() + "/" + rest
	}
	return path
}

// globPath matches slash-separated segments; ** stands for any number of them.
func globPath(pattern, path string) bool {
	return globSegments(strings.Split(pattern, "/"), strings.Split(path, "/"))
}

func globSegments(pattern, path []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for i := 0; i <= len(path); i++ {
				if globSegments(pattern[1:], path[i:]) {
					return true
				}
			}
			return false
		}
		if len(path) == 0 {
			return false
		}
		if ok, err := filepath.Match(pattern[0], path[0]); err != nil || !ok {
			return false
		}
		pattern, path = pattern[1:], path[1:]
	}
	return len(path) == 0
}
