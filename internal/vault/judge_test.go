package vault

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

func TestConfiguredJudge(t *testing.T) {
	for _, r := range []struct {
		name, config string
		want         memory.Judge
		wantErr      string
	}{
		{name: "no config", config: ""},
		{name: "nothing is said", config: "vault: /srv/notes\n"},
		{name: "a broken file that says nothing of it", config: "vault: [a\n"},
		{name: "left empty", config: "judge:\n"},
		{name: "a program", config: "judge: {command: [/usr/bin/ask, --model, 'a b']}\n", want: memory.Judge{Command: []string{"/usr/bin/ask", "--model", "a b"}}},
		{name: "a program with bounds", config: "judge:\n  command: [ask]\n  env: [ASK_KEY]\n  timeout: 2m\n  max_calls: 5\n  max_minutes: 3\n",
			want: memory.Judge{Command: []string{"ask"}, Env: []string{"ASK_KEY"}, Timeout: 2 * time.Minute, Calls: 5, Minutes: 3}},
		{name: "a server", config: "judge: {url: 'http://localhost:11434/v1', model: small, key: sk-hidden, key_env: OPENAI_API_KEY}\n",
			want: memory.Judge{URL: "http://localhost:11434/v1", Model: "small", Key: "sk-hidden", KeyEnv: "OPENAI_API_KEY"}},
		{name: "no YAML", config: "judge: {command: sk-hidden\n", wantErr: "it is not YAML (line 1)"},
		{name: "a line for a shell", config: "judge: {command: 'ask sk-hidden | cat'}\n", wantErr: "judge.command is to be a list"},
		{name: "no program", config: "judge: {command: []}\n", wantErr: "judge.command is to be a list"},
		{name: "a list in a list", config: "judge: {command: [[sk-hidden]]}\n", wantErr: "judge.command is to be a list"},
		{name: "a word where keys are due", config: "judge: sk-hidden\n", wantErr: "judge is to be keys with values"},
		{name: "both", config: "judge: {command: [ask], url: 'http://localhost', model: m}\n", wantErr: "a command and a url"},
		{name: "no model", config: "judge: {url: 'http://localhost'}\n", wantErr: "judge needs a command, or both url and model"},
		{name: "bounds alone", config: "judge: {max_calls: 3}\n", wantErr: "judge needs a command, or both url and model"},
		{name: "an unknown key", config: "judge:\n  sk-hidden: x\n", wantErr: "line 2: judge has no such key"},
		{name: "a url with a password", config: "judge: {url: 'http://a:sk-hidden@h', model: m}\n", wantErr: "judge.url is to be"},
		{name: "a key of two lines", config: "judge: {url: 'http://h', model: m, key: \"sk-hidden\\nX: y\"}\n", wantErr: "judge.key is to be"},
		{name: "no calls", config: "judge: {command: [ask], max_calls: 0}\n", wantErr: "judge.max_calls is to be"},
		{name: "minutes with a unit", config: "judge: {command: [ask], max_minutes: 10m}\n", wantErr: "judge.max_minutes is to be"},
		{name: "a timeout without a unit", config: "judge: {command: [ask], timeout: 30}\n", wantErr: "judge.timeout is to be a time"},
	} {
		got, err := ConfiguredJudge([]byte(r.config))
		if r.wantErr == "" {
			if err != nil || !reflect.DeepEqual(got, r.want) {
				t.Errorf("%s: got %+v, %v; want %+v", r.name, got, err, r.want)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), r.wantErr) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: got error %v, want %q and no value", r.name, err, r.wantErr)
		}
		if got.On() {
			t.Errorf("%s: an error came with %+v", r.name, got)
		}
	}
}

func TestAVaultCannotNameAJudge(t *testing.T) {
	for _, text := range []string{"judge: {command: [rm, -rf, /]}\n", "types: [x]\njudge: {max_calls: 1}\n", "judge:\n"} {
		_, findings := parseSettings([]byte(text))
		if len(findings) != 1 || findings[0].Code != "settings-judge" || !findings[0].Grave {
			t.Errorf("%q: got %+v, want one grave settings-judge", text, findings)
		}
	}
}
