package cmd

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mem/internal/engine"
	"mem/internal/eval"
	"mem/internal/jsonl"
)

// answers gives, for every command that has an answer in JSON, a value of its type. A
// command that is in neither this table nor in speechless fails the test.
var answers = map[string]any{
	"mem init":            engine.Founded{},
	"mem capture":         engine.Captured{},
	"mem recall":          engine.Recalled{},
	"mem show":            engine.Shown{},
	"mem recent":          []engine.Brief{},
	"mem list":            []engine.Brief{},
	"mem related":         []engine.Relation{},
	"mem set":             engine.Edited{},
	"mem used":            struct{ Slugs, Outcome json.RawMessage }{},
	"mem forget":          engine.Forgotten{},
	"mem dream":           engine.Dreamt{},
	"mem dream log":       []engine.NightEvent{},
	"mem dream undo":      engine.Undone{},
	"mem dream install":   scheduled{},
	"mem dream uninstall": scheduled{},
	"mem review":          []engine.StagedRun{},
	"mem review approve":  engine.Reviewed{},
	"mem review reject":   engine.Reviewed{},
	"mem log":             []engine.Event{},
	"mem status":          engine.Status{},
	"mem check":           engine.Checked{},
	"mem index rebuild":   engine.Indexed{},
	"mem index status":    engine.Indexed{},
	"mem facts":           engine.Facts{},
	"mem facts add":       engine.FactsEdited{},
	"mem facts replace":   engine.FactsEdited{},
	"mem facts remove":    engine.FactsEdited{},
	"mem facts apply":     engine.FactsEdited{},
	"mem context":         engine.Primer{},
	"mem export":          engine.Exported{},
	"mem import":          moveReply{},
	"mem import jsonl":    importReply{},
	"mem eval run":        evalReport{},
	"mem eval probe":      probeReport{},
	"mem eval health":     eval.Health{},
	"mem eval compare":    eval.Comparison{},
	"mem install":         installReply{},
	"mem uninstall":       installReply{},
	"mem memory-tool":     engine.ToolReply{},
	"mem doctor":          diagnosis{},
	"mem version":         struct{ Version, Go, OS, Arch string }{},
}

// speechless are the commands that answer people only. Those of cobra have no example of
// their own either.
var speechless = []string{
	"mem", "mem index", "mem eval", "mem demo", "mem hook", "mem mcp", "mem help", "mem completion",
	"mem completion bash", "mem completion zsh", "mem completion fish", "mem completion powershell",
}

func TestCLIDocumentHasEveryCommandFlagAndField(t *testing.T) {
	doc := readCLI(t)
	root := testRoot()
	seen := map[string]bool{}
	walkCommands(root, func(c *cobra.Command) {
		path := c.CommandPath()
		seen[path] = true
		section, ok := doc[path]
		if !ok {
			t.Errorf("docs/cli.md has no section `## %s`", path)
			return
		}
		use := strings.TrimSuffix(path, c.Name()) + c.Use
		if !c.Runnable() || c == root {
			use = path + " [command]"
		}
		if !strings.Contains(section, "```\n"+use+"\n```") {
			t.Errorf("%s: the usage %q is missing", path, use)
		}
		if !strings.Contains(section, "\n$ ") && path != "mem" {
			t.Errorf("%s: there is no example, a line that begins with $", path)
		}
		checkFlags(t, c, section)
		answer, speaks := answers[path]
		if speaks == slices.Contains(speechless, path) {
			t.Errorf("%s: it belongs into one of answers and speechless", path)
		}
		if speaks {
			compare(t, path+": JSON field", fieldsOf(reflect.TypeOf(answer)), rows(section, "field"))
		}
	})
	for path := range answers {
		if !seen[path] {
			t.Errorf("answers has %q, and there is no such command", path)
		}
	}
	for path := range doc {
		if strings.HasPrefix(path, "mem ") && !seen[path] {
			t.Errorf("docs/cli.md describes %q, and there is no such command", path)
		}
	}
}

func TestEveryCommandHasALongTextAndAnExample(t *testing.T) {
	walkCommands(testRoot(), func(c *cobra.Command) {
		cobras := strings.HasPrefix(c.CommandPath(), "mem completion") || c.Name() == "help"
		if c.Long == "" {
			t.Errorf("%s: no Long", c.CommandPath())
		}
		if !strings.Contains(c.Example+c.Long, c.CommandPath()) && !cobras {
			t.Errorf("%s: no example of its own", c.CommandPath())
		}
	})
}

