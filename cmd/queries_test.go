package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/engine"
)

// typed is what agents and people put into a search box: other programs' syntax, paths, code,
// whole questions, half a letter. None of it may fail, and none mean anything but its words.
var typed = []string{
	`"conveyor lock"`, `"conveyor lock`, `conveyor lock"`, `""`, `"`, `'`, `"lock" OR "printer"`, `lock AND printer`, `NOT lock`, `lock -printer`,
	`+lock +printer`, `lock OR`, `OR`, `AND AND`, `(lock OR printer) AND belt`, `((`, `)`, `lock)`, `lock*`, `*lock`, `*`, `lo?k`, `?`, `lock~2`, `lock^3`,
	`"lock printer"~5`, `title:lock`, `tags:belt`, `body:"the printer"`, `type:fix`, `status:superseded`, `since:30d`, `a:b:c`, `:`, `lock:`, `:lock`,
	`[2026-01-01 TO 2026-09-01]`, `{a TO z}`, `/lo.k/`, `/`, `^lock$`, `lock|printer`, `lock && printer`, `lock || printer`, `!lock`, `~`, `\`, `lock\`,
	`\"lock\"`, `C:\vault\memory\2026`, `~/notes/memory/2026/08/x.md`, `../../etc/passwd`, `./sorter/belt`, `sorter/belt/hold.go:41`, `https://example.invalid/a?b=c&d=e#f`,
	`@nadia`, `#belt`, `#`, `[[nothing-slow-inside-the-conveyor-lock]]`, `[[`, `<script>alert(1)</script>`, `{{.Name}}`, `${HOME}`, `$(rm -rf /)`, "`ls`", `%s %d %n`, `%00`,
	`SELECT * FROM notes WHERE body LIKE '%lock%';`, `'; DROP TABLE notes; --`, `belt.Hold(ctx, lane)`, `func (b *Belt) Hold() error {`, `err != nil`, `go test -race ./...`,
	`ErrBeltBusy`, `err_belt_busy`, `GATE_RESET`, `X-Request-Id: 7f3a`, `0x7f3a`, `3.14`, `1e9`, `-1`, `--help`, `--`, `-`, `-n`, `1`, `a`, `I`, `.`, `,`, `;`, `…`, `—`,
	`why did the conveyor lock time out?`, `What do you know about the printer? Answer in three sentences.`, `Remember: the lock! (see above)`, `e.g. the belt, i.e. the lock`,
	`em-dash OR em-dashes OR "em dash"`, `v1.2.3`, `node_modules/.bin`, `foo.bar.baz`, `foo::bar`, `a/b`, `a.b`, `C++`, `C#`, `.NET`, `R&D`, `AT&T`, `O'Brien`, `naïve café`,
	`传送带锁`, `锁`, `ベルト`, `прошивка`, `👍🏽`, `👩🏽‍🔧`, `ﬁrmware`, "\u202elock", "lo\u00adck", "\u0301", "\ufeff", "lock\tprinter", "lock\nprinter", "lock\r\nprinter", " ", "\x00", "\x1b[31mlock", "lock\xff", "\xff",
	strings.Repeat("a", 100_000), strings.Repeat("a ", 2_000), strings.Repeat(`"`, 2_000), strings.Repeat("(", 2_000), strings.Repeat("锁", 20_000),
	strings.Repeat("user_id.", 10_000), strings.Repeat("lock-", 10_000),
}

// recallIn answers one question in process, and fails unless the exit code is 0, or 64 for
// what has no word at all.
func recallIn(t *testing.T, vault string, args ...string) engine.Recalled {
	t.Helper()
	var out, errs bytes.Buffer
	env := Env{
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Dir: t.TempDir(), LookPath: func(string) string { return "" },
		Now: func() time.Time { return time.Date(2026, 8, 31, 20, 0, 0, 0, time.UTC) },
	}
	args = append([]string{"recall", "--vault", vault, "--json", "--no-count"}, args...)
	code := Main(env, args)
	question := args[len(args)-1]
	if code == exitUsage && strings.TrimSpace(question) == "" {
		return engine.Recalled{}
	}
	if code != exitDone {
		t.Errorf("%.60q: exit %d: %.300s", question, code, errs.String())
		return engine.Recalled{}
	}
	var r engine.Recalled
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Errorf("%.60q: %v", question, err)
	}
	if n := len(r.Covered) + len(r.Uncovered); n > 64 {
		t.Errorf("%.60q: %d words were looked for", question, n)
	}
	return r
}

func workshop(t *testing.T) string {
	t.Helper()
	vault := filepath.Join(t.TempDir(), "v")
	if err := os.CopyFS(vault, os.DirFS(filepath.Join("..", "testdata", "vaults", "workshop"))); err != nil {
		t.Fatal(err)
	}
	return vault
}

func TestWhatIsTypedNeverFails(t *testing.T) {
	vault := workshop(t)
	for _, question := range typed {
		recallIn(t, vault, "--explain", "--", question)
	}
}

func TestWhatIsTypedMeansItsWordsAlone(t *testing.T) {
	vault := workshop(t)
	slugs := func(question string) (out []string) {
		for _, r := range recallIn(t, vault, "-n", "9", "--", question).Results {
			out = append(out, string(r.Slug))
		}
		return out
	}
	plain := slugs("conveyor lock printer")
	if len(plain) < 3 {
		t.Fatalf("too few answers: %v", plain)
	}
	for _, question := range []string{
		`"conveyor lock" printer`, `+conveyor +lock +printer`, `conveyor* lock* printer*`, `conveyor~ lock^ printer`, `(conveyor) [lock] {printer}`,
		`conveyor && lock || printer`, `conveyor lock -printer`, `!conveyor !lock !printer`, `CONVEYOR Lock PRINTER`, `conveyor, lock; printer?!`, `printer conveyor lock`,
		"conveyor\nlock\tprinter", `"conveyor" "lock" "printer"`, `conveyor lock printer conveyor lock`, `the conveyor of the lock and a printer`, `conveyor OR lock OR printer`,
		`conveyor AND lock AND printer`, `/conveyor/ ^lock$ 'printer'`, "\u202econveyor\u202c lock printer",
	} {
		if got := slugs(question); !slices.Equal(got, plain) {
			t.Errorf("%q: got %v, want %v", question, got, plain)
		}
	}
}

// TestAQuestionOfFiftyThousandWordsIsAQuestion is bounded by count: recallIn looks how many
// words were searched for.
func TestAQuestionOfFiftyThousandWordsIsAQuestion(t *testing.T) {
	vault := workshop(t)
	words := make([]string, 50_000)
	for i := range words {
		words[i] = "word" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26))
	}
	for at, question := range map[string]string{
		"at the beginning": "conveyor lock " + strings.Join(words, " "),
		"alone":            strings.Join(words, " "),
		"repeated":         strings.Repeat("conveyor lock ", 25_000),
	} {
		r := recallIn(t, vault, "--", question)
		if answered := len(r.Results) > 0; answered != (at == "repeated") {
			t.Errorf("%s: %d results, note %.200q", at, len(r.Results), r.Note)
		}
	}
}
