package engine

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"mem/internal/memory"
)

// tool carries out one command of a session, as a process of its own.
func (v *testVault) tool(c ToolCall) ToolReply {
	v.t.Helper()
	if c.Actor == "" {
		c.Actor = "agent:a"
	}
	e := v.open()
	defer e.Close()
	r, err := e.MemoryTool(v.t.Context(), c)
	if err != nil {
		v.t.Fatalf("%+v: %v", c, err)
	}
	return r
}

func TestTheMemoryToolAnswersInItsExactWords(t *testing.T) {
	v := newVault(t)
	for i, row := range []struct {
		call ToolCall
		want string
		err  bool
	}{
		{ToolCall{Command: "view", Path: "/memories"}, "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories", false},
		{ToolCall{Command: "create", Path: "/memories/lathe.md", Text: "Oil it on Mondays.\nThe belt is new.\n"}, "File created successfully at: /memories/lathe.md", false},
		{ToolCall{Command: "create", Path: "/memories/lathe.md", Text: "Other."}, "Error: File /memories/lathe.md already exists", true},
		{ToolCall{Command: "create", Path: "/memories/shop/Notes_1.txt", Text: "The gantry drifts.\n" + strings.Repeat("x", 1500)}, "File created successfully at: /memories/shop/Notes_1.txt", false},
		{ToolCall{Command: "create", Path: "/memories/shop", Text: "A folder's name."}, "Error: File /memories/shop already exists", true},
		{ToolCall{Command: "create", Path: "/memories/lathe.md/deeper", Text: "Below a file."}, "Error: File /memories/lathe.md already exists", true},
		{ToolCall{Command: "view", Path: "/memories/"}, "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n1.5K\t/memories\n35B\t/memories/lathe.md\n1.5K\t/memories/shop/\n1.5K\t/memories/shop/Notes_1.txt", false},
		{ToolCall{Command: "view", Path: "/memories/lathe.md"}, "Here's the content of /memories/lathe.md with line numbers:\n     1\tOil it on Mondays.\n     2\tThe belt is new.", false},
		{ToolCall{Command: "view", Path: "/memories/lathe.md", Range: []int{2, -1}}, "Here's the content of /memories/lathe.md with line numbers:\n     2\tThe belt is new.", false},
		{ToolCall{Command: "view", Path: "/memories/lathe.md", Range: []int{3, 4}}, "Error: Invalid `view_range` parameter: [3, 4]. It should be within the range of lines of the file: [1, 2]", true},
		{ToolCall{Command: "view", Path: "/memories/none.md"}, "The path /memories/none.md does not exist. Please provide a valid path.", true},
		{ToolCall{Command: "str_replace", Path: "/memories/lathe.md", Old: "Mondays", Text: "Tuesdays"}, "The memory file has been edited.\n     1\tOil it on Tuesdays.\n     2\tThe belt is new.", false},
		{ToolCall{Command: "str_replace", Path: "/memories/lathe.md", Old: "Fridays", Text: "x"}, "No replacement was performed, old_str `Fridays` did not appear verbatim in /memories/lathe.md.", true},
		{ToolCall{Command: "str_replace", Path: "/memories/lathe.md", Old: "n", Text: "x"}, "No replacement was performed. Multiple occurrences of old_str `n` in lines: 1, 2. Please ensure it is unique", true},
		{ToolCall{Command: "str_replace", Path: "/memories/shop", Old: "n", Text: "x"}, "Error: The path /memories/shop does not exist. Please provide a valid path.", true},
		{ToolCall{Command: "insert", Path: "/memories/lathe.md", Line: 0, Text: "# The lathe\n"}, "The file /memories/lathe.md has been edited.", false},
		{ToolCall{Command: "insert", Path: "/memories/lathe.md", Line: 9, Text: "x"}, "Error: Invalid `insert_line` parameter: 9. It should be within the range of lines of the file: [0, 3]", true},
		{ToolCall{Command: "insert", Path: "/memories/none.md", Line: 0, Text: "x"}, "Error: The path /memories/none.md does not exist", true},
		{ToolCall{Command: "rename", Path: "/memories/lathe.md", NewPath: "/memories/shop/lathe.md"}, "Successfully renamed /memories/lathe.md to /memories/shop/lathe.md", false},
		{ToolCall{Command: "rename", Path: "/memories/shop/lathe.md", NewPath: "/memories/shop/Notes_1.txt"}, "Error: The destination /memories/shop/Notes_1.txt already exists", true},
		{ToolCall{Command: "rename", Path: "/memories/lathe.md", NewPath: "/memories/x.md"}, "Error: The path /memories/lathe.md does not exist", true},
		{ToolCall{Command: "rename", Path: "/memories/shop", NewPath: "/memories/works"}, "Successfully renamed /memories/shop to /memories/works", false},
		{ToolCall{Command: "view", Path: "/memories/works/lathe.md"}, "Here's the content of /memories/works/lathe.md with line numbers:\n     1\t# The lathe\n     2\tOil it on Tuesdays.\n     3\tThe belt is new.", false},
		{ToolCall{Command: "delete", Path: "/memories/works/lathe.md"}, "Successfully deleted /memories/works/lathe.md", false},
		{ToolCall{Command: "delete", Path: "/memories/works/lathe.md"}, "Error: The path /memories/works/lathe.md does not exist", true},
		{ToolCall{Command: "create", Path: "/memories/lathe.md", Text: "A new lathe."}, "File created successfully at: /memories/lathe.md", false},
		{ToolCall{Command: "view", Path: "/memories/lathe.md"}, "Here's the content of /memories/lathe.md with line numbers:\n     1\tA new lathe.", false},
		{ToolCall{Command: "delete", Path: "/memories/works"}, "Successfully deleted /memories/works", false},
		{ToolCall{Command: "delete", Path: "/memories"}, "Error: Cannot delete the /memories directory itself", true},
		{ToolCall{Command: "create", Path: "/memories/empty.md", Text: " \n"}, "Error: there is no text", true},
		{ToolCall{Command: "remember", Path: "/memories/a.md"}, `Error: unknown command "remember": it is one of view, create, str_replace, insert, delete, rename`, true},
		{ToolCall{Command: "rename", Path: "/memories/a.md"}, "Error: a path is missing", true},
	} {
		if got := v.tool(row.call); got.Content != row.want || got.IsError != row.err {
			t.Errorf("%d, %+v: got %v\n%s\nwant\n%s", i, row.call, got.IsError, got.Content, row.want)
		}
	}
	v.clean()
}

