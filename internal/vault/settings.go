package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"mem/internal/memory"
)

// maxSettings is the most that mem.yaml may be, in bytes: it holds a handful of lines.
const maxSettings = 64 << 10

// Settings reads mem.yaml. What cannot be read or is not known keeps its default and is a
// finding; a missing file is all defaults. There is no setting that names a command to
// run, so a vault that somebody else made can start nothing.
func (v *Vault) Settings() (memory.Settings, []memory.Finding, error) {
	data, err := v.ReadFile(settingsFile)
	switch {
	case errors.Is(err, ErrGone):
		return memory.Settings{}, nil, nil
	case errors.Is(err, ErrNotNote):
		return memory.Settings{Unread: true}, []memory.Finding{finding("settings-broken", settingsFile, 0, "mem.yaml is not a regular file of a sensible size.")}, nil
	case err != nil:
		return memory.Settings{Unread: true}, nil, err
	}
	s, findings := parseSettings(data)
	return s, findings, nil
}

func parseSettings(data []byte) (memory.Settings, []memory.Finding) {
	var r settingsReader
	var doc yaml.Node
	if len(data) > maxSettings {
		r.report("settings-broken", nil, fmt.Sprintf("mem.yaml has %d bytes; at most %d are read.", len(data), maxSettings))
	} else if err := yaml.Unmarshal(data, &doc); err != nil {
		r.report("settings-broken", nil, "mem.yaml is not YAML: "+strings.TrimPrefix(err.Error(), "yaml: ")+".")
	} else if severalDocuments(data) {
		r.report("settings-broken", nil, "mem.yaml is to be one YAML document; a second one begins in it.")
	} else if len(doc.Content) > 0 && doc.Content[0].Tag != "!!null" {
		r.mapping("", doc.Content[0], map[string]func(string, *yaml.Node){
			"types": r.types,
			"git": r.section(map[string]func(string, *yaml.Node){
				"repository": r.repository,
			}),
			"recall": r.section(map[string]func(string, *yaml.Node){
				"min_coverage": r.minCoverage,
				"profile":      r.profile,
				"full_check":   r.fullCheck,
			}),
			"dream": r.section(map[string]func(string, *yaml.Node){
				"max_changes": r.maxChanges,
				"approval":    r.approval,
				"skip":        r.skip,
			}),
			"facts": r.section(map[string]func(string, *yaml.Node){
				"max_chars": r.factsMax,
			}),
			"embeddings": r.endpoint,
			"judge":      r.judge,
		})
	}
	r.out.Unread = r.out.Unread || r.broken()
	return r.out, r.findings
}

// severalDocuments reports whether anything stands behind the first document.
func severalDocuments(data []byte) bool {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for first := true; ; first = false {
		var doc yaml.Node
		switch err := dec.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return false
		case err != nil, !first && len(doc.Content) > 0 && doc.Content[0].Tag != "!!null":
			return true
		}
	}
}

// settingsReader takes the document apart key by key, so that one mistake costs one key.
type settingsReader struct {
	out      memory.Settings
	findings []memory.Finding
}

func (r *settingsReader) report(code string, at *yaml.Node, detail string) {
	line := 0
	if at != nil {
		line = at.Line
	}
	r.findings = append(r.findings, finding(code, settingsFile, line, detail))
}

func (r *settingsReader) bad(name string, at *yaml.Node, want string) {
	r.report("settings-value", at, fmt.Sprintf("The value of %s in mem.yaml is to be %s.", name, want))
}

func (r *settingsReader) section(known map[string]func(string, *yaml.Node)) func(string, *yaml.Node) {
	return func(name string, n *yaml.Node) { r.mapping(name+".", n, known) }
}

func (r *settingsReader) mapping(prefix string, n *yaml.Node, known map[string]func(string, *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		switch prefix {
		case "":
			r.report("settings-broken", n, "mem.yaml is to be keys with values.")
			return
		case "dream.":
			r.suppose()
		}
		r.bad(strings.TrimSuffix(prefix, "."), n, "keys with values")
		return
	}
	var seen []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		name := prefix + key.Value
		set, ok := known[key.Value]
		switch {
		case slices.Contains(seen, key.Value):
			if name == "dream.approval" || name == "dream" && slices.ContainsFunc(value.Content, func(n *yaml.Node) bool { return n.Value == "approval" }) {
				r.suppose()
			}
			r.report("settings-value", key, "The setting "+name+" stands twice in mem.yaml; the first counts.")
		case !ok:
			if saysStaged(value) {
				r.suppose()
			}
			r.report("settings-unknown", key, fmt.Sprintf("No setting of mem.yaml is called %q.", name))
		case value.Tag == "!!null" && name != "embeddings" && name != "judge": // named and left out
		default:
			set(name, value)
		}
		seen = append(seen, key.Value)
	}
}

