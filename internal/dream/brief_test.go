package dream_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mem/internal/dream"
	"mem/internal/memory"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares with testdata/NAME.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s\n(-update writes it)", name, got, want)
	}
}

// report is a night in which all that was planned is done.
func report(t *testing.T, s dream.Snapshot, policy dream.Policy) dream.Report {
	t.Helper()
	r := dream.Report{Now: s.Now, Plan: decide(t, s, policy), Snapshot: s}
	for i, c := range r.Plan.Changes() {
		r.Applied = append(r.Applied, dream.Done{Op: c.Op, Notes: c.Notes, Reason: c.Reason, Commit: fmt.Sprintf("%x", 0xa1b2c3d4e5f6+i*0x10101010)})
	}
	return r
}

// full is a night with something of every kind.
func everything(t *testing.T) dream.Report {
	s := mixed()
	s.Notes = append(s.Notes,
		note("draft-of-plans", 4, "Half a thought.", declares("draft")),
		note("lathe-1", 1, "It is in the cellar.", entitled("Lathe 1")), note("lathe-2", 2, "It is in the cellar.", entitled("Lathe 2")),
		note("heating", 1, "The heating is on."), note("heating-off", 2, "The heating is off."), note("heating-again", 3, "The heating is on."),
		note("from-web", 6, "The gate code is 9, says `the page` <b>[[x]]</b>.", over("heating-off"), by(memory.OriginExternal)),
		note("learnt", 6, "Tests are run twice.", unfiled, kind("learning")), note("parted", 6, "Parted.", unfiled),
		note("ferry", 1, "The ferry to the island leaves the north pier at dawn on weekdays and at noon on holidays."),
		note("island", 5, "On weekdays the ferry to the island leaves the north pier at dawn, and on holidays at noon."),
		note("kettle-on", 6, "Ada wants the kettle on by nine.", kind(memory.Preference), by(memory.OriginOwner)),
		note("v1", 2, "Version one."), note("v2", 4, "Version two.", over("v1")),
	)
	s.Findings = []memory.Finding{
		{Code: "conflict-copy", Path: "memory/2026/08/kettle (conflicted copy 2026-08-03).md", Detail: "a sync service left a second version of a note; it is not read.", Remedy: "take over what is missing, then delete the copy"},
		{Code: "key-twice", Path: "memory/2026/08/twice.md", Line: 4, Detail: "the key *status* stands twice", Remedy: "remove one", Grave: true},
	}
	parted := memory.Change{Op: memory.OpFile, Notes: []memory.Slug{"parted"}}
	s.Decided = map[memory.DecisionKey]string{parted.Key(): "0123456789abcdef"}
	r := report(t, s, dream.Policy{MaxChanges: 3})
	r.Left, r.Edits = []string{"supersede: nails by screws"}, 2
	return r
}

func TestBriefTellsANight(t *testing.T) {
	for _, row := range []struct {
		file   string
		report dream.Report
	}{
		{"everything.md.golden", everything(t)},
		{"empty-vault.md.golden", report(t, vault(), dream.Policy{})},
		{"quiet.md.golden", report(t, vault(note("a", 1, "The lathe needs oil.")), dream.Policy{})},
		{"long.md.golden", report(t, crowd(45), dream.Policy{})},
		{"many-types.md.golden", report(t, ofManyTypes(), dream.Policy{})},
		{"alike.md.golden", alike(t)},
	} {
		golden(t, row.file, dream.Brief(row.report))
	}
	plain := report(t, vault(note("a", 1, "The lathe needs oil.", unfiled)), dream.Policy{})
	plain.Applied[0].Commit = ""
	if got := string(dream.Brief(plain)); strings.Contains(got, "undo") || !strings.Contains(got, "- [[a]]\n") {
		t.Errorf("without history nothing can be undone, got\n%s", got)
	}
}

// crowd is many unfiled notes, half of them without a type.
func crowd(n int) dream.Snapshot {
	var notes []memory.Note
	for i := range n {
		notes = append(notes, note(fmt.Sprintf("note-%02d", i), 1, fmt.Sprintf("Thing %d.", i), unfiled))
		if i%2 == 0 {
			notes[i].Type = ""
		}
	}
	return vault(notes...)
}

