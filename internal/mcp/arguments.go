package mcp

import (
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"

	"mem/internal/engine"
)

// arguments are what a model gave a tool, under whatever names it made up. What is not
// understood is left alone: a call that means something is answered.
type arguments map[string]any

// parse reads a call's arguments. A model may wrap the object into a string, or give a bare
// text: then it is the value of the tool's main parameter.
func parse(raw json.RawMessage, main string) (arguments, error) {
	text := strings.TrimSpace(string(raw))
	if text == "" || text == "null" {
		return arguments{}, nil
	}
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("the arguments are no JSON: %w", err)
	}
	if s, ok := v.(string); ok {
		var inner map[string]any
		d := json.NewDecoder(strings.NewReader(s))
		d.UseNumber()
		if d.Decode(&inner) == nil && inner != nil {
			return plain(inner), nil
		}
		return arguments{main: s}, nil
	}
	if m, ok := v.(map[string]any); ok {
		return plain(m), nil
	}
	return nil, fmt.Errorf("the arguments are no JSON object")
}

// plain has the names in one spelling: maxResults, max_results and max-results are one.
func plain(m map[string]any) arguments {
	out := arguments{}
	for name, v := range m {
		out[spelling(name)] = v
	}
	return out
}

func spelling(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// first returns the first of some parameters that says anything.
func (a arguments) first(names ...string) any {
	for _, n := range names {
		if v := a[spelling(n)]; v != nil && v != "" {
			return v
		}
	}
	return nil
}

// text returns a parameter as text: a number or a flag in its JSON form, a list joined by
// lines.
func (a arguments) text(names ...string) string { return textOf(a.first(names...)) }

func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = textOf(v[i])
		}
		return strings.Join(parts, "\n")
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// list returns a parameter as a list: a JSON list, or a text with commas.
func (a arguments) list(names ...string) []string {
	switch v := a.first(names...).(type) {
	case []any:
		var out []string
		for _, item := range v {
			if s := strings.TrimSpace(textOf(item)); s != "" {
				out = append(out, s)
			}
		}
		return out
	case nil:
		return nil
	default:
		return engine.SplitList(textOf(v))
	}
}

// number returns a parameter as a whole number: 5, 5.0 or "5"; otherwise when it says
// nothing that is one.
func (a arguments) number(otherwise int, names ...string) int {
	f, err := strconv.ParseFloat(strings.TrimSpace(a.text(names...)), 64)
	if err != nil || f != f || f > 1e9 || f < -1e9 {
		return otherwise
	}
	return int(f)
}

// flag returns a parameter as yes or no: true, "true", "yes", 1.
func (a arguments) flag(names ...string) bool {
	switch strings.ToLower(strings.TrimSpace(a.text(names...))) {
	case "true", "yes", "1":
		return true
	}
	return false
}

// slug is a note's name as models write it: in brackets, as a file, as a link.
func slug(s string) string {
	s = strings.TrimSpace(s)
	s = strings.TrimPrefix(s, "mem://note/")
	s = strings.TrimSuffix(strings.TrimPrefix(s, "[["), "]]")
	s, _, _ = strings.Cut(s, "|")
	s, _, _ = strings.Cut(s, "#")
	if strings.HasSuffix(s, ".md") {
		s = strings.TrimSuffix(path.Base(strings.ReplaceAll(s, `\`, "/")), ".md")
	}
	return strings.TrimSpace(s)
}

func (a arguments) slugs(names ...string) []string {
	var out []string
	list := a.list(names...)
	if text, ok := a.first(names...).(string); ok && strings.Contains(text, "[[") { // of links, no list in JSON
		list = strings.Split(text, ",")
	}
	for _, s := range list {
		if s = slug(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}
