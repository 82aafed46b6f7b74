// Package hook speaks the manners of agent hosts: it reads what a host gives a hook on
// standard input, and phrases the answer in the host's exact form. It decides nothing and
// touches nothing.
//
// Begin with Read and Answer. Each host has one file that says which of its versions it was
// made for; a host that changes its format is mended there.
package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Harness is a host of agents.
type Harness string

// The hosts that are known.
const (
	ClaudeCode Harness = "claude-code"
	Codex      Harness = "codex"
	Gemini     Harness = "gemini"
	Cursor     Harness = "cursor"
)

// Harnesses lists the hosts.
func Harnesses() []Harness { return []Harness{ClaudeCode, Codex, Gemini, Cursor} }

// Event is a moment of a session, under one name for all hosts.
type Event string

// The moments at which hooks are called.
const (
	SessionStart Event = "session-start"
	UserPrompt   Event = "user-prompt"
	PreCompact   Event = "pre-compact"
	PostCompact  Event = "post-compact"
	Stop         Event = "stop"
	SessionEnd   Event = "session-end"
	PostTool     Event = "post-tool"
)

// Events lists the moments, in the order of a session.
func Events() []Event {
	return []Event{SessionStart, UserPrompt, PostTool, PreCompact, PostCompact, Stop, SessionEnd}
}

// Call is what a host said, as far as mem needs it. A field that the host does not have is empty.
type Call struct {
	Harness Harness
	Event   Event
	Session string
	Dir     string // the folder that the agent works in
	Prompt  string // of the person: UserPrompt
	Source  string // why a session begins, or who wrote the prompt
	Text    string // a summary of the session, or the agent's last words
	Agent   string // the subagent that runs the hook
}

// Alone reports whether no person is there: a subagent, or a prompt that a schedule wrote.
func (c *Call) Alone() bool {
	return c.Agent != "" || slices.Contains([]string{"system", "loop_wakeup", "schedule_wakeup", "poll_event", "cron", "heartbeat"}, c.Source)
}

// most is how large a host's message may be, in bytes: a prompt may hold a whole file.
const most = 16 << 20

// Read takes a host's message apart. What is missing, or of another kind than expected, is
// empty; only what is no JSON object is an error.
func Read(h Harness, e Event, data []byte) (Call, error) {
	c := Call{Harness: h, Event: e}
	if !slices.Contains(Events(), e) {
		return c, fmt.Errorf("event %q: it is one of %v", e, Events())
	}
	if len(data) > most {
		return c, fmt.Errorf("the host's message has %d bytes, more than %d", len(data), most)
	}
	var m fields
	if err := json.Unmarshal(data, &m); err != nil {
		return c, fmt.Errorf("the host's message is no JSON object: %w", err)
	}
	switch h {
	case ClaudeCode, Codex:
		readClaude(&c, m)
	case Gemini:
		readGemini(&c, m)
	case Cursor:
		readCursor(&c, m)
	default:
		return c, fmt.Errorf("harness %q: it is one of %v", h, Harnesses())
	}
	return c, nil
}

// Answer puts a text before the agent, in the host's form; nil when there is no text, or
// when the host takes none at this moment: then nothing is to be printed.
func Answer(h Harness, e Event, text string) []byte {
	if text == "" {
		return nil
	}
	text = cut(text)
	switch h {
	case ClaudeCode, Codex:
		return answerClaude(e, text)
	case Gemini:
		return answerGemini(e, text)
	case Cursor:
		return answerCursor(e, text)
	}
	return nil
}

// Takes reports whether a host takes text for the agent at a moment.
func Takes(h Harness, e Event) bool { return Answer(h, e, "x") != nil }

// longest is how many letters a host takes: Claude Code puts more than 10,000 into a file.
const longest = 9000

func cut(text string) string {
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest])
	}
	return text
}

// fields are a host's message.
type fields map[string]json.RawMessage

// text returns the first of some fields that is a text and says something.
func (m fields) text(names ...string) string {
	for _, n := range names {
		var s string
		if json.Unmarshal(m[n], &s) == nil && s != "" {
			return s
		}
	}
	return ""
}

// texts returns a list of texts.
func (m fields) texts(name string) []string {
	var list []string
	_ = json.Unmarshal(m[name], &list) // anything else says nothing
	return list
}

// document is one JSON document with a line's end.
func document(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil // unreachable: maps of texts
	}
	return b.Bytes()
}
