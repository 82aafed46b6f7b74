package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mem/internal/memory"
)

// largeVault is a vault of three months that is treated as one of very many notes: its
// folders rest since an hour, and one full look has been taken.
func largeVault(t *testing.T) *testVault {
	v := newVault(t)
	v.large, v.clock = true, time.Now()
	for _, month := range []string{"06", "07", "08"} {
		for _, name := range []string{"a", "b"} {
			slug := name + month
			v.writeFile(filepath.Join(v.root, "memory/2026", month, slug+".md"),
				"---\ntype: fix\nstatus: active\ncaptured: 2026-"+month+"-01T10:00:00Z\nslug: "+slug+"\n---\n\nThe gantry "+slug+" speaks of alpaca"+slug+".\n")
		}
	}
	v.rest()
	if got := v.recall("gantry"); len(got) != 6 {
		t.Fatalf("recalled %v", got)
	}
	if g := v.open().lastGlance(); len(g.Folders) == 0 {
		t.Fatal("no glance was kept: the tests show nothing")
	}
	return v
}

// rest makes every folder of notes look as if nothing had happened in it for an hour.
func (v *testVault) rest() {
	v.t.Helper()
	for _, dir := range []string{"memory", "memory/2026", "memory/2026/06", "memory/2026/07", "memory/2026/08"} {
		hourAgo := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(v.root, dir), hourAgo, hourAgo); err != nil {
			v.t.Fatal(err)
		}
	}
}

func (v *testVault) edit(path, old, text string) {
	v.t.Helper()
	v.writeFile(filepath.Join(v.root, path), strings.Replace(v.read(filepath.Join(v.root, path)), old, text, 1))
}

func TestALargeVaultAnswersFromTheFilesAsTheyAre(t *testing.T) {
	for _, test := range []struct {
		name     string
		do       func(v *testVault)
		question string
		want     []string
	}{
		{"a new note in an old month", func(v *testVault) {
			v.writeFile(filepath.Join(v.root, "memory/2026/06/new.md"), "A word never said: okapi.\n")
		}, "okapi", []string{"new"}},
		{"a new month", func(v *testVault) {
			v.writeFile(filepath.Join(v.root, "memory/2026/05/new.md"), "A word never said: okapi.\n")
		}, "okapi", []string{"new"}},
		{"a new folder in a month", func(v *testVault) {
			v.writeFile(filepath.Join(v.root, "memory/2026/07/deep/new.md"), "A word never said: okapi.\n")
		}, "okapi", []string{"new"}},
		{"a deleted note", func(v *testVault) { remove(v, filepath.Join(v.root, "memory/2026/06/a06.md")) }, "alpacaa06", []string{}},
		{"a deleted month", func(v *testVault) {
			if err := os.RemoveAll(filepath.Join(v.root, "memory/2026/06")); err != nil {
				v.t.Fatal(err)
			}
		}, "alpacaa06", []string{}},
		{"a renamed note", func(v *testVault) {
			if err := os.Rename(filepath.Join(v.root, "memory/2026/06/b06.md"), filepath.Join(v.root, "memory/2026/06/other.md")); err != nil {
				v.t.Fatal(err)
			}
		}, "alpacab06", []string{"other"}},
		{"an edit in place of the newest month", func(v *testVault) { v.edit("memory/2026/08/a08.md", "alpacaa08", "okapi") }, "okapi", []string{"a08"}},
		{"a word edited away in an old month", func(v *testVault) { v.edit("memory/2026/06/a06.md", "alpacaa06", "okapi") }, "alpacaa06", []string{}},
		{"a note of an old month retired in place", func(v *testVault) { v.edit("memory/2026/06/a06.md", "status: active", "status: expired") }, "alpacaa06", []string{}},
		{"what mem itself edits in an old month", func(v *testVault) {
			if _, err := v.open().Set(v.t.Context(), "a06", []Assignment{{"tags", "okapi"}}, "human:ada", ""); err != nil {
				v.t.Fatal(err)
			}
		}, "okapi", []string{"a06"}},
		{"what waits to be indexed", func(v *testVault) {
			v.edit("memory/2026/06/a06.md", "alpacaa06", "okapi")
			if err := v.open().index.Postpone([]string{"memory/2026/06/a06.md"}); err != nil {
				v.t.Fatal(err)
			}
		}, "okapi", []string{"a06"}},
		{"an edit in place of an old month, after full_check", func(v *testVault) {
			v.edit("memory/2026/06/a06.md", "alpacaa06", "okapi")
			v.clock = v.clock.Add(memory.DefaultFullCheck)
		}, "okapi", []string{"a06"}},
		{"an edit in place, when the clock was set back", func(v *testVault) {
			v.edit("memory/2026/06/a06.md", "alpacaa06", "okapi")
			v.clock = v.clock.Add(-time.Hour)
		}, "okapi", []string{"a06"}},
		{"after the index was deleted", func(v *testVault) {
			v.edit("memory/2026/06/a06.md", "alpacaa06", "okapi")
			if err := os.RemoveAll(filepath.Join(v.root, ".mem/index")); err != nil {
				v.t.Fatal(err)
			}
		}, "okapi", []string{"a06"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := largeVault(t)
			test.do(v)
			if got := v.recall(test.question); !slices.Equal(got, test.want) {
				t.Errorf("recalled %v, want %v", got, test.want)
			}
			if got := v.recall(test.question); !slices.Equal(got, test.want) {
				t.Errorf("recalled %v the second time, want %v", got, test.want)
			}
		})
	}
}