func TestCLIDocumentHasEveryKeyOfABatchAndOfAFailure(t *testing.T) {
	section := readCLI(t)["mem capture"]
	compare(t, "key of a --batch line", fieldsOf(reflect.TypeFor[batchLine]()), rows(section, "key"))
	compare(t, "field of a --batch line that failed", fieldsOf(reflect.TypeFor[failedLine]()), rows(section, "field of a failed line"))
	compare(t, "field of a failure", fieldsOf(reflect.TypeFor[failure]()), rows(readCLI(t)["mem"], "field of a failure"))
}

func TestCLIDocumentHasEveryKeyOfNotesAndOfQuestions(t *testing.T) {
	for section, keys := range map[string][]string{"mem import jsonl": jsonl.Keys(), "mem eval run": eval.Keys()} {
		want := map[string]string{}
		for _, k := range keys {
			want[k] = ""
		}
		compare(t, "key of a line of "+section, want, rows(readCLI(t)[section], "key"))
	}
}

func TestCLIDocumentHasEveryExitCode(t *testing.T) {
	codes := map[string]string{}
	eachNode(t, "errors.go", func(n ast.Node) {
		if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, "exit") {
			codes[v.Values[0].(*ast.BasicLit).Value] = ""
		}
	})
	if len(codes) < 8 {
		t.Fatalf("found %d exit codes: are they still constants in errors.go?", len(codes))
	}
	if _, two := codes["2"]; two {
		t.Error("2 is no exit code of mem: an agent's host takes it for a block")
	}
	compare(t, "exit code", codes, rows(readCLI(t)["Exit codes"], "code"))
}

func TestCLIDocumentHasEveryVariable(t *testing.T) {
	read := map[string]string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		eachNode(t, name, func(n ast.Node) {
			if lit, ok := n.(*ast.BasicLit); ok && variable.MatchString(lit.Value) {
				name, _ := strconv.Unquote(lit.Value)
				read[name] = ""
			}
		})
	}
	if len(read) < 8 {
		t.Fatalf("found only %v: are variables still named by literals?", slices.Sorted(maps.Keys(read)))
	}
	compare(t, "environment variable", read, rows(readCLI(t)["Environment"], "variable"))
}

var variable = regexp.MustCompile(`^"[A-Z][A-Z_]{2,}"$`)

func TestCLIDocumentHasEveryRuleOfCheck(t *testing.T) {
	want := map[string]string{}
	for _, r := range engine.Rules() {
		want[r.Code] = map[bool]string{true: "broken", false: "note"}[r.Grave] + map[bool]string{true: ", --fix"}[r.Fixable]
	}
	compare(t, "code of check", want, rows(readCLI(t)["mem check"], "code"))
}

// TestDocumentsNameWhatIsThere looks up every test, every file and every page that a
// document names.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	tests := map[string]bool{}
	eachFile(t, "..", "_test.go", func(path, text string) {
		for _, m := range testFunction.FindAllStringSubmatch(text, -1) {
			tests[m[1]] = true
		}
	})
	pages := 0
	check := func(path, text string) {
		pages++
		for _, name := range testName.FindAllString(text, -1) {
			if !tests[name] {
				t.Errorf("%s names the test %s, and there is none", path, name)
			}
		}
		for _, m := range sourcePath.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
				t.Errorf("%s names %s, and there is no such file", path, m[1])
			}
		}
		for _, m := range pageLink.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), m[1])); err != nil && !strings.Contains(m[1], "://") {
				t.Errorf("%s links to %s, and there is no such page", path, m[1])
			}
		}
	}
	eachFile(t, filepath.Join("..", "docs"), ".md", check)
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	check(filepath.Join("..", "README.md"), string(readme))
	if pages < 10 || len(tests) < 100 {
		t.Errorf("found %d pages and %d tests: are they still where they were?", pages, len(tests))
	}
}

