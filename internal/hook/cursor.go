package hook

// Made for Cursor as of November 2026 (reports of its hooks, weaker than a reference). It
// names no working folder but its workspaces, and only the beginning of a session takes text.

func readCursor(c *Call, m fields) {
	c.Session, c.Prompt = m.text("conversation_id", "session_id"), m.text("prompt")
	if c.Dir = m.text("cwd"); c.Dir == "" {
		if roots := m.texts("workspace_roots"); len(roots) > 0 {
			c.Dir = roots[0]
		}
	}
}

func answerCursor(e Event, text string) []byte {
	if e != SessionStart {
		return nil
	}
	return document(map[string]string{"additional_context": text})
}