// TestWhatALargeVaultMayMissIsWhatItSays keeps docs/cli.md honest: the new words of a note
// of an older month, edited in place, within full_check.
func TestWhatALargeVaultMayMissIsWhatItSays(t *testing.T) {
	v := largeVault(t)
	v.edit("memory/2026/06/a06.md", "alpacaa06", "okapi")
	if got := v.recall("okapi"); len(got) != 0 {
		t.Errorf("recalled %v: every file was looked at", got)
	}
	if got := v.recall("gantry a06"); !slices.Contains(got, "a06") {
		t.Errorf("recalled %v", got)
	}
	if got := v.recall("okapi"); !slices.Equal(got, []string{"a06"}) {
		t.Errorf("after the note was returned once: %v", got)
	}
}

func TestAGlanceLearnsWhatItHasCompared(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	g := newGlance(at, map[string]int64{
		"memory": at.Add(-time.Hour).UnixNano(), "memory/2026/06": at.Add(-time.Hour).UnixNano(), "memory/2026/07": at.Add(-time.Second).UnixNano(),
	})
	times := map[string]int64{"memory": at.Add(-time.Hour).UnixNano(), "memory/2026/06": at.Add(time.Minute).UnixNano(), "memory/2026/07": at.Add(-time.Second).UnixNano()}
	if got := g.changed(times); !slices.Equal(got, []string{"memory/2026/06", "memory/2026/07"}) {
		t.Errorf("changed: %v", got)
	}
	if g.learn(times, []string{"memory/2026/06"}, at.Add(time.Minute+time.Second)) {
		t.Error("learnt a time within whose tick something may still happen")
	}
	if !g.learn(times, []string{"memory/2026/06"}, at.Add(time.Hour)) || len(g.changed(times)) != 1 {
		t.Errorf("did not learn: %v", g.changed(times))
	}
	for name, ok := range map[string]bool{
		"young": g.serves(at.Add(time.Minute/2), time.Minute), "old": !g.serves(at.Add(time.Minute), time.Minute),
		"from the future": !g.serves(at.Add(-time.Second), time.Minute), "none": !(&glance{At: at}).serves(at, time.Minute),
	} {
		if !ok {
			t.Errorf("a glance that is %s", name)
		}
	}
}