func TestTheMemoryToolStaysInItsFolder(t *testing.T) {
	v := newVault(t)
	v.tool(ToolCall{Command: "create", Path: "/memories/a.md", Text: "One."})
	head := v.git("rev-parse", "HEAD")
	for _, p := range []string{"/etc/passwd", "memories/a.md", "/memories/../a.md", "/memories/x/../../a.md", "/memories/..", "/memories/%2e%2e/a.md", "/memories/%2E./a.md",
		"/memories%2f..%2fa", "/memories/%252e%252e/a", `/memories\..\a`, "/memoriesx/a.md", "/memories/a\n.md", "/memories/\x00", "/"} {
		for _, command := range []string{"view", "create", "str_replace", "insert", "delete", "rename"} {
			for _, c := range []ToolCall{{Command: command, Path: p, NewPath: "/memories/b.md", Old: "One", Text: "Two"}, {Command: "rename", Path: "/memories/a.md", NewPath: p}} {
				if got := v.tool(c); !got.IsError || !strings.HasPrefix(got.Content, "Error: Path must be within /memories, got: ") {
					t.Errorf("%+v: got %+v", c, got)
				}
			}
		}
	}
	if now := v.git("rev-parse", "HEAD"); now != head {
		t.Errorf("something was committed: %s", v.git("log", "-1"))
	}
}

func TestTheMemoryToolEditsItsOwnDraftsAndSupersedesTheRest(t *testing.T) {
	v := newVault(t)
	v.tool(ToolCall{Command: "create", Path: "/memories/mine.md", Text: "The port is 8080.", Session: "s1"})
	path := filepath.Join(v.root, "memory/2026/08/mine.md")
	v.tool(ToolCall{Command: "str_replace", Path: "/memories/mine.md", Old: "8080", Text: "8081", Session: "s1"})
	if got := v.read(path); !strings.Contains(got, "\nThe port is 8081.\n") || !strings.Contains(got, "updated: ") || !strings.Contains(got, "status: unfiled\n") {
		t.Errorf("the draft is\n%s", got)
	}
	before := v.read(path)
	v.tool(ToolCall{Command: "str_replace", Path: "/memories/mine.md", Old: "8081", Text: "8082", Session: "s2"})
	if got := v.read(path); got != before {
		t.Errorf("another session's note was edited:\n%s", got)
	}
	if got := v.tool(ToolCall{Command: "view", Path: "/memories/mine.md"}); !strings.HasSuffix(got.Content, "     1\tThe port is 8082.") {
		t.Errorf("got %s", got.Content)
	}
	e := v.open()
	list, err := e.notes(t.Context())
	if err != nil || len(list) != 2 {
		t.Fatalf("%d notes, %v", len(list), err)
	}
	for _, n := range list {
		if n.Slug != "mine" && (len(n.Supersedes) != 1 || n.Supersedes[0] != "mine" || n.Session != "s2") {
			t.Errorf("got %+v", n)
		}
	}
	v.write("owners", active, "The gantry drifts.")
	v.tool(ToolCall{Command: "insert", Path: "/memories/owners.md", Line: 1, Text: "It was mended."})
	if got := v.tool(ToolCall{Command: "view", Path: "/memories/owners.md"}); !strings.HasSuffix(got.Content, "     1\tThe gantry drifts.\n     2\tIt was mended.") {
		t.Errorf("got %s", got.Content)
	}
}

