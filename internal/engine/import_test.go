package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mem/internal/jsonl"
	"mem/internal/memory"
)

func (v *testVault) imports(ctx context.Context, lines string, change func(*Import, *Options)) (Imported, error) {
	v.t.Helper()
	notes, bad := jsonl.Notes([]byte(lines))
	if len(bad) > 0 {
		v.t.Fatal(bad)
	}
	in, o := Import{Notes: notes, From: "notes.jsonl", Actor: "agent:tester"}, v.options()
	if change != nil {
		change(&in, &o)
	}
	e, err := Open(v.root, o)
	if err != nil {
		v.t.Fatal(err)
	}
	defer e.Close()
	return e.Import(ctx, in)
}

// harbour makes n lines, of different days.
func harbour(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"slug": "berth-%d", "text": "Berth %d takes ships of %d tons.", "captured": "20%02d-%02d-03T10:00:00Z"}`+"\n", i, i, 1000+i, 10+i%10, 1+i%12)
	}
	return b.String()
}

func TestAnImportIsCommittedIndexedAndInTheMonthsOfItsOwnDates(t *testing.T) {
	for _, n := range []int{3, 300, 600} { // one commit; two, and the index told; three, and the index built anew
		v := newVault(t)
		v.capture("The relay closes at nine.")
		got, err := v.imports(t.Context(), harbour(n), nil)
		if err != nil {
			t.Fatal(err)
		}
		if commits := (n + importNotes - 1) / importNotes; got.Stored != n || len(got.Commits) != commits || !got.Committed || !got.Indexed || len(got.Failed)+len(got.Renamed) != 0 {
			t.Errorf("%d notes: got %+v", n, got)
		}
		v.clean()
		if text := v.read(filepath.Join(v.root, "memory/2011/02/berth-1.md")); !strings.Contains(text, "captured: 2011-02-03T10:00:00Z\n") || !strings.Contains(text, "status: unfiled\n") {
			t.Errorf("got %q", text)
		}
		if found := v.recall("berth tons 1001"); len(found) == 0 || found[0] != "berth-1" {
			t.Errorf("%d notes: recalled %v, want berth-1 first", n, found)
		}
		s, err := v.open().Status(t.Context())
		if err != nil || len(s.Red) != 1 || !strings.Contains(s.Red[0], "run mem dream") || s.Index.Differ != 0 { // they wait since their own dates
			t.Errorf("%d notes: status %+v, %v", n, s, err)
		}
		if subject := v.git("log", "-1", "--format=%an|%s"); subject != fmt.Sprintf("tester|import: %d notes from notes.jsonl", (n-1)%importNotes+1) {
			t.Errorf("%d notes: the commit is %q", n, subject)
		}
		head := v.git("rev-parse", "HEAD")
		again, err := v.imports(t.Context(), harbour(n), nil)
		if err != nil || again.Stored != 0 || again.Already != n || len(again.Commits) != 0 || v.git("rev-parse", "HEAD") != head {
			t.Errorf("%d notes again: got %+v, %v; want nothing stored", n, again, err)
		}
	}
}

func TestAnImportLeavesWhatIsThereAndNumbersWhatIsNot(t *testing.T) {
	v := newVault(t)
	v.write("winch", active, "The winch is blue.")
	v.write("Crane", strings.Replace(active, "fix", "idea", 1), "The crane is red.")
	lines := `{"slug": "winch", "text": "The winch is blue."}
{"slug": "winch", "text": "The winch is green."}
{"slug": "winch", "text": "The winch is green.\n"}
{"slug": "winch", "text": "The winch is green.", "scope": "yard"}
{"slug": "winch-2", "text": "The second winch is grey."}
{"slug": "crane", "text": "The crane is red."}
{"text": "The winch!"}`
	want := "[{2 winch winch-2} {4 winch winch-3} {5 winch-2 winch-2-2} {6 crane crane-2}]"
	dry, err := v.imports(t.Context(), lines, func(in *Import, _ *Options) { in.DryRun = true })
	if err != nil || dry.Stored != 5 || dry.Already != 2 || fmt.Sprint(dry.Renamed) != want || dry.Committed {
		t.Errorf("dry run: got %+v, %v", dry, err)
	}
	if _, err := os.Stat(filepath.Join(v.root, "memory/2026/08/winch-2.md")); err == nil {
		t.Error("the dry run wrote a note")
	}
	got, err := v.imports(t.Context(), lines, nil)
	if err != nil || got.Stored != 5 || got.Already != 2 || fmt.Sprint(got.Renamed) != want {
		t.Errorf("got %+v, %v", got, err)
	}
	if text := v.read(filepath.Join(v.root, "memory/2026/08/the-winch.md")); !strings.Contains(text, "The winch!") {
		t.Errorf("got %q", text)
	}
	again, err := v.imports(t.Context(), lines, nil)
	if err != nil || again.Stored != 0 || again.Already != 7 {
		t.Errorf("again: got %+v, %v", again, err)
	}
}

func TestAnImportGivesNoNameOfADeletedNote(t *testing.T) {
	v := newVault(t)
	if _, err := v.imports(t.Context(), harbour(2), nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(v.root, "memory/2011/02/berth-1.md")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[{2 berth-1 berth-1-2}]", "[]"} {
		got, err := v.imports(t.Context(), harbour(2), nil)
		if err != nil || fmt.Sprint(got.Renamed) != want {
			t.Errorf("got %+v, %v; want %s renamed", got, err, want)
		}
	}
	v.dream() // the deletion is a hand edit
}

func TestAnImportRefusesLineByLineWhatACaptureWouldRefuse(t *testing.T) {
	v := newVault(t)
	lines := `{"text": "clone from https://bob:` + `s3cr3tWordZq@git.example.invalid/x"}
{"text": "<private>all of it</private>"}
{"text": "x", "type": "nonsense"}
{"text": "x", "status": "expired"}
{"text": "x", "importance": 11}
{"text": "x", "title": "two\nlines"}
{"text": "x", "slug": "Upper Case"}
{"text": "nul \u0000 byte"}
{"text": "The <private>very secret</private> gantry is yellow.", "tags": ["<private>mine</private>", "#hall"]}`
	got, err := v.imports(t.Context(), lines, nil)
	if err != nil || got.Stored != 1 || len(got.Failed) != 8 {
		t.Fatalf("got %+v, %v; want one stored", got, err)
	}
	var credential *ErrSecret
	if !errors.As(got.Failed[0].Err, &credential) || strings.Contains(got.Failed[0].Err.Error(), "s3cr3t") || !errors.Is(got.Failed[1].Err, ErrPrivate) {
		t.Errorf("got %v and %v", got.Failed[0].Err, got.Failed[1].Err)
	}
	for i, want := range []string{2: "nonsense", 3: "expired", 4: "11", 5: "title", 6: `write "upper-case"`, 7: "NUL"} {
		if f := got.Failed[i]; f.Line != i+1 || !strings.Contains(f.Err.Error(), want) {
			t.Errorf("line %d: got line %d: %v, want …%s…", i+1, f.Line, f.Err, want)
		}
	}
	for path, text := range v.tree() {
		if strings.Contains(text, "very secret") || strings.Contains(text, "mine") {
			t.Errorf("%s holds what is private", path)
		}
	}
	if text := v.read(filepath.Join(v.root, "memory/2026/08/the-gantry-is-yellow.md")); !strings.Contains(text, "\ntags: [hall]\n") {
		t.Errorf("got %q", text)
	}
	if fmt.Sprint(got.Notes) != "[2 private span(s) cut out before anything was stored]" {
		t.Errorf("got the notes %q", got.Notes)
	}
}

func TestAnImportThatWasBrokenOffIsDoneAgain(t *testing.T) {
	v := newVault(t)
	ctx, cancel := context.WithCancel(t.Context())
	got, err := v.imports(ctx, harbour(300), func(_ *Import, o *Options) { o.Step = func(int, int) { cancel() } })
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "256 notes are stored") || got.Stored != importNotes {
		t.Errorf("got %d stored and %v", got.Stored, err)
	}
	v.clean()
	got, err = v.imports(t.Context(), harbour(300), nil)
	if err != nil || got.Stored != 300-importNotes || got.Already != importNotes {
		t.Errorf("again: got %+v, %v", got, err)
	}
	v.clean()
}

func TestAnImportedTextCapturedWithinTheDayIsOneMemory(t *testing.T) {
	v := newVault(t)
	if _, err := v.imports(t.Context(), `{"text": "The relay closes at nine."}`, nil); err != nil {
		t.Fatal(err)
	}
	c, err := v.open().Capture(t.Context(), []byte("The relay closes at nine."), memory.Draft{Status: memory.Unfiled, Actor: "agent:tester"})
	if err != nil || !c.Duplicate {
		t.Errorf("got %+v, %v; want a duplicate", c, err)
	}
}

func TestAnImportDuringAMergeIsCommittedAfterIt(t *testing.T) {
	v := newVault(t)
	head := filepath.Join(v.root, ".git", "MERGE_HEAD")
	v.writeFile(head, strings.TrimSpace(v.git("rev-parse", "HEAD"))+"\n")
	got, err := v.imports(t.Context(), harbour(300), nil)
	if err != nil || got.Stored != 300 || got.Committed || len(got.Commits) != 0 || !got.Indexed {
		t.Errorf("got %d stored, committed %v, %d commits, indexed %v, %v", got.Stored, got.Committed, len(got.Commits), got.Indexed, err)
	}
	if len(v.notices) > 2 { // one for the batches of 256, one for the last
		t.Errorf("%d notices: %q", len(v.notices), v.notices)
	}
	if err := os.Remove(head); err != nil {
		t.Fatal(err)
	}
	v.capture("The relay closes at nine.")
	v.clean()
}
