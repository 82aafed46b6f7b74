package install

// Made for Gemini CLI as of November 2026 (docs/hooks/reference.md): hooks and servers in
// settings.json, which may have comments; the time of a hook is in milliseconds.

func geminiHooks() []hook {
	return []hook{
		{event: "SessionStart", name: "session-start", timeout: 5000},
		{event: "BeforeAgent", name: "user-prompt", timeout: 5000},
		{event: "AfterAgent", name: "stop", timeout: 5000},
		{event: "SessionEnd", name: "session-end", timeout: 2000},
	}
}

type geminiHook struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

func gemini(p Place) []File {
	var parts []Part
	for _, h := range geminiHooks() {
		group := map[string][]geminiHook{"hooks": {{"mem", "command", p.line(p.argv(h, Gemini)), h.timeout}}}
		parts = append(parts, Part{At: []string{"hooks", h.event}, Item: true, Value: document(group)})
	}
	parts = append(parts, Part{At: []string{"mcpServers", "mem"}, Value: p.server()})
	return []File{{Path: p.at(p.base(), ".gemini", "settings.json"), Parts: parts}}
}
