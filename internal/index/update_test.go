package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mem/internal/memory"
)

func TestStampsTellWhatIsIndexed(t *testing.T) {
	ctx := context.Background()
	at := func(path, body string, mtime int64) Doc {
		d := docOf("x", body)
		d.Stamp = memory.Stamp{Path: path, Size: 1 << 40, MTime: mtime, CTime: -5, Inode: 1 << 63}
		return d
	}
	a, b, c := at("memory/2026/07/a.md", "one", 1), at("memory/2026/08/b.md", "two", 2), at("memory/loose.md", "three", 3)
	d := at("memory/2026/08/deep/d.md", "four", 4)
	x := built(t, c, b, a, b)
	check := func(want ...Doc) {
		t.Helper()
		got, err := x.Stamps(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var records []memory.Stamp
		for _, d := range want {
			records = append(records, d.Stamp)
		}
		if !slices.Equal(got, records) {
			t.Errorf("got %v, want %v", got, records)
		}
	}
	check(a, b, c)
	b.Stamp.MTime = 9
	if err := x.Update(ctx, []Doc{d, b}, []string{c.Stamp.Path, "memory/2026/07/never.md"}); err != nil {
		t.Fatal(err)
	}
	check(a, b, d)
	if err := x.Update(ctx, nil, []string{a.Stamp.Path, b.Stamp.Path, d.Stamp.Path}); err != nil {
		t.Fatal(err)
	}
	check()
}

func TestAnInterruptedUpdateIsDoneAgain(t *testing.T) {
	x := built(t, docOf("gantry", "The gantry is yellow"))
	again := docOf("gantry", "The gantry is purple and tall")
	gen := filepath.Join(x.dir, "gen-1")
	stamps, err := os.ReadFile(filepath.Join(gen, stampFolder, "2026-08"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time as after a kill between store and stamps
		if err := x.Update(context.Background(), []Doc{again}, nil); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(gen, stampFolder, "2026-08"), stamps, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := ask(t, x, Request{Question: "gantry yellow"})
	if a.Corpus != (memory.Corpus{Docs: 1, Title: 3, Body: 3}) || a.Words[1].Docs != 0 || len(a.Matches) != 1 {
		t.Errorf("got %+v, want one note of three words", a)
	}
}

func TestRebuildLeavesTheOldIndexWhenItFails(t *testing.T) {
	x := built(t, docOf("gantry", "The gantry is yellow"))
	broken := errors.New("disk on fire")
	failing := func(yield func(Doc, error) bool) {
		_ = yield(docOf("winch", "The winch is blue"), nil) && yield(Doc{}, broken)
	}
	if _, err := x.Rebuild(context.Background(), failing, nil); !errors.Is(err, broken) {
		t.Errorf("got %v, want the stream's error", err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := x.Rebuild(cancelled, streamOf(synthetic(10, 1)...), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if got := slugs(ask(t, x, Request{Question: "gantry winch"})); !slices.Equal(got, []string{"gantry"}) {
		t.Errorf("got %v, want the gantry alone", got)
	}
	if got := x.generations(); !slices.Equal(got, []int{1}) {
		t.Errorf("generations %v left, want 1 alone", got)
	}
}

func TestRebuildReportsProgressAndReplaces(t *testing.T) {
	x := built(t, docOf("gantry", "The gantry is yellow"))
	if err := errors.Join(os.Mkdir(filepath.Join(x.dir, "gen-7"), 0o700), os.WriteFile(filepath.Join(x.dir, ".CURRENT-1"), nil, 0o600)); err != nil {
		t.Fatal(err) // what a killed process left
	}
	var told []int
	n, err := x.Rebuild(context.Background(), streamOf(synthetic(1200, 1)...), func(n int) { told = append(told, n) })
	if err != nil || n != 1200 || len(told) < 2 || !slices.IsSorted(told) || told[len(told)-1] != 1200 {
		t.Errorf("got %d, %v, progress %v; want 1200 in some steps", n, err, told)
	}
	if got := slugs(ask(t, x, Request{Question: "gantry"})); len(got) != 0 {
		t.Errorf("got %v, want nothing of the old index", got)
	}
	if got := x.generations(); !slices.Equal(got, []int{8}) {
		t.Errorf("generations %v, want 8 alone", got)
	}
	if _, err := os.Stat(filepath.Join(x.dir, ".CURRENT-1")); err == nil {
		t.Error("the scrap of a killed process is still there")
	}
}

func TestWhatIsWrittenDuringARebuildIsPendingAfterIt(t *testing.T) {
	ctx := context.Background()
	x := built(t, docOf("gantry", "The gantry is yellow"))
	if err := x.Postpone([]string{"memory/2026/08/before.md"}); err != nil {
		t.Fatal(err)
	}
	winch := docOf("winch", "The winch is blue")
	during := func(yield func(Doc, error) bool) {
		if err := x.Update(ctx, []Doc{winch}, nil); err != nil {
			t.Error(err)
		}
		if got := slugs(ask(t, x, Request{Question: "winch"})); len(got) != 1 {
			t.Errorf("during: got %v, want the winch", got)
		}
		yield(docOf("gantry", "The gantry is yellow"), nil)
	}
	if _, err := x.Rebuild(ctx, during, nil); err != nil {
		t.Fatal(err)
	}
	pending, err := x.Pending()
	if err != nil || !slices.Equal(pending, []string{winch.Stamp.Path}) {
		t.Errorf("pending %v, %v; want the winch", pending, err)
	}
	if err := x.Update(ctx, []Doc{winch}, nil); err != nil {
		t.Fatal(err)
	}
	if pending, err := x.Pending(); err != nil || len(pending) != 0 {
		t.Errorf("pending %v, %v; want none", pending, err)
	}
}

func TestPendingKeepsAnyPath(t *testing.T) {
	x := At(filepath.Join(t.TempDir(), "index"), Options{})
	if got, err := x.Pending(); err != nil || got != nil {
		t.Errorf("got %v, %v; want none", got, err)
	}
	odd := []string{"memory/2026/08/a b.md", "memory/new\nline.md", "memory/\"q\".md", "memory/日本.md"}
	if err := errors.Join(x.Postpone(odd), x.Postpone(odd[:1]), x.Postpone(nil)); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(x.pendingPath(), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`"memory/torn`); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	if got, err := x.Pending(); err != nil || !slices.Equal(got, odd) {
		t.Errorf("got %q, %v; want %q", got, err, odd)
	}
}

func TestSimilarFindsWhatSharesRareWords(t *testing.T) {
	ctx := context.Background()
	x := built(t, append(synthetic(200, 9),
		docOf("fern", "The office fern gets water on Mondays from Ada."), docOf("pump", "Locker 7 holds the spare pump."))...)
	text := "On Mondays the fern in the office gets its water, says zzzunknown " + made(15)
	got, err := x.Similar(ctx, text, 3, nil)
	if err != nil || len(got) == 0 || memory.Stem(got[0].Path) != "fern" || got[0].Share < 0.8 || got[0].Share > 1 {
		t.Fatalf("got %+v, %v; want the fern with most of its words", got, err)
	}
	for _, a := range got[1:] {
		if a.Share > got[0].Share {
			t.Errorf("%s has a greater share (%v) than the first", a.Path, a.Share)
		}
	}
	got, err = x.Similar(ctx, text, 3, map[string]bool{got[0].Path: true})
	if err != nil || slices.ContainsFunc(got, func(a Alike) bool { return memory.Stem(a.Path) == "fern" }) {
		t.Errorf("got %+v, %v; want the fern skipped", got, err)
	}
	for _, nothing := range []string{"", "zzzunknown", "the of and"} {
		if got, err := x.Similar(ctx, nothing, 3, nil); err != nil || len(got) != 0 {
			t.Errorf("%q: got %v, %v; want none", nothing, got, err)
		}
	}
}

func TestRenewLeavesWhatAnotherHasBuilt(t *testing.T) {
	x := built(t, docOf("a", "alpaca"))
	ctx := context.Background()
	seen := x.Generation()
	if n, err := x.Renew(ctx, seen, streamOf(docOf("b", "badger")), nil); err != nil || n != 1 {
		t.Fatalf("the first: %d, %v", n, err)
	}
	never := func(yield func(Doc, error) bool) { t.Error("the notes were read again") }
	if n, err := x.Renew(ctx, seen, never, nil); err != nil || n != 0 {
		t.Errorf("the second: %d, %v", n, err)
	}
	if got := slugs(ask(t, x, Request{Question: "badger"})); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	if x.Generation() == seen {
		t.Error("the generation has the name of the one before")
	}
}

func TestUpdateLeavesOutWhatIsNotSoAnyMore(t *testing.T) {
	a, b := docOf("a", "alpaca"), docOf("b", "badger")
	files := map[string]memory.Stamp{a.Stamp.Path: a.Stamp, b.Stamp.Path: b.Stamp}
	x := At(t.TempDir(), Options{Current: func(p string) (memory.Stamp, bool) { s, ok := files[p]; return s, ok }})
	ctx := context.Background()
	if _, err := x.Rebuild(ctx, streamOf(a, b), nil); err != nil {
		t.Fatal(err)
	}
	late := docOf("a", "an old text of ocelot")
	late.Stamp.MTime--
	if err := x.Update(ctx, []Doc{late}, []string{b.Stamp.Path}); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"alpaca", "badger"} {
		if got := slugs(ask(t, x, Request{Question: word})); len(got) != 1 {
			t.Errorf("%s: got %v", word, got)
		}
	}
	delete(files, b.Stamp.Path)
	if err := x.Update(ctx, nil, []string{b.Stamp.Path}); err != nil {
		t.Fatal(err)
	}
	if got := slugs(ask(t, x, Request{Question: "badger"})); len(got) != 0 {
		t.Errorf("a note that is gone: got %v", got)
	}
}