var (
	testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	testName     = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`)
	sourcePath   = regexp.MustCompile("`((?:cmd|docs|internal|scripts|testdata)/[^` …]+)`")
	pageLink     = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)
)

// eachFile calls f with the path and text of every file below a folder whose name ends so.
func eachFile(t *testing.T, root, ending string, f func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ending) {
			return err
		}
		data, err := os.ReadFile(path)
		f(path, string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// testRoot is the command tree as it is, in a world where nothing can happen.
func testRoot() *cobra.Command {
	root := newRoot(&app{env: Env{
		Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Now: func() time.Time { return time.Time{} },
		LookPath: func(string) string { return "" },
	}})
	root.InitDefaultHelpCmd()
	return root
}

// walkCommands calls f for every command that a person can see.
func walkCommands(c *cobra.Command, f func(*cobra.Command)) {
	if c.Hidden {
		return
	}
	f(c)
	for _, sub := range c.Commands() {
		walkCommands(sub, f)
	}
}

// checkFlags compares a command's own flags with the rows of its table; the global ones
// belong to mem itself.
func checkFlags(t *testing.T, c *cobra.Command, section string) {
	t.Helper()
	want := map[string]string{}
	own := c.NonInheritedFlags()
	own.VisitAll(func(f *pflag.Flag) {
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if f.Name != "help" {
			want[name] = ""
		}
	})
	compare(t, c.CommandPath()+": flag", want, rows(section, "flag"))
}

// readCLI splits docs/cli.md into its sections, by their headings.
func readCLI(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "docs", "cli.md"))
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, part := range strings.Split("\n"+string(data), "\n## ")[1:] {
		heading, text, _ := strings.Cut(part, "\n")
		sections[strings.TrimSpace(heading)] = text
	}
	return sections
}

// rows reads the table of a section whose first column has the given head: the first
// column's code span, up to its first argument, with the second column.
func rows(section, head string) map[string]string {
	out := map[string]string{}
	inside := false
	for line := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		switch {
		case !strings.HasPrefix(line, "|"):
			inside = false
		case strings.TrimSpace(cells[0]) == head:
			inside = true
		case inside && strings.Count(cells[0], "`") == 2 && len(cells) > 1:
			_, name, _ := strings.Cut(cells[0], "`")
			name, _, _ = strings.Cut(name, "`")
			if i := argument.FindStringIndex(name); i != nil {
				name = name[:i[0]]
			}
			out[name] = strings.TrimSpace(cells[1])
		}
	}
	return out
}

// argument begins what a flag takes, in "-n, --limit NOTES".
var argument = regexp.MustCompile(` [A-Z]`)

// compare fails for what is only in the code or only in the document. A description in
// want is compared too, unless it is empty.
func compare(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		says, ok := got[name]
		if !ok {
			t.Errorf("docs/cli.md lacks the %s `%s`", what, name)
		} else if want[name] != "" && says != want[name] {
			t.Errorf("docs/cli.md says that the %s `%s` is %q; it is %q", what, name, says, want[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("docs/cli.md has the %s `%s`, and mem has not", what, name)
		}
	}
}

// fieldsOf lists every field of a JSON document of this type, "results[].slug", with its
// kind in JSON.
func fieldsOf(t reflect.Type) map[string]string {
	out := map[string]string{}
	addFields(out, "", t)
	return out
}

func addFields(out map[string]string, prefix string, t reflect.Type) {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct {
		addFields(out, prefix+"[]", t.Elem())
		return
	}
	if t.Kind() != reflect.Struct {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			addFields(out, prefix, f.Type)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = strings.ToLower(f.Name)
		}
		if prefix != "" {
			name = prefix + "." + name
		}
		out[name] = kindOf(f.Type)
		addFields(out, name, f.Type)
	}
}

// kindOf is what a type is in JSON; "" for raw JSON, which may be anything.
func kindOf(t reflect.Type) string {
	if t == reflect.TypeFor[json.RawMessage]() {
		return ""
	}
	if t == reflect.TypeFor[list]() {
		return "array or string"
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number"
	case reflect.Slice:
		return "array"
	case reflect.Map, reflect.Struct:
		return "object"
	case reflect.Pointer:
		return kindOf(t.Elem())
	}
	panic(fmt.Sprintf("a JSON answer has a %s", t))
}

// eachNode walks the syntax of one source file of this package.
func eachNode(t *testing.T, name string, f func(ast.Node)) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool { f(n); return true })
}
