package hook_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mem/internal/hook"
)

func TestEachHostsMessageIsRead(t *testing.T) {
	for _, row := range []struct {
		name, message string
		harness       hook.Harness
		event         hook.Event
		want          hook.Call
	}{
		{"claude, a session", `{"session_id":"8a2f","transcript_path":"/t.jsonl","cwd":"/home/ada/api","hook_event_name":"SessionStart","source":"startup","model":"x"}`,
			hook.ClaudeCode, hook.SessionStart, hook.Call{Session: "8a2f", Dir: "/home/ada/api", Source: "startup"}},
		{"claude, a prompt of a schedule", `{"session_id":"8a2f","cwd":"/a","prompt":"check the build","source":"schedule_wakeup"}`,
			hook.ClaudeCode, hook.UserPrompt, hook.Call{Session: "8a2f", Dir: "/a", Prompt: "check the build", Source: "schedule_wakeup"}},
		{"claude, a subagent's", `{"session_id":"8a2f","cwd":"/a","agent_id":"s1","last_assistant_message":"done"}`,
			hook.ClaudeCode, hook.Stop, hook.Call{Session: "8a2f", Dir: "/a", Agent: "s1", Text: "done"}},
		{"claude, a compaction", `{"session_id":"8a2f","trigger":"auto","compact_summary":"We agreed on it."}`,
			hook.ClaudeCode, hook.PostCompact, hook.Call{Session: "8a2f", Text: "We agreed on it."}},
		{"codex, without a transcript", `{"session_id":"c1","transcript_path":null,"cwd":"/a","turn_id":"1","prompt":"why"}`,
			hook.Codex, hook.UserPrompt, hook.Call{Session: "c1", Dir: "/a", Prompt: "why"}},
		{"gemini, after a turn", `{"session_id":"g1","cwd":"/a","prompt":"why","prompt_response":"Because."}`,
			hook.Gemini, hook.Stop, hook.Call{Session: "g1", Dir: "/a", Text: "Because."}},
		{"cursor, without a folder", `{"conversation_id":"k1","generation_id":"2","workspace_roots":["/home/ada/api","/b"]}`,
			hook.Cursor, hook.SessionStart, hook.Call{Session: "k1", Dir: "/home/ada/api"}},
		{"fields of another kind", `{"session_id":7,"cwd":["/a"],"prompt":{"text":"x"},"workspace_roots":"y"}`, hook.ClaudeCode, hook.UserPrompt, hook.Call{}},
		{"nothing", `{}`, hook.Gemini, hook.SessionEnd, hook.Call{}},
	} {
		row.want.Harness, row.want.Event = row.harness, row.event
		if got, err := hook.Read(row.harness, row.event, []byte(row.message)); err != nil || got != row.want {
			t.Errorf("%s: got %+v, %v, want %+v", row.name, got, err, row.want)
		}
	}
	for _, row := range []struct {
		harness hook.Harness
		event   hook.Event
		message string
	}{{"emacs", hook.Stop, `{}`}, {hook.Codex, "pre-tool", `{}`}, {hook.Codex, hook.Stop, `[1]`}, {hook.Codex, hook.Stop, ``}, {hook.Codex, hook.Stop, `{"a":`}} {
		if got, err := hook.Read(row.harness, row.event, []byte(row.message)); err == nil {
			t.Errorf("%v: got %+v", row, got)
		}
	}
}

func TestAnAnswerHasTheHostsExactForm(t *testing.T) {
	for _, row := range []struct {
		harness hook.Harness
		event   hook.Event
		want    string
	}{
		{hook.ClaudeCode, hook.SessionStart, `{"hookSpecificOutput":{"additionalContext":"a \"b\"\n","hookEventName":"SessionStart"}}`},
		{hook.ClaudeCode, hook.UserPrompt, `{"hookSpecificOutput":{"additionalContext":"a \"b\"\n","hookEventName":"UserPromptSubmit"}}`},
		{hook.Codex, hook.UserPrompt, `{"hookSpecificOutput":{"additionalContext":"a \"b\"\n","hookEventName":"UserPromptSubmit"}}`},
		{hook.Gemini, hook.UserPrompt, `{"hookSpecificOutput":{"additionalContext":"a \"b\"\n","hookEventName":"BeforeAgent"}}`},
		{hook.Cursor, hook.SessionStart, `{"additional_context":"a \"b\"\n"}`},
		{hook.Cursor, hook.UserPrompt, ""}, {hook.ClaudeCode, hook.Stop, ""}, {hook.Gemini, hook.PreCompact, ""}, {hook.ClaudeCode, hook.PreCompact, ""},
		{hook.Codex, hook.SessionEnd, ""}, {hook.ClaudeCode, hook.PostTool, ""}, {"emacs", hook.SessionStart, ""},
	} {
		if got := strings.TrimSuffix(string(hook.Answer(row.harness, row.event, "a \"b\"\n")), "\n"); got != row.want {
			t.Errorf("%s %s: got %s, want %s", row.harness, row.event, got, row.want)
		}
		if got := hook.Answer(row.harness, row.event, ""); got != nil {
			t.Errorf("%s %s: got %s for nothing", row.harness, row.event, got)
		}
	}
	var long struct {
		Additional string `json:"additional_context"`
	}
	if err := json.Unmarshal(hook.Answer(hook.Cursor, hook.SessionStart, strings.Repeat("é", 20000)), &long); err != nil || utf8.RuneCountInString(long.Additional) > 9000 {
		t.Errorf("%d letters, %v", utf8.RuneCountInString(long.Additional), err)
	}
}

