package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers says which packages of mem each package may import: the picture of
// docs/architecture.md, from the top down. A package that is not here fails the test.
var layers = map[string][]string{
	"mem":                     {"cmd"},
	"cmd":                     {"internal/engine", "internal/dream", "internal/vault", "internal/index", "internal/gitlog", "internal/eval", "internal/export", "internal/foreign", "internal/hook", "internal/install", "internal/jsonl", "internal/mcp", "internal/frame", "internal/memory"},
	"internal/mcp":            {"internal/engine", "internal/vault", "internal/frame", "internal/memory"},
	"internal/engine":         {"internal/dream", "internal/judge", "internal/eval", "internal/export", "internal/foreign", "internal/frame", "internal/hook", "internal/jsonl", "internal/vault", "internal/index", "internal/gitlog", "internal/secret", "internal/vectors", "internal/frontmatter", "internal/memory"},
	"internal/judge":          {"internal/dream", "internal/endpoint", "internal/memory"},
	"internal/endpoint":       {"internal/memory"},
	"internal/dream":          {"internal/naming", "internal/memory"},
	"internal/naming":         {"internal/memory"},
	"internal/vault":          {"internal/frontmatter", "internal/memory"},
	"internal/index":          {"internal/memory"},
	"internal/vectors":        {"internal/endpoint", "internal/memory"},
	"internal/gitlog":         {"internal/gitlog/gitfile"},
	"internal/gitlog/gitfile": {},
	"internal/eval":           {"internal/jsonl"},
	"internal/export":         {"internal/foreign", "internal/frontmatter", "internal/memory"},
	"internal/okfcheck":       {},
	"internal/foreign":        {"internal/frontmatter", "internal/jsonl", "internal/memory"},
	"internal/hook":           {"internal/memory"},
	"internal/install":        {},
	"internal/jsonl":          {"internal/frontmatter"},
	"internal/frontmatter":    {},
	"internal/secret":         {},
	"internal/frame":          {},
	"internal/memory":         {},
	"internal/archtest":       {},
}

// owners says which package alone may import a library. A library may have two.
var owners = map[string][]string{
	"github.com/spf13/cobra":          {"cmd"},
	"github.com/adrg/frontmatter":     {"internal/frontmatter"},
	"github.com/blevesearch":          {"internal/index"},
	"github.com/go-git":               {"internal/gitlog", "internal/gitlog/gitfile"},
	"github.com/zricethezav/gitleaks": {"internal/secret"},
	"github.com/modelcontextprotocol": {"internal/mcp"},
	"github.com/tailscale/hujson":     {"internal/install"},
	"github.com/pelletier/go-toml":    {"internal/install"},
	"go.yaml.in/yaml":                 {"internal/frontmatter", "internal/vault", "internal/okfcheck"},
}

// pure lists the packages that import nothing but the standard library.
var pure = []string{"internal/memory"}

type source struct {
	pkg, path string
	file      *ast.File
	set       *token.FileSet
	text      []byte
}

// sources parses every Go file of the module but those below testdata.
func sources(t *testing.T, tests bool) []source {
	t.Helper()
	var out []source
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		if d.IsDir() && rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "scripts") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go") != tests {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, parser.ParseComments)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(rel))
		if pkg == "." {
			pkg = "mem"
		}
		out = append(out, source{pkg, rel, file, set, text})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !tests && len(out) < 20 {
		t.Fatalf("found %d files of source: is this still the module's root?", len(out))
	}
	return out
}

func imports(s source) []string {
	var out []string
	for _, i := range s.file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		out = append(out, path)
	}
	return out
}

func TestImportsPointDown(t *testing.T) {
	for _, s := range sources(t, false) {
		allowed, known := layers[s.pkg]
		if !known {
			t.Errorf("%s: package %s is in no layer: add it to the picture and to this table", s.path, s.pkg)
			continue
		}
		for _, path := range imports(s) {
			if inner, ok := strings.CutPrefix(path, "mem/"); ok && !slices.Contains(allowed, inner) {
				t.Errorf("%s imports %s, which is not below %s", s.path, path, s.pkg)
			}
		}
	}
}

func TestEachLibraryHasItsOwner(t *testing.T) {
	for _, s := range sources(t, false) {
		for _, path := range imports(s) {
			for library, who := range owners {
				if (path == library || strings.HasPrefix(path, library+"/")) && !slices.Contains(who, s.pkg) {
					t.Errorf("%s imports %s, which belongs to %s", s.path, path, strings.Join(who, " and "))
				}
			}
			if first, _, _ := strings.Cut(path, "/"); slices.Contains(pure, s.pkg) && strings.Contains(first, ".") {
				t.Errorf("%s imports %s, but %s is pure", s.path, path, s.pkg)
			}
		}
	}
}

