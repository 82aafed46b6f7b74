package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mem/internal/engine"
	"mem/internal/frontmatter"
)

// FuzzACommandOfTheMemoryToolIsAnswered holds of anything on standard input: there is an
// answer with words, or it is no command; and no note is empty, and no file lies elsewhere.
func FuzzACommandOfTheMemoryToolIsAnswered(f *testing.F) {
	for _, seed := range []string{
		`{"command":"view","path":"/memories"}`, `{"command":"view","path":"/memories/door.md","view_range":[1,"-1"]}`, `{"command":"view","path":"/memories/door.md","view_range":[1e99]}`,
		`{"command":"create","path":"/memories/a/b.md","file_text":"The gate is locked."}`, `{"command":"create","path":"/memories/x.md","file_text":""}`, `{"command":"create","path":"/memories/x.md","file_text":"\u0000"}`,
		`{"command":"str_replace","path":"/memories/door.md","old_str":"The door is green.","new_str":""}`, `{"command":"str_replace","path":"/memories/door.md","old_str":"e","new_str":"i"}`,
		`{"command":"insert","path":"/memories/door.md","insert_line":"1","insert_text":"It squeaks."}`, `{"command":"insert","path":"/memories/door.md","insert_line":-1}`,
		`{"command":"delete","path":"/memories/door.md"}`, `{"command":"delete","path":"/memories/../x"}`, `{"command":"rename","old_path":"/memories/door.md","new_path":"/memories/gate"}`,
		`{"command":"rename","path":"/memories/door.md","new_path":"/etc/x"}`, `{"command":7}`, `{}`, `[]`, `null`, `{"command":"create","path":"/memories/\ud800","file_text":"\ud800"}`, ``,
	} {
		f.Add(seed)
	}
	around := f.TempDir()
	root := filepath.Join(around, "v")
	month := filepath.Join(root, "memory", "2026", "08")
	door := []byte("---\ntype: fix\nstatus: unfiled\ncaptured: 2026-08-03T10:00:00Z\nactor: agent:unknown\n---\n\nThe door is green.\n")
	f.Fuzz(func(t *testing.T, message string) {
		if err := os.RemoveAll(root); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(month, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(month, "door.md"), door, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		env := Env{
			Stdin: strings.NewReader(message), Stdout: &out, Stderr: &errs, Dir: around, LookPath: func(string) string { return "" },
			Now: func() time.Time { return time.Date(2026, 8, 31, 20, 0, 0, 0, time.UTC) },
		}
		switch code := Main(env, []string{"memory-tool", "--vault", root, "--json"}); code {
		case exitUsage:
		case exitDone:
			var r engine.ToolReply
			if err := json.Unmarshal(out.Bytes(), &r); err != nil || strings.TrimSpace(r.Content) == "" {
				t.Errorf("%q: got %q, %v", message, out.String(), err)
			}
		default:
			t.Errorf("%q: exit %d: %s", message, code, errs.String())
		}
		if others, err := os.ReadDir(around); err != nil || len(others) != 1 {
			t.Errorf("%q: wrote outside of the vault: %v, %v", message, others, err)
		}
		notes, err := filepath.Glob(filepath.Join(root, "memory", "*", "*", "*.md"))
		if err != nil || len(notes) == 0 {
			t.Errorf("%q: %d notes, %v", message, len(notes), err)
		}
		for _, p := range notes {
			data, err := os.ReadFile(p)
			if err != nil || strings.TrimSpace(string(frontmatter.Split(data).Body())) == "" {
				t.Errorf("%q: an empty note %s: %q, %v", message, p, data, err)
			}
		}
	})
}
