package cmd

import (
	"fmt"
	"path/filepath"
	"strings"

	"mem/internal/engine"
	"mem/internal/memory"
	"mem/internal/vault"
)

// judge reads `judge:` of the user's config. $MEM_JUDGE_COMMAND, words between spaces, comes
// before it.
func (a *app) judge() (engine.Model, error) {
	path, data := a.config()
	j, err := vault.ConfiguredJudge(data)
	if words := strings.Fields(a.env.Getenv("MEM_JUDGE_COMMAND")); len(words) > 0 {
		j, err = memory.Judge{Command: words, Env: j.Env, Timeout: j.Timeout, Calls: j.Calls, Minutes: j.Minutes}, nil
	}
	if err != nil {
		return engine.Model{}, fmt.Errorf("%s: %w", path, err)
	}
	out := engine.Model{Judge: j}
	switch {
	case len(j.Command) > 0:
		program, err := filepath.Abs(a.env.LookPath(j.Command[0])) // it is not started where mem was
		if err != nil || a.env.LookPath(j.Command[0]) == "" {
			return engine.Model{}, fmt.Errorf("there is no program %s", j.Command[0])
		}
		out.Command = append([]string{program}, j.Command[1:]...)
	case j.On():
		for _, name := range []string{j.KeyEnv, "MEM_JUDGE_KEY"} {
			if key := a.env.Getenv(name); name != "" && key != "" {
				out.Key = memory.Secret(key)
				break
			}
		}
		if !strings.HasPrefix(strings.ToLower(j.URL), "http:") {
			out.Curl = a.env.LookPath("curl")
		}
	}
	return out, nil
}
