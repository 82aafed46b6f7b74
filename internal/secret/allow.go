package secret

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// An allowlist of gitleaks says which matches are no secrets.
type allowlist struct {
	target    string // what the patterns are for: "" the secret, "match" all of the match, "line" its line
	patterns  []string
	stopwords []string // in lower case; parts of the secret
	all       bool     // every kind of check must agree, not just one
	paths     bool     // it also asks for the file's path, which a note does not have
	expr      func() *regexp.Regexp
}

func (a *allowlist) prepare() {
	a.expr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(?:" + strings.Join(a.patterns, "|") + ")") })
}

func (a *allowlist) set(key string, values []string) error {
	switch key {
	case "regexes":
		a.patterns = values
	case "stopwords":
		for _, v := range values {
			a.stopwords = append(a.stopwords, strings.ToLower(v))
		}
	case "regexTarget":
		a.target = values[0]
	case "condition":
		a.all = strings.EqualFold(values[0], "and")
	case "paths":
		a.paths = true
	case "description":
	default:
		return fmt.Errorf("unknown key of an allowlist")
	}
	return nil
}

func (r *rule) allows(secret, match, line string) bool {
	for _, a := range r.allow {
		if a.allows(secret, match, line) {
			return true
		}
	}
	return false
}

// allows is gitleaks' way: any one of the checks is enough, or all are needed. A check of the file's path never agrees.
func (a *allowlist) allows(secret, match, line string) bool {
	if a.all && a.paths {
		return false
	}
	target := secret
	switch a.target {
	case "match":
		target = match
	case "line":
		target = line
	}
	byPattern := len(a.patterns) > 0 && a.expr().MatchString(target)
	byWord := containsAny(lowerASCII(secret), a.stopwords)
	if a.all {
		return (byPattern || len(a.patterns) == 0) && (byWord || len(a.stopwords) == 0)
	}
	return byPattern || byWord
}

func lineAround(text string, start, end int) string {
	from, to := max(0, start-window), min(len(text), end+window)
	from += 1 + strings.LastIndexByte(text[from:start], '\n')
	if n := strings.IndexByte(text[end:to], '\n'); n >= 0 {
		to = end + n
	}
	return text[from:to]
}
