package hook

// Made for Gemini CLI as of November 2026 (docs/hooks/reference.md). Its user-prompt is
// BeforeAgent, its stop AfterAgent, its pre-compact PreCompress. Anything on standard output
// besides one JSON document breaks it.

func readGemini(c *Call, m fields) {
	c.Session, c.Dir, c.Source = m.text("session_id"), m.text("cwd"), m.text("source")
	switch c.Event {
	case UserPrompt:
		c.Prompt = m.text("prompt")
	case Stop:
		c.Text = m.text("prompt_response")
	case SessionStart, PreCompact, PostCompact, SessionEnd, PostTool:
	}
}

func answerGemini(e Event, text string) []byte {
	switch e {
	case SessionStart, UserPrompt:
		name := map[Event]string{SessionStart: "SessionStart", UserPrompt: "BeforeAgent"}[e]
		return document(map[string]any{"hookSpecificOutput": map[string]string{"hookEventName": name, "additionalContext": text}})
	case PreCompact, PostCompact, Stop, SessionEnd, PostTool:
	}
	return nil
}
