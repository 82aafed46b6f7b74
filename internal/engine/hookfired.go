package engine

import (
	"strings"
	"time"

	"mem/internal/hook"
)

// firedState is a folder of .mem with one file for each host and event whose hook was
// answered, which holds when: a file each, so that hooks that end together lose nothing.
const firedState = "fired/"

// HookFired notes that a host's hook was answered.
func (e *Engine) HookFired(h hook.Harness, event hook.Event) {
	_ = e.vault.WriteCache(firedState+string(h)+"."+string(event), []byte(instant(e.o.Now)+"\n")) // for the doctor alone
}

// HookHealth is what the hooks left behind them.
type HookHealth struct {
	Fired    map[hook.Harness]time.Time // when a hook of each host was answered last
	Failures int                        // of the last week
	Failed   time.Time                  // the last of them; zero = none
	Reason   string                     // of that
}

// Hooks says which hooks were answered, and how many were not.
func (e *Engine) Hooks() HookHealth {
	out := HookHealth{Fired: map[hook.Harness]time.Time{}}
	for _, h := range hook.Harnesses() {
		for _, event := range hook.Events() {
			data, err := e.vault.ReadState(firedState + string(h) + "." + string(event))
			if err != nil {
				continue
			}
			if t, err := time.Parse(time.RFC3339, strings.TrimSpace(string(data))); err == nil && t.After(out.Fired[h]) {
				out.Fired[h] = t
			}
		}
	}
	data, err := e.vault.ReadState(hooksLog)
	if err != nil {
		return out
	}
	for line := range strings.Lines(string(data)) {
		at, reason, _ := strings.Cut(strings.TrimSpace(line), " ")
		t, err := time.Parse(time.RFC3339, at)
		if err != nil || e.o.Now.Sub(t) > 7*24*time.Hour {
			continue
		}
		out.Failures++
		if !t.Before(out.Failed) {
			out.Failed, out.Reason = t, reason
		}
	}
	return out
}
