package cmd

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run mem as a process of its own.
func TestMain(m *testing.M) {
	mem := func(change func(*Env)) func() {
		return func() {
			env := System()
			env.Demo = func() (fs.FS, error) { return os.DirFS(os.Getenv("DEMO_VAULT")), nil }
			change(&env)
			os.Exit(Main(env, os.Args[1:]))
		}
	}
	testscript.Main(m, map[string]func(){
		"mem":           mem(func(*Env) {}),
		"mem-panics":    mem(func(env *Env) { env.Now = func() time.Time { panic("the clock fell down") } }),
		"mem-panics-by": mem(func(env *Env) { env.Now = panicsElsewhere }),
		"mem-deep":      mem(func(env *Env) { env.Now = func() time.Time { debug.SetMaxStack(1 << 20); return deeper(0) } }),
		"mem-deaf": mem(func(env *Env) {
			env.Now = func() time.Time { _, _ = io.Copy(io.Discard, os.Stdin); return time.Time{} }
		}),
	})
}

// panicsElsewhere panics in a goroutine where nobody can recover from it.
func panicsElsewhere() time.Time {
	go panic("a gear broke")
	select {}
}

// deeper never comes back: the stack overflows, from which Go cannot recover.
func deeper(n int) time.Time {
	if n < 0 {
		return time.Time{}
	}
	return deeper(n + 1).Add(time.Second)
}

// TestScripts plays every transcript of testdata/script: each is one situation, told as a
// person at a shell would meet it.
func TestScripts(t *testing.T) {
	demo, err := filepath.Abs(filepath.Join("..", "testdata", "vaults", "workshop"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("DEMO_VAULT", demo)
			servers := &embedders{running: map[string]*httptest.Server{}}
			env.Values[embeddersKey{}] = servers
			env.Defer(servers.stop)
			model := &chatter{}
			env.Values[chatterKey{}] = model
			env.Defer(model.stop)
			env.Setenv("VAULTS", filepath.Dir(demo))
			env.Setenv("FORMATS", filepath.Join(filepath.Dir(demo), "..", "..", "internal", "foreign", "testdata"))
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("MEM_VAULT", filepath.Join(env.WorkDir, "v"))
			env.Setenv("MEM_NOW", "2026-08-03T14:22:00Z")
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else each process of a -race build rests a second at its end
			home := filepath.Join(env.WorkDir, "home")
			if err := os.MkdirAll(home, 0o700); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(home, ".gitconfig"), []byte("[user]\n\tname = Ada\n\temail = ada@example.invalid\n[init]\n\tdefaultBranch = main\n"), 0o600)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"norm": norm, "sound": sound, "save": save, "onlylines": onlylines, "exit": exitCode,
			"finds": finds, "onejson": onejson, "letters": letters, "signalled": signalled,
			"embedder": embedder, "unpack": unpack, "chatter": chatters, "tree": tree,
		},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// patterns of what differs from run to run, and what stands for it in a golden.
var patterns = []struct{ pattern, name string }{
	{`[0-9a-f]{40}`, "COMMIT"},
	{`\d{8}T\d{6}Z-[0-9a-f]{4}`, "RUN"},
	{`\b[0-9a-f]{10}\b`, "SHORT"},
	{`"root": "[^"]*"`, `"root": "VAULT"`},
	{`"bytes": \d+`, `"bytes": N`},
	{`"segments": \d+`, `"segments": N`},
	{`"generation": "[^"]*"`, `"generation": "GEN"`},
	{`"version": "mem [^"]*"`, `"version": "mem N"`},
	{`"(ms|median_ms|p95_ms)": [0-9.e-]+`, `"$1": N`},
}

// norm FROM TO writes a file (or stdout) with what differs from run to run replaced, and
// each JSON document in lines that a diff can show.
func norm(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: norm stdout|FILE FILE")
	}
	text := ts.ReadFile(args[0])
	var pretty bytes.Buffer
	for dec := json.NewDecoder(strings.NewReader(text)); ; {
		var doc json.RawMessage
		if err := dec.Decode(&doc); err != nil {
			break
		}
		ts.Check(json.Indent(&pretty, doc, "", " "))
		pretty.WriteByte('\n')
	}
	if pretty.Len() > 0 {
		text = pretty.String()
	}
	for _, p := range patterns {
		text = regexp.MustCompile(p.pattern).ReplaceAllString(text, p.name)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// sound [VAULT] fails unless git finds nothing wrong and nothing uncommitted in the vault.
func sound(ts *testscript.TestScript, neg bool, args []string) {
	dir := ts.Getenv("MEM_VAULT")
	if len(args) > 0 {
		dir = ts.MkAbs(args[0])
	}
	ts.Check(ts.Exec("git", "-C", dir, "fsck", "--strict", "--no-dangling"))
	ts.Check(ts.Exec("git", "-C", dir, "status", "--porcelain"))
	if out := strings.TrimSpace(ts.ReadFile("stdout")); (out != "") != neg {
		ts.Fatalf("git status of %s:\n%s", dir, out)
	}
}

// save NAME keeps the last stdout, trimmed, as a variable.
func save(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: save NAME [PATTERN]")
	}
	text := strings.TrimSpace(ts.ReadFile("stdout"))
	if len(args) == 2 {
		m := regexp.MustCompile(args[1]).FindStringSubmatch(text)
		if len(m) != 2 {
			ts.Fatalf("no %s in %q", args[1], text)
		}
		text = m[1]
	}
	ts.Setenv(args[0], text)
}

// onlylines OLD NEW KEY… fails unless the two files differ in lines of these keys alone.
func onlylines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: onlylines OLD NEW KEY…")
	}
	strip := func(name string) string {
		var keep []string
		for line := range strings.Lines(ts.ReadFile(name)) {
			key, _, ok := strings.Cut(strings.Trim(strings.TrimPrefix(line, "\ufeff"), `"'`), ":")
			mine := false
			for _, k := range args[2:] {
				mine = mine || ok && strings.Trim(key, `"' `) == k
			}
			if !mine {
				keep = append(keep, line)
			}
		}
		return strings.Join(keep, "")
	}
	if old, now := strip(args[0]), strip(args[1]); old != now {
		ts.Fatalf("%s and %s differ beyond %v:\n%q\n%q", args[0], args[1], args[2:], old, now)
	}
}

// exit CODE mem ARGS… fails unless the command ends with just that exit code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE COMMAND…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("exit code %s (%v), want %s", got, err, args[0])
	}
}
