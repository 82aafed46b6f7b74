package install

// Made for Cursor as of November 2026 (reports of its hooks, weaker than a reference):
// hooks.json of version 1 and mcp.json, each its own file. The hook of a prompt gives the
// agent nothing, but what a person asks to have remembered is kept by it.

func cursorHooks() []hook {
	return []hook{{event: "sessionStart", name: "session-start"}, {event: "beforeSubmitPrompt", name: "user-prompt"}}
}

func cursor(p Place) []File {
	dir := p.at(p.base(), ".cursor")
	parts := []Part{{At: []string{"version"}, Value: document(1), Shared: true}}
	for _, h := range cursorHooks() {
		entry := map[string]string{"command": p.line(p.argv(h, Cursor))}
		parts = append(parts, Part{At: []string{"hooks", h.event}, Item: true, Value: document(entry)})
	}
	return []File{
		{Path: p.at(dir, "hooks.json"), Parts: parts},
		{Path: p.at(dir, "mcp.json"), Parts: []Part{{At: []string{"mcpServers", "mem"}, Value: p.server()}}},
	}
}