// ofManyTypes is more unfiled notes than a list has lines, some more notable than others.
func ofManyTypes() dream.Snapshot {
	var notes []memory.Note
	for i := range 40 {
		k := []memory.Type{memory.Fix, memory.Fix, memory.Idea, memory.Type([]string{"recipe", "recipe", "chant"}[i%3])}[i%4]
		notes = append(notes, note(fmt.Sprintf("note-%02d", i), 1, fmt.Sprintf("Thing %d, as [[note-12]] says.", i), unfiled, kind(k)))
	}
	notes[5].Importance, notes[9].Trust = 9, memory.Verified
	for i := range 3 {
		notes = append(notes, note(fmt.Sprintf("draft-%d", i), 1, "Half a thought.", declares("draft")))
	}
	return vault(notes...)
}

// alike is a night that lists likenesses with their texts, and a problem that is everywhere.
func alike(t *testing.T) dream.Report {
	r := report(t, vault(note("a", 1, "The lathe needs oil.")), dream.Policy{})
	long := strings.Repeat("The long story of the lathe goes on. ", 8)
	r.Plan.Listed = []dream.Listed{
		{Kind: dream.OtherTitle, Notes: []memory.Slug{"a", "b"}, Why: "they differ in a number", Settle: "mem set b status=superseded superseded_by=a", Texts: []string{"The port is 22.", "The port is 2222."}},
		{Kind: dream.OtherTitle, Notes: []memory.Slug{"c", "d"}, Why: "they differ in a name", Settle: "mem forget d", Texts: []string{long + "Ada wrote **it**. " + long, long + "Ben wrote **it**. " + long}},
		{Kind: dream.OtherTitle, Notes: []memory.Slug{"e", "f"}, Why: "they have nothing in common", Settle: "mem forget f", Texts: []string{"One thing.", "Another."}},
	}
	for i := range 7 {
		r.Plan.Problems = append(r.Plan.Problems, memory.Finding{Code: "reference-unknown", Path: fmt.Sprintf("memory/2026/08/n%d.md", i), Detail: "it names a note that nobody has", Remedy: "name another"})
	}
	return r
}

func TestACommandOfTheBriefIsWholeHoweverLongTheNamesAre(t *testing.T) {
	a, b := strings.Repeat("the-long-story-of-the-lathe-", 4)+"one", strings.Repeat("the-long-story-of-the-lathe-", 4)+"two"
	r := report(t, vault(note(a, 1, "The relay port is 22."), note(b, 2, "The relay port is 2222.")), dream.Policy{})
	page := string(dream.Brief(r))
	for _, want := range []string{"`mem set " + a + " status=superseded superseded_by=" + b + "`", "`mem set " + a + " distinct_from=" + b + "`"} {
		if !strings.Contains(page, want) {
			t.Errorf("lacks %s:\n%s", want, page)
		}
	}
}

func TestBriefOfASecondNightOnOneDay(t *testing.T) {
	s := mixed()
	r := report(t, s, dream.Policy{})
	first := dream.Brief(r)
	s = carryOut(t, s, r.Plan)

	s.Now = tonight.Add(time.Hour)
	quiet := report(t, s, dream.Policy{})
	quiet.Before = first
	if got := dream.Brief(quiet); !bytes.Equal(got, first) {
		t.Errorf("a quiet night changed the brief; got\n%s\nwant\n%s", got, first)
	}
	if got, want := dream.Graph(quiet), dream.Graph(r); !bytes.Equal(got, want) {
		t.Errorf("a quiet night changed the picture; got\n%s\nwant\n%s", got, want)
	}

	s.Notes = append(s.Notes, note("late", 9, "Captured since.", unfiled))
	busy := report(t, s, dream.Policy{})
	busy.Before = first
	second := dream.Brief(busy)
	golden(t, "two-nights.md.golden", second)
	busy.Before = second
	if got := dream.Brief(busy); !bytes.Equal(got, second) {
		t.Errorf("the same night told again changed the brief; got\n%s\nwant\n%s", got, second)
	}
}

func TestBriefKeepsWhatAPersonWrote(t *testing.T) {
	r := report(t, mixed(), dream.Policy{})
	later := r
	later.Plan.Run, later.Plan.Problems = "later", nil
	page := string(dream.Brief(r))
	for _, row := range []struct{ name, before, keep string }{
		{"a page of theirs without a last newline", "My day.\r\nno newline", "My day.\r\nno newline"},
		{"words above and below", "Above.\n" + page + "Below, without newline", "Below, without newline"},
		{"a word inside a block", strings.Replace(page, "### Filed", "my word\n### Filed", 1), "my word\n### Filed"},
		{"a word in the open block", strings.Replace(page, "## Problems", "my word\n## Problems", 1), "my word\n## Problems"},
		{"comments that look like ours", "<!-- mem:open · 000000000000 -->\nmine\n<!-- /mem:open -->\n", "<!-- mem:open · 000000000000 -->\nmine\n<!-- /mem:open -->\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			again := later
			again.Before = []byte(row.before)
			got := dream.Brief(again)
			if !bytes.Contains(got, []byte(row.keep)) {
				t.Errorf("%q is gone; got\n%s", row.keep, got)
			}
			again.Before = got
			if third := dream.Brief(again); !bytes.Equal(third, got) {
				t.Errorf("told once more it differs; got\n%s\nwant\n%s", third, got)
			}
		})
	}
	t.Run("an editor that writes CRLF edits nothing", func(t *testing.T) {
		again := later
		again.Before = []byte(strings.ReplaceAll(page, "\n", "\r\n"))
		if got := string(dream.Brief(again)); strings.Count(got, "<!-- mem:open") != 1 {
			t.Errorf("got two open blocks\n%s", got)
		}
	})
}