func TestTheMemoryToolKeepsNoCredentialAndNothingPrivate(t *testing.T) {
	v := newVault(t)
	key := "AKIAQ3EGRZXWPVNO2KLM"
	if got := v.tool(ToolCall{Command: "create", Path: "/memories/key.md", Text: "The key is " + key + "."}); !got.IsError || strings.Contains(got.Content, key) {
		t.Errorf("got %+v", got)
	}
	v.tool(ToolCall{Command: "create", Path: "/memories/a.md", Text: "Bo <private>and Cy </private>drive."})
	for _, c := range []ToolCall{{Command: "insert", Path: "/memories/a.md", Text: "aws " + key}, {Command: "str_replace", Path: "/memories/a.md", Old: "Bo", Text: key},
		{Command: "rename", Path: "/memories/a.md", NewPath: "/memories/" + key + ".md"}} {
		if got := v.tool(c); !got.IsError || strings.Contains(strings.ReplaceAll(got.Content, c.NewPath, ""), key) {
			t.Errorf("%+v: got %+v", c, got)
		}
	}
	v.tool(ToolCall{Command: "insert", Path: "/memories/a.md", Line: 1, Text: "<private>Secretly.</private> Seldom."})
	if got := v.tool(ToolCall{Command: "view", Path: "/memories/a.md"}); !strings.HasSuffix(got.Content, "     1\tBo drive.\n     2\t Seldom.") {
		t.Errorf("got %s", got.Content)
	}
	if all := v.git("log", "-p"); strings.Contains(all, key) || strings.Contains(all, "Cy") || strings.Contains(all, "Secretly") {
		t.Error("it is in the history")
	}
}

func TestTheMemoryToolSeesItsScope(t *testing.T) {
	v := newVault(t)
	v.tool(ToolCall{Command: "create", Path: "/memories/here.md", Text: "Here.", Scope: "a"})
	v.tool(ToolCall{Command: "create", Path: "/memories/there.md", Text: "There.", Scope: "b"})
	v.tool(ToolCall{Command: "create", Path: "/memories/twin.md", Text: "Here.", Scope: "a"})
	got := v.tool(ToolCall{Command: "view", Path: "/memories", Scope: "a"})
	if !strings.Contains(got.Content, "/memories/here.md") || strings.Contains(got.Content, "there.md") || !strings.Contains(got.Content, "/memories/twin.md") {
		t.Errorf("got %s", got.Content)
	}
	if got := v.tool(ToolCall{Command: "view", Path: "/memories/there.md", Scope: "a"}); !got.IsError {
		t.Errorf("got %+v", got)
	}
}

func TestAListingOfTheMemoryToolHasAnEnd(t *testing.T) {
	var l toolFiles
	for i := range mostListed + 5 {
		l = append(l, toolFile{fmt.Sprintf("/memories/n%03d.md", i), &memory.Note{Body: "x\n"}})
	}
	l = append(l, toolFile{"/memories/.hidden/a.md", &memory.Note{}}, toolFile{"/memories/node_modules/a", &memory.Note{}})
	rows := l.listing("/memories")
	if len(rows) != mostListed+2 || rows[len(rows)-1] != "(5 older files are not listed)" || strings.Contains(strings.Join(rows, "\n"), "hidden") {
		t.Errorf("%d rows, the last: %s", len(rows), rows[len(rows)-1])
	}
}

func FuzzNoPathLeavesTheMemoryTool(f *testing.F) {
	for _, p := range []string{"/memories", "/memories/a.md", "/memories/../x", "/memories/./a//b", "/memories/%2e%2e", "/memories/é", "/memories/..a", "/memories/\x7f"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, p string) {
		clean, ok := jailed(p)
		if !ok {
			return
		}
		rel, err := filepath.Rel(memoryRoot, clean)
		if err != nil || rel == ".." || strings.HasPrefix(rel, "../") || strings.ContainsAny(clean, "\\\x00\n") {
			t.Fatalf("%q became %q", p, clean)
		}
		if again, ok := jailed(clean); !ok || again != clean {
			t.Fatalf("%q became %q, and then %q", p, clean, again)
		}
		if slug := slugOf(clean); slug != "" && memoryRoot+"/"+string(slug)+".md" != clean {
			t.Fatalf("%q is of %q", clean, slug)
		}
	})
}
