package install_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"

	"mem/internal/install"
)

// awkward is a path with whatever JSON, TOML or a shell could read as their own.
const awkward = `/home/ada o'hara/100% "x" \y $HOME`

func place() install.Place {
	return install.Place{Home: "/home/ada", Program: awkward + "/mem", Vault: awkward, Version: "1"}
}

func files(t *testing.T, target install.Target, p install.Place) []install.File {
	t.Helper()
	list, err := install.Files(target, p)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func file(t *testing.T, target install.Target, end string) *install.File {
	t.Helper()
	for _, f := range files(t, target, place()) {
		if strings.HasSuffix(f.Path, end) {
			return &f
		}
	}
	t.Fatalf("%s has no %s", target, end)
	return nil
}

func plain(t *testing.T, text []byte) map[string]any {
	t.Helper()
	std, err := hujson.Standardize(bytes.Clone(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	out := map[string]any{}
	if err := json.Unmarshal(std, &out); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return out
}

// settings are JSON files as people keep them.
var settings = []string{
	"", "\n", "{}", "{}\n", "{\n}\n", "{ }", `{"a":1}`,
	"{\n  // mine\n  \"theme\": \"dark\", // not light\n  \"list\": [1, 2],\n}\n",
	"{ // all of it\n\t\"a\": 1\n}\n", "{ /* one */\n  \"a\": 1 }", "{ /* two\n lines */ \"a\": 1\n}", "{/**/}",
	"{\r\n    \"hooks\": {\r\n        \"SessionStart\": [\r\n            {\"hooks\": []}\r\n        ]\r\n    }\r\n}\r\n",
	`{"hooks": {"SessionStart": []}, "mcpServers": {}}`,
	"{\n  \"hooks\": {\n    \"SessionStart\": [ // first\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"echo\"}]} // mine\n    ],\n    \"BeforeAgent\": [ ],\n  },\n  \"mcpServers\": {\"other\": {\"command\": \"x\"}}\n}",
	"// a head\n{\"b\": \"\\u00e9 \\\" { [\"} // a tail\n",
	"{\"a\": {\n\"x\": 1}}",
}

func TestAPartComesIntoASettingsFileAndGoesWithoutATrace(t *testing.T) {
	f := file(t, install.Gemini, "settings.json")
	for _, text := range settings {
		after, done, err := f.Add([]byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := plain(t, after)
		server, _ := got["mcpServers"].(map[string]any)["mem"].(map[string]any)
		if server["command"] != awkward+"/mem" {
			t.Errorf("%q: the server is %v in\n%s", text, server, after)
		}
		if strings.Contains(text, "\r\n") && strings.Count(string(after), "\n") != strings.Count(string(after), "\r\n") {
			t.Errorf("%q: mixed line ends in %q", text, after)
		}
		if before, err := install.Take(after, done); err != nil || string(before) != text {
			t.Errorf("%q came back as %q, %v", text, before, err)
		}
		if _, _, err := f.Add(after); !errors.Is(err, install.ErrTaken) {
			t.Errorf("%q: a second time gave %v", text, err)
		}
	}
}

func TestAPartGoesOutOfAFileThatSomebodyElseChangedMeanwhile(t *testing.T) {
	f := file(t, install.Gemini, "settings.json")
	for _, text := range settings {
		if strings.TrimSpace(text) == "" {
			continue
		}
		after, done, err := f.Add([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		want := plain(t, []byte(text))
		want["later"] = "x"
		now := plain(t, after)
		now["later"] = "x"
		rewritten, _ := json.MarshalIndent(now, "", "    ") // as a host writes its settings anew
		for _, changed := range [][]byte{rewritten, append([]byte("// later\n"), after...)} {
			got, err := install.Take(changed, done)
			if err != nil {
				t.Errorf("%q: %v in\n%s", text, err, changed)
				continue
			}
			wanted := want
			if changed[0] == '/' {
				wanted = plain(t, []byte(text))
			}
			if a, b := document(plain(t, got)), document(wanted); a != b {
				t.Errorf("%q: left is %s, want %s", text, a, b)
			}
		}
	}
}

func document(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

func TestAFileThatMemMadeGoesUnlessSomebodyPutSomethingIn(t *testing.T) {
	for _, target := range install.Targets() {
		for _, f := range files(t, target, place()) {
			after, done, err := f.Add(nil)
			if err != nil {
				t.Fatalf("%s: %v", f.Path, err)
			}
			if left, err := install.Take(after, done); err != nil || left != nil {
				t.Errorf("%s: %q is left, %v", f.Path, left, err)
			}
			if left, err := install.Take(nil, done); err != nil || left != nil {
				t.Errorf("%s: of no file %q is left, %v", f.Path, left, err)
			}
			changed := append(bytes.Clone(after), '\n')
			switch left, err := install.Take(changed, done); {
			case f.Own != nil && !errors.Is(err, install.ErrChanged):
				t.Errorf("%s was changed: %v", f.Path, err)
			case f.Own == nil && (err != nil || left != nil):
				t.Errorf("%s: %q is left, %v", f.Path, left, err)
			}
		}
	}
	hooks := file(t, install.Cursor, "hooks.json")
	after, done, err := hooks.Add(nil)
	if err != nil {
		t.Fatal(err)
	}
	after = bytes.Replace(after, []byte(`"hooks": {`), []byte(`"hooks": {"stop": [{"command": "x"}],`), 1)
	if left, err := install.Take(after, done); err != nil || document(plain(t, left)) != `{"hooks":{"stop":[{"command":"x"}]},"version":1}` {
		t.Errorf("left is %s, %v", left, err)
	}
}

func TestWhatCannotBeEditedSafelyIsRefused(t *testing.T) {
	for _, row := range []struct {
		target    install.Target
		end, text string
		want      error
	}{
		{install.Gemini, "settings.json", `{"a": `, install.ErrUnreadable},
		{install.Gemini, "settings.json", "\ufeff{}", install.ErrUnreadable},
		{install.Gemini, "settings.json", `[]`, install.ErrUnreadable},
		{install.Gemini, "settings.json", `{"hooks": []}`, install.ErrUnreadable},
		{install.Gemini, "settings.json", `{"hooks": {"SessionStart": {}}}`, install.ErrUnreadable},
		{install.Gemini, "settings.json", `{"hooks": {}, "hooks": {}}`, install.ErrUnreadable},
		{install.Gemini, "settings.json", `{"mcpServers": {"mem": {"command": "other"}}}`, install.ErrTaken},
		{install.Codex, "config.toml", "a = \n", install.ErrUnreadable},
		{install.Codex, "config.toml", "0=+", install.ErrUnreadable},
		{install.Codex, "config.toml", "[mcp_servers.mem]\ncommand = \"x\"\n", install.ErrTaken},
		{install.Codex, "config.toml", "mcp_servers.mem.command = \"x\"\n", install.ErrTaken},
		{install.Codex, "config.toml", "mcp_servers = {}\n", install.ErrUnreadable},
		{install.Codex, "config.toml", "# mem:begin v1\n", install.ErrChanged},
		{install.AgentsMD, "AGENTS.md", "<!-- mem:end -->\n", install.ErrChanged},
		{install.AgentsMD, "AGENTS.md", "<!-- mem:begin v1 -->\nx\n<!-- mem:end -->\n", install.ErrTaken},
		{install.Skills, "SKILL.md", "mine\n", install.ErrTaken},
	} {
		if after, _, err := file(t, row.target, row.end).Add([]byte(row.text)); !errors.Is(err, row.want) {
			t.Errorf("%s %q: got %q, %v, want %v", row.target, row.text, after, err, row.want)
		}
	}
}

func TestMemsPartThatWasChangedIsNotTakenOut(t *testing.T) {
	for _, row := range []struct {
		target         install.Target
		end, from, now string
	}{
		{install.Gemini, "settings.json", `"timeout": 5000`, `"timeout": 1`},
		{install.Gemini, "settings.json", `"args"`, `"env": {}, "args"`},
		{install.Codex, "config.toml", `args = ["mcp"`, `args = ["mcp", "--tools", "ro"`},
		{install.Codex, "hooks.json", `"timeout": 3`, `"timeout": 2`},
		{install.AgentsMD, "AGENTS.md", "## Memory", "## My memory"},
		{install.ClaudeCode, ".mcp.json", `"mcp"`, `"mcp", "--tools", "ro"`},
	} {
		f := file(t, row.target, row.end)
		after, done, err := f.Add(nil)
		if err != nil || !bytes.Contains(after, []byte(row.from)) {
			t.Fatalf("%s: %v: no %s in\n%s", f.Path, err, row.from, after)
		}
		if got, err := install.Take(bytes.Replace(after, []byte(row.from), []byte(row.now), 1), done); !errors.Is(err, install.ErrChanged) {
			t.Errorf("%s: got %q, %v", f.Path, got, err)
		}
	}
}

func TestABlockGoesOutOfATextThatWentOn(t *testing.T) {
	for _, before := range []string{"", "model = \"x\"", "model = \"x\"\n", "a = 1\r\n", "# only a comment\n\n"} {
		f := file(t, install.Codex, "config.toml")
		after, done, err := f.Add([]byte(before))
		if err != nil {
			t.Fatal(err)
		}
		if left, err := install.Take(after, done); err != nil || string(left) != before {
			t.Errorf("%q came back as %q, %v", before, left, err)
		}
		more := "[projects.\"/x\"]\ntrust_level = \"trusted\"\n"
		left, err := install.Take(append(bytes.Clone(after), more...), done)
		if want := strings.TrimRight(before, "\r\n"); err != nil || !strings.HasPrefix(string(left), want) || !strings.HasSuffix(string(left), more) || bytes.Contains(left, []byte("mem:")) {
			t.Errorf("%q: left is %q, %v", before, left, err)
		}
	}
}

func TestEveryFormatCarriesPathsAsTheyAre(t *testing.T) {
	for _, row := range []struct {
		target install.Target
		end    string
	}{{install.Codex, "hooks.json"}, {install.Gemini, "settings.json"}, {install.Cursor, "hooks.json"}} {
		after, _, err := file(t, row.target, row.end).Add(nil)
		if err != nil {
			t.Fatal(err)
		}
		lines := commands(plain(t, after)["hooks"])
		if len(lines) < 2 {
			t.Fatalf("%s: %q", row.target, lines)
		}
		for _, line := range lines {
			out, err := exec.Command("/bin/sh", "-c", "printf '%s\\n' "+line).Output()
			got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
			if err != nil || len(got) != 7 || got[0] != awkward+"/mem" || got[1] != "hook" || got[4] != string(row.target) || got[6] != awkward {
				t.Errorf("%s: %q gives %q, %v", row.target, line, got, err)
			}
		}
	}
	var config struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `toml:"mcp_servers"`
	}
	after, _, err := file(t, install.Codex, "config.toml").Add(nil)
	if err != nil || toml.Unmarshal(after, &config) != nil || config.Servers["mem"].Command != awkward+"/mem" || !slices.Contains(config.Servers["mem"].Args, awkward) {
		t.Errorf("got %+v, %v", config, err)
	}
	p := place()
	p.Windows, p.Program, p.Vault = true, `C:\Program Files\mem.exe`, `C:\notes`
	for _, f := range files(t, install.Gemini, p) {
		after, _, err := f.Add(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := commands(plain(t, after)["hooks"])[0]; !strings.HasPrefix(got, `"C:\Program Files\mem.exe" hook `) || !strings.HasSuffix(got, ` --vault C:\notes`) {
			t.Errorf("on Windows: %s", got)
		}
	}
}

// commands are the command lines anywhere in a value.
func commands(v any) []string {
	var out []string
	switch v := v.(type) {
	case map[string]any:
		if c, ok := v["command"].(string); ok {
			out = append(out, c)
		}
		for _, x := range v {
			out = append(out, commands(x)...)
		}
	case []any:
		for _, x := range v {
			out = append(out, commands(x)...)
		}
	}
	return out
}

func TestTheSkillIsShortAndAsTheFormatAsks(t *testing.T) {
	text := string(file(t, install.Skills, "SKILL.md").Own)
	head, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	if !ok || !strings.HasPrefix(head, "name: memory\n") || !strings.Contains(body, "## Recall") || !strings.Contains(body, "## Capture") {
		t.Fatalf("got %s", text)
	}
	if len(text)/3 > 1500 { // three letters a token is more than any tokenizer needs for such a text
		t.Errorf("%d bytes are more than 1,500 tokens", len(text))
	}
	for line := range strings.Lines(head) {
		if v, ok := strings.CutPrefix(line, "description: "); ok && (len(v) > 1024 || strings.Contains(v, ": ")) {
			t.Errorf("the description has %d letters, or needs quotes: %s", len(v), v)
		}
	}
	agents := file(t, install.AgentsMD, "AGENTS.md")
	if after, _, err := agents.Add(nil); err != nil || bytes.Count(after, []byte("\n")) > 10 {
		t.Errorf("%v: more than ten lines:\n%s", err, after)
	}
}

func FuzzAPartTouchesNoByteOfOthers(f *testing.F) {
	for _, s := range settings {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		target := file(t, install.Gemini, "settings.json")
		after, done, err := target.Add([]byte(text))
		if err != nil {
			return
		}
		plain(t, after)
		if back, err := install.Take(after, done); err != nil || string(back) != text {
			t.Fatalf("%q came back as %q, %v", text, back, err)
		}
		if strings.TrimSpace(text) == "" {
			return
		}
		left, err := install.Take(append([]byte(" "), after...), done)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if a, b := document(plain(t, left)), document(plain(t, []byte(text))); a != b {
			t.Fatalf("%q: left is %s in %q", text, a, after)
		}
	})
}

func FuzzABlockTouchesNoByteOfOthers(f *testing.F) {
	for _, s := range []string{"", "a = 1", "a = 1\n", "[mcp_servers.x]\r\ncommand = 'y'\r\n", "a = \"\"\"\n# mem:begin v1\n\"\"\"\n", "\n\n", "0=+"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		target := file(t, install.Codex, "config.toml")
		after, done, err := target.Add([]byte(text))
		if err != nil {
			return
		}
		var any map[string]any
		if err := toml.Unmarshal(after, &any); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if back, err := install.Take(after, done); err != nil || string(back) != text {
			t.Fatalf("%q came back as %q, %v", text, back, err)
		}
	})
}