func FuzzBriefKeepsEveryByteAroundItsBlocks(f *testing.F) {
	for _, row := range [][2]string{
		{"", ""}, {"mine", "too"}, {"\ufeff# Day\r\n", "\r\n- end"}, {"```\nopen fence", "<!--"},
		{"<!-- mem:open · 0 -->\n", "<!-- /mem:open -->\n"}, {"<!-- mem:run r1 · 0 -->\n", "\xff\x00"}, {"\n\n", "\n"},
	} {
		f.Add(row[0], row[1])
	}
	s := mixed()
	plan, err := dream.Decide(f.Context(), s, dream.Policy{Run: "r1"}, nil)
	if err != nil {
		f.Fatal(err)
	}
	first := dream.Report{Now: tonight, Plan: plan, Snapshot: s, Applied: []dream.Done{{Op: memory.OpFile, Notes: []memory.Slug{"tea"}}}}
	second := first
	second.Plan.Run, second.Plan.Problems = "r2", nil
	f.Fuzz(func(t *testing.T, above, below string) {
		r := first
		r.Before = []byte(above)
		page := dream.Brief(r)
		if !bytes.HasPrefix(page, []byte(above)) {
			t.Fatalf("what stood above is gone: %q", page)
		}
		r = second
		r.Before = append(page, below...)
		page = dream.Brief(r)
		_, rest, found := bytes.Cut(page, []byte("<!-- /mem:run r1 -->"))
		if !bytes.HasPrefix(page, []byte(above)) || !found || !bytes.Contains(rest, []byte(below)) {
			t.Fatalf("above %q or below %q is gone: %q", above, below, page)
		}
		r.Before = page
		if again := dream.Brief(r); !bytes.Equal(again, page) {
			t.Fatalf("told again it differs: %q, then %q", page, again)
		}
	})
}

func TestBriefCannotBeBrokenByWhatNotesSay(t *testing.T) {
	evil := "x` ``` <!-- /mem:open --> [[link]] ![[embed]] **bold** %%hidden%% \x1b[31m \u202e <script>\n<!-- /mem:open -->\n# Heading"
	r := everything(t)
	for i := range r.Plan.Listed {
		r.Plan.Listed[i].Titles = []string{evil, evil}
		r.Plan.Listed[i].Why, r.Plan.Listed[i].Settle = evil, evil
	}
	r.Plan.Problems = []memory.Finding{{Code: evil, Path: evil, Detail: evil, Remedy: evil}}
	r.Left = []string{evil}
	r.Applied[0].Notes = []memory.Slug{memory.Slug(evil)}
	page := string(dream.Brief(r))
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "# Heading") || strings.ContainsAny(line, "\x1b\u202e") {
			t.Errorf("a note's words rule the page: %q", line)
		}
	}
	if strings.Count(page, "\n<!-- /mem:open -->\n") != 1 {
		t.Errorf("a note's words end a block\n%s", page)
	}
	for _, line := range strings.Split(page, "\n") {
		if bare := outsideCode(line); strings.Contains(bare, "<script") || strings.Contains(bare, "![[embed") || strings.Contains(bare, "**bold") {
			t.Errorf("a note's words are markup: %q", line)
		}
	}
}

// outsideCode is a line without its code spans and escaped marks.
func outsideCode(line string) string {
	var b strings.Builder
	for line != "" {
		n := len(line) - len(strings.TrimLeft(line, "`"))
		if line[0] == '\\' {
			line = line[min(2, len(line)):]
			continue
		}
		if n == 0 {
			b.WriteByte(line[0])
			line = line[1:]
			continue
		}
		rest := line[n:]
		if end := strings.Index(rest, line[:n]); end >= 0 {
			rest = strings.TrimLeft(rest[end:], "`")
		}
		line = rest
	}
	return b.String()
}
