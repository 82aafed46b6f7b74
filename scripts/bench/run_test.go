package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func testShell(t *testing.T) shell {
	t.Helper()
	sh, err := newShell(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return sh
}

func TestAProgramThatFailsShowsWhatItSaid(t *testing.T) {
	sh := testShell(t)
	_, err := sh.run(t.Context(), sh.place, "", "git", "no-such-command")
	if err == nil || !strings.Contains(err.Error(), "no-such-command") || !strings.Contains(err.Error(), "is not a git command") {
		t.Errorf("the error is %v, want the command and git's own words", err)
	}
	if code := exitCode(err); code != 1 {
		t.Errorf("its exit code is %d, want 1", code)
	}
	if code := exitCode(errors.New("no process")); code != -1 {
		t.Errorf("an error that is no exit has the code %d", code)
	}
}

func TestProgramsRunInAHomeOfTheirOwn(t *testing.T) {
	sh := testShell(t)
	d, err := sh.run(t.Context(), sh.place, "", "git", "config", "--global", "user.name")
	if err != nil || strings.TrimSpace(d.out) != "Ada" || d.took <= 0 {
		t.Errorf("git's identity is %q after %s (%v), want Ada", d.out, d.took, err)
	}
	d, err = sh.run(t.Context(), sh.place, "a text\n", "git", "hash-object", "--stdin")
	if err != nil || len(strings.TrimSpace(d.out)) != 40 {
		t.Errorf("what is given on standard input is not read: %q, %v", d.out, err)
	}
}

func TestAtOnceKeepsEveryDurationAndTheFirstError(t *testing.T) {
	var things atomic.Int32
	s, err := atOnce(upTo(5), func(worker, run int) (time.Duration, error) {
		things.Add(1)
		if worker == 3 && run >= 3 {
			return 1, errors.New("broken")
		}
		return 1, nil
	})
	if got := things.Load(); got != 5*workers || len(s) != 5*workers {
		t.Errorf("%d things were done and %d durations kept, want %d of each", got, len(s), 5*workers)
	}
	if err == nil || !strings.HasPrefix(err.Error(), "2 of 40 went wrong") {
		t.Errorf("the error is %v, want how many of how many", err)
	}
}

func TestObjectsAreCounted(t *testing.T) {
	sh := testShell(t)
	git := func(args ...string) {
		t.Helper()
		if _, err := sh.run(t.Context(), sh.place, "", append([]string{"git", "-C", filepath.Join(sh.place, "r")}, args...)...); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := sh.run(t.Context(), sh.place, "", "git", "init", "-q", "r"); err != nil {
		t.Fatal(err)
	}
	if err := write(filepath.Join(sh.place, "r"), "memory/2026/06/a.md", "a\n"); err != nil {
		t.Fatal(err)
	}
	git("add", ".")
	git("commit", "-q", "-m", "one")
	o, err := countObjects(filepath.Join(sh.place, "r"))
	if err != nil || o.loose != 6 || o.packs != 0 || o.packed != 0 { // a blob, four trees, a commit
		t.Errorf("%+v, %v; want 6 loose objects", o, err)
	}
	git("gc", "-q")
	o, err = countObjects(filepath.Join(sh.place, "r"))
	if err != nil || o.loose != 0 || o.packs != 1 || o.packed < 100 {
		t.Errorf("%+v, %v; want one pack", o, err)
	}
}

func TestInitTracesAreRead(t *testing.T) {
	got := initClocks("init internal/cpu @0.1 ms, 0.02 ms clock, 0 bytes, 0 allocs\nmem: a notice\ninit a/b @1.2 ms, 2.5 ms clock, 8 bytes, 1 allocs\n")
	if len(got) != 2 || got["a/b"] != 2500*time.Microsecond || got["internal/cpu"] != 20*time.Microsecond {
		t.Errorf("clocks are %v", got)
	}
}

func TestAnswersHaveTheNote(t *testing.T) {
	for _, x := range []struct {
		says, out string
		want      bool
	}{
		{"a result with the word", `{"query":"q","results":[{"text":"other"},{"text":"has zq1x in it"}]}`, true},
		{"the word in the query alone", `{"query":"zq1x","results":[{"text":"other"}]}`, false},
		{"an abstention", `{"query":"zq1x","abstained":true,"note":"no zq1x","results":[]}`, false},
		{"no answer at all", `zq1x`, false},
	} {
		if got := answers(did{out: x.out}, "zq1x"); got != x.want {
			t.Errorf("%s: %v, want %v", x.says, got, x.want)
		}
	}
}

func TestFlags(t *testing.T) {
	o, err := parse([]string{"--notes", "100000,10000", "--only", "recall,growth", "--runs", "7"})
	if err != nil || !slices.Equal(o.notes, []int{10_000, 100_000}) || o.runs != 7 || !o.wants("growth") || o.wants("dream") {
		t.Errorf("%+v, %v", o, err)
	}
	for _, args := range [][]string{{"--notes", "many"}, {"--notes", "5"}, {"--only", "recal"}, {"--runs", "0"}, {"recall"}} {
		if _, err := parse(args); err == nil {
			t.Errorf("%q are no error", args)
		}
	}
}

func TestNumbersAreGrouped(t *testing.T) {
	for n, want := range map[int]string{999: "999", 1000: "1,000", 1_000_000: "1,000,000"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

func TestTheReferenceFindsWhatItIndexed(t *testing.T) {
	sh := testShell(t)
	l, err := sh.equip(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{shell: sh, lab: l}
	c := newCorpus(2000, someMonth)
	folder := filepath.Join(sh.place, "v", "memory")
	n := c.note(7, "active")
	for i := range 20 {
		if err := write(filepath.Join(sh.place, "v"), c.note(i, "active").path, c.note(i, "active").text); err != nil {
			t.Fatal(err)
		}
	}
	database := filepath.Join(sh.place, "fts.db")
	build, err := b.ftsBuild(database, folder)
	if errors.Is(err, errNoFTS) {
		return // nothing here to compare with: the table says so
	}
	if _, err := b.run(t.Context(), sh.place, "", build...); err != nil {
		t.Fatal(err)
	}
	for _, ask := range []func(string, []string) ([]string, error){b.ftsAsk, b.sqliteAsk} {
		argv, err := ask(database, []string{"7", "nosuchword"})
		if errors.Is(err, errNoFTS) {
			continue
		}
		if d, err := b.run(t.Context(), sh.place, "", argv...); err != nil || !strings.Contains(d.out, n.body) {
			t.Errorf("%s: %v: the note is not in %q", argv[0], err, d.out)
		}
	}
	if info, err := os.Stat(database); err != nil || info.Size() == 0 {
		t.Errorf("no database: %v", err)
	}
}