func TestAPromptThatAsksNothingIsTrivial(t *testing.T) {
	for prompt, want := range map[string]bool{
		"": true, "ok": true, "Yes, please go ahead.": true, "continue": true, "/compact": true, "/model opus": true, "!ls -la": true, "👍": true, "danke!": true, "好的": true,
		"fix the tests": false, "why does the lathe hang?": false, "/etc/hosts is wrong": false, "ok, now the gantry": false, "门": false,
	} {
		if got := hook.Trivial(prompt); got != want {
			t.Errorf("%q: got %v", prompt, got)
		}
	}
}

func TestAPromptTeachesWhatItAsksToHaveRemembered(t *testing.T) {
	for prompt, want := range map[string][]string{
		"Remember that the staging key rotates on Mondays. Now fix the tests.": {"The staging key rotates on Mondays."},
		"From now on, run the tests with -race.":                               {"From now on, run the tests with -race."},
		"please remember to\nkeep lines short":                                 {"To keep lines short"},
		"Do you remember that bug?":                                            nil,
		"Remember that bug?":                                                   nil,
		"Fix it. I remember that it hung.":                                     nil,
		"```\nremember that x is y\n```":                                       nil,
		"记住网关的端口是8080":                                                         {"网关的端口是8080"},
		"remember that ":                                                       nil,
	} {
		var got []string
		for _, x := range hook.FromPrompt(prompt) {
			got = append(got, x.Text)
			if !x.Owner {
				t.Errorf("%q: these are the person's words", prompt)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", prompt, got, want)
		}
	}
}

func TestASummaryTeachesOnlyWhatARuleIsSureOf(t *testing.T) {
	summary := `## Summary
1. **Root cause**: the deadlock was caused by the two pools sharing a lock.
- I've fixed the tests and pushed.
- Next steps: the deadlock in the importer is to be looked at.
- Deploys must go through the blue script since August.

Would you like me to go on with the deadlock?
` + "```\nthe deadlock was caused by x in the code\n```\n> the deadlock was caused by a quotation\n"
	sure := func(s string) bool { return strings.Contains(s, "deadlock") || strings.Contains(s, "must") }
	var got []string
	for _, x := range hook.FromText(summary, sure) {
		got = append(got, x.Text)
	}
	want := []string{"Root cause: the deadlock was caused by the two pools sharing a lock.", "Deploys must go through the blue script since August."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if n := len(hook.FromText(strings.Repeat("The deadlock was caused by the other pool. ", 50), sure)); n > 5 {
		t.Errorf("%d of one message", n)
	}
}

func FuzzAnyMessageIsReadOrRefused(f *testing.F) {
	for _, seed := range []string{`{"session_id":"1","cwd":"/a","prompt":"remember that a is b"}`, `{"compact_summary":"x"}`, `{"workspace_roots":[null]}`, `[]`, `{"prompt":7}`, "{\"prompt\":\"\\ud800\"}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, message string) {
		for _, h := range hook.Harnesses() {
			for _, e := range hook.Events() {
				c, err := hook.Read(h, e, []byte(message))
				if err != nil {
					continue
				}
				hook.Trivial(c.Prompt)
				for _, x := range append(hook.FromPrompt(c.Prompt), hook.FromText(c.Text, func(string) bool { return true })...) {
					if strings.TrimSpace(x.Text) == "" {
						t.Errorf("%q teaches nothing", message)
					}
				}
				if out := hook.Answer(h, e, c.Prompt); out != nil && !json.Valid(out) {
					t.Errorf("%q is answered with %q", message, out)
				}
			}
		}
	})
}
