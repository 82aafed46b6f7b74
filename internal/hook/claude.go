package hook

// Made for Claude Code as of November 2026 (its hooks reference, and the types of agent SDK
// 0.3.332), and for Codex of the same time, whose hooks read and answer alike; Codex refuses
// an answer with any key besides these.

func readClaude(c *Call, m fields) {
	c.Session, c.Dir, c.Agent = m.text("session_id"), m.text("cwd"), m.text("agent_id")
	c.Source = m.text("source")
	switch c.Event {
	case UserPrompt:
		c.Prompt = m.text("prompt")
	case PostCompact:
		c.Text = m.text("compact_summary")
	case Stop, SessionEnd:
		c.Text = m.text("last_assistant_message")
	case SessionStart, PreCompact, PostTool:
	}
}

// claudeNames are the events that take text for the agent. A stop hook's would keep the turn
// going, and what one says before a compaction is thrown away.
func claudeName(e Event) string {
	switch e {
	case SessionStart:
		return "SessionStart"
	case UserPrompt:
		return "UserPromptSubmit"
	case PreCompact, PostCompact, Stop, SessionEnd, PostTool:
	}
	return ""
}

func answerClaude(e Event, text string) []byte {
	name := claudeName(e)
	if name == "" {
		return nil
	}
	return document(map[string]any{"hookSpecificOutput": map[string]string{"hookEventName": name, "additionalContext": text}})
}
