// Package install says what the files of agents' hosts look like with mem in them: which
// files, what mem's part of each is, how that part gets into a text and out again. It turns
// bytes into bytes and touches no disk.
//
// Begin with Files, which has one file of source a host, then File.Add and Take. A host that
// changes its format is mended in its file, which says what it was made for.
package install

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Target is what mem can be installed into.
type Target string

// The targets that are files; schedules are made by cmd.
const (
	ClaudeCode Target = "claude-code"
	Codex      Target = "codex"
	Gemini     Target = "gemini"
	Cursor     Target = "cursor"
	AgentsMD   Target = "agents-md"
	Skills     Target = "skills"
)

// Targets lists the targets that are files.
func Targets() []Target { return []Target{ClaudeCode, Codex, Gemini, Cursor, AgentsMD, Skills} }

// Place is where a host keeps its files, and what they are to start.
type Place struct {
	Home       string // of the user
	Project    string // the project's folder; "" = for the user, in all projects
	ClaudeHome string // CLAUDE_CONFIG_DIR; "" = .claude at home
	CodexHome  string // CODEX_HOME; "" = .codex at home
	Program    string // mem, absolute
	Vault      string // absolute
	Version    string // of mem
	Windows    bool   // how a command line is quoted
}

// File is one file of a host with mem in it: Own, Parts or Block says how.
type File struct {
	Path  string // absolute
	Own   []byte // all of it: the file is mem's
	Parts []Part // a JSON file of somebody's that has these
	Block *Block // a text of somebody's that ends with this
}

// Files returns what belongs to a target, in the order of writing.
func Files(t Target, p Place) ([]File, error) {
	switch t {
	case ClaudeCode:
		return claude(p), nil
	case Codex:
		return codex(p), nil
	case Gemini:
		return gemini(p), nil
	case Cursor:
		return cursor(p), nil
	case AgentsMD:
		return agentsMD(p), nil
	case Skills:
		return skills(p), nil
	}
	return nil, fmt.Errorf("%q: it is one of %v", t, Targets())
}

// Advice is what a user still has to know or do once a target is installed, a sentence each.
func Advice(t Target, project bool) []string {
	var out []string
	switch t {
	case ClaudeCode:
		out = append(out, "a session that runs takes it with /reload-plugins; the next one by itself")
	case Codex:
		out = append(out, "Codex runs a hook only once you trust it: open /hooks in Codex and approve mem's, now and after each change of them")
	case Gemini:
		out = append(out, "the next session of Gemini CLI has it; /hooks panel and /mcp show it")
	case Cursor:
		out = append(out, "a prompt's hook cannot give Cursor anything: mem install agents-md tells its agent to ask mem itself")
	case AgentsMD, Skills: // they name no path of this machine in a project
		return nil
	}
	if project {
		out = append(out, "these files name paths of this machine: keep them out of the project's history, in .git/info/exclude")
	}
	return out
}

// hook is one event of a host, and mem's name of it.
type hook struct {
	event, name string
	matcher     string
	timeout     int // in the host's unit
}

// argv is the command of a hook: no shell is needed, and no environment.
func (p *Place) argv(h hook, t Target) []string {
	return []string{p.Program, "hook", h.name, "--harness", string(t), "--vault", p.Vault}
}

// serverArgs are the arguments of the server of the Model Context Protocol.
func (p *Place) serverArgs() []string { return []string{"mcp", "--vault", p.Vault} }

// server is the entry of mem in a list of servers.
func (p *Place) server() json.RawMessage {
	return document(struct {
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}{p.Program, p.serverArgs()})
}

// line is a command line for hosts that hand it to a shell.
func (p *Place) line(argv []string) string {
	words := make([]string, len(argv))
	for i, w := range argv {
		words[i] = p.word(w)
	}
	return strings.Join(words, " ")
}

func (p *Place) word(w string) string {
	plain := w != "" && !strings.ContainsFunc(w, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && !strings.ContainsRune("-_./:=+@,", r) && (r != '\\' || !p.Windows)
	})
	switch {
	case plain:
		return w
	case p.Windows: // no name of a file has a double quote there
		return `"` + w + `"`
	default:
		return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
}

// base is the folder that a host's folders begin in.
func (p *Place) base() string {
	if p.Project != "" {
		return p.Project
	}
	return p.Home
}

func (p *Place) at(dir string, rest ...string) string {
	return filepath.Join(slices.Concat([]string{dir}, rest)...)
}

// document is a value as JSON, with every letter as it is.
func document(v any) json.RawMessage {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage("null") // unreachable: structs of texts
	}
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}

// pretty is document as a file of its own.
func pretty(v any) []byte { return []byte(indented(document(v), "", "  ") + "\n") }