// endpoint refuses to let a vault say where its notes are sent: whoever clones it would send
// theirs along.
func (r *settingsReader) endpoint(_ string, n *yaml.Node) { r.report("settings-endpoint", n, "") }

// judge refuses to let a vault say who is asked about its notes, or what is started.
func (r *settingsReader) judge(_ string, n *yaml.Node) { r.report("settings-judge", n, "") }

func (r *settingsReader) types(name string, n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		r.bad(name, n, "a list of words")
		return
	}
	for _, item := range n.Content {
		t := memory.Type(strings.ToLower(strings.TrimSpace(item.Value)))
		switch {
		case item.Kind != yaml.ScalarNode || CheckSlug(string(t)) != nil:
			r.bad("a type", item, "one word like those that every vault knows")
		case t == memory.Entity || r.out.Known(t):
			r.report("settings-value", item, fmt.Sprintf("the type %q is known already.", t))
		default:
			r.out.Types = append(r.out.Types, t)
		}
	}
}

func (r *settingsReader) repository(name string, n *yaml.Node) {
	switch n.Value {
	case "parent":
		r.out.ParentGit = true
	case "own":
	default:
		r.bad(name, n, `"own" or "parent"`)
	}
}

func (r *settingsReader) minCoverage(name string, n *yaml.Node) {
	f, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || !(f > 0 && f <= 1) {
		r.bad(name, n, "a share above 0 and up to 1")
		return
	}
	r.out.MinCoverage = f
}

func (r *settingsReader) profile(name string, n *yaml.Node) {
	p, ok := memory.ParseProfile(n.Value)
	if !ok {
		r.bad(name, n, memory.Profiles)
		return
	}
	r.out.Profile = p
}

// fullCheck takes a duration, "90s", or a number of seconds.
func (r *settingsReader) fullCheck(name string, n *yaml.Node) {
	d, err := time.ParseDuration(n.Value)
	if err != nil {
		d, err = time.ParseDuration(n.Value + "s")
	}
	if err != nil || d <= 0 || d > 24*time.Hour {
		r.bad(name, n, "a time like 60s, up to 24h")
		return
	}
	r.out.FullCheck = d
}

func (r *settingsReader) maxChanges(name string, n *yaml.Node) {
	i, err := strconv.Atoi(n.Value)
	if err != nil || i < 1 {
		r.bad(name, n, "a number of decisions, 1 or more")
		return
	}
	r.out.MaxChanges = i
}

func (r *settingsReader) factsMax(name string, n *yaml.Node) {
	i, err := strconv.Atoi(n.Value)
	if err != nil || i < 1 || i > 100_000 {
		r.bad(name, n, "a number of characters, 1 to 100000")
		return
	}
	r.out.FactsMax = i
}

func (r *settingsReader) approval(name string, n *yaml.Node) {
	switch n.Value {
	case "staged":
		r.out.Staged = true
	case "none":
	default:
		r.suppose()
		r.bad(name, n, `"none" or "staged"; until it is, nights are staged`)
	}
}

// suppose stages the nights of a vault that may have asked for it: a mistake in mem.yaml is
// no leave to change notes.
func (r *settingsReader) suppose() { r.out.Staged, r.out.Supposed = true, true }

// saysStaged reports whether "staged" stands somewhere in a value, in any case.
func saysStaged(n *yaml.Node) bool {
	return strings.EqualFold(strings.TrimSpace(n.Value), "staged") || slices.ContainsFunc(n.Content, saysStaged)
}

// broken reports whether nothing of the document could be read.
func (r *settingsReader) broken() bool {
	return slices.ContainsFunc(r.findings, func(f memory.Finding) bool { return f.Code == "settings-broken" })
}

func (r *settingsReader) skip(name string, n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		r.bad(name, n, "a list of jobs")
		return
	}
	for _, item := range n.Content {
		job := strings.ToLower(strings.TrimSpace(item.Value))
		if item.Kind != yaml.ScalarNode || !slices.Contains(memory.SkippableJobs[:], job) {
			r.bad("a job of "+name, item, "one of "+strings.Join(memory.SkippableJobs[:], " "))
			continue
		}
		r.out.Skip = append(r.out.Skip, job)
	}
}
