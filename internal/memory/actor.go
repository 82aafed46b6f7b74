package memory

import "strings"

// Actor says who did or decided something: "human:ada", "agent:claude-code", "process:mem-dream".
type Actor string

// Dreamer is the actor of every decision that the nightly run takes alone.
const Dreamer Actor = "process:mem-dream"

// Kind returns what stands before the colon: human, agent or process; "" when it is none of these.
func (a Actor) Kind() string {
	kind, _, ok := strings.Cut(string(a), ":")
	switch {
	case ok && (kind == "human" || kind == "agent" || kind == "process"):
		return kind
	default:
		return ""
	}
}

// Name returns what stands after the kind, or the whole when there is no kind.
func (a Actor) Name() string {
	if a.Kind() == "" {
		return string(a)
	}
	_, name, _ := strings.Cut(string(a), ":")
	return name
}
