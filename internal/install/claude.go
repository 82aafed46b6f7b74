package install

// Made for Claude Code as of September 2026 (hooks reference, plugins reference "skills
// directory plugins", the types of SDK 0.3.332): a folder below skills/ that has a
// .claude-plugin/plugin.json is a plugin, without any setting; hooks take a program and its
// arguments without a shell.

// claudeHooks are the events at which mem has something to say or to keep. Nothing is done
// before a compaction or after a tool, so no process is started there. The time of a
// SessionEnd is shared by all hooks, 1.5 seconds, whatever is said here.
func claudeHooks() []hook {
	return []hook{
		{event: "SessionStart", name: "session-start", matcher: "startup|resume|clear|compact|fork", timeout: 5},
		{event: "UserPromptSubmit", name: "user-prompt", timeout: 5},
		{event: "PostCompact", name: "post-compact", timeout: 5},
		{event: "Stop", name: "stop", timeout: 5},
		{event: "SessionEnd", name: "session-end", timeout: 2},
	}
}

type claudeHook struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args,omitempty"`
	Timeout int      `json:"timeout"`
}

type claudeGroup struct {
	Matcher string       `json:"matcher,omitempty"`
	Hooks   []claudeHook `json:"hooks"`
}

func claude(p Place) []File {
	dir := p.ClaudeHome
	if p.Project != "" || dir == "" {
		dir = p.at(p.base(), ".claude")
	}
	dir = p.at(dir, "skills", "mem")
	hooks := map[string][]claudeGroup{}
	for _, h := range claudeHooks() {
		argv := p.argv(h, ClaudeCode)
		hooks[h.event] = []claudeGroup{{h.matcher, []claudeHook{{"command", argv[0], argv[1:], h.timeout}}}}
	}
	return []File{
		{Path: p.at(dir, "hooks", "hooks.json"), Own: pretty(struct {
			Description string                   `json:"description"`
			Hooks       map[string][]claudeGroup `json:"hooks"`
		}{"Long-term memory: facts at the start, notes a prompt brings up, what is to be learnt", hooks})},
		{Path: p.at(dir, ".mcp.json"), Own: pretty(map[string]any{"mcpServers": map[string]any{"mem": p.server()}})},
		{Path: p.at(dir, "skills", "memory", "SKILL.md"), Own: []byte(skillText)},
		{Path: p.at(dir, ".claude-plugin", "plugin.json"), Own: pretty(struct { // last: with it the folder is a plugin
			Name        string `json:"name"`
			Version     string `json:"version"`
			Description string `json:"description"`
		}{"mem", "1.0.0", "Long-term memory as markdown in git"})},
	}
}
