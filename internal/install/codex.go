package install

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Made for Codex as of November 2026 (generated schemas of its hooks; the time of a
// SessionEnd from reports): hooks.json beside config.toml, as Claude Code has it but with a
// command line, and [mcp_servers.NAME] tables.

func codexHooks() []hook {
	return []hook{
		{event: "SessionStart", name: "session-start", matcher: "startup|resume|clear", timeout: 5},
		{event: "UserPromptSubmit", name: "user-prompt", timeout: 5},
		{event: "Stop", name: "stop", timeout: 5},
		{event: "SessionEnd", name: "session-end", timeout: 3},
	}
}

func codex(p Place) []File {
	dir := p.CodexHome
	if p.Project != "" || dir == "" {
		dir = p.at(p.base(), ".codex")
	}
	var parts []Part
	for _, h := range codexHooks() {
		group := claudeGroup{h.matcher, []claudeHook{{Type: "command", Command: p.line(p.argv(h, Codex)), Timeout: h.timeout}}}
		parts = append(parts, Part{At: []string{"hooks", h.event}, Item: true, Value: document(group)})
	}
	args := make([]string, 0, 3)
	for _, a := range p.serverArgs() {
		args = append(args, tomlText(a))
	}
	return []File{
		{Path: p.at(dir, "hooks.json"), Parts: parts},
		{Path: p.at(dir, "config.toml"), Block: &Block{
			Begin: "# mem:begin v1", End: "# mem:end", Syntax: CodexTOML,
			Text: fmt.Sprintf("[mcp_servers.mem]\ncommand = %s\nargs = [%s]\n", tomlText(p.Program), strings.Join(args, ", ")),
		}},
	}
}

// tomlText is a text as TOML writes it: a basic string, whose escapes are those of JSON but
// for two letters.
func tomlText(s string) string {
	return strings.ReplaceAll(string(document(s)), "\x7f", `\u007f`)
}

// checkCodex says why a config.toml is none, or one that has a server mem which the block
// did not bring.
func checkCodex(text []byte, within bool) error {
	var config map[string]any // all of it: a field that nobody asks for would not be read
	if err := toml.Unmarshal(text, &config); err != nil {
		return fmt.Errorf("%w: it is no TOML: %s", ErrUnreadable, firstLine(err.Error()))
	}
	servers, _ := config["mcp_servers"].(map[string]any)
	if _, there := servers["mem"]; there != within {
		if within {
			return fmt.Errorf("%w: mem's table would not be read there", ErrUnreadable)
		}
		return fmt.Errorf("%w: [mcp_servers.mem] is there", ErrTaken)
	}
	return nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