// TestOnlyEndpointSpeaksToTheNetwork leaves listening on a loopback address to mcp: see
// docs/decisions/0013 and 0016.
func TestOnlyEndpointSpeaksToTheNetwork(t *testing.T) {
	for _, s := range sources(t, false) {
		for _, path := range imports(s) {
			listens := s.pkg == "internal/mcp" && (path == "net" || path == "net/http")
			if !listens && (path == "net" && s.pkg != "internal/endpoint" || path == "net/http" || path == "crypto/tls") {
				t.Errorf("%s imports %s", s.path, path)
			}
		}
	}
}

// worldly are the calls that reach the clock, the environment, the process or the
// terminal; below cmd these come in as values.
var worldly = map[string][]string{
	"os":   {"Getenv", "LookupEnv", "Environ", "Exit", "Getwd", "UserHomeDir"},
	"time": {"Now"},
	"fmt":  {"Print", "Printf", "Println"},
	"log":  {"Print", "Printf", "Println", "Fatal", "Fatalf", "Fatalln"},
}

func TestNothingBelowCmdReachesTheWorld(t *testing.T) {
	for _, s := range sources(t, false) {
		if !strings.HasPrefix(s.pkg, "internal/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if id, ok := sel.X.(*ast.Ident); ok && id.Obj == nil && slices.Contains(worldly[id.Name], sel.Sel.Name) && !excused(s, sel) {
				t.Errorf("%s: %s.%s below cmd", s.set.Position(n.Pos()), id.Name, sel.Sel.Name)
			}
			return true
		})
	}
}

// excused lets time.Now through where a line says that it measures a wait, not the date
// of anything: deadlines of locks.
func excused(s source, n ast.Node) bool {
	line := s.set.Position(n.Pos()).Line
	return bytes.Contains(bytes.Split(s.text, []byte("\n"))[line-1], []byte("// waits, not dates"))
}

func TestOnlyTheEngineWritesAVault(t *testing.T) {
	for _, s := range sources(t, false) {
		if s.pkg == "internal/engine" || s.pkg == "internal/vault" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok && id.Name == "vault" && slices.Contains([]string{"Writer", "Ensure", "Open"}, sel.Sel.Name) {
					t.Errorf("%s: vault.%s outside the engine", s.set.Position(n.Pos()), sel.Sel.Name)
				}
			}
			return true
		})
	}
	for _, s := range sources(t, false) {
		if s.pkg != "internal/engine" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Apply" || sel.Sel.Name == "ApplyPrepared") && !composes(sel) && !slices.Contains([]string{"apply.go", "found.go", "night.go", "nightrun.go", "probe.go"}, filepath.Base(s.path)) {
					t.Errorf("%s: a change is carried out beside the write path", s.set.Position(n.Pos()))
				}
			}
			return true
		})
	}
}

// composes reports frontmatter.Apply, which makes bytes of bytes and writes nothing.
func composes(sel *ast.SelectorExpr) bool {
	id, ok := sel.X.(*ast.Ident)
	return ok && id.Name == "frontmatter"
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	said := map[string]bool{}
	for _, s := range sources(t, false) {
		said[s.pkg] = said[s.pkg] || s.file.Doc.Text() != ""
	}
	for pkg, ok := range said {
		if !ok {
			t.Errorf("package %s has no comment", pkg)
		}
	}
}

func TestNoFileIsOverlong(t *testing.T) {
	for _, s := range append(sources(t, false), sources(t, true)...) {
		if lines := bytes.Count(s.text, []byte("\n")); lines > 500 {
			t.Errorf("%s has %d lines; 500 is the limit", s.path, lines)
		}
	}
}

// TestNoPackageLevelWork keeps start-up free: hooks run mem on every prompt.
func TestNoPackageLevelWork(t *testing.T) {
	for _, s := range sources(t, false) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: an init function", s.set.Position(f.Pos()))
			}
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				for _, value := range spec.(*ast.ValueSpec).Values {
					ast.Inspect(value, func(n ast.Node) bool {
						if sel, ok := n.(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "MustCompile") {
							t.Errorf("%s: a pattern compiled at start-up", s.set.Position(n.Pos()))
						}
						_, isFunc := n.(*ast.FuncLit)
						return !isFunc
					})
				}
			}
		}
	}
}
