package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
)

// finds QUERY SLUG… fails unless recall answers with just these notes, best first; none
// means that it abstains. A last "..." lets any others follow. With ! none of the notes
// may be among the answers.
func finds(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 || neg && len(args) == 1 {
		ts.Fatalf("usage: finds QUERY SLUG…")
	}
	if err := ts.Exec("mem", "recall", "--json", "--no-count", "--limit", "20", "--", args[0]); err != nil {
		ts.Fatalf("recall %q: %v", args[0], err)
	}
	var answer struct {
		Abstained bool
		Note      string
		Results   []struct{ Slug string }
	}
	ts.Check(one(ts.ReadFile("stdout"), &answer))
	got := []string{}
	for _, r := range answer.Results {
		got = append(got, r.Slug)
	}
	want := args[1:]
	if neg {
		for _, slug := range want {
			if slices.Contains(got, slug) {
				ts.Fatalf("recall %q gave %q", args[0], got)
			}
		}
		return
	}
	if answer.Abstained != (len(got) == 0) || answer.Abstained && answer.Note == "" {
		ts.Fatalf("recall %q: abstained %v with %q, note %q", args[0], answer.Abstained, got, answer.Note)
	}
	short := got
	if n := len(want) - 1; n >= 0 && want[n] == "..." {
		want = want[:n]
		short = got[:min(n, len(got))]
	}
	if !slices.Equal(short, want) {
		ts.Fatalf("recall %q gave %q, want %q", args[0], got, args[1:])
	}
}

// signalled CODE SIGNAL,… COMMAND… starts a command, gives it more on standard input than any
// pipe holds, so that it has begun to read, and then the signals; it fails unless the command,
// which waits for the rest, ends with just that exit code, and says so in a line.
func signalled(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: signalled CODE SIGNAL,… COMMAND…")
	}
	signals := map[string]syscall.Signal{
		"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "QUIT": syscall.SIGQUIT,
	}
	for name := range strings.SplitSeq(args[1], ",") {
		number, ok := signals[name]
		if !ok {
			ts.Fatalf("no signal %s", name)
		}
		if signal.Ignored(number) { // nohup, or a shell's background: what is ignored stays so, also in the command
			ts.Logf("SIG%s is ignored here: nothing to be seen", name)
			return
		}
	}
	path, err := findIn(ts.Getenv("PATH"), args[2])
	ts.Check(err)
	var said bytes.Buffer
	c := exec.Command(path, args[3:]...)
	c.Dir, c.Stderr = ts.Getenv("WORK"), &said
	for _, name := range []string{"PATH", "HOME", "MEM_VAULT", "MEM_NOW", "GORACE"} {
		c.Env = append(c.Env, name+"="+ts.Getenv(name))
	}
	in, err := c.StdinPipe()
	ts.Check(err)
	ts.Check(c.Start())
	defer in.Close()
	_, err = in.Write(bytes.Repeat([]byte("word "), 30_000))
	ts.Check(err)
	for name := range strings.SplitSeq(args[1], ",") {
		ts.Check(c.Process.Signal(signals[name]))
	}
	stuck := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() }) // a failure, not a hanging test
	defer stuck.Stop()
	_ = c.Wait() // the exit code says more
	if got := strconv.Itoa(c.ProcessState.ExitCode()); got != args[0] || said.String() != "mem: interrupted\n" {
		ts.Fatalf("exit code %s (%v), want %s; stderr:\n%s", got, c.ProcessState, args[0], said.String())
	}
}

// findIn looks for a program in the folders of a PATH.
func findIn(path, name string) (string, error) {
	for _, dir := range filepath.SplitList(path) {
		if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("no %s in %s", name, path)
}

// unpack ARCHIVE DIR writes the files of a sample of another memory, all of one time.
func unpack(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: unpack ARCHIVE DIR")
	}
	arc, err := txtar.ParseFile(args[0])
	ts.Check(err)
	at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for _, f := range arc.Files {
		name, ok := strings.CutPrefix(f.Name, "in/")
		if !ok {
			continue
		}
		path := filepath.Join(ts.MkAbs(args[1]), filepath.FromSlash(name))
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o700))
		ts.Check(os.WriteFile(path, f.Data, 0o600))
		ts.Check(os.Chtimes(path, at, at))
	}
}

// onejson stdout|FILE fails unless it is one JSON object or list, and nothing else.
func onejson(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: onejson stdout|FILE")
	}
	var doc any
	ts.Check(one(ts.ReadFile(args[0]), &doc))
	switch doc.(type) {
	case map[string]any, []any:
	default:
		ts.Fatalf("%v is neither an object nor a list", doc)
	}
}

// one decodes a text that is exactly one JSON document.
func one(text string, into any) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("not UTF-8: %q", text)
	}
	dec := json.NewDecoder(strings.NewReader(text))
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("%w in %q", err, text)
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("more than one document in %q", text)
	}
	return nil
}

// letters stdout|FILE fails unless every character of it is whole and safe to print.
func letters(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: letters stdout|FILE")
	}
	text := ts.ReadFile(args[0])
	if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
		ts.Fatalf("a letter was cut or lost: %q", text)
	}
	for _, r := range text {
		turns := r == 0x2028 || r == 0x2029 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
		if unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' || turns {
			ts.Fatalf("control character %U in %q", r, text)
		}
	}
}
