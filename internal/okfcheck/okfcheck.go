// Package okfcheck says whether a folder is a bundle of the Open Knowledge Format 0.2. It is
// written from the format's rules alone and shares nothing with what reads and writes bundles
// here, so that it can judge them. No part of mem imports it: tests do, and scripts/okfcheck.
package okfcheck

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Report is what was found.
type Report struct {
	Notes    int      // files that are no index and no log
	Links    int      // bundle-absolute links to files of the bundle
	Broken   []string // links that lead nowhere: the format tolerates them
	Problems []string // what breaks a rule
}

// Check reads a bundle.
func Check(fsys fs.FS) (Report, error) {
	var r Report
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".md" {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		r.file(fsys, name, data)
		return nil
	})
	return r, err
}

func (r *Report) problem(name, format string, args ...any) {
	r.Problems = append(r.Problems, name+": "+fmt.Sprintf(format, args...))
}

func (r *Report) file(fsys fs.FS, name string, data []byte) {
	text := strings.ReplaceAll(string(bytes.TrimPrefix(data, []byte("\ufeff"))), "\r\n", "\n")
	switch strings.ToLower(path.Base(name)) {
	case "index.md":
		r.links(fsys, name, text)
		return
	case "log.md":
		for _, h := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(text, -1) {
			if _, err := time.Parse(time.DateOnly, strings.TrimSpace(h[1])); err != nil {
				r.problem(name, "the heading %q of a log is no day", h[1])
			}
		}
		return
	}
	r.Notes++
	rest, ok := strings.CutPrefix(text, "---\n")
	block, body, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed {
		r.problem(name, "there is no frontmatter")
		return
	}
	var keys map[string]any
	if err := yaml.Unmarshal([]byte(block), &keys); err != nil {
		r.problem(name, "the frontmatter is no YAML: %v", err)
		return
	}
	if kind, _ := keys["type"].(string); strings.TrimSpace(kind) == "" {
		r.problem(name, "there is no type")
	}
	r.families(name, keys)
	r.links(fsys, name, body)
}

// families looks at the keys whose form the format fixes.
func (r *Report) families(name string, keys map[string]any) {
	if s, ok := keys["status"]; ok && s != "draft" && s != "stable" && s != "deprecated" {
		r.problem(name, "status %v is none of the format", s)
	}
	if g, ok := keys["generated"]; ok {
		r.mark(name, "generated", g)
	}
	for _, key := range []string{"verified", "sources"} {
		value, ok := keys[key]
		if !ok {
			continue
		}
		list, ok := value.([]any)
		if !ok || len(list) == 0 {
			r.problem(name, "%s is no list", key)
		}
		for _, item := range list {
			if key == "verified" {
				r.mark(name, key, item)
				continue
			}
			if m, _ := item.(map[string]any); m["resource"] == nil || m["resource"] == "" {
				r.problem(name, "a source without a resource: %v", item)
			}
		}
	}
	if s, ok := keys["stale_after"]; ok {
		if _, isTime := s.(time.Time); !isTime {
			r.problem(name, "stale_after %v is no date", s)
		}
	}
}

// mark looks at who did something, and when.
func (r *Report) mark(name, key string, value any) {
	m, ok := value.(map[string]any)
	if !ok {
		r.problem(name, "%s is no mapping", key)
		return
	}
	by, _ := m["by"].(string)
	if !regexp.MustCompile(`^(human:|process:)\S+$|^[^\s/]+/\S+$`).MatchString(by) {
		r.problem(name, "%s.by is %q: an actor is human:ID, process:ID or TOOL/VERSION", key, by)
	}
	if at, ok := m["at"]; ok {
		if _, isTime := at.(time.Time); !isTime {
			r.problem(name, "%s.at is %v, which is no instant", key, at)
		}
	}
}

// links follows the bundle-absolute links outside of fenced code.
func (r *Report) links(fsys fs.FS, name, body string) {
	link := regexp.MustCompile(`\]\((/[^)\s]*)\)`)
	fenced := false
	for line := range strings.Lines(body) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if fenced {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(line, -1) {
			target, _, _ := strings.Cut(m[1], "#")
			target, err := url.PathUnescape(strings.TrimPrefix(target, "/"))
			if err != nil {
				r.problem(name, "the link %s cannot be read", m[1])
				continue
			}
			if _, err := fs.Stat(fsys, target); err != nil {
				r.Broken = append(r.Broken, name+": "+m[1])
				continue
			}
			r.Links++
		}
	}
}
